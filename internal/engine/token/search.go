package token

import (
	"context"

	"github.com/heddle-mc/heddle/internal/engine/unroll"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// settle records that nothing is violated up to the present depth. With two threads, the steps before a
// pass have smaller depths than the pass, so its race, or a meeting, cannot become possible later.
func (e *Encoding) settle() {
	if len(e.machines) <= 3 {
		e.asked.Settled = len(e.asked.Races)
		e.asked.Meetings = nil
	}
}

// stillRefuted reports whether the last condition that was refuted is still refuted at the present depth.
// It must be the same condition, and each new pass must give the token away after the violation, by the
// thread of the violation. An execution ends with its violation, and the formula has only grown.
func (e *Encoding) stillRefuted(violated term.ID) bool {
	if violated != e.refuted || len(e.asked.Races) > e.asked.Settled || len(e.asked.Meetings) > 0 {
		return false
	}
	for _, p := range e.passes[e.refutedPasses:] {
		for i := range e.asked.Obligations {
			if at := &e.asked.Obligations[i].At; p.writer != at.Thread || p.writeDepth <= at.Depth {
				return false
			}
		}
	}
	return true
}

// Check runs the solver: is there an execution to the present depth in which the condition holds?
func (e *Encoding) Check(ctx context.Context, cond term.ID) (solver.Result, error) {
	e.stats.Checks++
	return e.solver.Check(ctx, append(e.open(), cond)...)
}

// Find looks for a violation whose passes are not blocked. If the solver finds none, the witness is nil and
// the result has the reason.
func (e *Encoding) Find(ctx context.Context) (*Witness, solver.Result, error) {
	for {
		violated := e.asked.Violated(e.terms)
		if violated == term.False || e.stillRefuted(violated) {
			e.settle()
			return nil, solver.Result{Status: sat.Unsatisfiable}, nil
		}
		result, err := e.Check(ctx, violated)
		if err != nil || result.Status != sat.Satisfiable {
			if err == nil && result.Status == sat.Unsatisfiable {
				e.refuted, e.refutedPasses = violated, len(e.passes)
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
			if e.opts.Fewest {
				return e.fewest(ctx, w, violated)
			}
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
	asked := &x.e.asked
	for i := range asked.Obligations {
		if o := &asked.Obligations[i]; x.eval.Holds(o.Holds) {
			if err := keep(x.obligation(o)); err != nil {
				return nil, err
			}
		}
	}
	for i := range asked.Meetings {
		if k := &asked.Meetings[i]; x.eval.Holds(k.Holds) {
			if err := keep(x.meeting(k)); err != nil {
				return nil, err
			}
		}
	}
	for i := range asked.Races[asked.Settled:] {
		if r := &asked.Races[asked.Settled+i]; x.eval.Holds(r.Holds) {
			if err := keep(x.race(r)); err != nil {
				return nil, err
			}
		}
	}
	return best, nil
}

// Block excludes all executions with the passes of a witness of Find (Table 3, eq. 16). It reports whether
// there are any others: without passes there are none.
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
