package memmodel

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/memmodel/cat"
	"github.com/heddle-mc/heddle/internal/memmodel/relation"
)

// Edge is a pair of a base relation.
type Edge struct {
	Relation string
	From, To int
}

// filters are base relations that only restrict others. An explanation leaves them out.
var filters = words("loc int ext id si")

// Explain returns the pairs of base relations that violate the axiom of r, in the order of its cycle. r is the
// result of the latest Check. With sufficient, a candidate that has the rf and co pairs among them violates the axiom
// too, whatever else it has. Otherwise the absence of other pairs is part of the reason. A pair in a closure is explained
// by a shortest path.
//
// It follows Haas, Meyer, Ponce de León, "CAAT: consistency as a theory", OOPSLA 2022, section 4.2. There each derived
// pair keeps its reason from the moment when it appears. Here reasons are found afterwards in the values of the nodes.
func (c *Checker) Explain(r Result) (edges []Edge, sufficient bool) {
	if r.Consistent {
		return nil, false
	}
	t := &c.m.axioms[r.axiom]
	if t.negated {
		return nil, false
	}
	e := &explainer{c: c, sufficient: true, seen: make(map[Edge]bool)}
	switch {
	case c.m.nodes[t.node].set:
		e.member(t.node, r.Cycle[0])
	case t.form == cat.Empty:
		e.pair(t.node, r.Cycle[0], r.Cycle[1])
	default:
		for i, a := range r.Cycle {
			e.pair(t.node, a, r.Cycle[(i+1)%len(r.Cycle)])
		}
	}
	return e.edges, e.sufficient
}

type explainer struct {
	c          *Checker
	edges      []Edge
	seen       map[Edge]bool
	sufficient bool
	rounds     [maxGroups]rounds
}

// rounds has the values of a group's variables: those of the first round are empty, others follow from the round before.
type rounds struct {
	rels [][]relation.Rel // by round, by variable
	sets [][]relation.Set
	now  int // the round whose values the variables have
}

// absent notes that a node lacks a pair. If the node depends on rf or co, the explanation is not sufficient.
func (e *explainer) absent(id nodeID) {
	if e.c.m.nodes[id].on != 0 {
		e.sufficient = false
	}
}

// pair explains why (a, b) is in the relation of a node.
func (e *explainer) pair(id nodeID, a, b int) {
	c, n := e.c, &e.c.m.nodes[id]
	switch n.op {
	case opBase:
		if edge := (Edge{n.name, a, b}); !filters[n.name] && !e.seen[edge] {
			e.seen[edge] = true
			e.edges = append(e.edges, edge)
		}
	case opUnion:
		first, second := n.a, n.b
		if c.m.nodes[second].on == 0 {
			first, second = second, first
		}
		if !c.rel(first).Has(a, b) {
			first = second
		}
		e.pair(first, a, b)
	case opInter:
		e.pair(n.a, a, b)
		e.pair(n.b, a, b)
	case opDiff:
		e.pair(n.a, a, b)
		e.absent(n.b)
	case opComplement:
		e.absent(n.a)
	case opSeq:
		left, right := c.rel(n.a), c.rel(n.b)
		m := 0
		for !left.Has(a, m) || !right.Has(m, b) {
			m++
		}
		e.pair(n.a, a, m)
		e.pair(n.b, m, b)
	case opFrom:
		e.member(n.a, a)
		e.pair(n.b, a, b)
	case opTo:
		e.pair(n.a, a, b)
		e.member(n.b, b)
	case opCross:
		e.member(n.a, a)
		e.member(n.b, b)
	case opIdentity:
		e.member(n.a, a)
	case opOpt:
		if a != b {
			e.pair(n.a, a, b)
		}
	case opPlus, opStar:
		if n.op == opStar && a == b {
			return
		}
		path := c.rel(n.a).Path(a, b)
		for i := range path[1:] {
			e.pair(n.a, path[i], path[i+1])
		}
	case opInverse:
		e.pair(n.a, b, a)
	case opVar, opFix:
		e.recursive(n, func(r *rounds, k int) bool { return r.rels[k][n.b].Has(a, b) }, func(body nodeID) { e.pair(body, a, b) })
	}
}

// member explains why a is in the set of a node.
func (e *explainer) member(id nodeID, a int) {
	c, n := e.c, &e.c.m.nodes[id]
	switch n.op {
	case opUnion:
		if c.set(n.a).Has(a) {
			e.member(n.a, a)
		} else {
			e.member(n.b, a)
		}
	case opInter:
		e.member(n.a, a)
		e.member(n.b, a)
	case opDiff:
		e.member(n.a, a)
		e.absent(n.b)
	case opComplement:
		e.absent(n.a)
	case opDomain, opRange:
		r := c.rel(n.a)
		for b := range r.Size() {
			if n.op == opDomain && r.Has(a, b) {
				e.pair(n.a, a, b)
				return
			}
			if n.op == opRange && r.Has(b, a) {
				e.pair(n.a, b, a)
				return
			}
		}
	case opVar, opFix:
		e.recursive(n, func(r *rounds, k int) bool { return r.sets[k][n.b].Has(a) }, func(body nodeID) { e.member(body, a) })
	}
}

// recursive explains a pair or event of a group's name. It uses the body with the values of the former rounds only, so
// explanations come to an end.
func (e *explainer) recursive(n *node, has func(r *rounds, k int) bool, explain func(body nodeID)) {
	g := int(n.a)
	r := &e.rounds[g]
	before := *r
	if n.op == opFix {
		*r = e.c.unroll(&e.c.m.groups[g])
	}
	k := 1
	for !has(r, k) {
		k++
	}
	now := r.now
	e.c.enter(&e.c.m.groups[g], r, k-1)
	explain(e.c.m.groups[g].bodies[n.b])
	e.c.enter(&e.c.m.groups[g], r, now)
	if n.op == opFix {
		*r = before
	}
}

// unroll returns the values of a group's variables by rounds, up to the least ones.
func (c *Checker) unroll(g *group) rounds {
	n := len(c.x.Events)
	rels, sets := make([]relation.Rel, len(g.vars)), make([]relation.Set, len(g.vars))
	for i := range g.vars {
		rels[i], sets[i] = relation.New(n), relation.NewSet(n)
	}
	var r rounds
	for changed := true; changed; {
		r.rels, r.sets = append(r.rels, rels), append(r.sets, sets)
		c.enter(g, &r, len(r.rels)-1)
		rels, sets = slices.Clone(rels), slices.Clone(sets)
		changed = false
		for i, body := range g.bodies {
			if c.m.nodes[body].set {
				sets[i] = c.set(body).Clone()
				changed = changed || !sets[i].Equal(r.sets[len(r.sets)-1][i])
			} else {
				rels[i] = c.rel(body).Clone()
				changed = changed || !rels[i].Equal(r.rels[len(r.rels)-1][i])
			}
		}
	}
	return r
}

// enter gives the variables of a group their values in a round.
func (c *Checker) enter(g *group, r *rounds, k int) {
	r.now = k
	for i, v := range g.vars {
		c.storage(v)
		if c.m.nodes[v].set {
			c.sets[v].Copy(r.sets[k][i])
		} else {
			c.rels[v].Copy(r.rels[k][i])
		}
	}
	for _, id := range g.inner {
		c.state[id].valid = false
	}
}
