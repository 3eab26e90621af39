package eager

import (
	"context"
	"fmt"
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
	for i := range e.races {
		violated = e.terms.Or(violated, e.races[i].holds)
	}
	return violated
}

// Check asks the solver for an execution to the present depth in which the
// condition holds.
func (e *Encoding) Check(ctx context.Context, cond term.ID) (solver.Result, error) {
	e.stats.Checks++
	return e.solver.Check(ctx, cond)
}

// Find looks for a violation. Without one in what the solver answers, the witness
// is nil, and the result says why.
func (e *Encoding) Find(ctx context.Context) (*unroll.Witness, solver.Result, error) {
	violated := e.Violated()
	if violated == term.False {
		return nil, solver.Result{Status: sat.Unsatisfiable}, nil
	}
	result, err := e.Check(ctx, violated)
	if err != nil || result.Status != sat.Satisfiable {
		return nil, result, err
	}
	w := e.read()
	if w == nil || !unroll.Confirm(e.sys, w) {
		return nil, result, fmt.Errorf("the model's execution is none of the system")
	}
	return w, result, nil
}

// read returns the first violation in the model of the last check.
func (e *Encoding) read() *unroll.Witness {
	eval := term.NewEvaluator(e.terms, e.solver.Model())
	depth := e.depth + 2
	var last unroll.Step
	w := &unroll.Witness{Obligation: -1, Initial: make(map[efsm.VarID]term.Word)}
	first := unroll.Step{}
	for i := range e.obligations {
		if o := &e.obligations[i]; o.depth < depth && eval.Holds(o.holds) {
			depth, w.Obligation = o.depth, o.index
			last = unroll.Step{Thread: o.thread, State: o.state, Depth: o.depth}
		}
	}
	for i := range e.races {
		if r := &e.races[i]; r.depth+1 < depth && eval.Holds(r.holds) {
			depth, w.Var = r.depth+1, r.v
			first = unroll.Step{Thread: r.first.id, State: r.before, Depth: r.depth}
			last = unroll.Step{Thread: r.second.id, State: r.after, Depth: r.depth + 1}
		}
	}
	for i := range e.meetings {
		if k := &e.meetings[i]; k.depth < depth && eval.Holds(k.holds) {
			depth, w.Together = k.depth, k.at[:]
		}
	}
	if last.Thread == 0 && w.Together == nil {
		return nil
	}
	for d := range depth {
		e.stepsAt(w, eval, d)
	}
	if w.Together == nil {
		last.Inputs = e.inputs(eval, last.Thread, last.State, last.Depth)
		w.Steps = append(w.Steps, last)
	}
	w.First = slices.IndexFunc(w.Steps, func(s unroll.Step) bool {
		return s.Thread == first.Thread && s.State == first.State && s.Depth == first.Depth
	})
	for v := 1; v < len(e.sys.Vars); v++ {
		if s := &e.sys.Vars[v]; s.Class != efsm.Input && s.Init == term.None {
			w.Initial[efsm.VarID(v)] = eval.Word(e.initial[v])
		}
	}
	return w
}

// stepsAt appends the steps that the threads do at a depth: those at local states,
// which mind nobody else's, and then the one that the scheduler picked.
func (e *Encoding) stepsAt(w *unroll.Witness, eval *term.Evaluator, d int) {
	for _, visible := range []bool{false, true} {
		for _, m := range e.machines[1:] {
			for i, c := range m.reach.At(d) {
				if !eval.Holds(m.holds[d][i]) || m.t.States[c].IsVisible() != visible || m.t.States[c].Kind == efsm.Stopped {
					continue
				}
				if moves, ok := m.moves[d][c]; ok && !eval.Holds(moves) || eval.Holds(e.over[d]) {
					continue
				}
				w.Steps = append(w.Steps, unroll.Step{Thread: m.id, State: c, Depth: d, Inputs: e.inputs(eval, m.id, c, d)})
			}
		}
	}
}

// inputs returns the values of a step's inputs.
func (e *Encoding) inputs(eval *term.Evaluator, t efsm.ThreadID, c efsm.StateID, d int) map[efsm.VarID]term.Word {
	m := e.machines[t]
	inputs := make(map[efsm.VarID]term.Word)
	values := m.frames[d].Values()
	for _, v := range e.sys.Inputs(&m.t.States[c]) {
		if values[v] != term.None {
			inputs[v] = eval.Word(values[v])
		}
	}
	return inputs
}
