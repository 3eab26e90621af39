package efsm

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/scc"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// AtomKind says what an atom is about.
type AtomKind uint8

// The kinds.
const (
	HoldsTerm AtomKind = iota // Term does
	Arrived                   // one of Threads is at Place and has not begun
	CanStep                   // one of Threads can execute a state
	HasEnded                  // all of Threads are finished, or the process has ended
)

// Atom is a condition on the state of all threads.
type Atom struct {
	Kind    AtomKind
	Term    term.ID // Bool, over shared variables
	Threads []ThreadID
	Place   ir.Place
}

// Holds reports whether an atom holds in a state of an execution.
func (a *Atom) Holds(run *Simulator) bool {
	switch a.Kind {
	case HoldsTerm:
		return run.Holds(a.Term)
	case HasEnded:
		return run.Over() || !slices.ContainsFunc(a.Threads, func(t ThreadID) bool { return run.Value(run.s.Threads[t].Done).IsZero() })
	}
	return slices.ContainsFunc(a.Threads, func(t ThreadID) bool {
		if a.Kind == CanStep {
			return run.Enabled(t)
		}
		c := run.At(t)
		return !run.Over() && c != 0 && a.ArrivesAt(&run.s.Threads[t].States[c]) && (c != run.s.Threads[t].Entry || run.Alive(t))
	})
}

// ArrivesAt reports whether a thread at the state is where the atom asks about.
func (a *Atom) ArrivesAt(st *State) bool { return st.Asked && a.Place.Has(st.Origin.Pos) }

// Idles reports whether the thread may go round for ever among Local states.
func (t *Thread) Idles() bool {
	succ := t.Successors()
	for c := range succ {
		local := succ[c][:0:0]
		for _, to := range succ[c] {
			if t.States[c].Kind == Local && t.States[to].Kind == Local {
				local = append(local, to)
			}
		}
		succ[c] = local
	}
	for _, part := range scc.Components(succ) {
		if len(part) > 1 {
			return true
		}
		if slices.Contains(succ[part[0]], part[0]) {
			return true
		}
	}
	return false
}

// Choosy returns a state in which a choice decides whether the thread waits; nil: there is none.
func (s *System) Choosy() *State {
	for i := 1; i < len(s.Threads); i++ {
		for c := 1; c < len(s.Threads[i].States); c++ {
			st := &s.Threads[i].States[c]
			if len(s.Inputs(&State{Enable: st.Enable, Blocked: st.Blocked})) > 0 {
				return st
			}
		}
	}
	return nil
}
