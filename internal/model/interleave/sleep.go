package interleave

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/order/event"
)

// Sleep sets (Godefroid, "Partial-Order Methods for the Verification of Concurrent Systems", LNCS 1032,
// 1996, section 5). After a thread was explored at a state, it sleeps there until an operation is done
// on which its next operation depends. Each order of dependent operations is kept, so that each thread
// reads every possible value. Violations and cuts depend on one thread only. A sleeping thread's next
// operation does not change, since it depends on the memory that it accesses. So the sleeper's own
// operations, including those at which it had to wait, are compared with the others' operations.
//
// A number of blocks is not kept by exchanging operations in general. Within such a bound a thread u sleeps
// only if it was active, so that its operation was explored first and began no block. An interleaving that
// is left out is α v β u γ, where α ends with u, v is another thread, and u's operation is independent of v β.
// The interleaving α u v β γ has the same operations. There u's operation belongs to the last block of α, and
// the block in which it was before is shorter or gone. So it has no more blocks. It comes earlier in the order of
// exploration, so it is explored itself or is left out for a still earlier one. There are finitely many.

// sleeper is a thread with its next nodes, or the nodes at which it waits.
type sleeper struct {
	thread event.ThreadID
	chunk  []event.NodeID
}

// asleep returns the threads that still sleep when a chunk is done.
func (t *Tree) asleep(sleep []sleeper, chunk []event.NodeID) []sleeper {
	var list []sleeper
	for _, z := range sleep {
		if !t.p.depend(z.chunk, chunk) {
			list = append(list, z)
		}
	}
	return list
}

// depend reports whether the order of operations of two threads may matter.
func (p *Program) depend(a, b []event.NodeID) bool {
	for _, n := range a {
		for _, m := range b {
			if p.touch(n, m) || p.follows(n, m) || p.follows(m, n) || p.syncs[n] && p.syncs[m] {
				return true
			}
		}
	}
	return false
}

// touch reports whether two nodes touch one cell and one of them writes it.
func (p *Program) touch(n, m event.NodeID) bool {
	x, y := &p.g.Nodes[n], &p.g.Nodes[m]
	for e := x.First; e < x.Last; e++ {
		for f := y.First; f < y.Last; f++ {
			if p.g.Events[e].Kind == event.Read && p.g.Events[f].Kind == event.Read {
				continue
			}
			if slices.ContainsFunc(p.at[e], func(c int32) bool { return slices.Contains(p.at[f], c) }) {
				return true
			}
		}
	}
	return false
}

// follows reports whether node m may have to come after n.
func (p *Program) follows(n, m event.NodeID) bool {
	for _, e := range p.into[m] {
		if e.From == n {
			return true
		}
	}
	return false
}
