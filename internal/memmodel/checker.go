package memmodel

import (
	"github.com/heddle-mc/heddle/internal/memmodel/cat"
	"github.com/heddle-mc/heddle/internal/memmodel/relation"
)

// Checker judges candidates with the same events and static relations. It belongs to one goroutine.
type Checker struct {
	m    *Model
	x    *Execution
	slab relation.Slab

	rels  []relation.Rel // by node
	sets  []relation.Set
	state []state

	rf, co     relation.Rel
	rfAge      uint32 // grows when rf changes, and coAge when co does
	coAge      uint32
	first      int // index of the axiom that failed last
	all, empty relation.Set
}

// state says for which relations the value of a node was computed.
type state struct {
	made, valid  bool // the storage exists; the value was computed
	rfAge, coAge uint32
}

// Prepare returns a checker for candidates with the events and relations of x. rf and co of x do not count. x must not
// change while the checker is in use. Nothing is evaluated before an axiom needs it.
func (m *Model) Prepare(x *Execution) *Checker {
	n := len(x.Events)
	c := &Checker{
		m: m, x: x, slab: relation.Slab{N: n},
		rels: make([]relation.Rel, len(m.nodes)), sets: make([]relation.Set, len(m.nodes)), state: make([]state, len(m.nodes)),
	}
	c.rf, c.co, c.all, c.empty = c.slab.Rel(), c.slab.Rel(), c.slab.Set(), c.slab.Set()
	c.all.Fill()
	return c
}

// choose makes rf and co those of the candidate. A relation over no events is empty.
func (c *Checker) choose(rf, co relation.Rel) {
	if c.rfAge == 0 || !c.rf.Equal(rf) {
		c.rf.Clear()
		c.rf.Copy(rf)
		c.rfAge++
	}
	if c.coAge == 0 || !c.co.Equal(co) {
		c.co.Clear()
		c.co.Copy(co)
		c.coAge++
	}
}

// Consistent reports whether the candidate with these reads-from and coherence relations fulfils all axioms. An
// expression over one of them is evaluated again only after a change of this relation. A relation over no events counts
// as empty.
func (c *Checker) Consistent(rf, co relation.Rel) bool {
	c.choose(rf, co)
	for i := range c.m.axioms {
		// The axiom that failed last is likely to fail again.
		at := i
		switch {
		case i == 0:
			at = c.first
		case i <= c.first:
			at = i - 1
		}
		if !c.holds(&c.m.axioms[at]) {
			c.first = at
			return false
		}
	}
	return true
}

// Check judges the candidate as Consistent does, and says what is violated. The result has no flags.
func (c *Checker) Check(rf, co relation.Rel) Result {
	if c.Consistent(rf, co) {
		return Result{Consistent: true}
	}
	for i := range c.m.axioms {
		if t := &c.m.axioms[i]; !c.holds(t) {
			return Result{Axiom: t.name, Cycle: c.witness(t), axiom: i}
		}
	}
	panic("memmodel: the violated axiom holds")
}

// Flags returns the names of the flags that the candidate of the latest call raises.
func (c *Checker) Flags() []string {
	var out []string
	for i := range c.m.flags {
		if t := &c.m.flags[i]; c.holds(t) {
			out = append(out, t.name)
		}
	}
	return out
}

func (c *Checker) holds(t *test) bool {
	c.eval(t.node)
	ok := false
	switch {
	case c.m.nodes[t.node].set:
		ok = c.sets[t.node].Empty()
	case t.form == cat.Acyclic:
		ok = c.rels[t.node].Acyclic()
	case t.form == cat.Irreflexive:
		ok = c.rels[t.node].Irreflexive()
	default:
		ok = c.rels[t.node].Empty()
	}
	return ok != t.negated
}

// witness returns the events for which an axiom fails; nil for a negated one.
func (c *Checker) witness(t *test) []int {
	r := c.rels[t.node]
	switch {
	case t.negated:
		return nil
	case c.m.nodes[t.node].set:
		return []int{c.sets[t.node].First()}
	case t.form == cat.Acyclic:
		return r.Cycle()
	case t.form == cat.Irreflexive:
		return []int{r.Loop()}
	}
	a, b, _ := r.Pair()
	return []int{a, b}
}

// fresh reports whether the value of a node is that for the present candidate.
func (c *Checker) fresh(id nodeID) bool {
	s, on := &c.state[id], c.m.nodes[id].on
	return s.valid && (on&onRF == 0 || s.rfAge == c.rfAge) && (on&onCO == 0 || s.coAge == c.coAge)
}

// storage makes place for the value of a node.
func (c *Checker) storage(id nodeID) {
	if s := &c.state[id]; !s.made {
		s.made = true
		if c.m.nodes[id].set {
			c.sets[id] = c.slab.Set()
		} else {
			c.rels[id] = c.slab.Rel()
		}
	}
}

