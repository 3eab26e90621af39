package loops

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/ir"
)

// randomFunc returns a function with n blocks and random jumps between them.
func randomFunc(rng *rand.Rand, n int) *ir.Func {
	f := &ir.Func{Name: "f"}
	b := ir.NewFuncBuilder(ir.LP64, f)
	for range n {
		b.NewBlock()
	}
	for k := 1; k <= n; k++ {
		b.SetBlock(ir.BlockID(k))
		to := func() ir.BlockID { return ir.BlockID(1 + rng.IntN(n)) }
		switch rng.IntN(5) {
		case 0:
			b.Halt(b.Int(ir.I32, 0))
		case 1, 2:
			b.Br(to())
		default:
			b.CondBr(b.Choose(ir.I1, ir.ChooseNondet), to(), to())
		}
	}
	return b.Finish()
}

// reaches reports whether there is a path between two blocks that does not pass
// avoid; it may begin or end there if that is one of them.
func reaches(f *ir.Func, from, to, avoid ir.BlockID) bool {
	seen := make([]bool, len(f.Blocks))
	work := []ir.BlockID{from}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == to {
			return true
		}
		if seen[b] || b == avoid {
			continue
		}
		seen[b] = true
		work = append(work, f.Blocks[b].Term.Targets...)
	}
	return false
}

// TestGraph compares the loops of random reducible functions with their definition.
func TestGraph(t *testing.T) {
	loopsSeen := 0
	for seed := range 4000 {
		f := randomFunc(rand.New(rand.NewPCG(uint64(seed), 1)), 2+seed%9)
		if from, _ := f.SideEntry(); from != 0 {
			continue
		}
		p := &ir.Program{Globals: make([]ir.Global, 1), Funcs: []ir.Func{{}, *f}, Start: 1, CTypes: make([]ir.CType, 1)}
		fn := Analyse(p).Func(1)
		for n := range fn.Loops {
			l := &fn.Loops[n]
			if l.Parent != NoLoop && !fn.Loops[l.Parent].Contains(l.Header) {
				t.Fatalf("seed %d: loop b%d is not in its parent\n%s", seed, l.Header, p)
			}
			loopsSeen++
			for b := 1; b < len(f.Blocks); b++ {
				want := fn.dom.Place(ir.BlockID(b)) != 0 && (ir.BlockID(b) == l.Header || slices.ContainsFunc(l.Back, func(from ir.BlockID) bool {
					return from != l.Header && reaches(f, ir.BlockID(b), from, l.Header) && fn.Dominates(l.Header, ir.BlockID(b))
				}))
				if got := l.Contains(ir.BlockID(b)); got != want {
					t.Fatalf("seed %d: loop b%d has b%d: %v, expected %v\n%s", seed, l.Header, b, got, want, p)
				}
			}
		}
	}
	if loopsSeen < 500 {
		t.Errorf("only %d loops", loopsSeen)
	}
}
