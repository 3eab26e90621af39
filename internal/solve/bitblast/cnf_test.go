package bitblast

import (
	"math/rand/v2"
	"testing"

	"github.com/heddle-mc/heddle/internal/solve/sat"
)

// clauses is a sink with a naive decision procedure: the slow reference.
type clauses struct {
	vars sat.Var
	list [][]sat.Lit
}

func (c *clauses) NewVar() sat.Var {
	c.vars++
	return c.vars
}

func (c *clauses) AddClause(lits ...sat.Lit) {
	c.list = append(c.list, append([]sat.Lit(nil), lits...))
}

// satisfiable decides the clauses under assumptions by unit propagation and
// splitting.
func (c *clauses) satisfiable(assumptions ...sat.Lit) bool {
	vals := make([]int8, c.vars+1)
	return c.dpll(vals, assumptions)
}

func (c *clauses) dpll(vals []int8, set []sat.Lit) bool {
	vals = append([]int8(nil), vals...)
	value := func(l sat.Lit) int8 {
		if l.IsNeg() {
			return -vals[l.Var()]
		}
		return vals[l.Var()]
	}
	assign := func(l sat.Lit) {
		vals[l.Var()] = 1
		if l.IsNeg() {
			vals[l.Var()] = -1
		}
	}
	for _, l := range set {
		if value(l) < 0 {
			return false
		}
		assign(l)
	}
	var open sat.Lit
	for changed := true; changed; {
		changed = false
		open = sat.NoLit
	next:
		for _, cl := range c.list {
			free, unit := 0, sat.NoLit
			for _, l := range cl {
				switch value(l) {
				case 1:
					continue next
				case 0:
					free++
					unit = l
				}
			}
			switch free {
			case 0:
				return false
			case 1:
				assign(unit)
				changed = true
			default:
				open = unit
			}
		}
	}
	if open == sat.NoLit {
		return true
	}
	return c.dpll(vals, []sat.Lit{open}) || c.dpll(vals, []sat.Lit{open.Not()})
}

// TestEncoderHalves encodes random graphs piece by piece in random polarities. After each piece it
// checks, on all inputs, that every returned literal is tied to its function as its polarity promises,
// and that no other assignment is excluded.
func TestEncoderHalves(t *testing.T) {
	patterns := []uint64{0xAAAAAAAAAAAAAAAA, 0xCCCCCCCCCCCCCCCC, 0xF0F0F0F0F0F0F0F0, 0xFF00FF00FF00FF00}
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 3))
		g := NewGraph()
		inputs := map[Edge]uint64{}
		edges := []Edge{True}
		var ins []Edge
		for _, p := range patterns {
			e := g.Input()
			ins, edges, inputs[e] = append(ins, e), append(edges, e), p
		}
		pick := func() Edge { return edges[rng.IntN(len(edges))] ^ Edge(rng.IntN(2)) }
		sink := &clauses{}
		enc := NewEncoder(g, sink)
		var inLits []sat.Lit
		for _, e := range ins {
			inLits = append(inLits, enc.Literal(e, Both))
		}
		type handed struct {
			edge Edge
			lit  sat.Lit
			p    Polarity
		}
		var out []handed
		for range 5 {
			for range 6 {
				switch rng.IntN(5) {
				case 0:
					edges = append(edges, g.Xor(pick(), pick()))
				case 1:
					edges = append(edges, g.Ite(pick(), pick(), pick()))
				case 2:
					edges = append(edges, g.Maj(pick(), pick(), pick()))
				default:
					edges = append(edges, g.And(pick(), pick()))
				}
			}
			h := handed{edge: pick(), p: Polarity(1 + rng.IntN(3))}
			h.lit = enc.Literal(h.edge, h.p)
			out = append(out, h)
			val := simulate(g, inputs)
			for k := range 16 {
				var at []sat.Lit
				for i, l := range inLits {
					at = append(at, l.XorSign(patterns[i]>>k&1 == 0))
				}
				if !sink.satisfiable(at...) {
					t.Fatalf("seed %d: input %d is cut off", seed, k)
				}
				for _, h := range out {
					f := edgeValue(val, h.edge)>>k&1 != 0
					checkSide(t, sink, at, h.lit, f, h.p&Positive != 0)
					checkSide(t, sink, at, h.lit.Not(), !f, h.p&Negative != 0)
				}
			}
		}
	}
}