// eval computes the value of a node.
func (c *Checker) eval(id nodeID) {
	n := &c.m.nodes[id]
	if n.op == opVar || c.fresh(id) {
		return
	}
	if n.op == opFix {
		c.fix(&c.m.groups[n.a])
		return
	}
	c.storage(id)
	if n.set {
		c.evalSet(c.sets[id], n)
	} else {
		c.evalRel(c.rels[id], n)
	}
	c.done(id)
}

func (c *Checker) done(id nodeID) {
	s := &c.state[id]
	s.valid, s.rfAge, s.coAge = true, c.rfAge, c.coAge
}

func (c *Checker) set(id nodeID) relation.Set {
	c.eval(id)
	return c.sets[id]
}

func (c *Checker) rel(id nodeID) relation.Rel {
	c.eval(id)
	return c.rels[id]
}

func (c *Checker) evalSet(s relation.Set, n *node) {
	switch n.op {
	case opTag:
		c.x.tagged(s, n.name)
	case opEmpty:
		s.Clear()
	case opAll:
		s.Copy(c.all)
	case opUnion:
		s.Or(c.set(n.a), c.set(n.b))
	case opInter:
		s.And(c.set(n.a), c.set(n.b))
	case opDiff:
		s.Minus(c.set(n.a), c.set(n.b))
	case opComplement:
		s.Minus(c.all, c.set(n.a))
	case opDomain:
		s.Domain(c.rel(n.a))
	case opRange:
		s.Range(c.rel(n.a))
	default:
		panic("memmodel: operator without a set")
	}
}

func (c *Checker) evalRel(r relation.Rel, n *node) {
	switch n.op {
	case opBase:
		switch n.name {
		case "rf":
			r.Copy(c.rf)
		case "co":
			r.Copy(c.co)
		default:
			c.x.base(r, n.name)
		}
	case opEmpty:
		r.Clear()
	case opUnion:
		r.Or(c.rel(n.a), c.rel(n.b))
	case opInter, opSeq:
		// An empty operand spares the other one. A static one costs nothing after the first time.
		first, second := n.a, n.b
		if c.m.nodes[first].on != 0 && c.m.nodes[second].on == 0 {
			first, second = second, first
		}
		switch {
		case c.rel(first).Empty() || c.rel(second).Empty():
			r.Clear()
		case n.op == opInter:
			r.And(c.rels[n.a], c.rels[n.b])
		default:
			r.Compose(c.rels[n.a], c.rels[n.b])
		}
	case opDiff:
		if a := c.rel(n.a); a.Empty() {
			r.Clear()
		} else {
			r.Minus(a, c.rel(n.b))
		}
	case opComplement:
		r.Fill()
		r.Minus(r, c.rel(n.a))
	case opFrom:
		if s := c.set(n.a); s.Empty() {
			r.Clear()
		} else {
			r.From(s, c.rel(n.b))
		}
	case opTo:
		if s := c.set(n.b); s.Empty() {
			r.Clear()
		} else {
			r.To(c.rel(n.a), s)
		}
	case opCross:
		r.Cross(c.set(n.a), c.set(n.b))
	case opIdentity:
		r.Identity(c.set(n.a))
	case opPlus:
		r.Plus(c.rel(n.a))
	case opStar:
		r.Star(c.rel(n.a))
	case opOpt:
		r.Opt(c.rel(n.a))
	case opInverse:
		r.Inverse(c.rel(n.a))
	default:
		panic("memmodel: operator without a relation")
	}
}

// fix computes the least values of a group's names: from nothing, the bodies are evaluated until nothing changes. They
// are monotone, which the compiler has checked.
func (c *Checker) fix(g *group) {
	for _, v := range g.vars {
		c.storage(v)
		if c.m.nodes[v].set {
			c.sets[v].Clear()
		} else {
			c.rels[v].Clear()
		}
	}
	for changed := true; changed; {
		changed = false
		for _, id := range g.inner {
			c.state[id].valid = false
		}
		for i, v := range g.vars {
			if body := g.bodies[i]; c.m.nodes[v].set {
				if s := c.set(body); !s.Equal(c.sets[v]) {
					c.sets[v].Copy(s)
					changed = true
				}
			} else if r := c.rel(body); !r.Equal(c.rels[v]) {
				c.rels[v].Copy(r)
				changed = true
			}
		}
	}
	for i, id := range g.fixes {
		c.storage(id)
		if v := g.vars[i]; c.m.nodes[v].set {
			c.sets[id].Copy(c.sets[v])
		} else {
			c.rels[id].Copy(c.rels[v])
		}
		c.done(id)
	}
}
