package bitblast

import "github.com/heddle-mc/heddle/internal/solve/sat"

// Sink takes the clauses of an encoding. Clauses are implicitly conjoined; the
// slice passed to AddClause is reused after the call.
type Sink interface {
	NewVar() sat.Var
	AddClause(lits ...sat.Lit)
}

// Polarity says which implications between a literal and its function an
// encoding must contain.
type Polarity uint8

// Polarities of a literal l for a function f.
const (
	// Positive: l implies f; enough to assert or assume l.
	Positive Polarity = 1
	// Negative: f implies l; enough to assert or assume ¬l.
	Negative Polarity = 2
	// Both: l equals f in every model; needed by whoever observes l.
	Both = Positive | Negative

	// asserted marks, in the table of encoded halves, a conjunction all of
	// whose leaves were asserted.
	asserted Polarity = 4
)

// flip exchanges the two polarities if e is negated.
func (p Polarity) flip(e Edge) Polarity {
	if e.IsNeg() {
		return p>>1 | p<<1&Both
	}
	return p
}

// Encoder writes the cones of a graph as clauses, each node at most once per
// polarity.
//
// Method: G. S. Tseitin, "On the complexity of derivation in propositional calculus", 1968; D. A.
// Plaisted, S. Greenbaum, "A structure-preserving clause form translation", J. Symb. Comp. 1986, for
// the polarities. The two halves of a node are independent: a later use in the other polarity adds only
// the missing one. A half stays correct when more is added later, since every clause holds when each
// variable has the value of its function.
//
// Only inputs have the value of their function in every model; the variable
// of an AND encoded in one polarity need not.
//
// Instead of ANDs one by one, four shapes get their own clauses, without
// variables for the ANDs inside (n is the node being encoded):
//
//	xor       n = ¬(a ∧ b) ∧ ¬(¬a ∧ ¬b)
//	ite       n = ¬(c ∧ a) ∧ ¬(¬c ∧ b)            n = c ? ¬a : ¬b
//	majority  n = ¬(a ∧ b) ∧ ¬(c ∧ ¬(¬a ∧ ¬b))    n = ¬maj(a, b, c)
//	n-ary     n = a ∧ (b ∧ (c ∧ …))               inner ANDs used once
type Encoder struct {
	graph  *Graph
	sink   Sink
	vars   []sat.Var  // by node, 0 where no variable is allocated
	halves []Polarity // by node, the encoded halves, and asserted
	work   []task
	leaves []Edge
	open   []Edge
	clause [4]sat.Lit
	long   []sat.Lit
	stats  EncoderStats
}

// EncoderStats counts the variables and clauses that an Encoder has written.
type EncoderStats struct {
	Vars, Clauses int
	// Nodes encoded as each shape, a second half counted again.
	Xors, Ites, Majs, Ands int
}

// task asks for the given halves of a node.
type task struct {
	node uint32
	want Polarity
}

// maxLeaves bounds the length of an n-ary conjunction.
const maxLeaves = 1 << 12

// NewEncoder returns an encoder of g into sink.
func NewEncoder(g *Graph, sink Sink) *Encoder { return &Encoder{graph: g, sink: sink} }

// Stats returns the counters of the encoder.
func (c *Encoder) Stats() EncoderStats { return c.stats }

// Literal returns the literal of e, encoding the missing parts of its cone for
// the given polarity. For a constant it is a literal fixed by a unit clause.
func (c *Encoder) Literal(e Edge, p Polarity) sat.Lit {
	l := c.lit(e, p)
	c.run()
	return l
}

// Var returns the variable of the node of e, or 0 if it has none.
func (c *Encoder) Var(e Edge) sat.Var {
	if n := int(e.Node()); n < len(c.vars) {
		return c.vars[n]
	}
	return 0
}

// Assert adds clauses that make e true. Conjunctions are split and
// disjunctions become one clause, or one per conjunct of an alternative, without
// variables of their own.
func (c *Encoder) Assert(e Edge) {
	if !e.IsNeg() && c.graph.isAnd(e) && c.shape(e.Node()).kind == shapeAnd {
		for _, x := range c.appendConjuncts(nil, e.Node()) {
			c.assertClause(x)
		}
	} else {
		c.assertClause(e)
	}
	c.run()
}

