package bitblast

import (
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"testing"
)

// TestRewriteRules checks each rule of rewrite.go on its own, in both operand
// orders, and that no rule goes untested.
func TestRewriteRules(t *testing.T) {
	tests := []struct {
		rule string
		make func(g *Graph, a, b, c Edge) (left, right, want Edge)
	}{
		{"neutrality", func(g *Graph, a, b, c Edge) (Edge, Edge, Edge) { return a, True, a }},
		{"boundedness", func(g *Graph, a, b, c Edge) (Edge, Edge, Edge) { return a, False, False }},
		{"idempotence", func(g *Graph, a, b, c Edge) (Edge, Edge, Edge) { return a, a, a }},
		{"contradiction", func(g *Graph, a, b, c Edge) (Edge, Edge, Edge) { return a, a.Not(), False }},
		{"contradiction-asymmetric", func(g *Graph, a, b, c Edge) (Edge, Edge, Edge) {
			return g.And(a, b), a.Not(), False
		}},
		{"idempotence-asymmetric", func(g *Graph, a, b, c Edge) (Edge, Edge, Edge) {
			return g.And(a, b), a, g.And(a, b)
		}},
		{"subsumption-asymmetric", func(g *Graph, a, b, c Edge) (Edge, Edge, Edge) {
			return g.And(a, b).Not(), a.Not(), a.Not()
		}},
		{"substitution-asymmetric-left", func(g *Graph, a, b, c Edge) (Edge, Edge, Edge) {
			return g.And(b, a).Not(), b, g.And(a.Not(), b)
		}},
		{"substitution-asymmetric-right", func(g *Graph, a, b, c Edge) (Edge, Edge, Edge) {
			return g.And(b, a).Not(), a, g.And(b.Not(), a)
		}},
		{"contradiction-symmetric", func(g *Graph, a, b, c Edge) (Edge, Edge, Edge) {
			return g.And(a, b), g.And(a.Not(), c), False
		}},
		{"idempotence-symmetric-left", func(g *Graph, a, b, c Edge) (Edge, Edge, Edge) {
			return g.And(c, b), g.And(c, a), g.And(a, g.And(c, b))
		}},
		{"idempotence-symmetric-right", func(g *Graph, a, b, c Edge) (Edge, Edge, Edge) {
			return g.And(c, a), g.And(b, a), g.And(b, g.And(c, a))
		}},
		{"subsumption-symmetric", func(g *Graph, a, b, c Edge) (Edge, Edge, Edge) {
			return g.And(a, b), g.And(a.Not(), c).Not(), g.And(a, b)
		}},
		{"substitution-symmetric-left", func(g *Graph, a, b, c Edge) (Edge, Edge, Edge) {
			return g.And(a, b), g.And(b, c).Not(), g.And(g.And(a, b), c.Not())
		}},
		{"substitution-symmetric-right", func(g *Graph, a, b, c Edge) (Edge, Edge, Edge) {
			return g.And(a, b), g.And(a, c).Not(), g.And(g.And(a, b), c.Not())
		}},
		{"resolution-left", func(g *Graph, a, b, c Edge) (Edge, Edge, Edge) {
			return g.And(c, b).Not(), g.And(c, b.Not()).Not(), c.Not()
		}},
		{"resolution-right", func(g *Graph, a, b, c Edge) (Edge, Edge, Edge) {
			return g.And(b, a).Not(), g.And(b.Not(), a).Not(), a.Not()
		}},
	}
	var tested []string
	for _, tt := range tests {
		tested = append(tested, tt.rule)
		t.Run(tt.rule, func(t *testing.T) {
			g := NewGraph()
			left, right, want := tt.make(g, g.Input(), g.Input(), g.Input())
			before := g.NumAnds()
			if got := g.And(left, right); got != want {
				t.Errorf("left ∧ right = %d, want %d", got, want)
			}
			if got := g.And(right, left); got != want {
				t.Errorf("right ∧ left = %d, want %d", got, want)
			}
			if g.NumAnds() != before {
				t.Errorf("the rule added %d nodes", g.NumAnds()-before)
			}
		})
	}
	source, err := os.ReadFile("rewrite.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`// rule: (\S+)`).FindAllSubmatch(source, -1) {
		if !slices.Contains(tested, string(m[1])) {
			t.Errorf("rule %s has no test", m[1])
		}
	}
}

// TestGraphRandom builds random gates over few inputs, so that rules meet each
// other, and compares every node with its definition on all assignments.
func TestGraphRandom(t *testing.T) {
	patterns := []uint64{0xAAAAAAAAAAAAAAAA, 0xCCCCCCCCCCCCCCCC, 0xF0F0F0F0F0F0F0F0, 0xFF00FF00FF00FF00, 0xFFFF0000FFFF0000}
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 7))
		g := NewGraph()
		edges, want, inputs := []Edge{False}, []uint64{0}, map[Edge]uint64{}
		for _, p := range patterns {
			e := g.Input()
			edges, want, inputs[e] = append(edges, e), append(want, p), p
		}
		pick := func() (Edge, uint64) {
			i := rng.IntN(len(edges))
			if rng.IntN(2) == 0 {
				return edges[i].Not(), ^want[i]
			}
			return edges[i], want[i]
		}
		for range 150 {
			a, va := pick()
			b, vb := pick()
			c, vc := pick()
			var e Edge
			var v uint64
			switch rng.IntN(4) {
			case 0:
				e, v = g.And(a, b), va&vb
			case 1:
				e, v = g.Xor(a, b), va^vb
			case 2:
				e, v = g.Ite(a, b, c), va&vb|^va&vc
			case 3:
				e, v = g.Maj(a, b, c), va&vb|va&vc|vb&vc
			}
			edges, want = append(edges, e), append(want, v)
		}
		val := simulate(g, inputs)
		for i, e := range edges {
			if got := edgeValue(val, e); got != want[i] {
				t.Fatalf("seed %d: gate %d is %x, want %x", seed, i, got, want[i])
			}
		}
		seen := map[node]bool{}
		for _, n := range g.nodes[2:] {
			if n.left != NoEdge && (seen[n] || n.left <= n.right) {
				t.Fatalf("seed %d: node %v is repeated or unordered", seed, n)
			}
			seen[n] = true
		}
	}
}
