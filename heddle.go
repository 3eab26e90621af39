package heddle

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/heddle-mc/heddle/internal/drive/check"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// The defaults of Options.
const (
	DefaultTimeout = time.Minute
	DefaultMemory  = 4 << 30
)

// The values of Options.Evaluation.
const (
	AnyOrder    = "any"
	LeftToRight = "left-to-right"
)

// The values of Options.Shift.
const (
	C11Shift = "c11"
	GNUShift = "gnu"
)

// The values of Options.Volatile.
var volatileOrders = map[string]ir.MemOrder{"plain": ir.NonAtomic, "relaxed": ir.Relaxed, "seq_cst": ir.SeqCst}

// Options holds the program, the properties and the search options of a check. The zero value of every
// field but Files is a sensible default.
type Options struct {
	// The program.

	Files           []string // C sources (.c) or preprocessed ones (.i), linked together; of a directory, the .c files in it and below
	Arch            string   // the data model: lp64 (the default) or ilp32
	Entry           string   // the function to start with, NAME or FILE:NAME; empty: main
	Args            string   // of main, separated by blanks; "none"; "any": up to 4 of up to 15 characters; empty: none, which is a bound where main looks
	EntryArray      int      // pointer parameters of another Entry lead to fresh objects with this many elements; 0: 1
	EntryNull       bool     // such pointers may be null
	Evaluation      string   // of operands whose order C leaves open: any (the default: every order) or left-to-right
	Volatile        string   // the kind of a volatile access: plain (the default), or an atomic one, relaxed or seq_cst
	IncludeDirs     []string // -I
	Defines         []string // -D: NAME or NAME=VALUE
	Undefines       []string // -U
	Includes        []string // -include
	Shift           string   // the meaning of a signed left shift: c11 or gnu; empty: c11
	CompilerFlags   []string // flags of a C compiler that change the meaning of the program, such as -fopenmp
	Set             []string // NAME=VALUE, of a macro, an enumerator or a variable at file scope, in place of the files' value
	Loops           []string // FILE:LINE=N: the head of the loop that begins there is reached at most N times, each time that the loop is entered
	Stubs           []string // NAME, NAME=VALUE, NAME=nondet or NAME=havoc: functions that return that, any value without one, and do nothing else
	StrictExternals bool     // a call of an undefined function is unsupported; else such a function is a stub
	PhysicalLines   bool     // places are lines of the files, independent of line markers in them, as in verification witnesses
	SystemHeaders   bool     // use the host's headers instead of Heddle's own
	CompileCommands string   // a compile_commands.json: adds its files, or the options of the Files given

	// The question.

	Properties  []string // names, see Properties; empty: DefaultProperties
	Environment []string // choices of the environment: alloc_fail, spawn_fail, weak_fail, signals, output_fail, and spurious unless no-spurious
	Places      []string // FILE:LINE or LINE, two, for the properties exclusion and progress; the file by the end of its path
	Formula     string   // of linear-time logic, for the property ltl (docs/use/ltl.md)
	Fair        string   // of the properties ltl, termination and progress: weak (the default), no thread can go on for ever and never does, or none
	Unwind      int      // work with this loop bound only; 0: bounds grow
	// Bounds of engines that have them, 0: they grow.
	Rounds, Contexts, Writes, Threads int

	Accept   string // a file of violations that are none for the verdict, PROPERTY KEY on a line; empty: none. Comments accept some, too (docs/use/check.md)
	Baseline string // a file with an earlier result, in JSON or SARIF, whose violations are none for the verdict either; empty: none

	// The means.

	Engine   string        // see Engines; empty: auto
	Solver   string        // see Solvers; empty: the embedded one; others are programs on PATH
	Seed     uint64        // of the embedded solver: another search, the same answers; 0: the usual one
	Timeout  time.Duration // for everything; 0: DefaultTimeout; negative: no limit
	Memory   int64         // bytes, of the whole process; 0: DefaultMemory; negative: no limit
	Jobs     int           // engines that may run at once; 0: one per processor; 1: deterministic
	All      bool          // every violation that the engine with the answer finds, not only the first
	Coverage bool          // the coverage of random executions, for every verdict, with lines
	First    bool          // the check ends with the first violation, of whichever property
	// Paranoid compares every safe or bounded verdict with random executions: they must be among those that
	// the engine explored. One that is not is an *InternalError.
	Paranoid bool

	Settings map[string]string // of options that only the Engine knows, by name: see EngineOptions
	Without  []string          // passes of the engine that are left out, see Passes: no verdict is another

	// Listening.

	Progress func(Progress) `json:"-"` // called from time to time with the current stage; calls do not overlap
	// Found is called with a violation when its trace was replayed, and again when the judgement is
	// complete, with a Story if there was time for it. Calls do not overlap.
	Found       func(*Judgement) `json:"-"`
	Diagnostics io.Writer        `json:"-"` // where the front end's messages go; nil: nowhere
	Color       bool             `json:"-"` // diagnostics may use terminal colours
	BugReports  string           `json:"-"` // the directory for bug reports; empty: the system's for temporary files

	asked bool // Properties was given
}

// Progress holds the progress of a check. Counters that do not apply to an engine are zero.
type Progress struct {
	check.Progress
	Elapsed time.Duration // of Budget
	Budget  time.Duration // 0: no limit
}

// InputError is the error for options or a program that Heddle does not understand. The diagnostics of the
// program were written to Options.Diagnostics.
type InputError = engine.InputError

// InternalError is a bug of Heddle.
type InternalError struct {
	Err    error
	Bundle string // the directory with the bug report; empty: it could not be written
}