// maxCondition bounds the other literals of a clause over whose conjunction it is
// distributed.
const maxCondition = 3

// assertClause adds the clause that makes e true, a disjunction if e negates a
// conjunction. If one of few alternatives is a conjunction, as the equality of
// two bit-vectors under a condition is, each of its conjuncts gets a clause
// instead of a variable.
func (c *Encoder) assertClause(e Edge) {
	if e == True {
		return
	}
	if !e.IsNeg() || !c.graph.isAnd(e) || c.shape(e.Node()).kind != shapeAnd {
		c.add(c.lit(e, Positive))
		return
	}
	c.leaves = c.appendLeaves(c.leaves[:0], e.Node())
	c.long = c.long[:0]
	conjunction := NoEdge
	for _, x := range c.leaves {
		if conjunction == NoEdge && len(c.leaves) <= maxCondition+1 && c.inner(x^1) {
			conjunction = x ^ 1
			continue
		}
		c.long = append(c.long, c.lit(x^1, Positive))
	}
	if conjunction == NoEdge {
		c.emit(c.long)
		return
	}
	c.distribute(conjunction.Node())
}

// distribute adds, per leaf of the conjunction n, the clause of it and the
// literals in c.long; two clauses if the leaf is an xor that is used once.
//
//	p → (a₁ ↔ b₁) ∧ (a₂ ↔ b₂):   ¬p a₁ ¬b₁   ¬p ¬a₁ b₁   ¬p a₂ ¬b₂   ¬p ¬a₂ b₂
func (c *Encoder) distribute(n uint32) {
	c.leaves = c.appendLeaves(c.leaves[:0], n)
	given := len(c.long)
	for _, y := range c.leaves {
		s := shape{}
		if c.graph.isAnd(y) && c.private(y.Node()) {
			s = c.shape(y.Node())
		}
		if s.kind != shapeXor {
			c.long = append(c.long[:given], c.lit(y, Positive))
			c.emit(c.long)
			continue
		}
		a, b := c.lit(s.a, Both), c.lit(s.b, Both).XorSign(y.IsNeg())
		c.long = append(c.long[:given], a, b)
		c.emit(c.long)
		c.long = append(c.long[:given], a.Not(), b.Not())
		c.emit(c.long)
	}
}

// appendConjuncts appends the leaves of the conjunction n, looking through
// shared ANDs too, and marks the ANDs as asserted: they need not be again.
func (c *Encoder) appendConjuncts(leaves []Edge, n uint32) []Edge {
	c.grow()
	c.open = append(c.open[:0], Edge(n)<<1)
	for len(c.open) > 0 {
		e := c.open[len(c.open)-1]
		c.open = c.open[:len(c.open)-1]
		if e.IsNeg() || !c.graph.isAnd(e) || c.shape(e.Node()).kind != shapeAnd {
			leaves = append(leaves, e)
			continue
		}
		if c.halves[e.Node()]&asserted == 0 {
			c.halves[e.Node()] |= asserted
			m := c.graph.nodes[e.Node()]
			c.open = append(c.open, m.right, m.left)
		}
	}
	return leaves
}

// grow makes the tables fit the nodes of the graph.
func (c *Encoder) grow() {
	if n := c.graph.NumNodes(); n > len(c.vars) {
		c.vars = append(c.vars, make([]sat.Var, n-len(c.vars))...)
		c.halves = append(c.halves, make([]Polarity, n-len(c.halves))...)
	}
}

// lit returns the literal of e and schedules the halves it needs.
func (c *Encoder) lit(e Edge, p Polarity) sat.Lit {
	c.grow()
	n := e.Node()
	v := c.vars[n]
	if v == 0 {
		v = c.sink.NewVar()
		c.stats.Vars++
		c.vars[n] = v
	}
	want := p.flip(e)
	if c.halves[n]&want != want {
		c.work = append(c.work, task{n, want})
	}
	return v.Lit(!e.IsNeg())
}

// run encodes scheduled nodes until none is left.
func (c *Encoder) run() {
	for len(c.work) > 0 {
		t := c.work[len(c.work)-1]
		c.work = c.work[:len(c.work)-1]
		want := t.want &^ c.halves[t.node]
		if want == 0 {
			continue
		}
		c.halves[t.node] |= want
		c.encode(t.node, want)
	}
}

