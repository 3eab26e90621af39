package circuit

import "github.com/heddle-mc/heddle/internal/solve/bitblast"

// Copier copies cones of a circuit's graph into another graph, or into itself, with other
// edges in place of some nodes.
type Copier struct {
	from, to *bitblast.Graph
	image    []bitblast.Edge // by node; NoEdge: not known yet
}

// NewCopier returns a copier in which only the constant has an image.
func NewCopier(from, to *bitblast.Graph) *Copier {
	c := &Copier{from: from, to: to, image: make([]bitblast.Edge, from.NumNodes())}
	c.image[bitblast.False.Node()] = bitblast.False
	return c
}

// Bind sets the image of an edge.
func (c *Copier) Bind(e, image bitblast.Edge) { c.image[e.Node()] = image ^ e&1 }

// Known returns the image of an edge; NoEdge: it has none yet.
func (c *Copier) Known(e bitblast.Edge) bitblast.Edge {
	if i := c.image[e.Node()]; i != bitblast.NoEdge {
		return i ^ e&1
	}
	return bitblast.NoEdge
}

// Edge returns the image of an edge, and builds it if necessary.
//
// requires: every input of the graph in its cone is bound.
func (c *Copier) Edge(e bitblast.Edge) bitblast.Edge {
	if n := c.from.NumNodes(); n > len(c.image) {
		c.image = append(c.image, make([]bitblast.Edge, n-len(c.image))...)
	}
	stack := []uint32{e.Node()}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		if c.image[n] != bitblast.NoEdge {
			stack = stack[:len(stack)-1]
			continue
		}
		l, r, and := c.from.Fanins(n)
		if !and {
			panic("circuit: copy: an input without an image")
		}
		switch x, y := c.Known(l), c.Known(r); {
		case x == bitblast.False || y == bitblast.False: // whatever the other is
			c.image[n] = bitblast.False
			stack = stack[:len(stack)-1]
		case y == bitblast.NoEdge: // which is more often an input
			stack = append(stack, r.Node())
		case x == bitblast.NoEdge:
			stack = append(stack, l.Node())
		default:
			c.image[n] = c.to.And(x, y)
			stack = stack[:len(stack)-1]
		}
	}
	return c.Known(e)
}
