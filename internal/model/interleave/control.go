package interleave

import (
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Turn is a block of an interleaving: its thread, and the number of the thread's nodes done or passed
// at its end.
type Turn struct {
	thread event.ThreadID
	next   int32
}

// straight returns an interleaving in which each thread runs as far as possible before another thread
// continues.
func (t *Tree) straight() []Turn {
	active := event.ThreadID(1)
	for count := 0; count < len(t.next); count++ { // number of threads that could not continue
		begun := false
		for !begun || active == t.blocks[len(t.blocks)-1].thread {
			s := t.save(active)
			if !begun {
				t.begins(active)
			}
			if !t.advance(active) || t.cond == term.False {
				t.restore(s)
				break
			}
			begun, count = true, 0
		}
		if active++; int(active) == len(t.next) {
			active = 1
		}
	}
	return t.blocks
}

// Narrow adds control literals. Together they leave one interleaving: each fixes the thread and the end
// of a block. Search drops the literals on which a proof of absence depends.
func (f *Formula) Narrow() {
	s := f.p.terms
	for _, block := range f.Blocks(NewTree(f.p, f.solver, 0).straight()) {
		literal := s.Var("cl", term.Bool)
		f.control = append(f.control, literal)
		f.assume(literal, block)
	}
}

// Blocks returns Bools that together leave only the interleaving with the given turns.
func (f *Formula) Blocks(turns []Turn) []term.ID {
	s := f.p.terms
	var list []term.ID
	for i := 1; i <= f.most; i++ {
		if i > len(turns) {
			list = append(list, f.is(i, 0))
			continue
		}
		at := turns[i-1]
		block := f.is(i, at.thread)
		for k, nodes := range f.groups {
			if f.owner[k] != at.thread {
				continue
			}
			done := f.done[i][k]
			if f.p.g.Nodes[nodes[0]].Index >= at.next {
				done = s.Not(done)
			}
			block = s.And(block, done)
		}
		list = append(list, block)
	}
	return list
}
