package circuit

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/record"
	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/model/circuit/fromefsm"
	"github.com/heddle-mc/heddle/internal/model/circuit/liveness"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// This file has the properties of executions as a whole. Beside the marks of the system, a bad signal
// stands for a fair lasso that violates the formula. If threads may loop without an operation, another one
// stands for a lasso that only does that: it has no meaning (semantics 17).

// temporal holds a property of executions as a whole and its parts in the circuit.
type temporal struct {
	*engine.Temporal
	atoms []efsm.Atom
	loops *liveness.Loops
	idle  int // the bad signal for rounds without an operation; -1: there are none
}

// pose builds the circuit for a property of executions as a whole, and appends its bad signals. It returns
// the composition in which the bad lassos are still justice properties.
func (r *run) pose() *fromefsm.Composition {
	k := r.model.Course
	c := *r.model.Circuit
	c.Outputs = nil
	r.temporal.idle = -1
	if k.Idles {
		r.temporal.idle = len(r.open)
		guess := c.NewInput("idle:guess")
		idle := c.NewLatch("idle", circuit.Zero)
		c.Latches[len(c.Latches)-1].Next = circuit.Or(c.Graph, idle, guess)
		c.Constraints = append(c.Constraints, circuit.Signal{Edge: c.Graph.And(idle, k.Settled).Not(), Name: "idle"})
		c.Justice = append(c.Justice, circuit.Justice{Edges: []bitblast.Edge{idle}, Name: "a loop without an operation"})
		r.open = append(r.open, r.temporal.idle)
	}
	var fair []bitblast.Edge
	if r.temporal.Unfair {
		moves, ready := circuit.Or(c.Graph, k.Moves[1:]...), circuit.Or(c.Graph, k.Ready[1:]...)
		fair = append(fair, circuit.Or(c.Graph, moves, ready.Not()))
	} else {
		r.Found.Assumed = append(r.Found.Assumed, "no thread can go on from some step on for ever and never does (weak fairness)")
		for i := 1; i < len(k.Moves); i++ {
			fair = append(fair, c.Graph.And(k.Settled, circuit.Or(c.Graph, k.Moves[i], k.Ready[i].Not())))
		}
	}
	if k.Woken != bitblast.False {
		fair = append(fair, quiet(&c, k.Woken))
		r.Found.Assumed = append(r.Found.Assumed, "there are finitely many spurious wake-ups in an execution")
	}
	r.open = append(r.open, len(r.open))
	product := *r.model
	product.Circuit = liveness.Product(&c, &liveness.Question{
		Formula: r.temporal.Formula.NNF(true), Atoms: k.Atoms, Fair: fair, Counts: k.Settled, Name: "not " + r.temporal.Text,
	})
	r.temporal.loops = liveness.Safety(product.Circuit)
	r.circuit = r.temporal.loops.Circuit
	return &product
}

// quiet adds a latch that is set at some step, guessed by an input, from which on an edge is false. It
// returns the latch: if it holds infinitely often, the edge holds finitely often.
func quiet(c *circuit.Circuit, e bitblast.Edge) bitblast.Edge {
	guess := c.NewInput("quiet:guess")
	quiet := c.NewLatch("quiet", circuit.Zero)
	c.Latches[len(c.Latches)-1].Next = circuit.Or(c.Graph, quiet, guess)
	c.Constraints = append(c.Constraints, circuit.Signal{Edge: c.Graph.And(quiet, e).Not(), Name: "quiet"})
	return quiet
}

// endless records the trace of a lasso, or that there is a loop without operations.
func (r *run) endless(ctx context.Context, e *circuit.Execution, bad int) error {
	if bad == r.temporal.idle {
		r.Unsupported = "a thread that goes round for ever without an operation"
		return nil
	}
	stem, loop, err := r.model.Lasso(e, r.temporal.loops.Start(e))
	if err == nil {
		stem, loop = repeated(r.model, e, stem, loop)
		err = r.temporal.confirm(r.model, e, stem, loop)
	}
	if errors.Is(err, errOther) {
		r.Unsupported = "an endless execution in which variables change that do not matter to it"
		return nil
	}
	if err != nil {
		return fmt.Errorf("a lasso of the circuit is none of the system: %w", err)
	}
	p := r.Problem
	t, err := record.Lasso(p.Code(), r.model.System, &record.Execution{
		Property: p.Property, Environment: p.Environment, Initial: r.model.Initial(e), Steps: steps(stem),
	}, steps(loop), r.temporal.message())
	if err == nil {
		_, err = p.Replay(ctx, t)
	}
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.As(err, new(*interp.LimitError)):
		return err
	case err != nil:
		r.Unsupported = "an endless execution, of the transition system only: " + err.Error()
		return nil
	}
	r.Found.Violations = append(r.Found.Violations, engine.Violation{Trace: t})
	return nil
}

func (t *temporal) message() string {
	if t.Unfair {
		return t.Text + " does not hold of an execution"
	}
	return t.Text + " does not hold of a weakly fair execution"
}

func steps(list []fromefsm.Step) []record.Step {
	var out []record.Step
	for _, s := range list {
		out = append(out, record.Step{Thread: s.Thread, Inputs: s.Inputs})
	}
	return out
}

// maxRounds bounds how often a loop is repeated until variables repeat on which it does not depend, and
// which the circuit did not compare.
const maxRounds = 40

