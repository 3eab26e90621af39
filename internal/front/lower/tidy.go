package lower

import "github.com/heddle-mc/heddle/internal/program/ir"

// Tidy drops code that constant operands made unreachable or superfluous, and
// numbers the rest as Lower does.
func Tidy(fn *ir.Func, m ir.DataModel) {
	arrangeBlocks(fn, make([]int32, len(fn.Blocks)))
	removeDead(fn, m)
	compact(fn)
	fn.Canonicalise()
}

// removeDead drops pure instructions with unused results, and the unused results of calls. Verdicts do
// not depend on it.
func removeDead(fn *ir.Func, m ir.DataModel) {
	uses := make([]int32, len(fn.Regs))
	for o := range fn.Operands() {
		uses[o.Reg()]++
	}
	for again := true; again; {
		again = false
		for b := len(fn.Blocks) - 1; b >= 1; b-- {
			blk := &fn.Blocks[b]
			keep := len(blk.Instrs)
			for i := len(blk.Instrs) - 1; i >= 0; i-- {
				in := &blk.Instrs[i]
				if in.Dst != 0 && uses[in.Dst] == 0 && removable(fn, in, m) {
					for _, o := range in.Args {
						uses[o.Reg()]--
					}
					again = true
					continue
				}
				keep--
				if keep != i {
					blk.Instrs[keep] = *in
				}
			}
			blk.Instrs = blk.Instrs[keep:]
		}
	}
	for _, in := range fn.Instrs() {
		if (in.Op == ir.OpCall || in.Op == ir.OpCallPtr) && in.Dst != 0 && uses[in.Dst] == 0 {
			in.Dst = 0
		}
	}
}

// removable reports whether an instruction only computes its result. An assignment to an unused
// variable is kept for the trace.
func removable(fn *ir.Func, in *ir.Instr, m ir.DataModel) bool {
	if fn.Regs[in.Dst].Name != "" {
		return false
	}
	switch in.Op {
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpNeg:
		return in.Flags&ir.NSW == 0
	case ir.OpShl, ir.OpLShr, ir.OpAShr:
		y := in.Args[1]
		return in.Flags&ir.NSW == 0 && y.IsConst() && fn.Consts[y.Const()].Hi == 0 &&
			fn.Consts[y.Const()].Lo < uint64(in.Type.Bits(m))
	}
	return in.Op.IsPure()
}

// compact renumbers registers and Locals in the order in which the code
// mentions them, parameters first, and drops the others.
func compact(fn *ir.Func) {
	regs := make([]ir.Reg, len(fn.Regs))
	var infos = make([]ir.RegInfo, 1, len(fn.Regs))
	visit := func(r ir.Reg) ir.Reg {
		if r == 0 {
			return 0
		}
		if regs[r] == 0 {
			regs[r] = ir.Reg(len(infos))
			infos = append(infos, fn.Regs[r])
		}
		return regs[r]
	}
	operand := func(o *ir.Operand) {
		if r := o.Reg(); r != 0 {
			*o = ir.RegOperand(visit(r))
		}
	}
	locals := make([]ir.LocalID, len(fn.Locals))
	var objects = make([]ir.Local, 1, len(fn.Locals))
	for i, r := range fn.Params {
		fn.Params[i] = visit(r)
	}
	for b := 1; b < len(fn.Blocks); b++ {
		blk := &fn.Blocks[b]
		for i := range blk.Instrs {
			in := &blk.Instrs[i]
			for j := range in.Args {
				operand(&in.Args[j])
			}
			in.Dst = visit(in.Dst)
			if l := in.Local; l != 0 && in.Op == ir.OpEnter && locals[l] == 0 {
				locals[l] = ir.LocalID(len(objects))
				objects = append(objects, fn.Locals[l])
			}
		}
		if blk.Term.HasArg {
			operand(&blk.Term.Arg)
		}
	}
	for b := 1; b < len(fn.Blocks); b++ {
		blk := &fn.Blocks[b]
		kept := blk.Instrs[:0]
		for _, in := range blk.Instrs {
			if in.Local != 0 {
				if in.Local = locals[in.Local]; in.Local == 0 {
					continue // leaves an object that is never entered
				}
			}
			kept = append(kept, in)
		}
		blk.Instrs = kept
	}
	fn.Regs, fn.Locals = infos, objects
}
