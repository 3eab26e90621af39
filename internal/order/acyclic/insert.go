package acyclic

import "fmt"

// Insert adds an edge from u to v, unless it would close a cycle: then the graph stays as it is and the
// answer is false. The labels along the cycle are then those of a path from v to u (see [Graph.Path]) and
// the given one. An edge inserted outside all levels is permanent and gets weight 0.
func (g *Graph) Insert(u, v Node, label Label, weight Weight) bool {
	if weight > MaxWeight {
		panic(fmt.Sprintf("acyclic: weight %d", weight))
	}
	if g.Reaches(v, u) {
		return false
	}
	if len(g.levels) == 0 {
		weight = 0
	}
	e := edgeID(len(g.edges))
	g.edges = append(g.edges, edge{from: u, to: v, next: g.head[u], label: label, weight: weight})
	g.head[u] = e
	if g.Reaches(u, v) {
		return true
	}
	width := g.nodes + 1
	last := g.last
	for c, at := int32(0), 0; at < len(last); c, at = c+1, at+width {
		if value := last[at+int(u)]; last[at+int(v)] < value {
			g.raise(c, v, value)
		}
	}
	return true
}

// raise makes last(c, ·) at least value on v and all that v reaches.
//
// No node of c is among them, for otherwise it would reach itself.
func (g *Graph) raise(c int32, v, value Node) {
	row, head, edges := g.row(c), g.head, g.edges
	stack := append(g.stack[:0], v)
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		end := g.start[g.chain[x]+1]
		for x < end && row[x] < value {
			first, old := x, row[x]
			for x < end && row[x] == old {
				row[x] = value
				for e := head[x]; e != 0; e = edges[e].next {
					if to := edges[e].to; row[to] < value {
						stack = append(stack, to)
					}
				}
				x++
			}
			g.log = append(g.log, Change{Chain: c, First: first, End: x, Old: old, New: value})
		}
	}
	g.stack = stack
}