// Error describes the cause, and names the bug report.
func (e *InternalError) Error() string {
	s := "internal error: " + e.Err.Error()
	if e.Bundle != "" {
		s += "; please report this bug with the files in " + e.Bundle
	}
	return s
}

// Unwrap returns the cause.
func (e *InternalError) Unwrap() error { return e.Err }

// DefaultProperties lists the properties that are judged when none are named.
func DefaultProperties() []string { return check.DefaultProperties() }

// Properties lists the names of the properties.
func Properties() []string { return check.Properties() }

// Engines lists the ways to explore interleavings, `auto` first.
func Engines() []string { return check.Engines() }

// Solvers lists the solvers that symbolic engines can use, the default first.
func Solvers() []string { return check.Solvers() }

// EngineOption is an option of some engines.
type EngineOption = check.Option

// EngineOptions lists the options that only some engines know.
func EngineOptions() []EngineOption { return check.EngineOptions() }

// Passes lists the steps between program and solver that can be left out, of all engines.
func Passes() []string { return check.Passes() }

// Check compiles a program and judges its properties. When a budget is spent or ctx ends, it returns the
// results so far. The error is an *InputError, and there is no result; or an *InternalError, and there may
// be one.
func Check(ctx context.Context, opts Options) (result *Result, err error) {
	defer opts.recover(&err)
	opts, err = opts.complete()
	if err != nil {
		return nil, &InputError{Err: err}
	}
	budget := check.NewBudget(ctx, max(0, opts.Timeout), max(0, opts.Memory))
	defer budget.Stop()
	var known sofar
	type answer struct {
		result *Result
		err    error
	}
	done := make(chan answer, 1)
	go func() {
		var a answer
		defer func() { done <- a }()
		defer opts.recover(&a.err)
		a.result, a.err = opts.check(budget, &known)
	}()
	select {
	case a := <-done:
		return a.result, a.err
	case <-budget.Overrun():
	}
	return opts.result(budget, &compiled{}, known.judgements(budget, &opts)), nil
}

// sofar holds the judgements of a check that may not get further than them in its time.
type sofar struct {
	mu   sync.Mutex
	list []check.Judgement // nil: there are none
}

func (s *sofar) note(list []check.Judgement) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = list
}

// judgements returns the judgements without traces, stories and certificates, which take long to write.
func (s *sofar) judgements(b *check.Budget, o *Options) (list []check.Judgement) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, j := range s.list {
		j.Trace, j.Story, j.Certificate, j.Others = nil, nil, nil, nil
		list = append(list, j)
	}
	if list == nil {
		for _, name := range o.Properties {
			list = append(list, check.Unread(b, name))
		}
	}
	return list
}

// check compiles the program and judges it.
func (o Options) check(budget *check.Budget, known *sofar) (*Result, error) {
	c, err := o.compile(budget)
	if check.Abandoned(err) || err != nil && budget.Reason() != "" && !isInternal(err) {
		return o.unfinished(budget), nil
	}
	if err != nil {
		return nil, err
	}
	driver := o.driver()
	driver.Progress, driver.Sources, driver.Constants = o.progress(budget), c.lines, func() map[string]string { return o.constants(c) }
	if o.Found != nil {
		driver.Found = func(j *check.Judgement) {
			told := judgementOf(budget, c, j)
			o.Found(&told)
		}
	}
	if err := driver.Locate(c.Program, o.Files); err != nil {
		return nil, &InputError{Err: err}
	}
	if c.known, err = o.known(c); err != nil {
		return nil, &InputError{Err: err}
	}
	driver.Accepted = c.known.accepted
	list, err := check.Run(budget, c.Program, driver)
	var input *InputError
	if errors.As(err, &input) {
		return nil, input
	}
	known.note(list)
	budget.At("result")
	result := o.result(budget, c, list)
	if err != nil {
		err = o.report(err, c)
	}
	return result, err
}

// complete checks the options and fills in the defaults.
func (o Options) complete() (Options, error) {
	if err := o.source(); err != nil {
		return o, err
	}
	o.Solver = cmp.Or(o.Solver, Solvers()[0])
	if !slices.Contains(Solvers(), o.Solver) {
		return o, fmt.Errorf("unknown solver %q, expected one of %v", o.Solver, Solvers())
	}
	o.asked = len(o.Properties) > 0
	if !o.asked {
		o.Properties = check.DefaultProperties()
	}
	list, err := check.ValidProperties(o.Properties)
	if err != nil {
		return o, err
	}
	o.Properties = list
	o.Engine = cmp.Or(o.Engine, check.Auto)
	o.Timeout = cmp.Or(o.Timeout, DefaultTimeout)
	o.Memory = cmp.Or(o.Memory, DefaultMemory)
	o.Jobs = cmp.Or(o.Jobs, runtime.NumCPU())
	driver := o.driver()
	return o, driver.Valid()
}

// driver translates the options.
func (o *Options) driver() check.Options {
	return check.Options{
		Properties: o.Properties, Places: o.Places, Formula: o.Formula, Fair: o.Fair, Engine: o.Engine, Solver: o.Solver, Seed: o.Seed, Environment: o.Environment,
		Bounds: engine.Bounds{Unwind: o.Unwind, Rounds: o.Rounds, Contexts: o.Contexts, Writes: o.Writes,
			Threads: o.Threads}, Jobs: o.Jobs, All: o.All, First: o.First, Coverage: o.Coverage,
		Settings: o.Settings, Without: o.Without, Paranoid: o.Paranoid,
	}
}

// progress translates the driver's progress.
func (o *Options) progress(b *check.Budget) func(check.Progress) {
	if o.Progress == nil {
		return nil
	}
	return func(p check.Progress) {
		o.Progress(Progress{p, b.Elapsed(), b.Timeout()})
	}
}
