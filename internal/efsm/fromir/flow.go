package fromir

import (
	"github.com/heddle-mc/heddle/internal/ir"
)

// flow is what is known of a function's control flow.
type flow struct {
	order     []ir.BlockID // reverse post-order
	rank      []int        // by block: its place in order
	head      []bool       // by block: an edge from a later block leads to it
	looped    []bool       // by block: it is on a cycle
	live      *ir.Liveness
	sectioned bool  // it has sections of library models: numbers of threads only mark their bits there
	sections  []int // by block: how many sections of library models are open where it begins
}

func newFlow(fn *ir.Func) *flow {
	n := len(fn.Blocks)
	f := &flow{order: fn.ReversePostorder(), rank: make([]int, n), head: make([]bool, n), looped: make([]bool, n), sections: make([]int, n)}
	for i, bl := range f.order {
		f.rank[bl] = i
	}
	for _, bl := range f.order {
		for _, to := range fn.Blocks[bl].Term.Targets {
			if f.rank[to] <= f.rank[bl] {
				f.head[to] = true
				f.markLoop(fn, to, bl)
			}
		}
	}
	f.live = fn.Liveness(nil)
	for _, bl := range f.order {
		depth := f.sections[bl]
		for i := range fn.Blocks[bl].Instrs {
			step := sectionStep(&fn.Blocks[bl].Instrs[i])
			depth += step
			f.sectioned = f.sectioned || step > 0
		}
		for _, to := range fn.Blocks[bl].Term.Targets {
			f.sections[to] = max(depth, f.sections[to])
		}
	}
	return f
}

// sectionStep returns by how many open sections of library models an instruction
// changes.
func sectionStep(in *ir.Instr) int {
	switch {
	case ir.SectionKind(in.Sub) != ir.ModelSection:
	case in.Op == ir.OpAtomicBegin:
		return 1
	case in.Op == ir.OpAtomicEnd:
		return -1
	}
	return 0
}

// markLoop marks the blocks from which control can come to the end of a back edge
// without passing its head, and the head.
func (f *flow) markLoop(fn *ir.Func, head, from ir.BlockID) {
	preds := make([][]ir.BlockID, len(fn.Blocks))
	for _, bl := range f.order {
		for _, to := range fn.Blocks[bl].Term.Targets {
			preds[to] = append(preds[to], bl)
		}
	}
	seen := make([]bool, len(fn.Blocks))
	seen[head] = true
	f.looped[head] = true
	work := []ir.BlockID{from}
	for len(work) > 0 {
		bl := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[bl] {
			continue
		}
		seen[bl] = true
		f.looped[bl] = true
		work = append(work, preds[bl]...)
	}
}
