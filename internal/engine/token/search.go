package token

import (
	"context"
	"slices"

	"github.com/heddle-mc/heddle/internal/efsm"
	"github.com/heddle-mc/heddle/internal/engine/unroll"
	"github.com/heddle-mc/heddle/internal/sat"
	"github.com/heddle-mc/heddle/internal/solver"
	"github.com/heddle-mc/heddle/internal/term"
)

// Violated returns the condition under which the property is violated at the
// present depth or before; False: it cannot be.
func (e *Encoding) Violated() term.ID {
	violated := term.False
	for i := range e.obligations {
		violated = e.terms.Or(violated, e.obligations[i].holds)
	}
	for i := range e.meetings {
		violated = e.terms.Or(violated, e.meetings[i].holds)
	}
	for i := range e.races[e.settled:] {
		violated = e.terms.Or(violated, e.races[e.settled+i].holds)
	}
	return violated
}

// settle notes that nothing is violated up to the present depth. Of two threads,
// what comes before a pass is at smaller depths than the pass, so that its race, or a
// meeting, cannot become possible later.
func (e *Encoding) settle() {
	if len(e.machines) <= 3 {
		e.settled = len(e.races)
		e.meetings = nil
	}
}

// Check asks the solver for an execution to the present depth in which the
// condition holds.
func (e *Encoding) Check(ctx context.Context, cond term.ID) (solver.Result, error) {
	e.stats.Checks++
	return e.solver.Check(ctx, append(e.open(), cond)...)
}

// Find looks for a violation. Without one in what the solver answers, the witness
// is nil, and the result says why. Violations whose passes were blocked are not
// found.
func (e *Encoding) Find(ctx context.Context) (*Witness, solver.Result, error) {
	for {
		violated := e.Violated()
		if violated == term.False {
			e.settle()
			return nil, solver.Result{Status: sat.Unsatisfiable}, nil
		}
		result, err := e.Check(ctx, violated)
		if err != nil || result.Status != sat.Satisfiable {
			if err == nil && result.Status == sat.Unsatisfiable {
				e.settle()
			}
			return nil, result, err
		}
		x := e.read()
		w, err := x.violation()
		if err != nil {
			return nil, result, err
		}
		if unroll.Confirm(e.sys, &w.Witness) {
			return w, result, nil
		}
		if err := e.refine(x, w); err != nil {
			return nil, result, err
		}
	}
}

// violation reads the violation that the model has, the one with the fewest passes
// if there are several.
func (x *reader) violation() (*Witness, error) {
	var best *Witness
	keep := func(w *Witness, err error) error {
		if err == nil && (best == nil || len(w.Passes) < len(best.Passes)) {
			best = w
		}
		return err
	}
	for i := range x.e.obligations {
		if o := &x.e.obligations[i]; x.eval.Holds(o.holds) {
			if err := keep(x.obligation(o)); err != nil {
				return nil, err
			}
		}
	}
	for i := range x.e.meetings {
		if k := &x.e.meetings[i]; x.eval.Holds(k.holds) {
			if err := keep(x.meeting(k)); err != nil {
				return nil, err
			}
		}
	}
	for i := range x.e.races[x.e.settled:] {
		if r := &x.e.races[x.e.settled+i]; x.eval.Holds(r.holds) {
			if err := keep(x.race(r)); err != nil {
				return nil, err
			}
		}
	}
	return best, nil
}

// Exclude leaves out the violations at the places of a witness.
func (e *Encoding) Exclude(w *Witness) {
	if w.Together != nil {
		e.meetings = nil // of the two places that are asked for
		return
	}
	last := w.Steps[len(w.Steps)-1]
	second := e.origin(last.Thread, last.State)
	if o := w.Violated(e.sys); o != nil {
		e.obligations = slices.DeleteFunc(e.obligations, func(v obligation) bool {
			other := &e.machines[v.thread].t.States[v.state].Obligations[v.index]
			return other.Origin == o.Origin && other.Kind == o.Kind
		})
		return
	}
	before := w.Steps[w.First]
	first := e.origin(before.Thread, before.State)
	var left []race
	settled := 0
	for i, r := range e.races {
		p := &e.passes[r.pass]
		if e.origin(p.writer, r.first) == first && e.origin(p.reader, r.second) == second {
			continue
		}
		left = append(left, r)
		if i < e.settled {
			settled++
		}
	}
	e.races, e.settled = left, settled
}

func (e *Encoding) origin(t efsm.ThreadID, c efsm.StateID) efsm.Origin {
	return e.sys.Threads[t].States[c].Origin
}

// Block leaves out all executions with the passes of a witness (Table 3, eq. 16).
// It reports whether there are any others: without passes there are none.
func (e *Encoding) Block(w *Witness) bool {
	if len(w.passed) == 0 {
		return false
	}
	all := term.True
	for _, i := range w.passed {
		all = e.terms.And(all, e.passes[i].holds)
	}
	e.solver.Assert(e.terms.Not(all))
	return true
}
