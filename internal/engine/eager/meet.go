package eager

import (
	"github.com/heddle-mc/heddle/internal/engine/unroll"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// noteMeetings adds the meetings at a depth. The queried states are visible, so a thread can wait at one
// until another thread is at the other.
func (e *Encoding) noteMeetings(d int) {
	for _, m := range e.machines[1:] {
		for i, c := range m.reach.At(d) {
			if !e.isAsked(m, c, 0) {
				continue
			}
			for _, other := range e.machines[1:] {
				for j, b := range other.reach.At(d) {
					if other == m || !e.isAsked(other, b, 1) {
						continue
					}
					holds := e.terms.Conj(m.holds[d][i], other.holds[d][j], e.alive(m, d), e.alive(other, d), e.terms.Not(e.over[d]))
					if holds != term.False {
						e.asked.Meetings = append(e.asked.Meetings, unroll.Meeting{
							At: [2]unroll.Step{{Thread: m.id, State: c, Depth: d}, {Thread: other.id, State: b, Depth: d}}, Holds: holds,
						})
					}
				}
			}
		}
	}
}

// isAsked reports whether a state is one of the first or second place.
func (e *Encoding) isAsked(m *machine, c efsm.StateID, which int) bool {
	st := &m.t.States[c]
	return st.Asked && e.opts.Places[which].Has(st.Origin.Pos)
}

// alive returns the condition under which a thread has been created at a depth.
func (e *Encoding) alive(m *machine, d int) term.ID {
	if m.t.Alive == 0 {
		return term.True
	}
	return e.values[d][m.t.Alive]
}
