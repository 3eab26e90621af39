package term

import (
	"math/rand/v2"
	"testing"
)

// TestEqualArrays: the condition holds where all elements are the same, and only there.
func TestEqualArrays(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	same, differ := 0, 0
	for range 400 {
		s := New(Options{})
		base, other := s.Var("m", Array(2, 2)), s.Var("n", Array(2, 2))
		var words []ID
		for _, name := range []string{"i", "j", "v", "w"} {
			words = append(words, s.Var(name, BV(2)))
		}
		cond := s.Var("c", Bool)
		var build func(depth int) ID
		build = func(depth int) ID {
			word := func() ID { return words[rnd.IntN(len(words))] }
			switch {
			case depth == 0:
				return base
			case rnd.IntN(4) == 0:
				return s.Ite(cond, build(depth-1), build(depth-1))
			}
			return s.Store(build(depth-1), word(), word())
		}
		a, b := build(1+rnd.IntN(3)), build(1+rnd.IntN(3))
		equal, ok := s.EqualArrays(a, b)
		if !ok {
			t.Fatalf("no condition for %s and %s", s.Line(a), s.Line(b))
		}
		if _, ok := s.EqualArrays(a, s.Store(other, words[0], words[1])); ok {
			t.Fatal("a condition for arrays that are made of two")
		}
		var asg Assignment
		elems := make(map[Word]Word)
		for i := range uint64(4) {
			elems[WordOf(i)] = WordOf(rnd.Uint64N(4))
		}
		asg.SetArray(base, ArrayValue{Elems: elems})
		for _, w := range words {
			asg.Set(w, WordOf(rnd.Uint64N(4)))
		}
		asg.Set(cond, WordOf(rnd.Uint64N(2)))
		e := NewEvaluator(s, &asg)
		want := true
		for i := range uint64(4) {
			want = want && e.Array(a).At(WordOf(i)) == e.Array(b).At(WordOf(i))
		}
		if e.Holds(equal) != want {
			t.Fatalf("%s and %s: %v, expected %v", s.Line(a), s.Line(b), !want, want)
		}
		if want {
			same++
		} else {
			differ++
		}
	}
	if same < 50 || differ < 50 {
		t.Errorf("%d equal, %d not", same, differ)
	}
}
