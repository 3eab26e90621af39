package interleave

import (
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// memory holds the contents of the cells, as terms, at one point of an interleaving.
type memory struct {
	p     *Program
	cells []term.ID
	undo  []change // of the cells, in order
	sum   sum      // of the cells that are still used
}

type change struct {
	cell int32
	old  term.ID
}

func newMemory(p *Program) *memory {
	m := &memory{p: p, cells: make([]term.ID, len(p.cells))}
	for i := range p.cells {
		m.cells[i] = p.initial(&p.cells[i])
		m.sum = m.sum.plus(of(int32(i), m.cells[i]))
	}
	return m
}

// goBack restores the cells to their contents after the given number of changes.
func (m *memory) goBack(changes int) {
	for len(m.undo) > changes {
		last := m.undo[len(m.undo)-1]
		m.cells[last.cell] = last.old
		m.undo = m.undo[:len(m.undo)-1]
	}
}

// do executes the events of a node under the condition when. image returns the image of a term of the
// graph. read is called with each read and the value that it sees. do returns the constraints that
// reads equal the values that they see.
func (m *memory) do(n event.NodeID, when term.ID, image func(term.ID) term.ID, read func(e *event.Event, seen term.ID)) []term.ID {
	s := m.p.terms
	var needed []term.ID
	node := &m.p.g.Nodes[n]
	for id := node.First; id < node.Last; id++ {
		e := &m.p.g.Events[id]
		guard := s.And(when, image(e.Guard))
		if guard == term.False {
			continue
		}
		if e.Kind == event.Read {
			seen := m.seen(e, m.p.at[id], image)
			read(e, seen)
			if f := s.Implies(guard, s.Eq(image(e.Value), seen)); f != term.True {
				needed = append(needed, f)
			}
			continue
		}
		for _, at := range m.p.at[id] {
			m.write(e, at, guard, image)
		}
	}
	return needed
}

// seen returns the value that a read of one of several cells sees.
func (m *memory) seen(e *event.Event, cells []int32, image func(term.ID) term.ID) term.ID {
	s := m.p.terms
	if len(cells) == 0 {
		return image(e.Value) // it is not executed
	}
	seen := m.cells[cells[0]]
	if m.p.cells[cells[0]].array {
		return s.Select(seen, image(e.Index))
	}
	for _, at := range cells[1:] {
		seen = s.Ite(s.Eq(image(e.Index), m.p.cells[at].index), m.cells[at], seen)
	}
	return seen
}

// write executes a write to a cell that it may touch, if guard holds and the index is the cell's.
func (m *memory) write(e *event.Event, at int32, guard term.ID, image func(term.ID) term.ID) {
	s := m.p.terms
	c, old, value := &m.p.cells[at], m.cells[at], image(e.Value)
	if c.array {
		index := image(e.Index)
		value = s.Store(old, index, s.Ite(guard, value, s.Select(old, index)))
	} else {
		if c.index != term.None {
			guard = s.And(guard, s.Eq(image(e.Index), c.index))
		}
		value = s.Ite(guard, value, old)
	}
	m.undo = append(m.undo, change{at, old})
	m.sum = m.sum.minus(of(at, old)).plus(of(at, value))
	m.cells[at] = value
}
