package unroll

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Step is one state of one thread, executed.
type Step struct {
	Thread efsm.ThreadID
	State  efsm.StateID
	Depth  int // of the thread's unrolling
	Inputs map[efsm.VarID]term.Word
}

// Witness is an execution that violates a property.
type Witness struct {
	Steps   []Step                   // in an order in which they can happen, the violating one last
	Initial map[efsm.VarID]term.Word // of variables without an initial value

	// Obligation is the index of the violated obligation in the last step's state. If it is -1, the
	// violation is a race of the last step's access to Var with that of an earlier step, whose index in
	// Steps is First.
	Obligation int // -1: a race
	Var        efsm.VarID
	First      int

	// Together, if not nil, is the violation instead: the threads are at these states at once after the
	// last step. For a deadlock they are the blocked threads.
	Together []Position
}

// Position is a thread at a state.
type Position struct {
	Thread efsm.ThreadID
	State  efsm.StateID
}

// Violated returns the obligation that the witness violates; nil: it is a race, or
// threads that are somewhere at once.
func (w *Witness) Violated(s *efsm.System) *efsm.Obligation {
	if w.Obligation < 0 {
		return nil
	}
	last := &w.Steps[len(w.Steps)-1]
	return &s.Threads[last.Thread].States[last.State].Obligations[w.Obligation]
}

// Blocked returns the threads that are blocked after the steps, with their states.
func (w *Witness) Blocked(s *efsm.System) []Position {
	run := efsm.NewSimulator(s, func(v efsm.VarID) term.Word { return w.Initial[v] })
	for _, at := range w.Steps {
		if _, err := run.Step(at.Thread, func(v efsm.VarID) term.Word { return at.Inputs[v] }); err != nil {
			panic("unroll: " + err.Error())
		}
	}
	var list []Position
	for i := 1; i < len(s.Threads); i++ {
		id := efsm.ThreadID(i)
		at := run.At(id)
		if at == 0 || !run.Alive(id) || run.IsStuck(id) || run.Enabled(id) {
			continue
		}
		if slices.ContainsFunc(s.Threads[i].States[at].Blocked, func(b efsm.Blocked) bool { return run.Holds(b.When) }) {
			list = append(list, Position{id, at})
		}
	}
	return list
}

// Confirm executes a witness and reports whether the system follows its steps to the violation. No thread
// may step after a mark that stops it.
func Confirm(s *efsm.System, w *Witness) bool {
	run := efsm.NewSimulator(s, func(v efsm.VarID) term.Word { return w.Initial[v] })
	stopped := make([]bool, len(s.Threads))
	var first []*efsm.Access // of a race: the accesses of its first step
	for i, at := range w.Steps {
		if run.At(at.Thread) != at.State || stopped[at.Thread] {
			return false
		}
		race := w.Obligation < 0 && w.Together == nil
		if race && i == w.First {
			first = accesses(s, run, w.Var, at)
		}
		if race && i == len(w.Steps)-1 && !conflicting(s, first, accesses(s, run, w.Var, at)) {
			return false
		}
		done, err := run.Step(at.Thread, func(v efsm.VarID) term.Word { return at.Inputs[v] })
		if err != nil {
			panic("unroll: " + err.Error())
		}
		if w.Obligation >= 0 && i == len(w.Steps)-1 {
			return slices.Contains(done.Obligations, w.Obligation)
		}
		if done.Progress != efsm.Stepped && done.Progress != efsm.Stuck {
			return false
		}
		for _, m := range done.Marks {
			stopped[at.Thread] = stopped[at.Thread] || !s.Threads[at.Thread].States[at.State].Marks[m].GoesOn
		}
	}
	for _, p := range w.Together {
		if run.At(p.Thread) != p.State || !run.Alive(p.Thread) {
			return false
		}
	}
	return true
}

// accesses returns the accesses to a variable that the step does which is next.
func accesses(s *efsm.System, run *efsm.Simulator, on efsm.VarID, at Step) []*efsm.Access {
	var values term.Assignment
	for v := 1; v < len(s.Vars); v++ {
		value := run.Value(efsm.VarID(v))
		if s.Vars[v].Class == efsm.Input {
			value = at.Inputs[efsm.VarID(v)]
		}
		values.Set(s.Vars[v].Term, value)
	}
	eval := term.NewEvaluator(s.Terms, &values)
	var out []*efsm.Access
	for i := range s.Threads[at.Thread].States[at.State].Accesses {
		a := &s.Threads[at.Thread].States[at.State].Accesses[i]
		if a.Var == on && eval.Holds(a.When) {
			out = append(out, a)
		}
	}
	return out
}

// conflicting reports whether one of some accesses conflicts with one of others.
func conflicting(s *efsm.System, first, second []*efsm.Access) bool {
	for _, x := range first {
		for _, y := range second {
			if s.Conflict(x, y) {
				return true
			}
		}
	}
	return false
}
