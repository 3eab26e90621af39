// Package scc computes strongly connected components of graphs, and the nodes that can be reached. It
// imports nothing of ours. Packages of all rooms use it for loops, call graphs and dependences.
package scc

import "slices"

// Components returns the strongly connected components of a graph, in an order in which each comes
// after its successors. Nodes are numbered from 0; edges lists the successors of each. (Tarjan,
// "Depth-first search and linear graph algorithms", SIAM J. Comput. 1972.)
func Components[N ~int | ~int32](edges [][]N) [][]N {
	var out [][]N
	var stack []N
	index, low := make([]int, len(edges)), make([]int, len(edges)) // from 1
	on := make([]bool, len(edges))                                 // the stack
	next := 1
	var visit func(N)
	visit = func(v N) {
		index[v], low[v] = next, next
		next++
		stack, on[v] = append(stack, v), true
		for _, w := range edges[v] {
			switch {
			case index[w] == 0:
				visit(w)
				low[v] = min(low[v], low[w])
			case on[w]:
				low[v] = min(low[v], index[w])
			}
		}
		if low[v] != index[v] {
			return
		}
		i := len(stack) - 1
		for stack[i] != v {
			i--
		}
		part := slices.Clone(stack[i:])
		for _, w := range part {
			on[w] = false
		}
		stack = stack[:i]
		out = append(out, part)
	}
	for v := range edges {
		if index[v] == 0 {
			visit(N(v))
		}
	}
	return out
}

// Reach returns the nodes that can be reached from start, which is one of them. Next returns the successors
// of a node. It is called once for each node.
func Reach[N comparable](start N, next func(N) []N) map[N]bool { return ReachAll([]N{start}, next) }

// ReachAll returns the nodes that can be reached from several nodes, which are among them, as Reach does.
func ReachAll[N comparable](from []N, next func(N) []N) map[N]bool {
	reached := make(map[N]bool)
	for work := slices.Clone(from); len(work) > 0; {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		if !reached[n] {
			reached[n] = true
			work = append(work, next(n)...)
		}
	}
	return reached
}
