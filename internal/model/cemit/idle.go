package cemit

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// withoutIdle returns a function of a sequential program without instructions that have no effect:
// unused values, and choices between branches that do the same. They remain from checks of other
// properties.
func (p *printer) withoutIdle(fn *ir.Func) *ir.Func {
	if !p.opts.Sequential || !fn.HasBody() {
		return fn
	}
	out := *fn
	out.Blocks = slices.Clone(fn.Blocks)
	for b := range out.Blocks {
		out.Blocks[b].Instrs = slices.Clone(out.Blocks[b].Instrs)
		out.Blocks[b].Term.Targets = slices.Clone(out.Blocks[b].Term.Targets)
	}
	for p.dropUnneeded(&out) || dropChoices(&out) {
	}
	return &out
}

// dropUnneeded removes computations whose result is not needed, and reports whether there were
// any.
func (p *printer) dropUnneeded(fn *ir.Func) (any bool) {
	needed := make([]bool, len(fn.Regs))
	need := func(o ir.Operand) {
		if !o.IsConst() {
			needed[o.Reg()] = true
		}
	}
	for _, b := range fn.ReversePostorder() {
		for i := range fn.Blocks[b].Instrs {
			if in := &fn.Blocks[b].Instrs[i]; !p.isSilent(fn, in) {
				for _, a := range in.Args {
					need(a)
				}
			}
		}
		if t := &fn.Blocks[b].Term; t.HasArg {
			need(t.Arg)
		}
	}
	c := &code{fn: fn, parts: p.parts(fn)}
	for b := range fn.Blocks {
		blk := &fn.Blocks[b]
		n := len(blk.Instrs)
		blk.Instrs = slices.DeleteFunc(blk.Instrs, func(in ir.Instr) bool {
			return p.isSilent(fn, &in) || !needed[in.Dst] && (onlyComputes(&in) || p.isHarmlessLoad(c, &in) || in.Op == ir.OpCall && p.onlyReads(in.Func))
		})
		any = any || len(blk.Instrs) < n
	}
	return any
}

func onlyComputes(in *ir.Instr) bool { return in.Dst != 0 && in.Op.Computes() && !mayEnd(in) }

// onlyReads reports whether a call of a function of a sequential program is not needed if its result
// is not. Its loops end: they are the method's own.
func (p *printer) onlyReads(id ir.FuncID) bool {
	fn := &p.prog.Funcs[id]
	for b := 1; b < len(fn.Blocks); b++ {
		if fn.Blocks[b].Term.Op > ir.TermRet {
			return false // it may end the process
		}
	}
	for _, in := range fn.Instrs() {
		if !onlyComputes(in) && (in.Op != ir.OpLoad || in.Flags&ir.Volatile != 0) {
			return false
		}
	}
	return fn.HasBody()
}

// dropChoices makes jumps of choices between branches that do nothing until they meet, and
// reports whether there were any.
func dropChoices(fn *ir.Func) (any bool) {
	next := func(b ir.BlockID) ir.BlockID {
		for range fn.Blocks {
			if blk := &fn.Blocks[b]; len(blk.Instrs) > 0 || blk.Term.Op != ir.TermBr {
				break
			}
			b = fn.Blocks[b].Term.Targets[0]
		}
		return b
	}
	for b := 1; b < len(fn.Blocks); b++ {
		if t := &fn.Blocks[b].Term; t.Op == ir.TermCondBr && next(t.Targets[0]) == next(t.Targets[1]) {
			*t = ir.Term{Op: ir.TermBr, Targets: []ir.BlockID{next(t.Targets[0])}, Pos: t.Pos}
			any = true
		}
	}
	return any
}
