package record

import (
	"errors"
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Step is a step of a thread, Local ones included. Steps of different threads may come in any order that is
// possible for the visible ones.
type Step struct {
	Thread efsm.ThreadID
	Inputs map[efsm.VarID]term.Word // the values of the inputs of its state; missing: zero
}

// Execution is an execution of a system.
type Execution struct {
	Property    verdict.Property
	Environment ir.Environment
	Initial     map[efsm.VarID]term.Word // of variables without an initial value; missing: zero
	Steps       []Step
	// Places are the two places of verdict.Exclusion, else nil. Together are the threads that are at them
	// after the steps; for verdict.Deadlock, the threads that are blocked then.
	Places   *[2]ir.Place
	Together []efsm.ThreadID
}

// maxExtra bounds the program's operations for one step of the system.
const maxExtra = 100_000

// ErrNoViolation is the error for a program that followed the steps without a violation.
var ErrNoViolation = errors.New("the execution violates nothing")

// FirstValueError is the error for a program that left the steps after it read bytes that were never
// written. Their value in the program is then not certain, for two reasons. If the system creates an object
// repeatedly, the steps do not tell which of the values belong to which instance. And a value that is an
// object's address in the system need not be one in the program.
type FirstValueError struct {
	At  interp.Location // where the last thread of the steps was then
	Err error           // the deviation of the program
}

// Error describes the deviation of the program.
func (e *FirstValueError) Error() string {
	return "after a read of what was never written: " + e.Err.Error()
}

// Unwrap returns the deviation of the program.
func (e *FirstValueError) Unwrap() error { return e.Err }

// Trace executes a program along an execution of the system that was made from it, up to a violation of the property. It returns
// the trace, and the result of this execution. A limit of the machine is an *interp.LimitError. An error other
// than that, ErrNoViolation and FirstValueError means that the steps are no execution, of the system or of
// the program.
func Trace(code *interp.Code, sys *efsm.System, e *Execution) (*trace.Trace, *interp.Result, error) {
	d := newDriver(code, sys, e)
	t, res, err := d.trace(code, e)
	if err != nil && e.Property == verdict.Race && d.machine != nil && d.machine.End().Kind != interp.Running {
		if t, res := turned(code, sys, e); t != nil {
			return t, res, nil
		}
	}
	if err != nil && d.guessed {
		last := d.threads[1]
		if n := len(e.Steps); n > 0 && d.threads[e.Steps[n-1].Thread] != nil {
			last = d.threads[e.Steps[n-1].Thread]
		}
		return nil, nil, &FirstValueError{last.Where(), err}
	}
	return t, res, err
}

// turned is Trace for a race with its two steps in the opposite order. It is needed if the process
// ends in the first step, which the system does not model. nil: there is no such trace.
func turned(code *interp.Code, sys *efsm.System, e *Execution) (*trace.Trace, *interp.Result) {
	last := len(e.Steps) - 1
	for i := last - 1; i >= 0; i-- {
		again := func(s Step) bool { return s.Thread == e.Steps[i].Thread }
		if slices.ContainsFunc(e.Steps[i+1:], again) {
			continue
		}
		other := *e
		other.Steps = slices.Concat(e.Steps[:i], e.Steps[i+1:], e.Steps[i:i+1])
		if t, res, err := newDriver(code, sys, &other).trace(code, &other); err == nil {
			return t, res
		}
	}
	return nil, nil
}

func (d *driver) trace(code *interp.Code, e *Execution) (*trace.Trace, *interp.Result, error) {
	if err := d.do(code, e); err != nil {
		return nil, nil, err
	}
	if e.Property == verdict.Deadlock {
		return d.deadlock(e.Together)
	}
	for _, t := range e.Together {
		if err := d.arrive(t); err != nil {
			return nil, nil, err
		}
	}
	for n := 0; d.violation() == nil && n < maxExtra && len(e.Steps) > 0; n++ {
		th := d.threads[e.Steps[len(e.Steps)-1].Thread]
		if th == nil || d.machine.End().Kind != interp.Running || !d.step(th) {
			break
		}
	}
	v := d.violation()
	if end := d.machine.End(); v == nil && end.Limit() {
		return nil, nil, &interp.LimitError{End: end}
	}
	if v == nil {
		return nil, nil, ErrNoViolation
	}
	return d.violated(v)
}

// violated returns the trace and the result of the execution so far, which has violated v.
func (d *driver) violated(v *interp.Violation) (*trace.Trace, *interp.Result, error) {
	t := d.machine.Trace(v)
	t.Schedule = d.schedule.Schedule
	return t, d.machine.ResultOf(v, d.steps()), nil
}

func newDriver(code *interp.Code, sys *efsm.System, e *Execution) *driver {
	return &driver{
		sys: sys, prog: code.Program(), property: e.Property, run: efsm.NewSimulator(sys, func(v efsm.VarID) term.Word { return e.Initial[v] }),
		threads: make([]*interp.Thread, len(sys.Threads)), system: map[string]efsm.ThreadID{"main": 1},
		answers: make(map[efsm.ThreadID][]answer), asked: make(map[efsm.ThreadID]int), executed: make(interp.Passed),
		initial: e.Initial,
	}
}

// do executes the system, and makes the program follow, up to a violation.
func (d *driver) do(code *interp.Code, e *Execution) error {
	acts, err := d.execute(e.Steps)
	if err != nil {
		return err
	}
	d.machine = interp.NewMachine(code, interp.Config{
		Properties: interp.PropertySet(e.Property), Environment: e.Environment, Places: e.Places, Source: d, Observer: d.executed,
	})
	d.name(1, d.machine.Threads()[0])
	for i := range acts {
		if err := d.follow(&acts[i]); err != nil {
			return err
		}
		if d.violation() != nil {
			break
		}
	}
	return nil
}

// driver executes a system, then the program.
type driver struct {
	sys      *efsm.System
	prog     *ir.Program
	property verdict.Property
	run      *efsm.Simulator
	machine  *interp.Machine
	schedule trace.Trace
	threads  []*interp.Thread         // by ThreadID
	system   map[string]efsm.ThreadID // by the program's name of the thread
	answers  map[efsm.ThreadID][]answer
	asked    map[efsm.ThreadID]int
	executed interp.Passed // since the last operation that was followed
	creating efsm.ThreadID
	initial  map[efsm.VarID]term.Word
	firsts   []first
	guessed  bool // the program read an unwritten byte whose value is not certain
}

// first is a first value that the system gave to the memory of an input's home.
type first struct {
	input efsm.VarID
	value term.Word
}

// answer is a choice that the system made.
type answer struct {
	reason ir.ChooseReason
	value  term.Word
}

// act is a step of the system whose operation is visible in the system or possibly in the program. The
// system may know that the operation of one of several iterations accesses no shared object.
type act struct {
	thread  efsm.ThreadID
	state   *efsm.State
	last    bool // the end of its thread, which has no place; a state from which no path leads on has one
	created efsm.ThreadID
}

// execute executes steps in the system and lists the operations that the program has to perform.
func (d *driver) execute(steps []Step) ([]act, error) {
	var acts []act
	for i, s := range steps {
		at := d.run.At(s.Thread)
		done, err := d.run.Step(s.Thread, func(v efsm.VarID) term.Word { return s.Inputs[v] })
		if err != nil {
			return nil, err
		}
		if done.Progress != efsm.Stepped {
			return nil, fmt.Errorf("step %d of %d: thread %s cannot do it", i+1, len(steps), d.sys.Threads[s.Thread].Name)
		}
		st := &d.sys.Threads[s.Thread].States[at]
		for _, c := range done.Choices {
			choice := &st.Choices[c]
			d.answers[s.Thread] = append(d.answers[s.Thread], answer{choice.Reason, done.Inputs[choice.Input]})
		}
		for v := 1; v < len(d.sys.Vars); v++ {
			if value, ok := s.Inputs[efsm.VarID(v)]; ok && d.sys.Vars[v].Home != nil {
				d.firsts = append(d.firsts, first{efsm.VarID(v), value})
			}
		}
		if !st.IsVisible() && st.Within == (efsm.Origin{}) {
			continue
		}
		a := act{thread: s.Thread, state: st, last: d.run.At(s.Thread) == 0 && st.Origin == (efsm.Origin{})}
		for t := 1; t < len(d.sys.Threads); t++ {
			if alive := d.sys.Threads[t].Alive; alive != 0 && updates(st, alive) && !d.run.Value(alive).IsZero() && !d.created(acts, efsm.ThreadID(t)) {
				a.created = efsm.ThreadID(t)
			}
		}
		acts = append(acts, a)
	}
	return acts, nil
}

func updates(st *efsm.State, v efsm.VarID) bool {
	for _, u := range st.Updates {
		if u.Var == v {
			return true
		}
	}
	return false
}

func (d *driver) created(acts []act, t efsm.ThreadID) bool {
	for i := range acts {
		if acts[i].created == t {
			return true
		}
	}
	return false
}

func (d *driver) name(t efsm.ThreadID, th *interp.Thread) {
	d.threads[t] = th
	d.system[th.Name()] = t
}

// follow lets the program perform one step of the system.
func (d *driver) follow(a *act) error {
	th := d.threads[a.thread]
	if th == nil {
		return fmt.Errorf("thread %s runs before it is created", d.sys.Threads[a.thread].Name)
	}
	temporal := d.property.IsTemporal()
	if temporal && a.state.Kind == efsm.Halt {
		return d.end(th)
	}
	if a.state.Within == (efsm.Origin{}) && !a.last || temporal && a.state.Asked {
		return nil
	}
	if a.state.Asked {
		return d.leave(th, a)
	}
	threads := len(d.machine.Threads())
	d.creating = a.created
	for n := 0; !d.did(th, a); n++ {
		here := d.standsAt(th, a.state)
		if end := d.machine.End(); end.Kind != interp.Running {
			if end.Limit() {
				return &interp.LimitError{End: end}
			}
			return fmt.Errorf("the program ended (%s: %s) before the operation at %s", end.Kind, end.Text, place(a.state))
		}
		if here {
			d.executed[th] = d.executed[th][:0]
		}
		if n == maxExtra || !d.step(th) {
			return fmt.Errorf("%s does not come to the operation at %s", th.Name(), place(a.state))
		}
		if here {
			break
		}
	}
	d.consume(th, a)
	if list := d.machine.Threads(); a.created != 0 && len(list) > threads {
		d.name(a.created, list[threads])
	}
	return nil
}

// leave lets a thread leave a queried place. The thread first runs until it is there.
func (d *driver) leave(th *interp.Thread, a *act) error {
	if err := d.arrive(a.thread); err != nil || d.violation() != nil {
		return err
	}
	d.executed[th] = d.executed[th][:0]
	d.step(th)
	return nil
}

// arrive lets a thread execute operations that are invisible in the system until it is at a queried place.
func (d *driver) arrive(t efsm.ThreadID) error {
	th := d.threads[t]
	if th == nil {
		return fmt.Errorf("thread %s is not created", d.sys.Threads[t].Name)
	}
	for n := 0; d.violation() == nil && !d.machine.IsAtPlace(th); n++ {
		if d.machine.End().Kind != interp.Running || n == maxExtra || !d.step(th) {
			return fmt.Errorf("%s does not come to a place that is asked about", th.Name())
		}
	}
	return nil
}

// did reports whether a thread has already executed a step's instruction, or a violation has ended the
// execution.
func (d *driver) did(th *interp.Thread, a *act) bool {
	if d.violation() != nil {
		return true
	}
	if a.state.Within == (efsm.Origin{}) {
		return th.State() == interp.Finished
	}
	for _, in := range d.executed[th] {
		if in != nil && in == d.instr(&a.state.Within) {
			return true
		}
	}
	return false
}

// consume deletes the operations that a thread executed up to a step's instruction. Later operations stay,
// since they may belong to the next steps.
func (d *driver) consume(th *interp.Thread, a *act) {
	in := d.instr(&a.state.Within)
	if at := slices.Index(d.executed[th], in); in != nil && at >= 0 {
		d.executed[th] = append(d.executed[th][:0], d.executed[th][at+1:]...)
	}
}

func (d *driver) instr(o *efsm.Origin) *ir.Instr {
	for f := 1; f < len(d.prog.Funcs); f++ {
		fn := &d.prog.Funcs[f]
		if fn.Name == o.Func && int(o.Block) < len(fn.Blocks) && o.Instr < len(fn.Blocks[o.Block].Instrs) {
			return &fn.Blocks[o.Block].Instrs[o.Instr]
		}
	}
	return nil
}

// standsAt reports whether a thread is right before a state's operation. The place in the
// text would not do: all accesses of a structure's copy are at one. The caller of a library model
// tells copies of the model apart; a copy with several callers has none.
func (d *driver) standsAt(th *interp.Thread, st *efsm.State) bool {
	f, b, i := th.Next()
	where := th.Where()
	return f != 0 && !d.machine.IsAtPlace(th) && d.prog.Funcs[f].Name == st.Within.Func && b == st.Within.Block && i == st.Within.Instr &&
		(st.Origin.Func == st.Within.Func || where.Func == st.Origin.Func && where.Pos == st.Origin.Pos)
}

// step makes a thread do one visible operation.
func (d *driver) step(th *interp.Thread) bool {
	if d.machine.Step(th) != interp.Stepped {
		return false
	}
	d.schedule.AddStep(th.Name())
	return true
}

func (d *driver) violation() *interp.Violation {
	if d.property == verdict.Race {
		if list := d.machine.Races(); len(list) > 0 {
			return &list[0]
		}
		return nil
	}
	for _, v := range d.machine.Violations() {
		if v.Property == d.property {
			return &v
		}
	}
	return nil
}

func place(st *efsm.State) string {
	return fmt.Sprintf("%s:%d:%d", st.Origin.Func, st.Origin.Pos.Line, st.Origin.Pos.Col)
}
