package ltl_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ltl"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
)

var generated = testflag.Generated(3000)

// show writes a formula with all parentheses.
func show(f *ltl.Formula, atoms []ltl.Atom) string {
	names := map[ltl.Op]string{ltl.Not: "!", ltl.And: "&&", ltl.Or: "||", ltl.Implies: "->", ltl.Iff: "<->", ltl.Next: "X",
		ltl.Finally: "F", ltl.Globally: "G", ltl.Until: "U", ltl.Release: "R", ltl.WeakUntil: "W"}
	switch {
	case f.Op == ltl.True:
		return "true"
	case f.Op == ltl.False:
		return "false"
	case f.Op == ltl.Atomic:
		return atoms[f.Atom].String()
	case f.R == nil:
		return "(" + names[f.Op] + " " + show(f.L, atoms) + ")"
	}
	return "(" + show(f.L, atoms) + " " + names[f.Op] + " " + show(f.R, atoms) + ")"
}

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"G(waiting -> F running)":               "(G (waiting -> (F running)))",
		"a U b U c && d":                        "((a U (b U c)) && d)",
		"a || b && c -> d -> e":                 "((a || (b && c)) -> (d -> e))",
		"! X a W false <-> true R b":            "(((! (X a)) W false) <-> (true R b))",
		"s.f[2].g - 3 + x < -0x10 - -y":         "s.f[2].g - 3 + x < -16 + y",
		"F at(dir-x/a b.c:12)":                  "(F at(dir-x/a b.c:12))",
		"at( worker.2 , 7) && x==x && at(7)":    "((at(worker.2, 7) && x == x) && at(7))",
		"finished(main)U enabled(f) || running": "((finished(main) U enabled(f)) || running)",
		"(((x)))":                               "x",
	} {
		f, atoms, err := ltl.Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		got := show(f, atoms)
		if got != want {
			t.Errorf("%s: read %s, expected %s", text, got, want)
		}
		if again, atoms, err := ltl.Parse(got); err != nil || show(again, atoms) != got {
			t.Errorf("%s is not read back: %v", got, err)
		}
	}
	if _, atoms, _ := ltl.Parse("F (x == 1) && G (x==1 || y)"); len(atoms) != 2 {
		t.Errorf("%d atoms, expected 2", len(atoms))
	}
}

func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                             `formula: offset 0: found the end, expected a formula`,
		"G (x":                         `formula: offset 4: found the end, expected ")"`,
		"x == ":                        `formula: offset 5: found the end, expected a formula`,
		"x y":                          `formula: offset 2: found "y", expected an operator or the end`,
		"x U":                          `formula: offset 3: found the end, expected a formula`,
		"a[b]":                         `formula: offset 2: found "b", expected a number`,
		"x == U":                       `formula: offset 5: found "U", expected a name`,
		"at(x.c)":                      `formula: offset 3: found "x.c", expected FILE:LINE or LINE, from 1`,
		"at(:3)":                       `formula: offset 3: found ":3", expected FILE:LINE or LINE, from 1`,
		"at(3":                         `formula: offset 4: found the end, expected ")"`,
		"at x":                         `formula: offset 3: found "x", expected "("`,
		"enabled(2)":                   `formula: offset 8: found "2", expected a name`,
		"x = 3":                        `formula: offset 2: found "=", expected a formula`,
		"12345678901234567890123 == x": `formula: offset 0: found "12345678901234567890123", expected a number`,
	} {
		if _, _, err := ltl.Parse(text); err == nil || err.Error() != want {
			t.Errorf("%s: %v, expected %s", text, err, want)
		}
	}
	if _, _, err := ltl.Parse(strings.Repeat("!", 100_000) + "x"); err == nil {
		t.Error("a deep formula is read")
	}
}

