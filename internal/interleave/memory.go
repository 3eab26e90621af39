package interleave

import (
	"github.com/heddle-mc/heddle/internal/event"
	"github.com/heddle-mc/heddle/internal/term"
)

// memory is what the cells hold, as terms, at one moment of an interleaving.
type memory struct {
	p     *Program
	cells []term.ID
	undo  []change // of the cells, in order
	sum   sum      // of the cells that are used still
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

// goBack makes the cells what they were when so many changes were made.
func (m *memory) goBack(changes int) {
	for len(m.undo) > changes {
		last := m.undo[len(m.undo)-1]
		m.cells[last.cell] = last.old
		m.undo = m.undo[:len(m.undo)-1]
	}
}

// do executes the events of a node where when holds. image is the term that stands for one of the
// graph, read is told what a read sees, and that it does so is among the terms that do
// returns.
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
		at := m.p.at[id]
		seen, index := m.cells[at], term.None
		if m.p.cells[at].array {
			index = image(e.Index)
			seen = s.Select(seen, index)
		}
		if e.Kind == event.Read {
			read(e, seen)
			if f := s.Implies(guard, s.Eq(image(e.Value), seen)); f != term.True {
				needed = append(needed, f)
			}
			continue
		}
		value := s.Ite(guard, image(e.Value), seen)
		if index != term.None {
			value = s.Store(m.cells[at], index, value)
		}
		m.undo = append(m.undo, change{at, m.cells[at]})
		m.sum = m.sum.minus(of(at, m.cells[at])).plus(of(at, value))
		m.cells[at] = value
	}
	return needed
}
