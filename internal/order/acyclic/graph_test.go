package acyclic

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"
)

// oracle recomputes everything from the list of edges.
type oracle struct {
	n      int
	chain  []bool // by node: the node before it is in its chain
	edges  []edge
	levels []int
}

func newOracle(lengths []int) *oracle {
	o := &oracle{chain: []bool{false}}
	for _, length := range lengths {
		for i := range length {
			o.chain = append(o.chain, i > 0)
		}
		o.n += length
	}
	return o
}

// distances returns the weight of a lightest path between every two nodes over
// the given edges, or -1.
func (o *oracle) distances(edges []edge) [][]int {
	d := make([][]int, o.n+1)
	for u := range d {
		d[u] = make([]int, o.n+1)
		for v := range d[u] {
			d[u][v] = -1
		}
		d[u][u] = 0
		if u > 1 && o.chain[u] {
			d[u-1][u] = 0
		}
	}
	for _, e := range edges {
		if old := d[e.from][e.to]; old < 0 || old > int(e.weight) {
			d[e.from][e.to] = int(e.weight)
		}
	}
	for k := range d {
		for u := range d {
			for v := range d {
				if d[u][k] >= 0 && d[k][v] >= 0 {
					if sum := d[u][k] + d[k][v]; d[u][v] < 0 || d[u][v] > sum {
						d[u][v] = sum
					}
				}
			}
		}
	}
	return d
}

// dump returns everything that later behaviour depends on as text.
func dump(g *Graph) string {
	return fmt.Sprint(g.last, g.head, g.edges, g.log, g.levels)
}

// checkAgainst compares reachability of all pairs and the weight and
// connectedness of the paths of some of them.
func checkAgainst(t *testing.T, g *Graph, o *oracle, rng *rand.Rand) {
	t.Helper()
	d := o.distances(o.edges)
	for u := 1; u <= o.n; u++ {
		for v := 1; v <= o.n; v++ {
			if got, want := g.Reaches(Node(u), Node(v)), d[u][v] >= 0; got != want {
				t.Fatalf("%d reaches %d: got %v, want %v", u, v, got, want)
			}
		}
	}
	first := rng.IntN(len(o.edges) + 1)
	d = o.distances(o.edges[:first])
	for range 5 {
		u, v := 1+rng.IntN(o.n), 1+rng.IntN(o.n)
		if d[u][v] < 0 {
			continue
		}
		labels := g.Path(Node(u), Node(v), first, nil)
		slices.Reverse(labels)
		weight := 0
		at := u
		for _, l := range labels {
			e := o.edges[l]
			if int(l) >= first {
				t.Fatalf("path %d to %d uses edge %d of %d", u, v, l, first)
			}
			if d[at][e.from] != 0 {
				t.Fatalf("path %d to %d: %v breaks at edge %d", u, v, labels, l)
			}
			at = int(e.to)
			weight += int(e.weight)
		}
		if d[at][v] != 0 || weight != d[u][v] {
			t.Fatalf("path %d to %d: %v weighs %d, want %d", u, v, labels, weight, d[u][v])
		}
	}
}

// TestRandom inserts and takes back random edges and compares with the
// recomputed closure.
func TestRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 11))
	for range 150 {
		lengths := make([]int, 1+rng.IntN(6))
		for c := range lengths {
			lengths[c] = 1 + rng.IntN(6)
		}
		g, o := New(lengths...), newOracle(lengths)
		var dumps []string
		for range 60 {
			switch p := rng.IntN(10); {
			case p < 2:
				dumps = append(dumps, dump(g))
				o.levels = append(o.levels, len(o.edges))
				g.Open()
			case p < 3 && len(dumps) > 0:
				to := rng.IntN(len(dumps))
				g.Close(to)
				if got := dump(g); got != dumps[to] {
					t.Fatalf("after backtracking\n%s\nbefore\n%s", got, dumps[to])
				}
				o.edges = o.edges[:o.levels[to]]
				dumps, o.levels = dumps[:to], o.levels[:to]
			default:
				insertBoth(t, g, o, rng)
			}
			checkAgainst(t, g, o, rng)
		}
	}
}

