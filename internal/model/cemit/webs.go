package cemit

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// splitTemps returns a copy of a function in which a temporary with several assignments becomes
// several temporaries, so that they can be folded. This is done for assignments whose value is used
// only in their own block.
func splitTemps(fn *ir.Func) *ir.Func {
	out := fn.Clone()
	selected := candidates(fn)
	if !slices.Contains(selected, true) {
		return &out
	}
	s := splitter{fn: &out, selected: selected, live: fn.Liveness(selected)}
	for b := 1; b < len(out.Blocks); b++ {
		s.block(ir.BlockID(b))
	}
	return &out
}

type splitter struct {
	fn       *ir.Func
	selected []bool       // by register of the original
	live     *ir.Liveness // of the original
}

// candidates selects the temporaries with several definitions.
func candidates(fn *ir.Func) []bool {
	defs := make([]int, len(fn.Regs))
	for _, r := range fn.Params {
		defs[r] = -1 << 30
	}
	for _, in := range fn.Instrs() {
		defs[in.Dst]++
	}
	out := make([]bool, len(fn.Regs))
	for r := 1; r < len(defs); r++ {
		out[r] = defs[r] > 1 && fn.Regs[r].Name == ""
	}
	return out
}

// block gives each definition of a block that is used there only a register of its
// own.
func (s *splitter) block(b ir.BlockID) {
	blk := &s.fn.Blocks[b]
	last := make(map[ir.Reg]int)
	for i := range blk.Instrs {
		if r := blk.Instrs[i].Dst; r != 0 {
			last[r] = i
		}
	}
	now := make(map[ir.Reg]ir.Reg)
	rename := func(o *ir.Operand) {
		if r := now[o.Reg()]; r != 0 {
			*o = ir.RegOperand(r)
		}
	}
	for i := range blk.Instrs {
		in := &blk.Instrs[i]
		for k := range in.Args {
			rename(&in.Args[k])
		}
		r := in.Dst
		if !s.selected[r] {
			continue
		}
		delete(now, r)
		if last[r] == i && s.live.HasBehind(b, r) {
			continue
		}
		s.fn.Regs = append(s.fn.Regs, s.fn.Regs[r])
		now[r] = ir.Reg(len(s.fn.Regs) - 1)
		in.Dst = now[r]
	}
	if blk.Term.HasArg {
		rename(&blk.Term.Arg)
	}
}
