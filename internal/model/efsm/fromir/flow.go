package fromir

import (
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// flow has facts about a function's control flow.
type flow struct {
	order     []ir.BlockID // reverse post-order
	rank      []int        // by block: its place in order
	loops     *ir.LoopNest
	live      *ir.Liveness
	sectioned bool  // it has sections of library models: numbers of threads only mark their bits there
	sections  []int // by block: how many sections of library models are open where it begins
}

func newFlow(fn *ir.Func, nest *ir.LoopNest) *flow {
	n := len(fn.Blocks)
	f := &flow{order: nest.Dom.Order, rank: make([]int, n), loops: nest, sections: make([]int, n)}
	for i, bl := range f.order {
		f.rank[bl] = i
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
