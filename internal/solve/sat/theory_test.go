package sat

import (
	"context"
	"strings"
	"testing"
)

// caller calls the solver back from NewLevel.
type caller struct {
	idle
	call func()
}

func (p *caller) NewLevel() { p.call() }

func TestCallingBackPanics(t *testing.T) {
	cases := []struct {
		name string
		call func(*Solver)
	}{
		{"observe", func(s *Solver) { s.Observe(1) }},
		{"add variables", func(s *Solver) { s.NewVar() }},
		{"add clause", func(s *Solver) { s.AddClause(Var(1).Pos()) }},
		{"solve", func(s *Solver) { s.Solve(context.Background()) }},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := New(Options{})
			s.NewVars(2)
			s.Connect(&caller{call: func() { c.call(s) }})
			defer func() {
				want := c.name + " while Solve is running"
				if p, _ := recover().(string); !strings.Contains(p, want) {
					t.Errorf("got panic %q, want one with %q", p, want)
				}
			}()
			s.Solve(context.Background())
			t.Error("no panic")
		})
	}
}

// announced records the literals that the propagator is notified of.
type announced struct {
	idle
	seen map[Lit]bool
}

func (p *announced) Assigned(batch []Lit) {
	for _, l := range batch {
		p.seen[l] = true
	}
}

// TestObservedVariableComesBack observes a variable after a call of Solve that
// eliminated it: it takes part again, with all its clauses.
func TestObservedVariableComesBack(t *testing.T) {
	const n = 12
	s, x, y := xorChain(n)
	p := &announced{seen: map[Lit]bool{}}
	s.Connect(p)
	if got := s.Solve(context.Background()); got != Satisfiable {
		t.Fatalf("got %v", got)
	}
	s.strip()
	s.compact()
	s.eliminate()
	if !s.rs.isOut[x[3]] {
		t.Fatal("the variable is not eliminated")
	}
	s.Observe(x[3])
	if s.rs.isOut[x[3]] {
		t.Fatal("the variable is still eliminated")
	}
	// Without any y all x are equal, and the last one is true.
	var assumptions []Lit
	for _, v := range y[:n-1] {
		assumptions = append(assumptions, v.Neg())
	}
	if got := s.Solve(context.Background(), assumptions...); got != Satisfiable {
		t.Fatalf("got %v", got)
	}
	if !p.seen[x[3].Pos()] || p.seen[x[3].Neg()] || !s.Value(x[3].Pos()) {
		t.Errorf("told %v", p.seen)
	}
	s.eliminate()
	if s.rs.isOut[x[3]] {
		t.Error("an observed variable was eliminated")
	}
	if got := s.Solve(context.Background(), append(assumptions, x[0].Neg())...); got != Unsatisfiable {
		t.Errorf("got %v", got)
	}
	if err := s.checkInvariants(); err != nil {
		t.Error(err)
	}
}
