package bitblast

// shapeKind names how a node is written as clauses.
type shapeKind uint8

const (
	shapeAnd shapeKind = iota // a conjunction, operands found by appendLeaves
	shapeXor                  // a ⊕ b
	shapeIte                  // c ? a : b
	shapeMaj                  // maj(a, b, c)
)

// shape is a recognised node with its operands.
type shape struct {
	kind    shapeKind
	a, b, c Edge
}

// shape recognises the AND node n; see Encoder for the patterns. Only an AND
// of two negated ANDs can be more than a conjunction.
func (c *Encoder) shape(n uint32) shape {
	g := c.graph
	m := g.nodes[n]
	if !m.left.IsNeg() || !m.right.IsNeg() || !g.isAnd(m.left) || !g.isAnd(m.right) {
		return shape{}
	}
	x, y := g.nodes[m.left.Node()], g.nodes[m.right.Node()]
	if s, ok := multiplexer(x, y); ok {
		return s
	}
	if s, ok := g.majority(x, y); ok {
		return s
	}
	if s, ok := g.majority(y, x); ok {
		return s
	}
	return shape{}
}

// multiplexer matches ¬x ∧ ¬y with x = (c ∧ a), y = (¬c ∧ b).
func multiplexer(x, y node) (shape, bool) {
	var c, a, b Edge
	switch {
	case x.left == y.left^1:
		c, a, b = x.left, x.right, y.right
	case x.left == y.right^1:
		c, a, b = x.left, x.right, y.left
	case x.right == y.left^1:
		c, a, b = x.right, x.left, y.right
	case x.right == y.right^1:
		c, a, b = x.right, x.left, y.left
	default:
		return shape{}, false
	}
	if a == b^1 {
		return shape{kind: shapeXor, a: c, b: a}, true
	}
	return shape{kind: shapeIte, a: a ^ 1, b: b ^ 1, c: c}, true
}

// majority matches ¬p ∧ ¬q with p = (a ∧ b), q = (c ∧ ¬(¬a ∧ ¬b)), which is
// the negated majority: operands are returned negated, majority being its own
// dual.
func (g *Graph) majority(p, q node) (shape, bool) {
	for _, e := range [2][2]Edge{{q.left, q.right}, {q.right, q.left}} {
		or, c := e[0], e[1]
		if !or.IsNeg() || !g.isAnd(or) {
			continue
		}
		r := g.nodes[or.Node()]
		if r.left == p.left^1 && r.right == p.right^1 || r.left == p.right^1 && r.right == p.left^1 {
			return shape{kind: shapeMaj, a: p.left ^ 1, b: p.right ^ 1, c: c ^ 1}, true
		}
	}
	return shape{}, false
}
