package loops

import (
	"math/rand/v2"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// TestWeakOrder checks the order of random control flow, also irreducible. Every edge to a block that
// does not come later leads to the head of a loop that contains the edge's start, and loops are
// contiguous.
func TestWeakOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		n := 1 + r.IntN(9)
		fn := &ir.Func{Blocks: make([]ir.Block, n+1)}
		for b := 1; b <= n; b++ {
			for range r.IntN(3) {
				to := ir.BlockID(1 + r.IntN(n))
				fn.Blocks[b].Term.Targets = append(fn.Blocks[b].Term.Targets, to)
			}
		}
		f := NewWeakOrder(fn)
		var blocks []ir.BlockID
		var flatten func(list []Part)
		flatten = func(list []Part) {
			for _, e := range list {
				blocks = append(blocks, e.Block)
				flatten(e.Body)
			}
		}
		flatten(f.Parts)
		seen := make(map[ir.BlockID]bool)
		for _, b := range blocks {
			if seen[b] {
				t.Fatalf("block %d is twice in the order of %v", b, fn.Blocks)
			}
			seen[b] = true
		}
		for _, b := range blocks {
			for _, to := range fn.Blocks[b].Term.Targets {
				if !seen[to] {
					t.Fatalf("block %d is missing", to)
				}
				if f.Rank[to] > f.Rank[b] {
					continue
				}
				l := f.Inner[to]
				if l == 0 || f.Loops[l].Head != to || !f.Within(b, l) {
					t.Fatalf("edge %d -> %d goes back, but not to a loop's head, in %v", b, to, fn.Blocks)
				}
			}
		}
	}
}
