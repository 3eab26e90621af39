package interleave

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// A thread may pass a wait for another thread's end although that end is not known yet. The other
// thread was cancelled, or waits for a cancelled thread, depending on operations that are still to
// come. The fact that it passes rightly is open then. Queries about violations and cuts meanwhile
// include the open facts, with all images known so far. Nodes that are not done stand for any
// continuation: one in which facts hold exists, since the done part can be extended (semantics 6.1).
//
// Open facts belong to a state (seen.go): a fact uses its variables until all nodes that decide it are
// done. Where no thread passed the wait its image is true.

// awaiting returns the node that waits for a thread's end, if a fact with these nodes states that the
// thread passes the wait rightly; 0: there is none. Later nodes of the waiting thread do not matter for
// its wait, nor do nodes that wait for this thread.
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

// await records the facts that are open when a node is done.
func (t *Tree) await(n event.NodeID) {
	for _, f := range t.p.awaits[n] {
		if t.decided[f] < t.p.alike[f] {
			t.open = append(t.open, f)
		}
	}
}

// opened returns the conjunction of the images of all open facts.
func (t *Tree) opened() term.ID {
	all, mark := term.True, t.images.Mark()
	for _, f := range t.open {
		if t.decided[f] < t.p.alike[f] { // else it is among the conditions
			all = t.p.terms.And(all, t.images.Term(t.p.facts[f]))
		}
	}
	t.images.Undo(mark) // variables of other nodes are bound later
	return all
}
