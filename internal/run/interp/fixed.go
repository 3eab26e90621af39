package interp

import "github.com/heddle-mc/heddle/internal/program/ir"

// fixedAddresses returns, by register, whether it always has an address that depends on no value of memory: that of a
// variable, or one a constant distance from it.
func fixedAddresses(f *ir.Func) []bool {
	fixed, defined := make([]bool, len(f.Regs)), make([]int, len(f.Regs))
	each := func(do func(in *ir.Instr)) {
		for b := range f.Blocks {
			for i := range f.Blocks[b].Instrs {
				do(&f.Blocks[b].Instrs[i])
			}
		}
	}
	for _, r := range f.Params {
		defined[r]++
	}
	each(func(in *ir.Instr) { defined[in.Dst]++ })
	each(func(in *ir.Instr) {
		is := in.Op == ir.OpGlobalAddr || (in.Op == ir.OpPtrAdd || in.Op == ir.OpCopy) && fixedOperands(fixed, in.Args)
		fixed[in.Dst] = is && in.Dst != 0 && defined[in.Dst] == 1
	})
	return fixed
}

// fixedOperands reports whether operands are constants or fixed addresses.
func fixedOperands(fixed []bool, list []ir.Operand) bool {
	for _, a := range list {
		if !a.IsConst() && !fixed[a.Reg()] {
			return false
		}
	}
	return true
}