// checkSide checks that l is possible if f holds, and impossible otherwise if
// the encoding is tied on that side.
func checkSide(t *testing.T, sink *clauses, at []sat.Lit, l sat.Lit, f, tied bool) {
	t.Helper()
	can := sink.satisfiable(append(at[:len(at):len(at)], l)...)
	if f && !can {
		t.Fatalf("literal %v is impossible where its function holds", l)
	}
	if !f && tied && can {
		t.Fatalf("literal %v is possible where its function fails", l)
	}
}

// TestEncoderAssert compares assertion with the truth table of the conjunction.
func TestEncoderAssert(t *testing.T) {
	patterns := []uint64{0xAAAAAAAAAAAAAAAA, 0xCCCCCCCCCCCCCCCC, 0xF0F0F0F0F0F0F0F0, 0xFF00FF00FF00FF00}
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 5))
		g := NewGraph()
		inputs := map[Edge]uint64{}
		edges := []Edge{}
		var ins []Edge
		for _, p := range patterns {
			e := g.Input()
			ins, edges, inputs[e] = append(ins, e), append(edges, e), p
		}
		pick := func() Edge { return edges[rng.IntN(len(edges))] ^ Edge(rng.IntN(2)) }
		for range 14 {
			switch rng.IntN(6) {
			case 0:
				edges = append(edges, g.Ite(pick(), pick(), pick()))
			case 1:
				edges = append(edges, g.Xor(pick(), pick()))
			case 2:
				equal := g.And(g.Xor(pick(), pick()), g.Xor(pick(), pick()))
				edges = append(edges, g.And(equal, pick()).Not())
			case 3:
				equal := g.And(g.Xor(pick(), pick()), g.Xor(pick(), pick()))
				edges = append(edges, g.And(equal.Not(), pick()).Not())
			default:
				edges = append(edges, g.And(pick(), pick()))
			}
		}
		sink := &clauses{}
		enc := NewEncoder(g, sink)
		holds := ^uint64(0)
		val := simulate(g, inputs)
		for range 2 {
			e := pick()
			enc.Assert(e)
			holds &= edgeValue(val, e)
		}
		var inLits []sat.Lit
		for _, e := range ins {
			inLits = append(inLits, enc.Literal(e, Both))
		}
		for k := range 16 {
			var at []sat.Lit
			for i, l := range inLits {
				at = append(at, l.XorSign(patterns[i]>>k&1 == 0))
			}
			if got, want := sink.satisfiable(at...), holds>>k&1 != 0; got != want {
				t.Fatalf("seed %d input %d: satisfiable %v, want %v", seed, k, got, want)
			}
		}
	}
}

