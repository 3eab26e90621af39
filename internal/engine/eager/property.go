package eager

import "github.com/heddle-mc/heddle/internal/solve/term"

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
						f := other.frames[d+1]
						e.asked.Adjacent(m.frames[d], c, f, b, e.terms.Conj(moves, at, e.terms.Not(e.over[d+1])),
							func() term.ID { return enabled(e.terms, other, f, b) })
					}
				}
			}
		}
	}
}
