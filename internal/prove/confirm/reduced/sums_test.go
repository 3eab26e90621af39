package reduced

import (
	"math/rand/v2"
	"testing"

	"github.com/heddle-mc/heddle/internal/solve/term"
)

// TestFollows checks the equations for which follows reports true, for all values of three words of
// four bits. Some words are ites.
func TestFollows(t *testing.T) {
	const width = 4
	random := rand.New(rand.NewPCG(1, 2))
	followed, all, chosen := 0, 0, 0
	for range 600 {
		s := term.New(term.Options{})
		x := []term.ID{s.Var("x", term.BV(width)), s.Var("y", term.BV(width)), s.Var("z", term.BV(width))}
		var word func(depth int) term.ID
		word = func(depth int) term.ID {
			switch a, b := x[random.IntN(3)], random.IntN(9); {
			case b == 0:
				return s.Uint(random.Uint64N(16), width)
			case depth == 0 || b < 3:
				return a
			case b < 5:
				return s.Add(word(depth-1), word(depth-1))
			case b < 7:
				return s.Sub(word(depth-1), word(depth-1))
			case b < 8:
				return s.Ite(s.Eq(a, x[random.IntN(3)]), word(depth-1), word(depth-1))
			}
			return s.Mul(word(depth-1), word(depth-1))
		}
		var facts []term.ID
		for range 2 {
			if a, b := word(2), word(2); random.IntN(3) > 0 {
				facts = append(facts, s.Eq(a, b))
			} else {
				facts = append(facts, s.Sle(a, b), s.Sle(b, a))
			}
		}
		// Often generate an equation that follows: a sum of multiples of equal words.
		e := newSums(s).equationOf(facts[0])
		goal := s.Eq(word(2), word(2))
		if e != (equation{}) && s.Width(e.x) == width && random.IntN(2) == 0 {
			k, c := s.Uint(random.Uint64N(16), width), word(1)
			goal = s.Eq(s.Add(s.Mul(k, e.x), c), s.Add(c, s.Mul(e.y, k)))
			if is := s.Eq(word(0), word(0)); random.IntN(2) == 0 { // what one word has more, another has less
				more := func(a, b term.ID) term.ID { return s.Ite(is, s.Add(a, b), a) }
				goal = s.Eq(s.Add(more(e.x, c), s.Ite(is, s.Sub(k, c), k)), s.Add(e.y, k))
			}
		}
		all++
		if !newSums(s).follows(facts, term.True, goal) {
			continue
		}
		followed++
		if !newSums(s).followsAsIs(facts, term.True, goal) {
			chosen++
		}
		for v := range uint64(1 << (3 * width)) {
			values := &term.Assignment{}
			for i, id := range x {
				values.Set(id, term.WordOf(v>>(width*i)&15))
			}
			holds := func(id term.ID) bool { return !term.NewEvaluator(s, values).Word(id).IsZero() }
			ok := true
			for _, f := range facts {
				ok = ok && holds(f)
			}
			if ok && !holds(goal) {
				t.Fatalf("%s does not follow", s.Line(goal))
			}
		}
	}
	t.Logf("%d of %d follow, %d in cases", followed, all, chosen)
	if followed < all/5 || chosen < all/20 {
		t.Errorf("%d of %d follow, %d in cases", followed, all, chosen)
	}
}
