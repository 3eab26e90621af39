package interleave

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/event"
	"github.com/heddle-mc/heddle/internal/term"
)

// A thread that waits for another one's end may go on before that: it was cancelled, or waits for
// somebody else, as its own variables or the other thread's say. So what holds for a node that is
// done may be left open by nodes that are not: the fact that who goes on has an end
// behind it, and that what comes later need not be before. It is looked at
// anew in each state, with all images there are. What is not done stands for any continuation; there
// is one in which everything open holds, since what is done can be extended (semantics 6.1).

// awaiting returns the node that waits for a thread's end of which a fact with these nodes is
// that the thread goes on rightly; 0: there is none. What a thread does later is no matter of its
// wait, nor are those who wait for it.
func (p *Program) awaiting(nodes []event.NodeID) event.NodeID {
	last := event.NodeID(0)
	for _, n := range nodes {
		if !p.joins(n) {
			continue
		}
		if last == 0 || p.comesAfter(n, last) {
			last = n
		}
	}
	if last == 0 || len(nodes) == 1 {
		return 0
	}
	at := &p.g.Nodes[last]
	for _, n := range nodes {
		if node := &p.g.Nodes[n]; node.Thread == at.Thread && node.Index > at.Index {
			return 0
		}
	}
	return last
}

// joins reports whether a node waits for the end of a thread.
func (p *Program) joins(n event.NodeID) bool {
	node := &p.g.Nodes[n]
	return node.Go != term.None && slices.ContainsFunc(p.into[n], func(e event.Edge) bool { return e.From != p.g.Threads[node.Thread].Spawn })
}

// comesAfter reports whether a node that joins comes after another one of its thread, or waits for
// the thread of that.
func (p *Program) comesAfter(n, other event.NodeID) bool {
	x, y := &p.g.Nodes[n], &p.g.Nodes[other]
	if x.Thread == y.Thread {
		return x.Index > y.Index
	}
	return slices.ContainsFunc(p.into[n], func(e event.Edge) bool { return p.g.Nodes[e.From].Thread == y.Thread })
}

// await notes what is open when a node is done.
func (t *Tree) await(n event.NodeID) {
	for _, f := range t.p.awaits[n] {
		if t.decided[f] < t.p.alike[f] {
			t.open = append(t.open, t.p.facts[f])
		}
	}
}

// opened returns the image of all that is open.
func (t *Tree) opened() term.ID {
	if len(t.open) == 0 {
		return term.True
	}
	mark := t.images.Mark()
	all := term.True
	for _, f := range t.open {
		all = t.p.terms.And(all, t.images.Term(f))
	}
	t.images.Undo(mark) // what is not done is bound later
	return all
}
