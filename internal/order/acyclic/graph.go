package acyclic

import (
	"fmt"
	"math"
)

// Node names a node. Nodes are dense and start at 1; the zero value is none.
type Node int32

// Label identifies an inserted edge to the caller: NoLabel, or 0 or more.
type Label int32

// NoLabel is the label of an edge that needs no mention on a path.
const NoLabel Label = -1

// Weight counts the reasons that the label of an edge stands for.
type Weight uint8

// MaxWeight is the largest weight of an edge.
const MaxWeight Weight = 3

// edgeID indexes Graph.edges; 0 is no edge.
type edgeID int32

// edge is an inserted edge, kept in the list of its source.
type edge struct {
	from, to Node
	next     edgeID // the edge from the same source inserted before
	label    Label
	weight   Weight
}

// Change is one record of the log: every node of Chain in (Old, New] began to
// reach every node in [First, End), which belong to one other chain. Old is the
// node before the first of Chain if nothing of it reached them before.
type Change struct {
	Chain      int32
	First, End Node
	Old, New   Node
}

// Graph is an acyclic graph that changes by insertion and backtracking only.
// It is not safe for concurrent use.
type Graph struct {
	nodes int
	start []Node   // by chain: its first node; one more at the end
	chain []int32  // by node
	last  []Node   // chain·(nodes+1) + node: see the package comment
	head  []edgeID // by node: the edge inserted last from it

	edges  []edge // a stack; edges[0] is unused
	log    []Change
	levels []level
	stack  []Node // scratch of raise
	search search
}

// New returns a graph with chains of the given lengths and no other edges.
// Lengths are positive and sum up to less than 1<<31.
func New(lengths ...int) *Graph {
	n := 0
	for _, length := range lengths {
		if length < 1 || length >= math.MaxInt32-n {
			panic(fmt.Sprintf("acyclic: chain of length %d after %d nodes", length, n))
		}
		n += length
	}
	g := &Graph{
		nodes: n,
		start: make([]Node, len(lengths)+1),
		chain: make([]int32, n+1),
		last:  make([]Node, len(lengths)*(n+1)),
		head:  make([]edgeID, n+1),
		edges: make([]edge, 1),
	}
	g.search.init(len(lengths))
	next := Node(1)
	for c, length := range lengths {
		g.start[c] = next
		row := g.row(int32(c))
		for x := range row {
			row[x] = next - 1
		}
		for range length {
			g.chain[next] = int32(c)
			row[next] = next
			next++
		}
	}
	g.start[len(lengths)] = next
	return g
}

// Nodes returns the number of nodes.
func (g *Graph) Nodes() int { return g.nodes }

// Chains returns the number of chains.
func (g *Graph) Chains() int { return len(g.start) - 1 }

// Node returns the node at a position of a chain; both count from 0.
func (g *Graph) Node(chain, position int) Node { return g.start[chain] + Node(position) }

// ChainOf returns the chain of x, counted from 0.
func (g *Graph) ChainOf(x Node) int { return int(g.chain[x]) }

// Reaches reports whether there is a path from u to v; a node reaches itself.
// An edge from v to u would close a cycle iff u reaches v.
func (g *Graph) Reaches(u, v Node) bool {
	return g.last[int(g.chain[u])*(g.nodes+1)+int(v)] >= u
}

// Last returns the last node of the chain that reaches x, or the node before
// the first of the chain.
func (g *Graph) Last(chain int, x Node) Node { return g.row(int32(chain))[x] }

// Edges returns the number of inserted edges. It names the present
// state of the graph for [Graph.Path].
func (g *Graph) Edges() int { return len(g.edges) - 1 }

// Changes returns the log of changes, the oldest first. It grows by insertion
// and is cut by backtracking; the slice is valid until the next of either.
func (g *Graph) Changes() []Change { return g.log }

// Memory returns the number of bytes held.
func (g *Graph) Memory() int64 {
	return 4*int64(len(g.start)+len(g.chain)+len(g.last)+len(g.head)+cap(g.stack)) +
		edgeBytes*int64(cap(g.edges)) + changeBytes*int64(cap(g.log)) +
		levelBytes*int64(cap(g.levels)) + g.search.memory()
}

// Sizes in bytes, held by a test.
const (
	edgeBytes   = 20
	changeBytes = 20
	levelBytes  = 8
	entryBytes  = 12
)

// row returns last(c, ·).
func (g *Graph) row(c int32) []Node {
	width := g.nodes + 1
	return g.last[int(c)*width : (int(c)+1)*width]
}