// insertBoth inserts a random edge and checks the answer and the log.
func insertBoth(t *testing.T, g *Graph, o *oracle, rng *rand.Rand) {
	t.Helper()
	e := edge{from: Node(1 + rng.IntN(o.n)), to: Node(1 + rng.IntN(o.n)), weight: Weight(rng.IntN(int(MaxWeight) + 1))}
	before := o.distances(o.edges)
	state, logged := dump(g), len(g.Changes())
	want := before[e.to][e.from] < 0
	if got := g.Insert(e.from, e.to, Label(len(o.edges)), e.weight); got != want {
		t.Fatalf("insert %d %d: got %v, want %v", e.from, e.to, got, want)
	}
	if !want {
		if got := dump(g); got != state {
			t.Fatalf("refused edge changed\n%s\nto\n%s", state, got)
		}
		return
	}
	if g.Level() == 0 {
		e.weight = 0
	}
	o.edges = append(o.edges, e)
	if g.Edges() != len(o.edges) {
		t.Fatalf("got %d edges, want %d", g.Edges(), len(o.edges))
	}
	after := o.distances(o.edges)
	told := map[[2]int]int{}
	for _, ch := range g.Changes()[logged:] {
		for f := ch.First; f < ch.End; f++ {
			for b := ch.Old + 1; b <= ch.New; b++ {
				if g.ChainOf(b) != int(ch.Chain) {
					t.Fatalf("%v names %d of another chain", ch, b)
				}
				told[[2]int{int(b), int(f)}]++
			}
		}
	}
	for b := range after {
		for f := range after {
			want := 0
			if before[b][f] < 0 && after[b][f] >= 0 {
				want = 1
			}
			if got := told[[2]int{b, f}]; got != want {
				t.Fatalf("pair %d, %d told %d times, want %d", b, f, got, want)
			}
		}
	}
}

func TestChains(t *testing.T) {
	g := New(3, 1, 2)
	if g.Nodes() != 6 || g.Chains() != 3 {
		t.Fatalf("got %d nodes in %d chains", g.Nodes(), g.Chains())
	}
	for c, nodes := range [][]Node{{1, 2, 3}, {4}, {5, 6}} {
		for i, x := range nodes {
			if g.Node(c, i) != x || g.ChainOf(x) != c {
				t.Errorf("chain %d position %d: got node %d of chain %d", c, i, g.Node(c, i), g.ChainOf(x))
			}
		}
	}
	if !g.Reaches(1, 3) || g.Reaches(3, 1) || g.Reaches(3, 4) || !g.Reaches(4, 4) {
		t.Error("wrong order of chains")
	}
	if g.Last(0, 5) != 0 || g.Last(2, 1) != 4 || g.Last(2, 6) != 6 {
		t.Error("wrong last nodes")
	}
}

// TestPermanent checks that edges outside levels stay and are preferred.
func TestPermanent(t *testing.T) {
	g := New(2, 2, 2)
	g.Insert(2, 3, NoLabel, 1)
	g.Insert(1, 3, 0, 1)
	g.Insert(3, 6, 1, 3)
	g.Open()
	g.Insert(4, 5, 2, 1)
	for _, c := range []struct {
		u, v Node
		want []Label
	}{{1, 5, []Label{2}}, {1, 6, []Label{1}}} {
		if got := g.Path(c.u, c.v, g.Edges(), nil); !slices.Equal(got, c.want) && !slices.Equal(got, append(c.want, 0)) {
			t.Errorf("path from %d to %d: got %v, want %v", c.u, c.v, got, c.want)
		}
	}
	g.Close(0)
	if !g.Reaches(1, 4) || g.Reaches(1, 5) {
		t.Error("wrong edges left")
	}
}

func TestPanics(t *testing.T) {
	cases := []struct {
		name string
		call func()
	}{
		{"empty chain", func() { New(1, 0) }},
		{"close unopened level", func() { New(1).Close(1) }},
		{"weight", func() { New(1, 1).Insert(1, 2, 0, MaxWeight+1) }},
		{"no path", func() { New(1, 1).Path(1, 2, 0, nil) }},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			c.call()
		})
	}
}

func TestSizes(t *testing.T) {
	cases := []struct {
		name      string
		got, want uintptr
	}{
		{"edge", unsafe.Sizeof(edge{}), edgeBytes},
		{"Change", unsafe.Sizeof(Change{}), changeBytes},
		{"level", unsafe.Sizeof(level{}), levelBytes},
		{"entry", unsafe.Sizeof(entry{}), entryBytes},
	}
	for _, c := range cases {
		if c.got != c.want {
			t.Errorf("%s has %d bytes, want %d", c.name, c.got, c.want)
		}
	}
}