// TestEncoderShapes pins what each recognised shape costs in both polarities.
func TestEncoderShapes(t *testing.T) {
	tests := []struct {
		name          string
		make          func(g *Graph, a, b, c, d Edge) []Edge
		vars, clauses int
		count         func(EncoderStats) int
	}{
		{"xor", func(g *Graph, a, b, c, d Edge) []Edge { return []Edge{g.Xor(a, b)} }, 3, 4,
			func(s EncoderStats) int { return s.Xors }},
		{"ite", func(g *Graph, a, b, c, d Edge) []Edge { return []Edge{g.Ite(a, b, c)} }, 4, 4,
			func(s EncoderStats) int { return s.Ites }},
		{"negated ite", func(g *Graph, a, b, c, d Edge) []Edge { return []Edge{g.Ite(a.Not(), b.Not(), c)} }, 4, 4,
			func(s EncoderStats) int { return s.Ites }},
		{"majority", func(g *Graph, a, b, c, d Edge) []Edge { return []Edge{g.Maj(a, b, c)} }, 4, 6,
			func(s EncoderStats) int { return s.Majs }},
		{"negated majority", func(g *Graph, a, b, c, d Edge) []Edge { return []Edge{g.Maj(a.Not(), b, c.Not())} }, 4, 6,
			func(s EncoderStats) int { return s.Majs }},
		{"n-ary and", func(g *Graph, a, b, c, d Edge) []Edge { return []Edge{g.And(g.And(a, b), g.And(c, d))} }, 5, 5,
			func(s EncoderStats) int { return s.Ands }},
		{"full adder", func(g *Graph, a, b, c, d Edge) []Edge {
			return []Edge{g.Xor(g.Xor(a, b), c), g.Maj(a, b, c)}
		}, 6, 14, func(s EncoderStats) int { return s.Xors - s.Majs }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := NewGraph()
			roots := tt.make(g, g.Input(), g.Input(), g.Input(), g.Input())
			enc := NewEncoder(g, &clauses{})
			for _, e := range roots {
				enc.Literal(e, Positive)
				enc.Literal(e, Negative)
			}
			s := enc.Stats()
			if s.Vars != tt.vars || s.Clauses != tt.clauses {
				t.Errorf("%d variables, %d clauses, want %d, %d", s.Vars, s.Clauses, tt.vars, tt.clauses)
			}
			if tt.count(s) == 0 {
				t.Errorf("shape not recognised: %+v", s)
			}
			enc.Literal(roots[0], Both)
			if got := enc.Stats(); got != s {
				t.Errorf("a second use wrote something: %+v, then %+v", s, got)
			}
		})
	}
}

// TestEncoderPolarity checks that one-sided use writes one half only.
func TestEncoderPolarity(t *testing.T) {
	g := NewGraph()
	e := g.And(g.Input(), g.Input())
	sink := &clauses{}
	enc := NewEncoder(g, sink)
	enc.Literal(e, Positive)
	if len(sink.list) != 2 {
		t.Fatalf("positive half has %d clauses, want 2", len(sink.list))
	}
	enc.Literal(e.Not(), Positive)
	if len(sink.list) != 3 {
		t.Fatalf("both halves have %d clauses, want 3", len(sink.list))
	}
}

// TestEncoderDistributes pins the cost of an asserted condition on the equality of two vectors: a
// variable per input, and two clauses per bit.
func TestEncoderDistributes(t *testing.T) {
	const width = 8
	for _, tt := range []struct {
		name          string
		shared        bool // the equality is used elsewhere
		conditions    int
		vars, clauses int
	}{
		{"one condition", false, 1, 2*width + 1, 2 * width},
		{"few conditions", false, maxCondition, 2*width + maxCondition, 2 * width},
		// The equality gets a variable, and one per bit; each is tied to its function
		// in one direction.
		{"many conditions", false, maxCondition + 1, 3*width + maxCondition + 2, 3*width + 1},
		{"shared", true, 1, 3*width + 2, 3*width + 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := NewGraph()
			equal := True
			for range width {
				equal = g.And(equal, g.Xor(g.Input(), g.Input()).Not())
			}
			if tt.shared {
				g.And(equal, g.Input())
			}
			condition := True
			for range tt.conditions {
				condition = g.And(condition, g.Input())
			}
			enc := NewEncoder(g, &clauses{})
			enc.Assert(g.And(condition, equal.Not()).Not())
			if s := enc.Stats(); s.Vars != tt.vars || s.Clauses != tt.clauses {
				t.Errorf("%d variables, %d clauses, want %d, %d", s.Vars, s.Clauses, tt.vars, tt.clauses)
			}
		})
	}
}
