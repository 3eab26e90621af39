package ir

import "slices"

// Clone returns a copy of a function with memory of its own: its registers,
// locals, constants, blocks, instructions and operands are copies.
func (f *Func) Clone() Func {
	out := *f
	out.Params, out.Regs, out.Locals = slices.Clone(f.Params), slices.Clone(f.Regs), slices.Clone(f.Locals)
	out.Consts, out.Blocks = slices.Clone(f.Consts), slices.Clone(f.Blocks)
	for b := range out.Blocks {
		blk := &out.Blocks[b]
		blk.Instrs = slices.Clone(blk.Instrs)
		for i := range blk.Instrs {
			blk.Instrs[i].Args = slices.Clone(blk.Instrs[i].Args)
		}
		blk.Term.Targets, blk.Term.Cases = slices.Clone(blk.Term.Targets), slices.Clone(blk.Term.Cases)
	}
	return out
}
