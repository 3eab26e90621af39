package ir

import (
	"math/rand/v2"
	"testing"
)

// randomFlow returns a function whose blocks only jump.
func randomFlow(rng *rand.Rand, n int) *Func {
	f := &Func{Blocks: make([]Block, n+1)}
	for b := 1; b <= n; b++ {
		for range 1 + rng.IntN(3) {
			f.Blocks[b].Term.Targets = append(f.Blocks[b].Term.Targets, BlockID(1+rng.IntN(n)))
		}
	}
	return f
}

// reachable returns the blocks to which there is a path that does not pass avoid.
func reachable(f *Func, from, avoid BlockID) []bool {
	seen := make([]bool, len(f.Blocks))
	for work := []BlockID{from}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if !seen[b] && b != avoid {
			seen[b] = true
			work = append(work, f.Blocks[b].Term.Targets...)
		}
	}
	return seen
}

// TestDominators compares dominators with their definition, on random graphs, and
// SideEntry with its: some cycle has no block that dominates all its blocks.
func TestDominators(t *testing.T) {
	reducible := 0
	for seed := range 2000 {
		f := randomFlow(rand.New(rand.NewPCG(uint64(seed), 1)), 2+seed%12)
		d := f.Dominators()
		all := reachable(f, 1, 0)
		dominates := make([][]bool, len(f.Blocks)) // by block, the other
		for a := BlockID(1); int(a) < len(f.Blocks); a++ {
			if all[a] != (d.Place(a) != 0) {
				t.Fatalf("seed %d: b%d is reachable: %t", seed, a, all[a])
			}
			past := reachable(f, 1, a)
			dominates[a] = make([]bool, len(f.Blocks))
			for b := BlockID(1); int(b) < len(f.Blocks); b++ {
				if dominates[a][b] = all[a] && all[b] && !past[b]; all[a] && all[b] && d.Dominates(a, b) != dominates[a][b] {
					t.Fatalf("seed %d: b%d dominates b%d: %t", seed, a, b, !dominates[a][b])
				}
			}
		}
		from, _ := f.SideEntry()
		if want := onlyNaturalLoops(f, all, dominates); want != (from == 0) {
			t.Fatalf("seed %d: reducible: %t", seed, want)
		} else if want {
			reducible++
		}
	}
	if reducible < 300 || reducible > 1700 {
		t.Errorf("%d of 2000 are reducible", reducible)
	}
}

// onlyNaturalLoops reports whether the reachable blocks have no cycle when the edges to dominators are
// left out (Aho, Lam, Sethi, Ullman, 9.6.4).
func onlyNaturalLoops(f *Func, all []bool, dominates [][]bool) bool {
	in := make([]int, len(f.Blocks))
	forward := func(b BlockID, visit func(to BlockID)) {
		for _, to := range f.Blocks[b].Term.Targets {
			if !dominates[to][b] {
				visit(to)
			}
		}
	}
	left := 0
	for b := range f.Blocks {
		if all[b] {
			left++
			forward(BlockID(b), func(to BlockID) { in[to]++ })
		}
	}
	for work := []BlockID{1}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		left--
		forward(b, func(to BlockID) {
			if in[to]--; in[to] == 0 {
				work = append(work, to)
			}
		})
	}
	return left == 0
}
