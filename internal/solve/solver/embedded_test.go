package solver

import (
	"context"
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/term"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
)

// generated is the number of random terms compared with enumeration. There are fewer of the larger
// terms.
var generated = testflag.Generated(800)

// rounds returns how many of n random cases to run: few with -short.
func rounds(n int) uint64 {
	if testing.Short() {
		return uint64(max(n/20, 10))
	}
	return uint64(n)
}

// check runs a check and tests the answer as far as one solver can: a model by
// evaluation, a core by a fresh solver.
func check(t *testing.T, s *Embedded, store *term.Store, asserted, assumed []term.ID) sat.Status {
	t.Helper()
	r, err := s.Check(context.Background(), assumed...)
	if err != nil {
		t.Fatal(err)
	}
	switch r.Status {
	case sat.Satisfiable:
		all := append(slices.Clone(asserted), assumed...)
		if !holds(store, s.Model(), all...) {
			t.Fatalf("model does not satisfy the formula")
		}
		for _, f := range all {
			if s.Value(f) != term.WordOf(1) {
				t.Fatalf("value of an asserted term is %v", s.Value(f))
			}
		}
	case sat.Unsatisfiable:
		if len(assumed) == 0 {
			break
		}
		fresh := New(store, sat.Options{})
		for _, f := range append(slices.Clone(asserted), s.Core()...) {
			fresh.Assert(f)
		}
		if r, _ := fresh.Check(context.Background()); r.Status != sat.Unsatisfiable {
			t.Fatalf("core %v of %v is %v", s.Core(), assumed, r)
		}
		next := 0
		for _, f := range s.Core() {
			i := slices.Index(assumed[next:], f)
			if i < 0 {
				t.Fatalf("core %v is no subsequence of %v", s.Core(), assumed)
			}
			next += i + 1
		}
	default:
		t.Fatalf("answer %v", r)
	}
	return r.Status
}

// confirm compares an answer with enumeration. A satisfiable answer needs no comparison, since check
// has evaluated its model.
func confirm(t *testing.T, g *generator, got sat.Status, fs ...term.ID) {
	t.Helper()
	if got == sat.Unsatisfiable && g.satisfiable(fs...) {
		t.Fatalf("%v, but there is a model", got)
	}
}

// eachOff returns options for a seed: in turn each technique is switched off, or none.
func eachOff(seed uint64) sat.Options {
	k := seed % (sat.NumTechniques + 1)
	if k == sat.NumTechniques {
		return sat.Options{Seed: seed, With: 1<<sat.NumTechniques - 1}
	}
	return sat.Options{Seed: seed, Without: 1 << k}
}

// TestRandomTerms compares random terms with enumeration.
func TestRandomTerms(t *testing.T) {
	count := map[sat.Status]int{}
	for seed := range rounds(generated.N()) {
		bits := 3 + int(seed%8)
		if seed%500 == 0 {
			bits = 16
		}
		g := newGenerator(seed, bits, 0)
		f := g.bool(2 + int(seed/2%7))
		s := New(g.s, eachOff(seed))
		s.Assert(f)
		got := check(t, s, g.s, []term.ID{f}, nil)
		confirm(t, g, got, f)
		count[got]++
	}
	t.Logf("%v", count)
}

