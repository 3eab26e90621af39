package heddle

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/heddle-mc/heddle/internal/drive/check"
	"github.com/heddle-mc/heddle/internal/drive/result"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/front/diag"
	"github.com/heddle-mc/heddle/internal/prove/certificate"
)

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
	list []Judgement // nil: not all properties are judged
}

func (s *sofar) note(list []Judgement) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = list
}

// judgements returns the judgements without traces, stories and certificates, which take long to write.
func (s *sofar) judgements(b *check.Budget, o *Options) (list []Judgement) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := s.list
	if found == nil {
		found = b.Partly()
	}
	for _, j := range found {
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
	if waits := c.Waits(); len(waits) > 0 && !o.asked {
		o.withoutDeadlock(c, waits)
	}
	driver := o.driver()
	driver.Progress, driver.Sources, driver.Constants = o.progress(budget), c.lines, func() map[string]string { return o.constants(c) }
	if o.Found != nil {
		driver.Found = func(j *Judgement) {
			told := c.complete(budget, *j)
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

// withoutDeadlock leaves out the property for a library: a thread that waits for a call of another thread
// shows no bug of the library.
func (o *Options) withoutDeadlock(c *compiled, waits []string) {
	o.Properties = slices.DeleteFunc(slices.Clone(o.Properties), func(p string) bool { return p == "deadlock" })
	why := "deadlock is not checked, since " + strings.Join(waits, ", ") + " may wait for a call that no thread makes (--property deadlock)"
	c.Program.Assumed = append(c.Program.Assumed, why)
	c.Diagnostics = []diag.Diagnostic{{Severity: diag.Warning, Code: "library", File: o.Files[0], Message: why}}
	o.diagnose(c.Result)
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

// unfinished is the result of a check that ended in the front end.
func (o *Options) unfinished(b *check.Budget) *Result {
	var list []Judgement
	for _, name := range o.Properties {
		list = append(list, check.Unread(b, name))
	}
	return o.result(b, &compiled{}, list)
}

// result puts judgements together.
func (o *Options) result(b *check.Budget, c *compiled, list []Judgement) *Result {
	all := make([]Judgement, len(list))
	for i := range list {
		all[i] = c.complete(b, list[i])
	}
	from := result.Origin{Accepted: c.known.accepted, Compared: c.known.compared}
	for _, r := range o.recorded() {
		for _, v := range r.values() {
			from.Options = append(from.Options, certificate.Option{Name: r.name, Value: v})
		}
	}
	if c.Result != nil && c.Program != nil {
		from.Program, from.Sources = c.Program, make(map[string][]byte)
		for _, file := range c.Program.Files {
			from.Sources[file] = c.Presumed(file)
		}
	}
	return result.New(Version, o.Files, all, from)
}

// complete returns a judgement with the costs of the whole process and of the front end.
func (c *compiled) complete(b *check.Budget, j Judgement) Judgement {
	j.Assumptions, j.Bounds = append([]string{}, j.Assumptions...), append([]Mark{}, j.Bounds...)
	j.Stats.Memory = b.Peak()
	j.Stats.Stages = append([]engine.StageStats{{Name: "compile", Time: c.time, Size: instructions(c)}}, j.Stats.Stages...)
	if j.Trace != nil {
		j.Stats.Switches = j.Trace.Switches()
	}
	return j
}

// instructions counts the program's instructions.
func instructions(c *compiled) int {
	n := 0
	if c.Result != nil && c.Program != nil {
		for id := range c.Program.Funcs {
			for b := range c.Program.Funcs[id].Blocks {
				n += len(c.Program.Funcs[id].Blocks[b].Instrs)
			}
		}
	}
	return n
}
