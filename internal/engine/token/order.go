package token

import (
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// The clocks decide whether passes fit together only once all passes before them are known. This file adds
// the order in which threads have the token. It follows from the clocks, and the solver derives it from
// single passes.
//
// The token's way is a sequence of turns. A turn of a thread ends at the depth of the write_sync where the
// thread gives the token away, or nowhere. For a depth d of thread i, let N(i, d) be the number of the first
// turn of i that does not end before d; infinite: there is none. N grows with d. It changes after
// write_syncs only, so depths with equal N share a slot: read_syncs and the write_sync that follows them.
//
// A Bool for each slot a of thread i and slot b of thread j states N(i, a) < N(j, b). N is monotone:
//
//	N(i, a) < N(j, b)  ⇒  N(i, a-1) < N(j, b)  and  N(i, a) < N(j, b+1)
//
// A pass from slot b of j to slot a of i connects two consecutive turns, and the writer's next turn is later:
//
//	RW  ⇒  N(j, b) < N(i, a)  and  N(i, a) < N(j, b+1)
//
// Two passes that contradict each other are thus excluded by unit propagation. For two threads the Bools
// alone would do in place of clocks. Among three threads they need not be transitive, and the clocks are
// needed.

// slots are the slots of a thread.
type slots struct {
	count  int
	isOpen bool  // the last one has no write_sync yet
	ends   []int // by slot that is not open: the depth of its write_sync
}

// next returns the slot of the instances at a new depth. writes reports whether one is a write_sync.
func (s *slots) next(depth int, writes bool) int {
	if !s.isOpen {
		s.count++
	}
	if writes {
		s.ends = append(s.ends, depth)
	}
	s.isOpen = !writes
	return s.count - 1
}

// placeInstances finds the slots of the instances at the present depth, and orders the new slots.
func (e *Encoding) placeInstances(d int) {
	for _, m := range e.machines[1:] {
		r, w := len(m.reads)-1, len(m.writes)-1
		reads, writes := r >= 0 && m.reads[r].depth == d, w >= 0 && m.writes[w].depth == d
		if !reads && !writes {
			continue
		}
		before := m.slots.count
		slot := m.slots.next(d, writes)
		if reads {
			m.reads[r].slot = slot
		}
		if writes {
			m.writes[w].slot = slot
		}
		if m.slots.count == before {
			continue
		}
		for _, other := range e.machines[1:] {
			if other != m {
				e.orderSlot(m, slot, other)
			}
		}
		for _, p := range e.passes {
			if p.writer == m.id && p.writeSlot == slot-1 {
				e.imply(p.holds, e.earlier(p.reader, p.readSlot, m.id, slot))
			}
		}
	}
}

// orderSlot orders a new slot of a thread and the slots of another.
func (e *Encoding) orderSlot(m *machine, slot int, other *machine) {
	for b := range other.slots.count {
		if m.id < other.id {
			e.orderSlots(m.id, slot, other.id, b)
		} else {
			e.orderSlots(other.id, b, m.id, slot)
		}
	}
}

// orderSlots makes the Bool for slot a of thread i and slot b of thread j. Those of smaller slots exist.
//
// requires: i < j.
func (e *Encoding) orderSlots(i efsm.ThreadID, a int, j efsm.ThreadID, b int) {
	rows := e.order[i][j]
	for len(rows) <= a {
		rows = append(rows, nil)
	}
	is := e.terms.Var("first", term.Bool)
	rows[a] = append(rows[a], is)
	e.order[i][j] = rows
	if a > 0 {
		e.imply(is, rows[a-1][b])
	}
	if b > 0 {
		e.imply(rows[a][b-1], is)
	}
}

// earlier returns the Bool that the turn of slot a of thread i is before that of slot b of thread j. At most one
// of the two is infinitely late.
func (e *Encoding) earlier(i efsm.ThreadID, a int, j efsm.ThreadID, b int) term.ID {
	if i < j {
		return e.order[i][j][a][b]
	}
	return e.terms.Not(e.order[j][i][b][a])
}

// orderPass orders the turns that a pass connects.
func (e *Encoding) orderPass(p *pass) {
	e.imply(p.holds, e.earlier(p.writer, p.writeSlot, p.reader, p.readSlot))
	if next := p.writeSlot + 1; next < e.machines[p.writer].slots.count {
		e.imply(p.holds, e.earlier(p.reader, p.readSlot, p.writer, next))
	}
}
