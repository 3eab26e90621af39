package refine

import (
	"math/rand/v2"
	"testing"

	"github.com/heddle-mc/heddle/internal/solve/term"
)

// TestLinear checks that a term has the value of the sum that represents it, for all widths of its parts.
func TestLinear(t *testing.T) {
	const width, narrow = 8, 5
	rnd := rand.New(rand.NewPCG(3, 5))
	for range 300 {
		terms := term.New(term.Options{})
		var values term.Assignment
		variable := func(width uint) term.ID {
			id := terms.Var("v", term.BV(width))
			values.Set(id, term.Word{Lo: rnd.Uint64() >> (64 - width)})
			return id
		}
		wide, small := variable(width), variable(narrow)
		var of func(width uint, depth int) term.ID
		of = func(w uint, depth int) term.ID {
			rest := depth - 1
			switch {
			case depth == 0 && w == width:
				return wide
			case depth == 0:
				return small
			case rnd.IntN(3) == 0 && w == width:
				return terms.Concat(of(narrow, rest), terms.Const(term.Word{Lo: rnd.Uint64()}, width-narrow))
			case rnd.IntN(3) == 0 && w == narrow:
				return terms.Extract(of(width, rest), narrow-1, 0)
			case rnd.IntN(3) == 0:
				return terms.Mul(of(w, rest), of(w, rest))
			case rnd.IntN(2) == 0:
				return terms.Sub(of(w, rest), terms.Const(term.Word{Lo: rnd.Uint64()}, w))
			}
			return terms.Add(of(w, rest), terms.BvNot(of(w, rest)))
		}
		id := of(width, 4)
		l := newLinear(terms, width)
		e := term.NewEvaluator(terms, &values)
		var sum uint64
		for at, c := range l.of(id) {
			if at == 0 {
				sum += c
				continue
			}
			sum += c * e.Word(l.atoms[at]).Lo
		}
		if want := e.Word(id).Lo; sum&(1<<width-1) != want {
			t.Fatalf("%d, is %d: %v", sum&(1<<width-1), want, l.of(id))
		}
	}
}
