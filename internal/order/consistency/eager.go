package consistency

import (
	"context"
	"math/bits"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// clocks is the eager encoding of acyclicity (Alglave, Kroening, Tautschnig, CAV 2013, section 5). Each
// node with arcs has a number, an arc that holds makes its numbers ascend, and all from-reads are explicit.
// Deviation: po has constraints between consecutive nodes with arcs only, and pairs in a fixed order
// (package doc) have no further ones.
type clocks struct {
	rel   *Relations
	terms *term.Store
	host  solver.Solver
	clock []term.ID // per node; None: it has no arcs
}

// assertClocks asserts that the order of a graph is acyclic. An error is the
// cause of the context's end.
func assertClocks(ctx context.Context, host solver.Solver, rel *Relations) error {
	c := &clocks{rel: rel, terms: rel.Graph.Terms, host: host, clock: make([]term.ID, rel.Vertices())}
	c.number()
	for i := range rel.Arcs {
		if a := &rel.Arcs[i]; !a.Must {
			c.ascend(a.Term, a.From, a.To)
		}
	}
	for w := range rel.From {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		c.fromReads(rel.From[w])
	}
	return nil
}

// number makes the clocks and orders the clocks of each thread.
func (c *clocks) number() {
	takes := make([]bool, c.rel.Vertices())
	count := 0
	for _, a := range c.rel.Arcs {
		for _, n := range [...]event.NodeID{a.From, a.To} {
			if !takes[n] {
				takes[n] = true
				count++
			}
		}
	}
	width := uint(max(1, bits.Len(uint(max(count, 1)-1))))
	for _, chain := range c.rel.Chains() {
		last := term.None
		for _, n := range chain {
			if !takes[n] {
				continue
			}
			c.clock[n] = c.terms.Var("clock", term.BV(width))
			if last != term.None {
				c.host.Assert(c.terms.Ult(last, c.clock[n]))
			}
			last = c.clock[n]
		}
	}
}

// ascend asserts that a precedes b when p holds.
func (c *clocks) ascend(p term.ID, a, b event.NodeID) {
	after := c.terms.Ult(c.clock[a], c.clock[b])
	if nodes := event.NodeID(len(c.rel.Graph.Nodes)); a < nodes && b < nodes && c.rel.Must.Before(b, a) {
		after = term.False
	}
	if f := c.terms.Implies(p, after); f != term.True {
		c.host.Assert(f)
	}
}

func (c *clocks) fromReads(arcs []ArcID) {
	for _, i := range arcs {
		rf := &c.rel.Arcs[i]
		if rf.Kind != RF {
			continue
		}
		for _, j := range arcs {
			ws := &c.rel.Arcs[j]
			if ws.Kind != WS || ws.To == rf.To || c.rel.Must.Before(rf.To, ws.To) {
				continue
			}
			if both := c.terms.And(rf.Term, ws.Term); both != term.False {
				c.ascend(both, rf.To, ws.To)
			}
		}
	}
}
