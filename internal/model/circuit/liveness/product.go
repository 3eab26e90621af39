package liveness

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/program/ltl"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
)

// Question asks for an infinite execution that satisfies a formula and in which each edge of Fair holds
// infinitely often.
type Question struct {
	Formula *ltl.Formula    // in negation normal form
	Atoms   []bitblast.Edge // by atom
	Fair    []bitblast.Edge
	// Counts holds before the steps that the formula is about, infinitely often. The formula ignores
	// other steps.
	Counts bitblast.Edge
	Name   string // of the justice
}

// Product returns the circuit with one more justice. An execution satisfies it iff it answers the
// question. The graph, the latches and inputs of c are the first of the product's.
func Product(c *circuit.Circuit, q *Question) *circuit.Circuit {
	out := *c
	out.Inputs, out.Latches = slices.Clone(c.Inputs), slices.Clone(c.Latches)
	out.Constraints, out.Justice = slices.Clone(c.Constraints), slices.Clone(c.Justice)
	p := &product{Circuit: &out, q: q, justice: append([]bitblast.Edge{q.Counts}, q.Fair...)}
	whole := p.holds(q.Formula)
	first := out.NewLatch("formula:first", circuit.One)
	out.Latches[len(out.Latches)-1].Next = out.Graph.And(first, q.Counts.Not())
	p.oblige(first, whole)
	out.Justice = append(out.Justice, circuit.Justice{Edges: p.justice, Name: q.Name})
	return &out
}

type product struct {
	*circuit.Circuit
	q       *Question
	justice []bitblast.Edge
}

// oblige requires that an edge holds before steps that count if an obligation does.
func (p *product) oblige(obligation, e bitblast.Edge) {
	fails := p.Graph.And(p.Graph.And(obligation, p.q.Counts), e.Not())
	p.Constraints = append(p.Constraints, circuit.Signal{Edge: fails.Not(), Name: "formula"})
}

// later creates an input that guesses whether a formula is to hold at the next step that counts, and
// the latch that keeps the guess until then.
func (p *product) later() (guess, obligation bitblast.Edge) {
	guess = p.NewInput("formula:guess")
	obligation = p.NewLatch("formula:obligation", circuit.Zero)
	p.Latches[len(p.Latches)-1].Next = p.Graph.Ite(p.q.Counts, guess, obligation)
	return guess, obligation
}

// holds returns the edge that is 1 if a formula is to hold.
func (p *product) holds(f *ltl.Formula) bitblast.Edge {
	g := p.Graph
	switch f.Op {
	case ltl.True, ltl.False:
		if f.Op == ltl.True {
			return bitblast.True
		}
		return bitblast.False
	case ltl.Atomic:
		return p.q.Atoms[f.Atom]
	case ltl.Not:
		return p.q.Atoms[f.L.Atom].Not()
	case ltl.And:
		return g.And(p.holds(f.L), p.holds(f.R))
	case ltl.Or:
		return circuit.Or(g, p.holds(f.L), p.holds(f.R))
	case ltl.Next:
		guess, obligation := p.later()
		p.oblige(obligation, p.holds(f.L))
		return guess
	}
	l, r := p.holds(f.L), p.holds(f.R)
	guess, obligation := p.later()
	var whole bitblast.Edge
	if f.Op == ltl.Until {
		whole = circuit.Or(g, r, g.And(l, guess))
		p.justice = append(p.justice, g.And(p.q.Counts, g.And(guess, r.Not()).Not()))
	} else { // ltl.Release
		whole = g.And(r, circuit.Or(g, l, guess))
	}
	p.oblige(obligation, whole)
	return whole
}