// random returns a formula over three atoms.
func random(rng *rand.Rand, depth int) *ltl.Formula {
	if depth == 0 || rng.IntN(6) == 0 {
		return &ltl.Formula{Op: ltl.Atomic, Atom: rng.IntN(3)}
	}
	f := &ltl.Formula{Op: ltl.Op(rng.IntN(int(ltl.WeakUntil) + 1)), L: random(rng, depth-1), R: random(rng, depth-1)}
	switch f.Op {
	case ltl.True, ltl.False, ltl.Atomic:
		return &ltl.Formula{Op: f.Op}
	case ltl.Not, ltl.Next, ltl.Finally, ltl.Globally:
		f.R = nil
	}
	return f
}

// says returns the truth of a formula at a position, by the definition of each operator. From i on, a
// lasso passes through fewer than twice its length of positions before it repeats.
func says(f *ltl.Formula, length, loop, i int, holds func(atom, at int) bool) bool {
	var path []int
	for n, at := 0, i; n < 2*length; n++ {
		path = append(path, at)
		if at++; at == length {
			at = loop
		}
	}
	l := func(at int) bool { return says(f.L, length, loop, at, holds) }
	r := func(at int) bool { return says(f.R, length, loop, at, holds) }
	some := func(p func(int) bool) int {
		for n, at := range path {
			if p(at) {
				return n
			}
		}
		return -1
	}
	all := func(until int, p func(int) bool) bool {
		for _, at := range path[:until] {
			if !p(at) {
				return false
			}
		}
		return true
	}
	switch f.Op {
	case ltl.True, ltl.False:
		return f.Op == ltl.True
	case ltl.Atomic:
		return holds(f.Atom, i)
	case ltl.Not:
		return !l(i)
	case ltl.And:
		return l(i) && r(i)
	case ltl.Or:
		return l(i) || r(i)
	case ltl.Implies:
		return !(l(i) && !r(i))
	case ltl.Iff:
		return l(i) == r(i)
	case ltl.Next:
		return l(path[1])
	case ltl.Finally:
		return some(l) >= 0
	case ltl.Globally:
		return all(len(path), l)
	case ltl.Until, ltl.WeakUntil:
		n := some(r)
		if n < 0 {
			return f.Op == ltl.WeakUntil && all(len(path), l)
		}
		return all(n, l)
	default:
		n := some(l)
		if n < 0 {
			return all(len(path), r)
		}
		return all(n+1, r)
	}
}

// TestHolds checks on random lassos that the fixed points agree with the definitions, for a formula,
// its normal form, and the normal form of its negation.
func TestHolds(t *testing.T) {
	yes := 0
	for seed := range generated.All() {
		rng := rand.New(rand.NewPCG(seed, 1))
		f := random(rng, 3)
		length := 1 + rng.IntN(5)
		loop := rng.IntN(length)
		word := make([][3]bool, length)
		for i := range word {
			word[i] = [3]bool{rng.IntN(2) == 0, rng.IntN(2) == 0, rng.IntN(2) == 0}
		}
		holds := func(atom, at int) bool { return word[at][atom] }
		got, normal, negated := f.Holds(length, loop, holds), f.NNF(false).Holds(length, loop, holds), f.NNF(true).Holds(length, loop, holds)
		for i := range length {
			want := says(f, length, loop, i, holds)
			if got[i] != want || normal[i] != want || negated[i] == want {
				t.Fatalf("seed %d: position %d: %t, %t and not %t, expected %t", seed, i, got[i], normal[i], negated[i], want)
			}
			if want {
				yes++
			}
		}
	}
	t.Logf("%d hold", yes)
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"G(x -> F at(a.c:3))", "a[1].b + 2 <= -c U running", "finished(f.2) <-> ! enabled(main) R X true", "at(f.1, 3) W", "((", "at(,"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g, atoms, err := ltl.Parse(text)
		if err != nil {
			return
		}
		shown := show(g, atoms)
		if len(shown) > 1000 {
			return // the parentheses are nested deeper than in the input
		}
		again, atoms, err := ltl.Parse(shown)
		if err != nil && strings.Contains(err.Error(), "less deep") {
			return
		}
		if err != nil || show(again, atoms) != shown {
			t.Fatalf("%q is shown as %q, which is not read back: %v", text, shown, err)
		}
	})
}
