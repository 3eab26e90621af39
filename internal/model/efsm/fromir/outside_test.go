package fromir

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/solve/term"
)

// TestOutside: for all addresses of eight bits, outside holds exactly if the address is not in the
// list. For arrays it has fewer terms than addresses.
func TestOutside(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for n := range 200 {
		var list []uint64
		for range 1 + rng.IntN(3) {
			at, step := rng.Uint64N(256), 1+rng.Uint64N(9)
			for range rng.IntN(20) {
				if at < 256 {
					list = append(list, at)
				}
				at += step
			}
		}
		rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		s := term.New(term.Options{})
		addr := s.Var("addr", term.BV(8))
		out := outside(s, addr, slices.Clone(list))
		for v := range uint64(256) {
			tr := term.NewTranslator(s, s)
			tr.Bind(addr, s.Uint(v, 8))
			if got, want := tr.Term(out), !slices.Contains(list, v); (got == term.True) != want || got != term.True && got != term.False {
				t.Fatalf("list %d: %d is outside of %v: %v", n, v, list, got)
			}
		}
	}
	s := term.New(term.Options{})
	var list []uint64
	for i := range uint64(1000) {
		list = append(list, 1<<20+4*i)
	}
	if n := len(s.Below(outside(s, s.Var("addr", term.BV(32)), list))); n > 20 {
		t.Errorf("%d terms", n)
	}
}
