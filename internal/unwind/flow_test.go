package unwind

import (
	"math/rand/v2"
	"testing"

	"github.com/heddle-mc/heddle/internal/ir"
)

// TestOrder checks on random control flow, irreducible too, that every edge to a
// block that does not come later goes to the head of a loop that holds the edge's
// start, and that loops are contiguous.
func TestOrder(t *testing.T) {
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
		f := newFlow(fn)
		var blocks []ir.BlockID
		var flatten func(list []elem)
		flatten = func(list []elem) {
			for _, e := range list {
				blocks = append(blocks, e.block)
				flatten(e.body)
			}
		}
		flatten(f.order)
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
				if f.rank[to] > f.rank[b] {
					continue
				}
				l := f.inner[to]
				if l == 0 || f.loops[l].head != to || !f.within(b, l) {
					t.Fatalf("edge %d -> %d goes back, but not to a loop's head, in %v", b, to, fn.Blocks)
				}
			}
		}
	}
}
