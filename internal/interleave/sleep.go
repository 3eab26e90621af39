package interleave

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/event"
)

// Sleep sets (Godefroid, "Partial-Order Methods for the Verification of Concurrent Systems",
// LNCS 1032, 1996, section 5): behind a state, a thread that was looked at there sleeps until
// something is done that depends on what it does next. Each order of dependent operations is
// kept, so that each thread reads what it could; what is violated or cut is a thread's own.
// What a thread does next does not change while it sleeps, since it depends on what it
// touches: the sleeper's own operations, those at which it had to wait among them, are held
// against the others'.

// sleeper is a thread with the nodes that it does next, or waits at.
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
