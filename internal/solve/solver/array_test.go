package solver

import (
	"testing"

	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// TestRandomArrays compares terms over arrays with enumeration of all their
// elements.
func TestRandomArrays(t *testing.T) {
	count := map[sat.Status]int{}
	lemmas := 0
	for seed := range rounds(generated.N() / 10) {
		g := newGenerator(seed, 11, 1+int(seed/2%2))
		fs := []term.ID{g.bool(6), g.bool(3), g.bool(3)}
		s := New(g.s, eachOff(seed))
		for _, f := range fs {
			s.Assert(f)
		}
		got := check(t, s, g.s, fs, nil)
		confirm(t, g, got, fs...)
		count[got]++
		lemmas += s.Stats().Blast.Lemmas
	}
	t.Logf("%v, %d lemmas", count, lemmas)
}

// TestArrays covers the array axioms at widths beyond enumeration.
func TestArrays(t *testing.T) {
	type parts struct {
		s          *term.Store
		a, b       term.ID // arrays
		i, j, k    term.ID // indices
		v, w       term.ID // elements
		c          term.ID
		sel        func(a, i term.ID) term.ID
		st         func(a, i, v term.ID) term.ID
		eq, differ func(x, y term.ID) term.ID
	}
	tests := []struct {
		name string
		make func(p parts) []term.ID
		want sat.Status
	}{
		{"store then read there", func(p parts) []term.ID {
			return []term.ID{p.eq(p.i, p.j), p.differ(p.sel(p.st(p.a, p.i, p.v), p.j), p.v)}
		}, sat.Unsatisfiable},
		{"store then read elsewhere", func(p parts) []term.ID {
			return []term.ID{p.differ(p.i, p.j), p.differ(p.sel(p.st(p.a, p.i, p.v), p.j), p.sel(p.a, p.j))}
		}, sat.Unsatisfiable},
		{"store then read somewhere", func(p parts) []term.ID {
			return []term.ID{p.differ(p.sel(p.st(p.a, p.i, p.v), p.j), p.v)}
		}, sat.Satisfiable},
		{"equal indices read equal elements", func(p parts) []term.ID {
			return []term.ID{p.eq(p.i, p.j), p.differ(p.sel(p.a, p.i), p.sel(p.a, p.j))}
		}, sat.Unsatisfiable},
		{"different arrays are independent", func(p parts) []term.ID {
			return []term.ID{p.differ(p.sel(p.a, p.i), p.sel(p.b, p.i))}
		}, sat.Satisfiable},
		{"constant array", func(p parts) []term.ID {
			return []term.ID{p.differ(p.sel(p.st(p.s.ConstArray(32, p.v), p.i, p.v), p.j), p.v)}
		}, sat.Unsatisfiable},
		{"conditional array", func(p parts) []term.ID {
			x := p.s.Ite(p.c, p.st(p.a, p.i, p.v), p.st(p.b, p.i, p.v))
			return []term.ID{p.differ(p.sel(x, p.i), p.v)}
		}, sat.Unsatisfiable},
		{"conditional array, one side", func(p parts) []term.ID {
			x := p.s.Ite(p.c, p.st(p.a, p.i, p.v), p.st(p.b, p.i, p.w))
			return []term.ID{p.differ(p.sel(x, p.i), p.v)}
		}, sat.Satisfiable},
		{"stores commute at different indices", func(p parts) []term.ID {
			x := p.st(p.st(p.a, p.i, p.v), p.j, p.w)
			y := p.st(p.st(p.a, p.j, p.w), p.i, p.v)
			return []term.ID{p.differ(p.i, p.j), p.differ(p.sel(x, p.k), p.sel(y, p.k))}
		}, sat.Unsatisfiable},
		{"stores do not commute at one index", func(p parts) []term.ID {
			x := p.st(p.st(p.a, p.i, p.v), p.j, p.w)
			y := p.st(p.st(p.a, p.j, p.w), p.i, p.v)
			return []term.ID{p.differ(p.sel(x, p.k), p.sel(y, p.k))}
		}, sat.Satisfiable},
		{"nested reads", func(p parts) []term.ID {
			ai, aj := p.sel(p.a, p.i), p.sel(p.a, p.j)
			return []term.ID{p.eq(p.i, p.j), p.differ(p.sel(p.a, ai), p.sel(p.a, aj))}
		}, sat.Unsatisfiable},
		{"swap twice", func(p parts) []term.ID {
			swap := func(a term.ID) term.ID {
				return p.st(p.st(a, p.i, p.sel(a, p.j)), p.j, p.sel(a, p.i))
			}
			return []term.ID{p.differ(p.sel(swap(swap(p.a)), p.k), p.sel(p.a, p.k))}
		}, sat.Unsatisfiable},
	}
	for _, tt := range tests {
		for _, mode := range []term.Mode{term.Simplified, term.Raw} {
			t.Run(tt.name, func(t *testing.T) {
				s := term.New(term.Options{Mode: mode})
				array, word := term.Array(32, 32), term.BV(32)
				p := parts{
					s: s, a: s.Var("a", array), b: s.Var("b", array),
					i: s.Var("i", word), j: s.Var("j", word), k: s.Var("k", word),
					v: s.Var("v", word), w: s.Var("w", word), c: s.Var("c", term.Bool),
					sel: s.Select, st: s.Store, eq: s.Eq, differ: s.Distinct,
				}
				fs := tt.make(p)
				solver := New(s, sat.Options{})
				for _, f := range fs {
					solver.Assert(f)
				}
				if got := check(t, solver, s, fs, nil); got != tt.want {
					t.Errorf("%v, want %v", got, tt.want)
				}
			})
		}
	}
}

// TestStoreChain checks that a long chain needs lemmas for its length, not for
// its square, and rounds for the logarithm.
func TestStoreChain(t *testing.T) {
	const length = 200
	s := term.New(term.Options{Mode: term.Raw})
	a, i := s.Var("a", term.Array(32, 8)), s.Var("i", term.BV(32))
	for k := range uint64(length) {
		a = s.Store(a, s.Uint(k, 32), s.Uint(7, 8))
	}
	fs := []term.ID{s.Ult(i, s.Uint(length, 32)), s.Distinct(s.Select(a, i), s.Uint(7, 8))}
	solver := New(s, sat.Options{})
	for _, f := range fs {
		solver.Assert(f)
	}
	if got := check(t, solver, s, fs, nil); got != sat.Unsatisfiable {
		t.Fatalf("got %v", got)
	}
	stats := solver.Stats().Blast
	if stats.Lemmas > 2*length+1 || stats.Rounds > 20 {
		t.Errorf("%d lemmas in %d rounds for a chain of %d", stats.Lemmas, stats.Rounds, length)
	}
}

// TestRandomReads concentrates on the axioms: literals over reads of random
// chains of stores and conditionals, asserted one by one, with checks between.
func TestRandomReads(t *testing.T) {
	count := map[sat.Status]int{}
	lemmas := 0
	for seed := range rounds(generated.N() / 20) {
		g := newGenerator(seed, 12, 2)
		s := g.s
		pick := func(w uint) term.ID {
			if g.rng.IntN(4) == 0 {
				return s.Uint(g.rng.Uint64(), w)
			}
			return g.fit(g.words[g.rng.IntN(len(g.words))], w)
		}
		chains := append([]term.ID(nil), g.arrays...)
		for range 6 {
			x, y := chains[g.rng.IntN(len(chains))], chains[g.rng.IntN(len(chains))]
			index := pick(indexWidth)
			if g.rng.IntN(3) == 0 {
				index = s.Concat(s.Select(y, index), pick(1))
			}
			if g.rng.IntN(4) == 0 {
				chains = append(chains, s.Ite(s.Eq(pick(1), pick(1)), x, y))
			} else {
				chains = append(chains, s.Store(x, index, pick(g.elem)))
			}
		}
		solver := New(s, eachOff(seed))
		var asserted []term.ID
		read := func() term.ID { return s.Select(chains[g.rng.IntN(len(chains))], pick(indexWidth)) }
		for range 8 {
			f := s.Distinct(read(), read())
			asserted = append(asserted, f)
			solver.Assert(f)
			assumed := s.Eq(read(), read())
			got := check(t, solver, s, asserted, []term.ID{assumed})
			confirm(t, g, got, append(asserted, assumed)...)
			count[got]++
			if got == sat.Unsatisfiable && len(solver.Core()) == 0 {
				break
			}
		}
		lemmas += solver.Stats().Blast.Lemmas
	}
	t.Logf("%v, %d lemmas", count, lemmas)
}

// TestAxiomsAreConditional makes the solver learn each axiom in one check and
// then takes its condition away: what followed must no longer follow.
func TestAxiomsAreConditional(t *testing.T) {
	s := term.New(term.Options{Mode: term.Raw})
	a, b := s.Var("a", term.Array(32, 8)), s.Var("b", term.Array(32, 8))
	i, j := s.Var("i", term.BV(32)), s.Var("j", term.BV(32))
	v, c := s.Var("v", term.BV(8)), s.Var("c", term.Bool)
	tests := []struct {
		name            string
		x, y, condition term.ID // x = y follows from the condition only
	}{
		{"store, same index", s.Select(s.Store(a, j, v), i), v, s.Eq(i, j)},
		{"store, other index", s.Select(s.Store(a, j, v), i), s.Select(a, i), s.Distinct(i, j)},
		{"conditional, true", s.Select(s.Ite(c, a, b), i), s.Select(a, i), c},
		{"conditional, false", s.Select(s.Ite(c, a, b), i), s.Select(b, i), s.Not(c)},
		{"one variable, same index", s.Select(a, i), s.Select(a, j), s.Eq(i, j)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			solver := New(s, sat.Options{})
			differ := s.Distinct(tt.x, tt.y)
			if got := check(t, solver, s, nil, []term.ID{differ, tt.condition}); got != sat.Unsatisfiable {
				t.Errorf("with the condition: %v", got)
			}
			if solver.Stats().Blast.Lemmas == 0 {
				t.Error("no axiom was used")
			}
			if got := check(t, solver, s, nil, []term.ID{differ, s.Not(tt.condition)}); got != sat.Satisfiable {
				t.Errorf("without the condition: %v", got)
			}
		})
	}
}
