package eager

import (
	"github.com/heddle-mc/heddle/internal/efsm"
	"github.com/heddle-mc/heddle/internal/engine/depth"
	"github.com/heddle-mc/heddle/internal/engine/unroll"
	"github.com/heddle-mc/heddle/internal/term"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// obligation is a failure that a thread can meet at a depth.
type obligation struct {
	thread efsm.ThreadID
	depth  int
	state  efsm.StateID
	index  int // in the state's Obligations
	holds  term.ID
}

// race is two accesses at consecutive depths that conflict.
type race struct {
	first, second *machine
	before, after efsm.StateID
	depth         int // of the first
	v             efsm.VarID
	holds         term.ID
}

// noteObligations adds a state's obligations and marks, where moves is the condition
// of its step.
func (e *Encoding) noteObligations(m *machine, c efsm.StateID, moves term.ID) {
	st, f := &m.t.States[c], m.frames[e.depth]
	for i := range st.Marks {
		if holds := e.terms.And(moves, f.Term(st.Marks[i].When)); holds != term.False {
			e.marks = append(e.marks, depth.Mark{At: &st.Marks[i], Holds: holds})
		}
	}
	if e.opts.Property == verdict.Race {
		return
	}
	for i := range st.Obligations {
		if st.Obligations[i].Property != e.opts.Property {
			continue
		}
		if holds := e.terms.And(moves, f.Term(st.Obligations[i].When)); holds != term.False {
			e.obligations = append(e.obligations, obligation{m.id, e.depth, c, i, holds})
		}
	}
}

// noteRaces adds the races of an access at depth d with one at the next.
func (e *Encoding) noteRaces(d int) {
	for _, m := range e.machines[1:] {
		for _, c := range m.reach.At(d) {
			moves := m.moves[d][c]
			if moves == term.None || moves == term.False {
				continue
			}
			for _, other := range e.machines[1:] {
				if other == m {
					continue
				}
				for i, b := range other.reach.At(d + 1) {
					if at := other.holds[d+1][i]; at != term.False && other.t.States[b].IsVisible() {
						e.conflicts(m, c, other, b, d, e.terms.Conj(moves, at, e.terms.Not(e.over[d+1])))
					}
				}
			}
		}
	}
}

// conflicts adds the races of a state with one of another thread that could be next.
func (e *Encoding) conflicts(m *machine, c efsm.StateID, other *machine, b efsm.StateID, d int, adjacent term.ID) {
	first, second := &m.t.States[c], &other.t.States[b]
	if first.Section && second.Section {
		return // sections of the program exclude one another, as if by a lock
	}
	before, f := m.frames[d], other.frames[d+1]
	for i := range first.Accesses {
		for j := range second.Accesses {
			x, y := &first.Accesses[i], &second.Accesses[j]
			if !unroll.Conflict(e.sys, x, y) {
				continue
			}
			f.Enter(b)
			holds := e.terms.Conj(adjacent, before.Term(x.When), enabled(e.terms, other, f, b), f.Term(y.When))
			ordered := unroll.Ordered(first, second, before, f)
			if both := e.terms.And(holds, ordered); both != term.False {
				e.marks = append(e.marks, depth.Mark{At: unroll.NotAdjacent(first), Holds: both})
			}
			if holds = e.terms.And(holds, e.terms.Not(ordered)); holds != term.False {
				e.races = append(e.races, race{m, other, c, b, d, x.Var, holds})
			}
		}
	}
}
