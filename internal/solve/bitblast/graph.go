package bitblast

import "math"

// Edge points at a node of a Graph and may negate it: 2·node + sign, the same
// coding as sat.Lit. The zero value is no edge; node 1 is the constant.
type Edge uint32

// The constant edges.
const (
	NoEdge Edge = 0
	False  Edge = 2
	True   Edge = 3
)

// Not returns the negation of e.
func (e Edge) Not() Edge { return e ^ 1 }

// IsNeg reports whether e negates its node.
func (e Edge) IsNeg() bool { return e&1 != 0 }

// IsConst reports whether e is False or True.
func (e Edge) IsConst() bool { return e>>1 == 1 }

// Node returns the index of the node e points at.
func (e Edge) Node() uint32 { return uint32(e >> 1) }

// node is an AND of two edges with left > right. An input has left = NoEdge.
type node struct{ left, right Edge }

// Graph is an and-inverter graph. Nodes are numbered in the order of their
// creation, operands before their users, and are never removed, so an Edge
// stays valid for the life of the graph. Structurally equal ANDs are one node.
//
//	index   0        1         2        3        …
//	node    unused   constant  input    (a ∧ b)
//
// A Graph is used by one goroutine. It implements Gates[Edge].
type Graph struct {
	nodes []node
	// fanout counts the ANDs that use a node, saturating at 2.
	fanout []uint8
	// table is an open-addressed hash table of AND nodes, 0 for free slots;
	// its length is a power of two and at least twice the number of nodes.
	table []uint32
	ands  int
}

// NewGraph returns a graph that holds only the constant.
func NewGraph() *Graph {
	return &Graph{
		nodes:  make([]node, 2, 1024),
		fanout: make([]uint8, 2, 1024),
		table:  make([]uint32, 2048),
	}
}

// NumAnds returns the number of AND nodes.
func (g *Graph) NumAnds() int { return g.ands }

// NumNodes returns the number of nodes, the constant and the unused node 0
// included: every node index is below it.
func (g *Graph) NumNodes() int { return len(g.nodes) }

// Fanins returns the operands of a node, left > right; of an input, the constant or the
// unused node there are none.
func (g *Graph) Fanins(n uint32) (left, right Edge, isAnd bool) {
	m := g.nodes[n]
	return m.left, m.right, m.left != NoEdge
}

// Input adds an input and returns its edge.
func (g *Graph) Input() Edge { return g.push(node{}) }

// False returns the constant false.
func (g *Graph) False() Edge { return False }

// Not returns ¬a.
func (g *Graph) Not(a Edge) Edge { return a ^ 1 }

// And returns a ∧ b, after rewriting.
func (g *Graph) And(a, b Edge) Edge {
	for {
		if a < b {
			a, b = b, a
		}
		x, y := g.rewrite(a, b)
		if y == True {
			return x
		}
		if x == a && y == b {
			return g.lookup(a, b)
		}
		a, b = x, y
	}
}

// Xor returns a ⊕ b. Signs are taken out first, so that a ⊕ b and ¬a ⊕ b share
// their nodes.
func (g *Graph) Xor(a, b Edge) Edge {
	flip := (a ^ b) & 1
	a, b = a&^1, b&^1
	return g.And(g.And(a, b)^1, g.And(a^1, b^1)^1) ^ flip
}

// Ite returns t where c holds and e elsewhere, with positive c and t for the
// sake of sharing.
func (g *Graph) Ite(c, t, e Edge) Edge {
	if c.IsNeg() {
		c, t, e = c^1, e, t
	}
	flip := t & 1
	t, e = t^flip, e^flip
	return g.And(g.And(c, t)^1, g.And(c^1, e)^1) ^ 1 ^ flip
}

// Maj returns the majority of a, b, c as (a ∧ b) ∨ (c ∧ (a ∨ b)); it is its
// own dual, which makes the first operand positive.
func (g *Graph) Maj(a, b, c Edge) Edge {
	flip := a & 1
	a, b, c = a^flip, b^flip, c^flip
	both := g.And(a, b)
	neither := g.And(a^1, b^1)
	return g.And(both^1, g.And(c, neither^1)^1) ^ 1 ^ flip
}

// isAnd reports whether e points at an AND node.
func (g *Graph) isAnd(e Edge) bool { return g.nodes[e.Node()].left != NoEdge }

// push appends a node and returns its positive edge.
func (g *Graph) push(n node) Edge {
	i := len(g.nodes)
	if i > math.MaxInt32/2 {
		panic("bitblast: and-inverter graph exceeds 2^30 nodes")
	}
	g.nodes = append(g.nodes, n)
	g.fanout = append(g.fanout, 0)
	return Edge(i) << 1
}

// lookup returns the node of a ∧ b with a > b, adding it if it is new.
func (g *Graph) lookup(a, b Edge) Edge {
	mask := uint32(len(g.table) - 1)
	i := hash(a, b) & mask
	for g.table[i] != 0 {
		if n := g.nodes[g.table[i]]; n.left == a && n.right == b {
			return Edge(g.table[i]) << 1
		}
		i = (i + 1) & mask
	}
	e := g.push(node{a, b})
	g.table[i] = e.Node()
	g.use(a)
	g.use(b)
	g.ands++
	if 2*g.ands >= len(g.table) {
		g.grow()
	}
	return e
}

func (g *Graph) use(e Edge) {
	if f := &g.fanout[e.Node()]; *f < 2 {
		*f++
	}
}

// grow doubles the hash table.
func (g *Graph) grow() {
	g.table = make([]uint32, 2*len(g.table))
	mask := uint32(len(g.table) - 1)
	for id, n := range g.nodes {
		if n.left == NoEdge {
			continue
		}
		i := hash(n.left, n.right) & mask
		for g.table[i] != 0 {
			i = (i + 1) & mask
		}
		g.table[i] = uint32(id)
	}
}

// hash mixes two edges; multiplication spreads low bits up, the shift brings
// high bits down to where the table mask looks.
func hash(a, b Edge) uint32 {
	h := (uint64(a)<<32 | uint64(b)) * 0x9E3779B97F4A7C15
	return uint32(h >> 32)
}
