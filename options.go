package heddle

import (
	"cmp"
	"fmt"
	"io"
	"runtime"
	"slices"
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

// externalRules lists the values of Options.Externals, in the order of link.ExternalRule.
var externalRules = []string{"typed", "quiet", StrictExternals, "unsupported"}

// StrictExternals is the value of Options.Externals with which effects of undefined functions make verdicts unknown.
const StrictExternals = "strict"

// Options holds the program, the properties and the search options of a check. The zero value of every
// field but Files is a sensible default.
type Options struct {
	// The program.

	Files           []string // C sources (.c) or preprocessed ones (.i), linked together; of a directory, the .c files in it and below
	Arch            string   // the data model: lp64 (the default) or ilp32
	Entry           string   // the function to start with, NAME or FILE:NAME; empty: main
	Library         bool     // the files have no main function: threads call the exported functions, as the driver does that Harness returns
	Args            string   // of main, separated by blanks; "none"; "any" or empty: up to 4 of up to 15 characters, which is a bound where main looks
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
	Set             []string // NAME=VALUE, of a macro, an enumerator or a variable at file scope, in place of the files' value; FILE:LINE:COLUMN=VALUE, in place of a number
	Loops           []string // FILE:LINE=N: each time that the loop there is entered, its head is reached at most N times
	Stubs           []string // NAME, NAME=VALUE, NAME=nondet or NAME=havoc: functions that return that, any value without one, and do nothing else
	Externals       string   // what an undefined function does: typed (the default): what its type says; quiet: it only returns any value; strict: so, and a verdict that depends on more is unknown; unsupported: its calls are unsupported
	PhysicalLines   bool     // places are lines of the files, independent of line markers in them, as in verification witnesses
	SystemHeaders   bool     // use the host's headers instead of Heddle's own
	CompileCommands string   // a compile_commands.json: adds its files, or the options of the Files given

	// The question.

	Properties  []string // names, see Properties; empty: DefaultProperties
	Environment []string // choices of the environment: alloc_fail, spawn_fail, weak_fail, signals, output_fail, io_fail, and spurious unless no-spurious
	Places      []string // FILE:LINE or LINE, two, for the properties exclusion and progress; the file by the end of its path
	Formula     string   // of linear-time logic, for the property ltl (docs/use/ltl.md)
	Fair        string   // of the properties ltl, termination and progress: weak (the default), no thread can go on for ever and never does, or none
	Model       string   // the memory model, one of CheckedModels or a .cat file, all executions of which safe and bounded verdicts then cover; empty: sc and rc11, if there are atomics weaker than seq_cst, and a safe verdict for sc that is undecided for rc11 is bounded; for Explore one of ExploredModels, a .cat file, or empty
	Unwind      int      // work with this loop bound only; 0: bounds grow
	Threads     int      // as many threads begin, main included; 0: they grow, or all begin

	Accept   string // a file of accepted violations, PROPERTY KEY on a line, which do not count for the verdict; empty: none. Comments accept violations, too (docs/use/check.md)
	Baseline string // a file with an earlier result, in JSON or SARIF, whose violations do not count either; empty: none

	// The means.

	Engine   string        // see Engines; empty: auto
	Solver   string        // see Solvers; empty: the embedded one; others are programs on PATH
	Timeout  time.Duration // for everything; 0: DefaultTimeout; negative: no limit
	Memory   int64         // bytes, of the whole process; 0: DefaultMemory; negative: no limit
	Jobs     int           // engines that may run at once; 0: one per processor; 1: deterministic
	All      bool          // every violation that the engine with the answer finds, not only the first
	Coverage bool          // the coverage of random executions, for every verdict, with lines
	First    bool          // the check ends with the first violation, of whichever property
	// Paranoid compares every safe or bounded verdict with random executions. An execution that the engine
	// has not explored is an *InternalError.
	Paranoid bool

	// EngineOptions holds options that only some engines know, by name: see the function EngineOptions.
	EngineOptions map[string]string

	// Listening.

	Progress func(Progress) `json:"-"` // called from time to time with the current stage; calls do not overlap
	// Found is called with a violation when its trace was replayed, and again when the judgement is
	// complete, with a Story if there was time for it. Calls do not overlap.
	Found       func(*Judgement) `json:"-"`
	Diagnostics io.Writer        `json:"-"` // where the front end's messages go; nil: nowhere
	Color       bool             `json:"-"` // diagnostics may use terminal colours
	BugReports  string           `json:"-"` // the directory for bug reports; empty: the system's for temporary files

	asked  bool    // Properties was given
	sliced *sliced // the options are those of a slice; else nil
}

// DefaultProperties lists the properties that are judged when none are named.
func DefaultProperties() []string { return check.DefaultProperties() }

// Properties lists the names of the properties.
func Properties() []string { return check.Properties() }

// Engines lists the ways to explore interleavings, `auto` first.
func Engines() []string { return check.Engines() }

// DataModels lists the values of Options.Arch, the default first.
func DataModels() []string { return []string{ir.LP64.String(), ir.ILP32.String()} }

// Environments lists the values of Options.Environment. A choice that is on by default is followed by the
// value that switches it off.
func Environments() []string { return ir.EnvironmentSwitches() }

// Solvers lists the solvers that symbolic engines can use, the default first.
func Solvers() []string { return check.Solvers() }

// EngineOption is an option of some engines.
type EngineOption = check.Option

// EngineOptions lists the options that only some engines know: bounds of their own, the seed of the embedded
// solver, passes that can be left out, and others.
func EngineOptions() []EngineOption { return check.EngineOptions() }

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
	if err := driver.SetEngineOptions(o.EngineOptions); err != nil {
		return o, err
	}
	return o, driver.Valid()
}

// driver translates the options.
//
// requires: the engine options are understood (complete).
func (o *Options) driver() check.Options {
	d := check.Options{
		Properties: o.Properties, Places: o.Places, Formula: o.Formula, Fair: o.Fair, Model: o.Model, Engine: o.Engine, Solver: o.Solver, Environment: o.Environment,
		Bounds: engine.Bounds{Unwind: o.Unwind, Threads: o.Threads}, Jobs: o.Jobs, All: o.All, First: o.First, Coverage: o.Coverage,
		Paranoid: o.Paranoid, StrictExternals: o.Externals == StrictExternals,
	}
	if o.sliced != nil {
		d.Part = o.sliced.part
	}
	_ = d.SetEngineOptions(o.EngineOptions) // complete returns the error
	return d
}