// TestRandomWide compares the answers for a raw term and its simplified form, at sizes beyond
// enumeration.
func TestRandomWide(t *testing.T) {
	count := map[sat.Status]int{}
	for seed := range rounds(generated.N() / 30) {
		var answers []sat.Status
		for _, mode := range []term.Mode{term.Raw, term.Simplified} {
			g := newGeneratorIn(mode, seed, 100, int(seed%3), 64)
			fs := []term.ID{g.bool(2 + int(seed%5)), g.bool(4), g.bool(4)}
			s := New(g.s, eachOff(seed))
			for _, f := range fs {
				s.Assert(f)
			}
			s.SetLimits(sat.Limits{Conflicts: 500})
			r, err := s.Check(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if r.Status == sat.Satisfiable && !holds(g.s, s.Model(), fs...) {
				t.Fatalf("seed %d: model does not satisfy the formula", seed)
			}
			answers = append(answers, r.Status)
			count[r.Status]++
		}
		if answers[0] != answers[1] && answers[0] != sat.Unknown && answers[1] != sat.Unknown {
			t.Fatalf("seed %d: raw %v, simplified %v", seed, answers[0], answers[1])
		}
	}
	t.Logf("%v", count)
}

// TestRandomIncremental interleaves assertions and checks under assumptions
// and compares each with enumeration.
func TestRandomIncremental(t *testing.T) {
	count := map[sat.Status]int{}
	for seed := range rounds(400) {
		g := newGenerator(seed, 9, int(seed/2%2))
		s := New(g.s, eachOff(seed))
		var asserted, pool []term.ID
		for range 6 {
			pool = append(pool, g.bool(1+g.rng.IntN(4)))
			if g.rng.IntN(3) == 0 {
				f := g.bool(3)
				asserted = append(asserted, f)
				s.Assert(f)
			}
			var assumed []term.ID
			for range g.rng.IntN(5) {
				f := pool[g.rng.IntN(len(pool))]
				if g.rng.IntN(2) == 0 {
					f = g.s.Not(f)
				}
				assumed = append(assumed, f)
			}
			got := check(t, s, g.s, asserted, assumed)
			confirm(t, g, got, append(slices.Clone(asserted), assumed...)...)
			count[got]++
		}
	}
	t.Logf("%v", count)
}

// TestModelOutlivesAssert checks that a model keeps its values when terms are encoded after the check,
// including values given by default.
func TestModelOutlivesAssert(t *testing.T) {
	s := term.New(term.Options{})
	x, y, z := s.Var("x", term.BV(8)), s.Var("y", term.BV(8)), s.Var("z", term.BV(8))
	a := s.Var("a", term.Array(8, 8))
	solver := New(s, sat.Options{})
	f := s.And(s.Eq(x, s.Uint(7, 8)), s.Eq(s.Select(a, x), s.Uint(9, 8)))
	solver.Assert(f)
	if r, err := solver.Check(context.Background()); err != nil || r.Status != sat.Satisfiable {
		t.Fatalf("%v, %v", r, err)
	}
	solver.Assert(s.Distinct(s.Add(y, z), s.Select(a, y)))
	solver.Literal(s.Ult(s.Mul(y, z), x))
	if !holds(s, solver.Model(), f) {
		t.Error("the model changed")
	}
	if got := solver.Value(s.Select(a, x)); got != term.WordOf(9) {
		t.Errorf("element is %v, want 9", got)
	}
}

// hard returns a formula out of reach of a handful of conflicts: a product of
// two numbers above 1 that is prime.
func hard(s *term.Store) term.ID {
	x, y := s.Var("x", term.BV(64)), s.Var("y", term.BV(64))
	low := s.And(s.Ult(x, s.Uint(1<<31, 64)), s.Ult(y, s.Uint(1<<31, 64)))
	large := s.And(s.Ult(s.Uint(1, 64), x), s.Ult(s.Uint(1, 64), y))
	return s.Conj(low, large, s.Eq(s.Mul(x, y), s.Uint(1<<61-1, 64)))
}

// TestCore compares cores with the only correct one.
func TestCore(t *testing.T) {
	s := term.New(term.Options{})
	x, y := s.Var("x", term.BV(8)), s.Var("y", term.BV(8))
	small, large := s.Ult(x, s.Uint(10, 8)), s.Ult(s.Uint(20, 8), x)
	free := s.Eq(y, s.Uint(3, 8))
	tests := []struct {
		name          string
		assumed, want []term.ID
	}{
		{"two of three", []term.ID{small, free, large}, []term.ID{small, large}},
		{"a repeated one is named once", []term.ID{small, small, large, large}, []term.ID{small, large}},
		{"opposites", []term.ID{free, small, s.Not(small)}, []term.ID{small, s.Not(small)}},
		{"false", []term.ID{free, term.False}, []term.ID{term.False}},
	}
	solver := New(s, sat.Options{})
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := check(t, solver, s, nil, tt.assumed); got != sat.Unsatisfiable {
				t.Fatalf("got %v", got)
			}
			if got := solver.Core(); !slices.Equal(got, tt.want) {
				t.Errorf("core %v, want %v", got, tt.want)
			}
		})
	}
	both := s.And(small, large)
	solver.Assert(both)
	if got := check(t, solver, s, []term.ID{both}, []term.ID{free}); got != sat.Unsatisfiable || len(solver.Core()) != 0 {
		t.Errorf("contradictory assertions: %v with core %v", got, solver.Core())
	}
}

// TestLimitsPerCheck checks that a limit is for one check, not for all.
func TestLimitsPerCheck(t *testing.T) {
	s := term.New(term.Options{})
	solver := New(s, sat.Options{})
	f := hard(s)
	solver.SetLimits(sat.Limits{Conflicts: 50})
	for i := range int64(4) {
		r, err := solver.Check(context.Background(), f)
		if want := (Result{sat.Unknown, sat.ReasonConflicts}); err != nil || r != want {
			t.Fatalf("%v, %v, want %v", r, err, want)
		}
		if got := solver.Stats().Search.Conflicts; got < 50*(i+1) {
			t.Errorf("%d conflicts after %d checks of 50", got, i+1)
		}
	}
}

// TestLimits checks that each limit gives an unknown with its reason, and that
// the solver can go on afterwards.
func TestLimits(t *testing.T) {
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	expired, cancel2 := context.WithTimeout(context.Background(), 0)
	defer cancel2()
	tests := []struct {
		name   string
		ctx    context.Context
		limits sat.Limits
		want   sat.Reason
	}{
		{"conflicts", context.Background(), sat.Limits{Conflicts: 50}, sat.ReasonConflicts},
		{"ticks", context.Background(), sat.Limits{Ticks: 20_000}, sat.ReasonTicks},
		{"memory", context.Background(), sat.Limits{Memory: 1000}, sat.ReasonMemory},
		{"cancelled", cancelled, sat.Limits{}, sat.ReasonCancelled},
		{"time", expired, sat.Limits{}, sat.ReasonTime},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := term.New(term.Options{})
			solver := New(s, sat.Options{})
			f := hard(s)
			solver.SetLimits(tt.limits)
			r, err := solver.Check(tt.ctx, f)
			if want := (Result{sat.Unknown, tt.want}); err != nil || r != want {
				t.Fatalf("%v, %v, want %v", r, err, want)
			}
			if tt.want == sat.ReasonMemory {
				return
			}
			solver.SetLimits(sat.Limits{})
			easy := s.Eq(s.Var("z", term.BV(8)), s.Uint(3, 8))
			if got := check(t, solver, s, nil, []term.ID{easy}); got != sat.Satisfiable {
				t.Errorf("afterwards %v", got)
			}
		})
	}
}
