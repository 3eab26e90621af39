package lia

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/solve/term"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
)

var generated = testflag.Generated(1500)

// generator makes random conjuncts over three words and two Bools.
type generator struct {
	*rand.Rand
	*term.Store
	words, flags []term.ID
	width        uint
}

func generate(seed uint64) *generator {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 1)), Store: term.New(term.Options{})}
	g.width = 2 + uint(g.IntN(2))
	for _, name := range []string{"x", "y", "z"} {
		g.words = append(g.words, g.Var(name, term.BV(g.width)))
	}
	for _, name := range []string{"p", "q"} {
		g.flags = append(g.flags, g.Var(name, term.Bool))
	}
	return g
}

func (g *generator) word(depth int) term.ID {
	if depth == 0 {
		if g.IntN(3) == 0 {
			return g.Store.Uint(uint64(g.IntN(1<<g.width)), g.width)
		}
		return g.words[g.IntN(len(g.words))]
	}
	a, b := g.word(g.IntN(depth)), g.word(g.IntN(depth))
	switch g.IntN(14) {
	case 0:
		return g.Sub(a, b)
	case 1:
		return g.Mul(g.Store.Uint(uint64(g.IntN(1<<g.width)), g.width), a)
	case 2:
		return g.Neg(a)
	case 3:
		return g.Ite(g.condition(depth-1), a, b)
	case 4:
		return g.BvNot(a)
	case 5:
		return g.Mul(a, b)
	}
	return g.Add(a, b)
}

func (g *generator) condition(depth int) term.ID {
	if depth > 0 && g.IntN(3) == 0 {
		a, b := g.condition(depth-1), g.condition(depth-1)
		switch g.IntN(5) {
		case 0:
			return g.Or(a, b)
		case 1:
			return g.Not(g.And(a, b))
		case 2:
			return g.Xor(a, b)
		case 3:
			return g.Ite(g.condition(depth-1), a, b)
		}
		return g.Eq(a, b)
	}
	a, b := g.word(depth), g.word(depth)
	switch g.IntN(3) {
	case 0: // of a wider sum, which wraps where it is narrow
		a, b = g.Add(g.Sext(a, 6), g.Sext(b, 6)), g.Sext(g.word(depth), 6)
	case 1:
		a, b = g.Sub(g.Zext(a, 40), g.Sext(b, 40)), g.Zext(g.word(depth), 40)
	}
	switch g.IntN(8) {
	case 0:
		return g.Ult(a, b)
	case 1:
		return g.Ule(a, b)
	case 2, 3:
		return g.Slt(a, b)
	case 4:
		return g.Not(g.Eq(a, b))
	case 5:
		return g.Eq(a, b)
	case 6:
		return g.flags[g.IntN(len(g.flags))]
	}
	return g.Sle(a, b)
}

// holds reports whether some values satisfy terms.
func (g *generator) holds(conjuncts []term.ID) bool {
	n := uint64(1) << g.width
	for at := range n * n * n * 4 {
		asg := &term.Assignment{}
		rest := at
		for _, x := range g.words {
			asg.Set(x, term.Word{Lo: rest % n})
			rest /= n
		}
		for _, x := range g.flags {
			asg.Set(x, term.Word{Lo: rest % 2})
			rest /= 2
		}
		e := term.NewEvaluator(g.Store, asg)
		if !slices.ContainsFunc(conjuncts, func(id term.ID) bool { return !e.Holds(id) }) {
			return true
		}
	}
	return false
}

// TestRandom refutes random conjunctions over small words, and wide sums of them. Only unsatisfiable
// ones are refuted, the named conjuncts alone are unsatisfiable, and most unsatisfiable ones are
// refuted.
func TestRandom(t *testing.T) {
	refuted, missed := 0, 0
	for seed := range generated.All() {
		g := generate(seed)
		var conjuncts []term.ID
		for range 3 + g.IntN(3) {
			conjuncts = append(conjuncts, g.condition(2))
		}
		core, no := Refute(g.Store, conjuncts)
		if !no {
			if !g.holds(conjuncts) {
				missed++
			}
			continue
		}
		refuted++
		var needed []term.ID
		for _, i := range core {
			needed = append(needed, conjuncts[i])
		}
		if !slices.IsSorted(core) || g.holds(needed) {
			t.Fatalf("seed %d: %v hold together:\n%s", seed, core, g.Text(conjuncts...))
		}
	}
	t.Logf("%d refuted, %d missed", refuted, missed)
	if refuted < generated.N()/10 || missed > refuted*3/5 {
		t.Errorf("%d refuted, %d missed", refuted, missed)
	}
}

// Sums of four words whose carries keep a solver of clauses busy.
func TestCarries(t *testing.T) {
	s := term.New(term.Options{})
	v := func(name string) term.ID { return s.Var(name, term.BV(32)) }
	a, b, c, d, n := v("a"), v("b"), v("c"), v("d"), v("n")
	zero, one := s.Uint(0, 32), s.Uint(1, 32)
	conjuncts := []term.ID{
		s.Eq(s.Add(a, b), s.Add(c, d)), s.Slt(a, n), s.Sle(b, n), s.Slt(zero, c), s.Slt(d, b), s.Sle(zero, d), s.Slt(zero, a),
		s.Slt(c, s.Add(a, one)),
	}
	core, no := Refute(s, conjuncts)
	if !no || slices.Contains(core, 2) {
		t.Errorf("got %v, %v", core, no)
	}
	conjuncts[4] = s.Sle(d, b)
	if _, no := Refute(s, conjuncts); no {
		t.Error("a conjunction is refuted that can hold")
	}
}

// Numbers beyond 64 bits end the work without an answer.
func TestOverflow(t *testing.T) {
	var e exact
	if got := e.mul(rational{6, 35}, rational{-14, 9}); got != (rational{-4, 15}) {
		t.Errorf("product %v", got)
	}
	if got := e.add(rational{1, 6}, rational{1, 3}); got != (rational{1, 2}) || e.overflow {
		t.Errorf("sum %v", got)
	}
	if e.mul(whole(1<<40), whole(1<<40)); !e.overflow {
		t.Error("a product is too large, and not noted")
	}
	e = exact{}
	if e.add(rational{1, 1 << 40}, rational{1, 1<<40 - 1}); !e.overflow {
		t.Error("a denominator is too large, and not noted")
	}
}
