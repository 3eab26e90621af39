package token

import (
	"github.com/heddle-mc/heddle/internal/efsm"
	"github.com/heddle-mc/heddle/internal/engine/depth"
	"github.com/heddle-mc/heddle/internal/engine/unroll"
	"github.com/heddle-mc/heddle/internal/term"
)

// race is a pass between two accesses that conflict: the writer's thread has just
// done the first, the reader's does the second next (P4). Being adjacent, nothing
// orders them.
type race struct {
	pass          int          // index in Encoding.passes
	first, second efsm.StateID // of the writer, of the reader
	v             efsm.VarID
	holds         term.ID
}

// noteRaces adds the races that the present depth makes visible: those of pairs
// whose second access or whose write_sync is at this depth.
func (e *Encoding) noteRaces(depth int) {
	for i := range e.passes {
		p := &e.passes[i]
		if max(p.readDepth+1, p.writeDepth) == depth {
			e.noteRacesOf(i)
		}
	}
}

func (e *Encoding) noteRacesOf(index int) {
	p := &e.passes[index]
	reader, writer := e.machines[p.reader], e.machines[p.writer]
	for i, r := range reader.reach.At(p.readDepth) {
		if reader.g.nodes[r].role != readSync || reader.holds[p.readDepth][i] == term.False {
			continue
		}
		for j, w := range writer.reach.At(p.writeDepth) {
			if writer.g.nodes[w].role != writeSync || writer.holds[p.writeDepth][j] == term.False {
				continue
			}
			second, first := reader.g.nodes[r].state, writer.g.nodes[w].state
			between := e.terms.Conj(p.holds, reader.holds[p.readDepth][i], writer.holds[p.writeDepth][j])
			e.conflicts(index, first, second, between)
		}
	}
}

// conflicts adds the races between two states that a pass can be between.
func (e *Encoding) conflicts(index int, first, second efsm.StateID, between term.ID) {
	p := &e.passes[index]
	reader, writer := e.machines[p.reader], e.machines[p.writer]
	a, b := &writer.t.States[first], &reader.t.States[second]
	if a.Section && b.Section {
		return // sections of the program exclude one another, as if by a lock
	}
	before, at := writer.frames[p.writeDepth-1], reader.frames[p.readDepth+1]
	for i := range a.Accesses {
		for j := range b.Accesses {
			x, y := &a.Accesses[i], &b.Accesses[j]
			if !unroll.Conflict(e.sys, x, y) {
				continue
			}
			before.Enter(first)
			at.Enter(second)
			holds := e.terms.Conj(between, before.Term(x.When), reader.enabled(at, second), at.Term(y.When))
			ordered := unroll.Ordered(a, b, before, at)
			if both := e.terms.And(holds, ordered); both != term.False {
				e.marks = append(e.marks, depth.Mark{At: unroll.NotAdjacent(a), Holds: both})
			}
			if holds = e.terms.And(holds, e.terms.Not(ordered)); holds != term.False {
				e.races = append(e.races, race{index, first, second, x.Var, holds})
			}
		}
	}
}
