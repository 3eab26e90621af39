package token

import (
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/efsm"
	"github.com/heddle-mc/heddle/internal/term"
)

// confirm executes a witness. It reports whether the system does what the model
// says, to the violation.
func (e *Encoding) confirm(w *Witness) bool {
	run := efsm.NewRun(e.sys, func(v efsm.VarID) term.Word { return w.Initial[v] })
	for i, s := range w.Steps {
		if run.At(s.Thread) != s.State {
			return false
		}
		last := i == len(w.Steps)-1
		if last && w.Race && !e.accessed(run, w, s) {
			return false
		}
		done, err := run.Step(s.Thread, func(v efsm.VarID) term.Word { return s.Inputs[v] })
		if err != nil {
			panic("token: " + err.Error())
		}
		if last && w.Obligation != nil {
			return slices.Contains(done.Obligations, w.index)
		}
		if done.Progress != efsm.Stepped && done.Progress != efsm.Stuck {
			return false
		}
	}
	return true
}

// accessed reports whether the second access of a race happens in the step that is
// next. The first one is that of the step before, on the same variable, and its
// condition is about its own thread only.
func (e *Encoding) accessed(run *efsm.Run, w *Witness, s Step) bool {
	var values term.Assignment
	for v := 1; v < len(e.sys.Vars); v++ {
		x := &e.sys.Vars[v]
		value := run.Value(efsm.VarID(v))
		if x.Class == efsm.Input {
			value = s.Inputs[efsm.VarID(v)]
		}
		values.Set(x.Term, value)
	}
	eval := term.NewEvaluator(e.sys.Terms, &values)
	for _, a := range e.sys.Threads[s.Thread].States[s.State].Accesses {
		if a.Var == w.Var && eval.Holds(a.When) {
			return true
		}
	}
	return false
}

// refine makes variables active because of which a witness is none: those that
// have another value in the model than they were given, and that the witness's steps
// mention. An error means that there are none: the encoding is wrong.
func (e *Encoding) refine(x *reader, w *Witness) error {
	mentioned := make(map[efsm.VarID]bool)
	for _, s := range w.Steps {
		for _, a := range e.sys.Threads[s.Thread].States[s.State].Accesses {
			mentioned[a.Var] = true
		}
	}
	var wrong, wanted []int
	for i, v := range e.copied {
		if e.active[i] || !e.broken(x, i) {
			continue
		}
		wrong = append(wrong, i)
		if mentioned[v] {
			wanted = append(wanted, i)
		}
	}
	if len(wanted) == 0 {
		wanted = wrong
	}
	if len(wanted) == 0 {
		return fmt.Errorf("the model's execution is none of the system, and no variable explains it: %s", w.Via())
	}
	for _, i := range wanted {
		e.activate(i)
	}
	return nil
}

// broken reports whether the model changes a copied variable without reason.
func (e *Encoding) broken(x *reader, i int) bool {
	v := e.copied[i]
	for _, m := range e.machines[1:] {
		for j := range m.reads {
			r := &m.reads[j]
			from := m.frames[r.depth].Values()[v]
			for _, p := range r.passes {
				if q := &e.passes[p]; x.eval.Holds(q.holds) {
					from = e.machines[q.writer].frames[q.writeDepth].Values()[v]
				}
			}
			if x.eval.Word(from) != x.eval.Word(r.copies[i]) {
				return true
			}
		}
	}
	return false
}
