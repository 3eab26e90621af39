package ir

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestLoops compares the loops of random reducible functions with their definition.
func TestLoops(t *testing.T) {
	seen := 0
	for seed := range 4000 {
		f := randomFlow(rand.New(rand.NewPCG(uint64(seed), 1)), 2+seed%9)
		if from, _ := f.SideEntry(); from != 0 {
			continue
		}
		nest := f.Loops()
		for n := range nest.Loops {
			l := &nest.Loops[n]
			if l.Parent != NoLoop && !nest.Loops[l.Parent].Contains(l.Header) {
				t.Fatalf("seed %d: loop b%d is not in its parent", seed, l.Header)
			}
			if at := nest.At(l.Header); at != n {
				t.Fatalf("seed %d: the loop of b%d is %d, expected %d", seed, l.Header, at, n)
			}
			seen++
			for b := BlockID(1); int(b) < len(f.Blocks); b++ {
				want := nest.Dom.Place(b) != 0 && (b == l.Header || slices.ContainsFunc(l.Back, func(from BlockID) bool {
					return from != l.Header && nest.Dom.Dominates(l.Header, b) && reachable(f, b, l.Header)[from]
				}))
				if got := l.Contains(b); got != want {
					t.Fatalf("seed %d: loop b%d has b%d: %v, expected %v", seed, l.Header, b, got, want)
				}
			}
		}
	}
	if seen < 500 {
		t.Errorf("only %d loops", seen)
	}
}
