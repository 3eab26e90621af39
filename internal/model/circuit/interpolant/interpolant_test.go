package interpolant_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/model/circuit/interpolant"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
)

var generated = testflag.Generated(2000)

// clauses holds the clauses of one part.
type clauses [][]sat.Lit

// random returns clauses over the variables from first up to but not including last.
func random(rng *rand.Rand, n, first, last int) clauses {
	var out clauses
	for range n {
		var c []sat.Lit
		for range 1 + rng.IntN(8)/3 {
			c = append(c, sat.Var(first+rng.IntN(last-first)).Lit(rng.IntN(2) == 0))
		}
		out = append(out, c)
	}
	return out
}

// vars returns the variables of clauses.
func (list clauses) vars() map[sat.Var]bool {
	out := make(map[sat.Var]bool)
	for _, c := range list {
		for _, l := range c {
			out[l.Var()] = true
		}
	}
	return out
}

// hold reports whether a valuation, by bit, satisfies clauses.
func (list clauses) hold(valuation uint) bool {
	for _, c := range list {
		some := false
		for _, l := range c {
			some = some || (valuation>>l.Var()&1 == 1) != l.IsNeg()
		}
		if !some {
			return false
		}
	}
	return true
}

// interpolate solves clauses. It returns an interpolant with the edges of variables, or nil if the two
// parts have a model.
func interpolate(t *testing.T, a, b clauses, vars int) (g *bitblast.Graph, edges map[sat.Var]bitblast.Edge, e bitblast.Edge) {
	t.Helper()
	p := interpolant.New(0)
	for range vars {
		p.NewVar()
	}
	for _, c := range a {
		p.AddClause(c...)
	}
	p.Second()
	for _, c := range b {
		p.AddClause(c...)
	}
	switch p.Solve(context.Background()) {
	case sat.Satisfiable:
		return nil, nil, 0
	case sat.Unknown:
		t.Fatal("no answer")
	}
	g, edges = bitblast.NewGraph(), make(map[sat.Var]bitblast.Edge)
	inA, inB := a.vars(), b.vars()
	e = p.Interpolant(g, func(v sat.Var) bitblast.Edge {
		if !inA[v] || !inB[v] {
			t.Fatalf("variable %d is not of both parts", v)
		}
		if edges[v] == bitblast.NoEdge {
			edges[v] = g.Input()
		}
		return edges[v]
	})
	return g, edges, e
}

// TestSmall compares interpolants of random parts with all valuations: A implies them, and none
// satisfies B, too.
func TestSmall(t *testing.T) {
	const first, shared, last = 1, 5, 13 // A has the variables before last - 3, B those from shared on
	found, proper := 0, 0
	for seed := range generated.All() {
		rng := rand.New(rand.NewPCG(seed, 1))
		a, b := random(rng, 8+rng.IntN(12), first, last-3), random(rng, 8+rng.IntN(12), shared, last)
		g, edges, e := interpolate(t, a, b, last-1)
		if g == nil {
			continue
		}
		found++
		if !e.IsConst() {
			proper++
		}
		for valuation := uint(0); valuation < 1<<last; valuation += 2 {
			c := circuit.NewCopier(g, g)
			for v, edge := range edges {
				c.Bind(edge, bitblast.False^bitblast.Edge(valuation>>v&1))
			}
			if holds := c.Edge(e) == bitblast.True; holds && b.hold(valuation) || !holds && a.hold(valuation) {
				t.Fatalf("seed %d: valuation %b: the interpolant is %v", seed, valuation, holds)
			}
		}
	}
	t.Logf("%d contradictions, %d interpolants that are no constants", found, proper)
	if proper < int(generated.N())/10 {
		t.Error("most are constants")
	}
}

// TestLarge checks interpolants of larger parts, for which the solver needs more than propagation, with
// another solver.
func TestLarge(t *testing.T) {
	const shared, own = 25, 40
	found := 0
	for seed := range generated.Next(generated.N() / 10) {
		rng := rand.New(rand.NewPCG(seed, 2))
		size := 340 + rng.IntN(60)
		a, b := threes(rng, size, 1, own+shared+1), threes(rng, size, own+1, 2*own+shared+1)
		g, edges, e := interpolate(t, a, b, 2*own+shared)
		if g == nil {
			continue
		}
		found++
		for _, side := range []struct {
			part clauses
			e    bitblast.Edge
		}{{a, e.Not()}, {b, e}} {
			s := sat.New(sat.Options{Without: 1<<sat.NumTechniques - 1})
			s.NewVars(2*own + shared)
			for _, c := range side.part {
				s.AddClause(c...)
			}
			c := bitblast.NewEncoder(g, s)
			for v, edge := range edges {
				l := c.Literal(edge, bitblast.Both)
				s.AddClause(l, v.Neg())
				s.AddClause(l.Not(), v.Pos())
			}
			c.Assert(side.e)
			if got := s.Solve(context.Background()); got != sat.Unsatisfiable {
				t.Fatalf("seed %d: %s", seed, got)
			}
		}
	}
	t.Logf("%d contradictions", found)
	if found < int(generated.N())/100 {
		t.Error("few contradictions")
	}
}

// threes returns random clauses of three literals.
func threes(rng *rand.Rand, n, first, last int) clauses {
	var out clauses
	for range n {
		var c []sat.Lit
		for _, v := range rng.Perm(last - first)[:3] {
			c = append(c, sat.Var(first+v).Lit(rng.IntN(2) == 0))
		}
		out = append(out, c)
	}
	return out
}

// TestMemory: a proof that does not fit in memory gives no answer.
func TestMemory(t *testing.T) {
	p := interpolant.New(1)
	v := p.NewVar()
	p.AddClause(v.Pos())
	p.Second()
	p.AddClause(v.Neg())
	if got := p.Solve(context.Background()); got != sat.Unknown || p.Reason() != sat.ReasonMemory {
		t.Errorf("%s, %s", got, p.Reason())
	}
}