// errOther is the error for a loop that leads to a state other than its first.
var errOther = errors.New("the loop leads to another state")

// repeated returns a lasso with the same steps whose loop leads to the state in which it began, if there is
// one within the bound; else the lasso unchanged.
func repeated(m *fromefsm.Composition, e *circuit.Execution, stem, loop []fromefsm.Step) (longer, round []fromefsm.Step) {
	initial := m.Initial(e)
	w := &word{temporal: &temporal{}, system: m.System, run: efsm.NewSimulator(m.System, func(v efsm.VarID) term.Word { return initial[v] })}
	if w.do(stem) != nil {
		return stem, loop
	}
	keys := []string{w.run.Key()}
	for n := 1; n <= maxRounds && w.do(loop) == nil; n++ {
		if first := slices.Index(keys, w.run.Key()); first >= 0 {
			return slices.Concat(stem, slices.Repeat(loop, first)), slices.Repeat(loop, n-first)
		}
		keys = append(keys, w.run.Key())
	}
	return stem, loop
}

// confirm executes a lasso of the system, the loop twice: its states are equal, in full, the
// loop is fair, and by the meaning of formulas on words this one does not hold.
func (t *temporal) confirm(m *fromefsm.Composition, e *circuit.Execution, stem, loop []fromefsm.Step) error {
	initial := m.Initial(e)
	run := efsm.NewSimulator(m.System, func(v efsm.VarID) term.Word { return initial[v] })
	w := &word{temporal: t, system: m.System, run: run}
	w.look()
	if err := w.do(stem); err != nil {
		return err
	}
	start, begins := run.Key(), max(0, len(w.atoms)-1)
	if !w.isSettled() {
		begins = len(w.atoms)
	}
	w.begin()
	if err := w.do(loop); err != nil {
		return err
	}
	if run.Key() != start {
		return errOther
	}
	length := len(w.atoms)
	if len(loop) > 0 && w.isSettled() && length > begins+1 {
		length-- // the state in which the loop begins, again
	}
	if err := w.do(loop); err != nil {
		return err
	}
	switch {
	case run.Key() != start:
		return errors.New("the loop leads to another state the second time")
	case begins >= length:
		return errors.New("no state of the loop is between steps")
	case w.woken:
		return errors.New("the loop has a spurious wake-up")
	case !w.fair():
		return errors.New("the loop is not fair")
	case t.Formula.Holds(length, begins, func(atom, at int) bool { return w.atoms[at][atom] })[0]:
		return errors.New("the formula holds")
	}
	return nil
}

// word is an execution as a sequence of states over which a formula is evaluated. Between them no thread is
// in the middle of a step.
type word struct {
	*temporal
	system  *efsm.System
	run     *efsm.Simulator
	atoms   [][]bool // by state
	moved   []bool   // by thread, since begin
	waited  []bool   // by thread, since begin, in some state
	stopped bool     // since begin, no thread could go on in some state
	woken   bool     // since begin, a wait began that ends by a spurious wake-up
}

func (w *word) begin() {
	w.moved, w.waited = make([]bool, len(w.system.Threads)), make([]bool, len(w.system.Threads))
	w.wait()
}

func (w *word) do(steps []fromefsm.Step) error {
	for _, s := range steps {
		done, err := w.run.Step(s.Thread, func(v efsm.VarID) term.Word { return s.Inputs[v] })
		if err != nil || done.Progress != efsm.Stepped {
			return fmt.Errorf("thread %s cannot do its step: %w", w.system.Threads[s.Thread].Name, err)
		}
		if w.moved != nil {
			w.moved[s.Thread] = true
			w.woken = w.woken || wakes(&w.system.Threads[s.Thread].States[done.State], done)
		}
		w.look()
	}
	return nil
}

// wakes reports whether a step begins a wait that ends by a spurious wake-up.
func wakes(st *efsm.State, done *efsm.Step) bool {
	return slices.ContainsFunc(done.Choices, func(i int) bool {
		c := &st.Choices[i]
		return c.Reason.IsSpurious() && done.Inputs[c.Input] != term.Word{}
	})
}

// isSettled reports whether no thread is in the middle of a step.
func (w *word) isSettled() bool {
	for i := 1; i < len(w.system.Threads); i++ {
		t := efsm.ThreadID(i)
		if c := w.run.At(t); c != 0 && w.system.Threads[i].States[c].Kind == efsm.Local && w.run.Enabled(t) {
			return false
		}
	}
	return true
}

// look adds the present state, if it counts.
func (w *word) look() {
	if !w.isSettled() {
		return
	}
	var holds []bool
	for i := range w.temporal.atoms {
		holds = append(holds, w.temporal.atoms[i].Holds(w.run))
	}
	w.atoms = append(w.atoms, holds)
	w.wait()
}

func (w *word) wait() {
	if w.waited == nil || !w.isSettled() {
		return
	}
	nobody := true
	for i := range w.waited {
		if i > 0 && w.run.Enabled(efsm.ThreadID(i)) {
			nobody = false
		} else {
			w.waited[i] = true
		}
	}
	w.stopped = w.stopped || nobody
}

func (w *word) fair() bool {
	some := w.stopped
	for i := 1; i < len(w.moved); i++ {
		if !w.Unfair && !w.moved[i] && !w.waited[i] {
			return false
		}
		some = some || w.moved[i]
	}
	return some
}
