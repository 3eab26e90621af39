package solver

import (
	"context"
	"testing"

	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// atMostOne is a theory in which at most one of its literals holds. It implies the negations of the
// others lazily and checks its own bookkeeping.
type atMostOne struct {
	t      *testing.T
	lits   []sat.Lit
	levels [][]sat.Lit // announced literals, by level
	calls  int
}

func (p *atMostOne) Assigned(batch []sat.Lit) {
	top := len(p.levels) - 1
	p.levels[top] = append(p.levels[top], batch...)
}

func (p *atMostOne) NewLevel() { p.levels = append(p.levels, nil) }

func (p *atMostOne) Backtrack(level int) {
	if level >= len(p.levels) {
		p.t.Fatalf("backtrack to level %d of %d", level, len(p.levels)-1)
	}
	p.levels = p.levels[:level+1]
}

// chosen returns the literals of the theory that hold.
func (p *atMostOne) chosen() []sat.Lit {
	var r []sat.Lit
	for _, level := range p.levels {
		for _, l := range level {
			for _, k := range p.lits {
				if l == k {
					r = append(r, l)
				}
			}
		}
	}
	return r
}

func (p *atMostOne) Propagate(out *sat.Theory) {
	p.calls++
	c := p.chosen()
	if len(c) > 1 {
		out.Conflict(c[0].Not(), c[1].Not())
		return
	}
	if len(c) == 1 {
		for _, l := range p.lits {
			if l != c[0] {
				out.Imply(l.Not())
			}
		}
	}
}

func (p *atMostOne) Explain(l sat.Lit, buf []sat.Lit) []sat.Lit {
	return append(buf, l, p.chosen()[0].Not())
}

func (p *atMostOne) FinalCheck(out *sat.Theory) { p.Propagate(out) }

// TestHost lets a theory over literals of terms take part: of n comparisons
// that overlap only one may hold.
func TestHost(t *testing.T) {
	s := term.New(term.Options{})
	solver := New(s, sat.Options{})
	theory := &atMostOne{t: t, levels: make([][]sat.Lit, 1)}
	solver.Connect(theory)
	x := s.Var("x", term.BV(16))
	var windows []term.ID
	for i := range uint64(8) {
		lo, hi := s.Uint(100*i, 16), s.Uint(100*i+150, 16)
		windows = append(windows, s.And(s.Ule(lo, x), s.Ult(x, hi)))
	}
	for _, w := range windows {
		l := solver.Literal(w)
		theory.lits = append(theory.lits, l)
		solver.Observe(l)
	}
	inside := s.Disj(windows...)
	for i, w := range windows {
		r, err := solver.Check(context.Background(), inside, w)
		if err != nil || r.Status != sat.Satisfiable {
			t.Fatalf("window %d: %v, %v", i, r, err)
		}
		for j, v := range windows {
			if got, want := solver.Value(v), term.WordOfBool(i == j); got != want {
				t.Errorf("window %d: window %d is %v, want %v", i, j, got, want)
			}
		}
	}
	overlap := s.Eq(x, s.Uint(120, 16))
	if r, err := solver.Check(context.Background(), overlap); err != nil || r.Status != sat.Unsatisfiable {
		t.Errorf("overlap: %v, %v, want UNSATISFIABLE", r, err)
	}
	if theory.calls == 0 {
		t.Error("the theory was never asked")
	}
}

// TestHostObservesLate observes literals of terms that were part of an earlier
// check, which eliminated their variables: they come back.
func TestHostObservesLate(t *testing.T) {
	s := term.New(term.Options{})
	solver := New(s, sat.Options{})
	theory := &atMostOne{t: t, levels: make([][]sat.Lit, 1)}
	solver.Connect(theory)
	const width = 12
	x, y := s.Var("x", term.BV(width)), s.Var("y", term.BV(width))
	product := s.Mul(x, y)
	solver.Assert(s.Eq(product, s.Uint(1517, width)))
	solver.Assert(s.Ult(s.Uint(1, width), x))
	solver.Assert(s.Ult(x, s.Uint(64, width)))
	solver.Assert(s.Ult(y, s.Uint(64, width)))
	check := func(want sat.Status, assumptions ...term.ID) {
		t.Helper()
		if r, err := solver.Check(context.Background(), assumptions...); err != nil || r.Status != want {
			t.Fatalf("%v, %v, want %v", r, err, want)
		}
	}
	check(sat.Satisfiable)
	check(sat.Unsatisfiable, s.Ult(s.Uint(41, width), x)) // 1517 = 37 · 41
	if solver.Stats().Search.Eliminated == 0 {
		t.Fatal("no variable was eliminated")
	}
	// By the theory x = 37 and an odd x exclude each other.
	xIs37 := s.Eq(x, s.Uint(37, width))
	lowBit := s.Eq(s.Extract(x, 0, 0), s.Uint(1, 1))
	for _, f := range []term.ID{xIs37, lowBit} {
		l := solver.Literal(f)
		theory.lits = append(theory.lits, l)
		solver.Observe(l)
	}
	check(sat.Unsatisfiable, xIs37)
	check(sat.Satisfiable, lowBit)
	if got := solver.Value(x); got != term.WordOf(41) {
		t.Errorf("x is %v, want 41", got)
	}
}
