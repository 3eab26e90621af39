package sat

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"
)

// pigeons returns a solver with n+1 pigeons in n holes.
func pigeons(n int) *Solver {
	s := New(Options{})
	first := s.NewVars(n * (n + 1))
	in := func(p, h int) Lit { return (first + Var(p*n+h)).Pos() }
	for p := range n + 1 {
		var c []Lit
		for h := range n {
			c = append(c, in(p, h))
			for q := range p {
				s.AddClause(in(p, h).Not(), in(q, h).Not())
			}
		}
		s.AddClause(c...)
	}
	return s
}

func TestLimits(t *testing.T) {
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	late, stop := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer stop()
	cases := []struct {
		name   string
		ctx    context.Context
		limits Limits
		want   Reason
	}{
		{"conflicts", context.Background(), Limits{Conflicts: 10}, ReasonConflicts},
		{"ticks", context.Background(), Limits{Ticks: 10}, ReasonTicks},
		{"memory", context.Background(), Limits{Memory: 10}, ReasonMemory},
		{"cancelled", cancelled, Limits{}, ReasonCancelled},
		{"deadline", late, Limits{}, ReasonTime},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := pigeons(12)
			s.SetLimits(c.limits)
			if got := s.Solve(c.ctx); got != Unknown || s.Reason() != c.want {
				t.Errorf("got %v because of %v, want %v because of %v", got, s.Reason(), Unknown, c.want)
			}
		})
	}
}

func TestLimitsAreForOneCall(t *testing.T) {
	s := pigeons(6)
	s.SetLimits(Limits{Conflicts: 5})
	for calls := 1; ; calls++ {
		before := s.Stats().Conflicts
		got := s.Solve(context.Background())
		if n := s.Stats().Conflicts - before; n > 5 {
			t.Fatalf("%d conflicts in a call with a limit of 5", n)
		}
		if got == Unsatisfiable {
			if calls < 3 {
				t.Errorf("done after %d calls", calls)
			}
			return
		}
	}
}

func TestClausesBeyondTheMemoryLimit(t *testing.T) {
	s := New(Options{})
	s.SetLimits(Limits{Memory: 1 << 20})
	first := s.NewVars(1000)
	for i := range Var(500000) {
		s.AddClause((first + i%1000).Pos(), (first + (i+1)%1000).Pos(), (first + (i*7+2)%1000).Pos())
	}
	if got := s.Stats().Memory; got > 8<<20 {
		t.Errorf("holds %d bytes", got)
	}
	if got := s.Solve(context.Background()); got != Unknown || s.Reason() != ReasonMemory {
		t.Errorf("got %v because of %v", got, s.Reason())
	}
}

func TestIncremental(t *testing.T) {
	ctx := context.Background()
	s := New(Options{})
	a, b, c := s.NewVar().Pos(), s.NewVar().Pos(), s.NewVar().Pos()
	s.AddClause(a, b)
	s.AddClause(a.Not(), c)
	if got := s.Solve(ctx, c.Not()); got != Satisfiable || !s.Value(b) || s.Value(a) {
		t.Fatalf("got %v", got)
	}
	s.AddClause(b.Not(), c)
	if got := s.Solve(ctx, a, c.Not(), b.Not()); got != Unsatisfiable {
		t.Fatalf("got %v", got)
	}
	if core := s.Core(); !slices.Contains(core, c.Not()) || s.Failed(c) {
		t.Errorf("core %v", core)
	}
	if got := s.Solve(ctx); got != Satisfiable || !s.Value(c) {
		t.Fatalf("got %v", got)
	}
	d := s.NewVar().Neg()
	s.AddClause(c.Not(), d)
	s.AddClause(d.Not())
	if got := s.Solve(ctx); got != Unsatisfiable || len(s.Core()) != 0 {
		t.Fatalf("got %v with core %v", got, s.Core())
	}
}

func TestContradictoryAssumptions(t *testing.T) {
	s := New(Options{})
	a, b := s.NewVar().Pos(), s.NewVar().Pos()
	if got := s.Solve(context.Background(), b, a, a, a.Not()); got != Unsatisfiable {
		t.Fatalf("got %v", got)
	}
	if got := s.Core(); len(got) != 2 || slices.Contains(got, b) {
		t.Errorf("core %v, want %d and %d", got, a, a.Not())
	}
	if got := s.Solve(context.Background(), b); got != Satisfiable || !s.Value(b) {
		t.Errorf("got %v", got)
	}
}

func TestDeterminism(t *testing.T) {
	run := func(seed uint64) Stats {
		s := random3With(Options{Seed: seed}, 200, 900, 7)
		s.Solve(context.Background())
		return s.Stats()
	}
	for _, seed := range []uint64{0, 1} {
		if first, second := run(seed), run(seed); first != second {
			t.Errorf("seed %d: got %+v, then %+v", seed, first, second)
		}
	}
	if run(1) == run(2) {
		t.Error("the seed makes no difference")
	}
}

// badPropagator breaks the contract in one way.
type badPropagator struct {
	idle
	propagate func(*Theory)
	explain   []Lit
}

// Propagate speaks up when the assumption was announced.
func (p *badPropagator) Propagate(out *Theory) {
	if p.announced > 0 {
		p.propagate(out)
	}
}

func (p *badPropagator) Explain(_ Lit, _ []Lit) []Lit { return p.explain }

func TestPropagatorMistakesPanic(t *testing.T) {
	a, b := Var(1).Pos(), Var(2).Pos()
	cases := []struct {
		name, want string
		propagate  func(*Theory)
		explain    []Lit
	}{
		{"conflict that is not false", "not false", func(out *Theory) { out.Conflict(b) }, nil},
		{"implication of an unobserved literal", "not observed", func(out *Theory) { out.Imply(b) }, nil},
		{"explanation without the literal", "without it", func(out *Theory) { out.Imply(a.Not()) }, []Lit{b}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := New(Options{})
			s.NewVars(2)
			s.Connect(&badPropagator{propagate: c.propagate, explain: c.explain})
			s.Observe(a.Var())
			defer func() {
				if p, _ := recover().(string); !strings.Contains(p, c.want) {
					t.Errorf("got panic %q, want one with %q", p, c.want)
				}
			}()
			s.Solve(context.Background(), a)
			t.Error("no panic")
		})
	}
}
