package relation

import (
	"math/rand/v2"
	"testing"
)

// random returns a relation over n events that has each pair with probability 1/rare.
func random(rng *rand.Rand, n, rare int) Rel {
	r := New(n)
	for a := range n {
		for b := range n {
			if rng.IntN(rare) == 0 {
				r.Add(a, b)
			}
		}
	}
	return r
}

// TestWide compares relations of at most 64 events, which have a word in each row, with the same relations among more
// events. TestNaive in package memmodel compares the former with definitions.
func TestWide(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		n := 1 + rng.IntN(64)
		p, q := random(rng, n, 2*n), random(rng, n, n)
		wide := func(r Rel) Rel {
			out := New(3 * n)
			r.Each(func(a, b int) bool {
				out.Add(3*a, 3*b)
				return true
			})
			return out
		}
		agree := func(what string, narrow, big Rel) {
			count := 0
			narrow.Each(func(a, b int) bool {
				if !big.Has(3*a, 3*b) {
					t.Fatalf("%s: (%d, %d) is missing", what, a, b)
				}
				count++
				return true
			})
			if count != big.Count() || count != narrow.Count() {
				t.Fatalf("%s: %d pairs, %d expected", what, big.Count(), count)
			}
		}
		r, s := New(n), New(3*n)
		r.Compose(p, q)
		s.Compose(wide(p), wide(q))
		agree("compose", r, s)
		r.Plus(p)
		s.Plus(wide(p))
		agree("plus", r, s)
		r.Inverse(p)
		s.Inverse(wide(p))
		agree("inverse", r, s)
		if p.Acyclic() != wide(p).Acyclic() || p.Acyclic() != (p.Cycle() == nil) {
			t.Fatal("acyclic differs")
		}
		domain, ends := NewSet(3*n), NewSet(3*n)
		domain.Domain(wide(p))
		ends.Range(wide(p))
		s.Cross(domain, ends)
		s.And(s, wide(p))
		agree("within its ends", p, s)
		s.Fill()
		s.Minus(s, wide(p))
		if s.Count() != 9*n*n-p.Count() {
			t.Fatal("the complement has another size")
		}
	}
}

// TestCycle: each event of a cycle is related to the next, the last to the first, and none is shorter.
func TestCycle(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	found := 0
	for range 500 {
		n := 1 + rng.IntN(90)
		r := random(rng, n, n)
		cycle := r.Cycle()
		plus := New(n)
		plus.Plus(r)
		if plus.Irreflexive() != (cycle == nil) {
			t.Fatal("a cycle is missing, or is none")
		}
		for i, a := range cycle {
			if !r.Has(a, cycle[(i+1)%len(cycle)]) {
				t.Fatalf("%v is no cycle", cycle)
			}
		}
		power := r.Clone()
		for steps := 1; steps < len(cycle); steps++ {
			if !power.Irreflexive() {
				t.Fatalf("a cycle of %d events exists, not %v only", steps, cycle)
			}
			next := New(n)
			next.Compose(power, r)
			power = next
		}
		if len(cycle) > 1 {
			found++
		}
	}
	if found < 50 {
		t.Errorf("%d cycles are too few", found)
	}
}
