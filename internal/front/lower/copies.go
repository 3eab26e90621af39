package lower

import "github.com/heddle-mc/heddle/internal/program/ir"

// markCopies finds the copies of characters: loads whose value is only stored in the same block.
// Copying a byte without a value is no use of it (C11 6.2.6.1: character types have no trap
// representations); memcpy and its like consist of such copies.
//
// In a library model the copy of a pointer is one as well: realloc moves bytes in words as
// wide as a pointer, so that pointers among them stay whole.
func markCopies(fn *ir.Func, types []ir.CType, library bool) {
	uses, defs := make([]int32, len(fn.Regs)), make([]int32, len(fn.Regs))
	for _, in := range fn.Instrs() {
		defs[in.Dst]++
	}
	for o := range fn.Operands() {
		uses[o.Reg()]++
	}
	isCharacter := func(in *ir.Instr) bool {
		t := &types[in.CType]
		for t.Kind == ir.CTypedef {
			t = &types[t.Elem]
		}
		return (in.Type == ir.I8 || library && in.Type.IsPtr()) && in.Order == ir.NonAtomic && in.Field == (ir.Field{}) && t.Kind != ir.CBool
	}
	loads := make(map[ir.Reg]*ir.Instr) // the loads of the block that may be copies, by their results
	for b := 1; b < len(fn.Blocks); b++ {
		clear(loads)
		blk := &fn.Blocks[b]
		for i := range blk.Instrs {
			switch in := &blk.Instrs[i]; {
			case in.Op == ir.OpLoad && isCharacter(in) && uses[in.Dst] == 1 && defs[in.Dst] == 1:
				loads[in.Dst] = in
			case in.Op == ir.OpStore && isCharacter(in) && loads[in.Args[1].Reg()] != nil:
				in.Flags |= ir.Copying
				loads[in.Args[1].Reg()].Flags |= ir.Copying
			}
		}
	}
}