// encode adds the clauses of the given halves of node n.
func (c *Encoder) encode(n uint32, want Polarity) {
	v := c.vars[n]
	if n == False.Node() {
		c.halves[n] = Both
		c.add(v.Neg())
		return
	}
	if c.graph.nodes[n].left == NoEdge {
		c.halves[n] = Both
		return
	}
	s := c.shape(n)
	switch s.kind {
	case shapeXor:
		c.stats.Xors++
		c.encodeXor(v, c.lit(s.a, Both), c.lit(s.b, Both), want)
	case shapeIte:
		c.stats.Ites++
		c.encodeIte(v, c.lit(s.c, Both), c.lit(s.a, want), c.lit(s.b, want), want)
	case shapeMaj:
		c.stats.Majs++
		c.encodeMaj(v, c.lit(s.a, want), c.lit(s.b, want), c.lit(s.c, want), want)
	default:
		c.stats.Ands++
		c.encodeAnd(v, n, want)
	}
}

func (c *Encoder) encodeXor(v sat.Var, a, b sat.Lit, want Polarity) {
	n, m := v.Pos(), v.Neg()
	if want&Positive != 0 {
		c.add(m, a, b)
		c.add(m, a.Not(), b.Not())
	}
	if want&Negative != 0 {
		c.add(n, a.Not(), b)
		c.add(n, a, b.Not())
	}
}

func (c *Encoder) encodeIte(v sat.Var, cond, t, e sat.Lit, want Polarity) {
	n, m := v.Pos(), v.Neg()
	if want&Positive != 0 {
		c.add(m, cond.Not(), t)
		c.add(m, cond, e)
	}
	if want&Negative != 0 {
		c.add(n, cond.Not(), t.Not())
		c.add(n, cond, e.Not())
	}
}

func (c *Encoder) encodeMaj(v sat.Var, x, y, z sat.Lit, want Polarity) {
	n, m := v.Pos(), v.Neg()
	if want&Positive != 0 {
		c.add(m, x, y)
		c.add(m, x, z)
		c.add(m, y, z)
	}
	if want&Negative != 0 {
		c.add(n, x.Not(), y.Not())
		c.add(n, x.Not(), z.Not())
		c.add(n, y.Not(), z.Not())
	}
}

func (c *Encoder) encodeAnd(v sat.Var, node uint32, want Polarity) {
	c.leaves = c.appendLeaves(c.leaves[:0], node)
	c.long = append(c.long[:0], v.Pos())
	for _, x := range c.leaves {
		l := c.lit(x, want)
		if want&Positive != 0 {
			c.add(v.Neg(), l)
		}
		c.long = append(c.long, l.Not())
	}
	if want&Negative != 0 {
		c.emit(c.long)
	}
}

// appendLeaves appends the leaves of the conjunction n, looking through inner
// ANDs that are used once and have no variable yet.
func (c *Encoder) appendLeaves(leaves []Edge, n uint32) []Edge {
	m := c.graph.nodes[n]
	c.open = append(c.open[:0], m.right, m.left)
	for len(c.open) > 0 {
		e := c.open[len(c.open)-1]
		c.open = c.open[:len(c.open)-1]
		if c.inner(e) && len(leaves)+len(c.open) < maxLeaves {
			m := c.graph.nodes[e.Node()]
			c.open = append(c.open, m.right, m.left)
			continue
		}
		leaves = append(leaves, e)
	}
	return leaves
}

// inner reports whether e is an AND that needs no variable inside a larger one.
func (c *Encoder) inner(e Edge) bool {
	return !e.IsNeg() && c.graph.isAnd(e) && c.private(e.Node()) && c.shape(e.Node()).kind == shapeAnd
}

// private reports whether a node is used once and has no variable yet.
func (c *Encoder) private(n uint32) bool {
	return c.graph.fanout[n] < 2 && (int(n) >= len(c.vars) || c.vars[n] == 0)
}

func (c *Encoder) add(lits ...sat.Lit) { c.emit(c.clause[:copy(c.clause[:], lits)]) }

func (c *Encoder) emit(lits []sat.Lit) {
	c.stats.Clauses++
	c.sink.AddClause(lits...)
}
