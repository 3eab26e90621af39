package unroll

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Questions holds the possible violations and marks of threads that were unrolled to some depth, each with
// the condition under which it is reached.
type Questions struct {
	Obligations []Obligation
	Races       []Race
	Settled     int // the number of Races that are known to be impossible
	Meetings    []Meeting
	Marks       []Mark
}

// Obligation is a failure that a thread can reach in a state.
type Obligation struct {
	At    Step // without inputs, as below
	Index int  // in the state's Obligations
	Holds term.ID
}

// Race is two accesses to a variable that conflict, the second right after the first.
type Race struct {
	First, Second Step
	Var           efsm.VarID
	Holds         term.ID
}

// Meeting is the event that two threads are at the two queried places at once.
type Meeting struct {
	At    [2]Step
	Holds term.ID
}

// Positions returns where the threads are.
func (k *Meeting) Positions() []Position {
	return []Position{{k.At[0].Thread, k.At[0].State}, {k.At[1].Thread, k.At[1].State}}
}

// Mark is a bound or an unsupported construct that an execution can reach.
type Mark struct {
	At    *efsm.Mark
	Holds term.ID // it does
}

// State adds the obligations of a property and the marks of a state that was entered; goes is the condition
// of its step.
func (q *Questions) State(f *Frame, c efsm.StateID, p verdict.Property, goes term.ID) {
	st, terms := &f.u.System.Threads[f.thread].States[c], f.u.Terms
	for i := range st.Marks {
		if holds := terms.And(goes, f.Term(st.Marks[i].When)); holds != term.False {
			q.Marks = append(q.Marks, Mark{&st.Marks[i], holds})
		}
	}
	for i := range st.Obligations {
		if p == verdict.Race || st.Obligations[i].Property != p {
			continue
		}
		if holds := terms.And(goes, f.Term(st.Obligations[i].When)); holds != term.False {
			q.Obligations = append(q.Obligations, Obligation{f.step(c), i, holds})
		}
	}
}

// Adjacent adds the races of a state's step with a step of another thread that can be next under the
// condition adjacent, if that step is enabled.
func (q *Questions) Adjacent(before *Frame, first efsm.StateID, after *Frame, second efsm.StateID, adjacent term.ID, enabled func() term.ID) {
	sys, terms := before.u.System, before.u.Terms
	a, b := &sys.Threads[before.thread].States[first], &sys.Threads[after.thread].States[second]
	if a.Section && b.Section {
		return // sections of the program exclude one another, as if by a lock
	}
	for i := range a.Accesses {
		for j := range b.Accesses {
			x, y := &a.Accesses[i], &b.Accesses[j]
			if !sys.Conflict(x, y) {
				continue
			}
			before.Enter(first)
			after.Enter(second)
			holds := terms.Conj(adjacent, before.Term(x.When), enabled(), after.Term(y.When))
			ordered := ordered(a, b, before, after)
			if both := terms.And(holds, ordered); both != term.False {
				q.Marks = append(q.Marks, Mark{NotAdjacent(a), both})
			}
			if holds = terms.And(holds, terms.Not(ordered)); holds != term.False {
				q.Races = append(q.Races, Race{before.step(first), after.step(second), x.Var, holds})
			}
		}
	}
}

// Open reports whether something may be violated.
func (q *Questions) Open() bool {
	return len(q.Obligations)+len(q.Meetings) > 0 || len(q.Races) > q.Settled
}

// Violated returns the condition under which something is; False: nothing can be.
func (q *Questions) Violated(terms *term.Store) term.ID {
	violated := term.False
	for i := range q.Obligations {
		violated = terms.Or(violated, q.Obligations[i].Holds)
	}
	for i := range q.Meetings {
		violated = terms.Or(violated, q.Meetings[i].Holds)
	}
	for i := range q.Races[q.Settled:] {
		violated = terms.Or(violated, q.Races[q.Settled+i].Holds)
	}
	return violated
}

// Exclude leaves out the violations at the place, or pair of places, of a witness.
func (q *Questions) Exclude(s *efsm.System, w *Witness) {
	if w.Together != nil {
		q.Meetings = nil // they are of the two queried places
		return
	}
	origin := func(at Step) efsm.Origin { return s.Threads[at.Thread].States[at.State].Origin }
	last := w.Steps[len(w.Steps)-1]
	if o := w.Violated(s); o != nil {
		q.Obligations = slices.DeleteFunc(q.Obligations, func(v Obligation) bool {
			other := &s.Threads[v.At.Thread].States[v.At.State].Obligations[v.Index]
			return other.Origin == o.Origin && other.Kind == o.Kind
		})
		return
	}
	first, second := origin(w.Steps[w.First]), origin(last)
	same := func(r Race) bool { return origin(r.First) == first && origin(r.Second) == second }
	settled := slices.DeleteFunc(q.Races[:q.Settled:q.Settled], same)
	q.Races = append(settled, slices.DeleteFunc(q.Races[q.Settled:], same)...)
	q.Settled = len(settled)
}

func (f *Frame) step(c efsm.StateID) Step { return Step{Thread: f.thread, State: c, Depth: f.depth} }
