package scc

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestComponents compares the components of random graphs, and what Reach returns, with reachability.
func TestComponents(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		n := 1 + random.IntN(8)
		edges := make([][]int, n)
		reach := make([][]bool, n)
		for v := range n {
			reach[v] = make([]bool, n)
			reach[v][v] = true
		}
		for range random.IntN(2 * n) {
			v, w := random.IntN(n), random.IntN(n)
			edges[v] = append(edges[v], w)
			reach[v][w] = true
		}
		for k := range n {
			for v := range n {
				for w := range n {
					reach[v][w] = reach[v][w] || reach[v][k] && reach[k][w]
				}
			}
		}
		place := make([]int, n) // of the node's component
		count := 0
		for i, part := range Components(edges) {
			count += len(part)
			for _, v := range part {
				place[v] = i
			}
		}
		if count != n {
			t.Fatalf("%v: %d nodes in components", edges, count)
		}
		for v := range n {
			reached := Reach(v, func(v int) []int { return edges[v] })
			for w := range n {
				if reached[w] != reach[v][w] {
					t.Fatalf("%v: reaches %d from %d: %t", edges, w, v, reached[w])
				}
				if together := place[v] == place[w]; together != (reach[v][w] && reach[w][v]) {
					t.Fatalf("%v: %d and %d together: %t", edges, v, w, together)
				}
			}
			if i := slices.IndexFunc(edges[v], func(w int) bool { return place[w] > place[v] }); i >= 0 {
				t.Fatalf("%v: %d before its successor", edges, v)
			}
		}
	}
}
