package acyclic

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// pair is an edge to insert.
type pair struct{ u, v Node }

// interleaved returns edges of a random execution of the given threads: each
// node may get an edge from the node of another chain executed last.
func interleaved(g *Graph, length int, rng *rand.Rand) []pair {
	var edges []pair
	at := make([]int, g.Chains())
	last := Node(0)
	for range g.Nodes() {
		c := rng.IntN(len(at))
		for at[c] == length {
			c = (c + 1) % len(at)
		}
		x := g.Node(c, at[c])
		at[c]++
		if last != 0 && g.ChainOf(last) != c {
			edges = append(edges, pair{last, x})
		}
		last = x
	}
	rng.Shuffle(len(edges), func(i, j int) { edges[i], edges[j] = edges[j], edges[i] })
	return edges
}

// grid returns the edges between the rows of a grid whose rows are chains.
func grid(g *Graph, length int, rng *rand.Rand) []pair {
	var edges []pair
	for c := 1; c < g.Chains(); c++ {
		for i := range length {
			edges = append(edges, pair{g.Node(c-1, i), g.Node(c, i)})
		}
	}
	rng.Shuffle(len(edges), func(i, j int) { edges[i], edges[j] = edges[j], edges[i] })
	return edges
}

// dense returns random edges, most of which close a cycle: as many as there are
// pairs of nodes of one position.
func dense(g *Graph, length int, rng *rand.Rand) []pair {
	var edges []pair
	for range length * g.Chains() * g.Chains() {
		u, v := Node(1+rng.IntN(g.Nodes())), Node(1+rng.IntN(g.Nodes()))
		edges = append(edges, pair{u, v})
	}
	return edges
}

// run inserts the edges, a level for every eight; it explains every refused one
// and takes two levels back after each 64.
func run(g *Graph, edges []pair, buf []Label) []Label {
	for i, e := range edges {
		if i%8 == 0 {
			g.Open()
		}
		if !g.Insert(e.u, e.v, Label(i), 1) {
			buf = g.Path(e.v, e.u, g.Edges(), buf[:0])
		}
		if i%64 == 63 {
			g.Close(g.Level() - 2)
		}
	}
	g.Close(0)
	return buf
}

var families = []struct {
	name string
	make func(*Graph, int, *rand.Rand) []pair
}{{"chains", interleaved}, {"grid", grid}, {"dense", dense}}

// BenchmarkInsert shows the growth of the time per edge.
func BenchmarkInsert(b *testing.B) {
	for _, f := range families {
		for _, size := range []struct{ chains, length int }{
			{2, 50}, {2, 200}, {2, 800}, {4, 200}, {8, 200}, {16, 200}, {64, 50},
		} {
			b.Run(fmt.Sprintf("%s/chains=%d/length=%d", f.name, size.chains, size.length), func(b *testing.B) {
				g := graphOf(size.chains, size.length)
				edges := f.make(g, size.length, rand.New(rand.NewPCG(1, 2)))
				buf := run(g, edges, nil)
				b.ReportAllocs()
				for b.Loop() {
					buf = run(g, edges, buf)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(edges)), "ns/edge")
			})
		}
	}
}

func graphOf(chains, length int) *Graph {
	lengths := make([]int, chains)
	for c := range lengths {
		lengths[c] = length
	}
	return New(lengths...)
}

func TestDoesNotAllocate(t *testing.T) {
	for _, f := range families {
		g := graphOf(5, 40)
		edges := f.make(g, 40, rand.New(rand.NewPCG(3, 4)))
		buf := run(g, edges, nil)
		if n := testing.AllocsPerRun(10, func() { buf = run(g, edges, buf) }); n != 0 {
			t.Errorf("%s: %v allocations per run", f.name, n)
		}
	}
}
