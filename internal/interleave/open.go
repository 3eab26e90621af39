package interleave

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/event"
	"github.com/heddle-mc/heddle/internal/term"
)

// A thread may go on behind a wait for another one's end of which it is not known yet that it ended:
// it was cancelled, or waits for somebody who was, as what others have still to do says. The fact
// that it goes on rightly is open then, and asked about with what is violated or cut
// meanwhile, with all images that there are. What is not done stands for any continuation: there is
// one in which facts hold, since what is done can be extended (semantics 6.1).
//
// What is open is part of a state (seen.go): a fact uses its variables as long as a
// node is left that decides it, and where no thread went on its image is true.

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

// await notes the facts that are open when a node is done.
func (t *Tree) await(n event.NodeID) {
	for _, f := range t.p.awaits[n] {
		if t.decided[f] < t.p.alike[f] {
			t.open = append(t.open, f)
		}
	}
}

// opened returns the image of all that is open.
func (t *Tree) opened() term.ID {
	all, mark := term.True, t.images.Mark()
	for _, f := range t.open {
		if t.decided[f] < t.p.alike[f] { // else it is among the conditions
			all = t.p.terms.And(all, t.images.Term(t.p.facts[f]))
		}
	}
	t.images.Undo(mark) // what is not done is bound later
	return all
}
