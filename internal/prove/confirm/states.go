package confirm

import (
	"context"
	"fmt"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
	"github.com/heddle-mc/heddle/internal/solve/sat"
)

// States confirms for a set of states what Invariant confirms for clauses. The set is given by an edge
// over the latches, and some latches are constant in it. A decision diagram of many thousand gates is
// too large for one question. So the set is split by the values of the latches that locations depend
// on; these values give the control states of the threads, before a step and after it. Few gates of the
// diagram and of the circuit remain in each part. A solver finds the control states to which the steps
// lead.
//
// Errors are those of Invariant.
func States(ctx context.Context, c *circuit.Circuit, constant []circuit.Literal, set bitblast.Edge, bads []int) error {
	f := newFormula(c)
	f.initial()
	outside := []sat.Lit{f.literal(set).Not()}
	for _, l := range constant {
		outside = append(outside, f.latch(l.Latch()).XorSign(l.Value()))
	}
	if err := f.refute(ctx, "initiation", f.any(outside)); err != nil {
		return err
	}
	all := whole(c, constant, set, bads)
	alone := &part{graph: all.graph, latches: all.latches, in: all.in, allowed: bitblast.False, bad: bitblast.False, changes: bitblast.False}
	return all.split(ctx, alone.restrict(bitblast.NoEdge, bitblast.NoEdge), all.places)
}

// part is a part of a set of states in which some latches are fixed, with the steps from there, as
// functions of the other latches.
type part struct {
	graph                     *bitblast.Graph
	latches, inputs           []bitblast.Edge // constants, or inputs of the graph
	places                    []int           // indices of latches that locations depend on
	next                      []bitblast.Edge // by latch
	in, allowed, bad, changes bitblast.Edge   // changes: a constant latch changes
}

// whole returns the part with all states of the set, where only the constant latches are fixed.
func whole(c *circuit.Circuit, constant []circuit.Literal, set bitblast.Edge, bads []int) *part {
	p := &part{graph: bitblast.NewGraph(), allowed: bitblast.True}
	copier := circuit.NewCopier(c.Graph, p.graph)
	input := func(list *[]bitblast.Edge, e bitblast.Edge) {
		own := p.graph.Input()
		*list = append(*list, own)
		copier.Bind(e, own)
	}
	is := make(map[int]bitblast.Edge)
	for _, l := range constant {
		is[l.Latch()] = bitblast.False ^ bitblast.Edge(l)&1 ^ 1
	}
	var where []bitblast.Edge
	for _, group := range c.Locations {
		for _, l := range group {
			where = append(where, l.Edge)
		}
	}
	says := make(map[uint32]bool)
	for _, n := range circuit.Cone(c.Graph, where...) {
		says[n] = true
	}
	for i, l := range c.Latches {
		if v, fixed := is[i]; fixed {
			copier.Bind(l.Edge, v)
			continue
		}
		if says[l.Edge.Node()] {
			p.places = append(p.places, len(p.latches))
		}
		input(&p.latches, l.Edge)
	}
	for _, in := range c.Inputs {
		input(&p.inputs, in.Edge)
	}
	var changes, bad []bitblast.Edge
	for i, l := range c.Latches {
		next := copier.Edge(l.Next)
		if v, fixed := is[i]; fixed {
			changes = append(changes, p.graph.Xor(next, v))
		} else {
			p.next = append(p.next, next)
		}
	}
	for _, s := range c.Constraints {
		p.allowed = p.graph.And(p.allowed, copier.Edge(s.Edge))
	}
	for _, b := range bads {
		bad = append(bad, copier.Edge(c.Bads[b].Edge))
	}
	p.in, p.bad, p.changes = copier.Edge(set), circuit.Or(p.graph, bad...), circuit.Or(p.graph, changes...)
	return p
}

// restrict returns the part in which a latch has a value, in a new graph.
func (p *part) restrict(latch, value bitblast.Edge) *part {
	q := &part{graph: bitblast.NewGraph(), places: p.places}
	copier := circuit.NewCopier(p.graph, q.graph)
	bind := func(list []bitblast.Edge) (own []bitblast.Edge) {
		for _, e := range list {
			v := e
			switch {
			case e == latch:
				v = value
			case !e.IsConst():
				v = q.graph.Input()
			}
			if !e.IsConst() {
				copier.Bind(e, v)
			}
			own = append(own, v)
		}
		return own
	}
	q.latches, q.inputs = bind(p.latches), bind(p.inputs)
	if q.in = copier.Edge(p.in); q.in == bitblast.False {
		return q
	}
	q.allowed, q.bad, q.changes = copier.Edge(p.allowed), copier.Edge(p.bad), copier.Edge(p.changes)
	for _, e := range p.next {
		q.next = append(q.next, copier.Edge(e))
	}
	return q
}

// split fixes latches, in all ways, and confirms for each resulting part that nothing bad holds in it
// and that its steps lead into set.
func (p *part) split(ctx context.Context, set *part, latches []int) error {
	switch {
	case p.in == bitblast.False:
		return nil
	case len(latches) == 0:
		return p.closed(ctx, set)
	}
	for _, value := range []bitblast.Edge{bitblast.False, bitblast.True} {
		if err := p.restrict(p.latches[latches[0]], value).split(ctx, set, latches[1:]); err != nil {
			return err
		}
	}
	return nil
}

// closed does this for a part in which the control states of the threads are fixed.
func (p *part) closed(ctx context.Context, set *part) error {
	f := &formula{c: &circuit.Circuit{Graph: p.graph}, solver: sat.New(sat.Options{})}
	f.vars = f.gates(nil)
	f.solver.AddClause(f.literal(p.in))
	f.solver.AddClause(f.literal(p.allowed))
	if err := f.refute(ctx, "safety", f.literal(p.bad)); err != nil {
		return err
	}
	if err := f.refute(ctx, "consecution", f.literal(p.changes)); err != nil {
		return err
	}
	for {
		switch f.solver.Solve(ctx) {
		case sat.Unsatisfiable:
			return nil
		case sat.Unknown:
			return fmt.Errorf("a proof is not confirmed: consecution: no answer: %s", f.solver.Reason())
		}
		after := append([]bitblast.Edge(nil), p.next...)
		there := bitblast.True
		for _, i := range p.places {
			after[i] = bitblast.True
			if !f.solver.Value(f.literal(p.next[i])) {
				after[i] = bitblast.False
			}
			there = p.graph.And(there, p.graph.Xor(p.next[i], after[i]).Not())
		}
		copier := circuit.NewCopier(set.graph, p.graph)
		for i, e := range set.latches {
			copier.Bind(e, after[i])
		}
		out := p.graph.And(there, copier.Edge(set.in).Not())
		f.vars = f.gates(f.vars)
		if err := f.refute(ctx, "consecution", f.literal(out)); err != nil {
			return err
		}
		f.solver.AddClause(f.literal(there).Not())
	}
}
