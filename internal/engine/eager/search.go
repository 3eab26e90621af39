package eager

import (
	"context"
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/engine/unroll"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Check runs the solver: is there an execution to the present depth in which the condition holds?
func (e *Encoding) Check(ctx context.Context, cond term.ID) (solver.Result, error) {
	e.stats.Checks++
	return e.solver.Check(ctx, cond)
}

// Find looks for a violation. If the solver finds none, the witness is nil and the result has the reason.
// turns is always empty: this encoding has no token. A witness that the system does not confirm is an error.
func (e *Encoding) Find(ctx context.Context) (w *unroll.Witness, turns string, result solver.Result, err error) {
	violated := e.asked.Violated(e.terms)
	if violated == term.False {
		return nil, "", solver.Result{Status: sat.Unsatisfiable}, nil
	}
	result, err = e.Check(ctx, violated)
	if err != nil || result.Status != sat.Satisfiable {
		return nil, "", result, err
	}
	w = e.read()
	if w == nil || !unroll.Confirm(e.given, w) {
		return nil, "", result, fmt.Errorf("the model's execution is none of the system")
	}
	return w, "", result, nil
}

// Block returns false, so the search for violations ends: without turns, witnesses cannot be distinguished.
func (e *Encoding) Block() bool { return false }

// read returns the first violation in the model of the last check.
func (e *Encoding) read() *unroll.Witness {
	eval := term.NewEvaluator(e.terms, e.solver.Model())
	depth := e.depth + 2
	var last unroll.Step
	w := &unroll.Witness{Obligation: -1, Initial: make(map[efsm.VarID]term.Word)}
	first := unroll.Step{}
	for i := range e.asked.Obligations {
		if o := &e.asked.Obligations[i]; o.At.Depth < depth && eval.Holds(o.Holds) {
			depth, w.Obligation, last = o.At.Depth, o.Index, o.At
		}
	}
	for i := range e.asked.Races {
		if r := &e.asked.Races[i]; r.Second.Depth < depth && eval.Holds(r.Holds) {
			depth, w.Var, first, last = r.Second.Depth, r.Var, r.First, r.Second
		}
	}
	for i := range e.asked.Meetings {
		if k := &e.asked.Meetings[i]; k.At[0].Depth < depth && eval.Holds(k.Holds) {
			depth, w.Together = k.At[0].Depth, k.Positions()
		}
	}
	if e.tokens != nil {
		for i := range w.Together {
			w.Together[i].State = e.tokens.of[w.Together[i].Thread][w.Together[i].State]
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

// stepsAt appends the steps of the threads at a depth. Steps at local states, which are independent of
// other threads, come before the step that the scheduler chose.
func (e *Encoding) stepsAt(w *unroll.Witness, eval *term.Evaluator, d int) {
	for _, visible := range []bool{false, true} {
		for _, m := range e.machines[1:] {
			for i, c := range m.reach.At(d) {
				if !eval.Holds(m.holds[d][i]) || m.t.States[c].IsVisible() != visible || m.t.States[c].Kind == efsm.Stopped {
					continue
				}
				if e.tokens != nil && e.tokens.roles[m.id][c] != operation {
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
