package sequential

import "github.com/heddle-mc/heddle/internal/program/ir"

// neverWritten reports of each global whether nothing can write it: it is a
// constant, or all that the program does with its address is to load from there. Then
// loads are constants, and loops that count up to them have a constant number of
// iterations.
func neverWritten(p *ir.Program) []bool {
	out := make([]bool, len(p.Globals))
	for g := range out {
		out[g] = !p.Globals[g].External && !p.Globals[g].Volatile && p.Globals[g].Storage != ir.ThreadLocal
	}
	mentioned := func(list []ir.InitItem) {
		for _, it := range list {
			if p.Globals[it.Global].Storage != ir.Constant {
				out[it.Global] = false
			}
		}
	}
	for g := range p.Globals {
		mentioned(p.Globals[g].Init)
	}
	for i := range p.Funcs {
		f := &p.Funcs[i]
		for j := range f.Locals {
			mentioned(f.Locals[j].Init)
		}
		addressesOf(f, func(g ir.GlobalID) {
			if p.Globals[g].Storage != ir.Constant {
				out[g] = false
			}
		})
	}
	return out
}

// addressesOf calls used with the globals whose addresses a function uses otherwise
// than to load from.
func addressesOf(f *ir.Func, used func(ir.GlobalID)) {
	holds := make([]ir.GlobalID, len(f.Regs))
	assigned := make([]int, len(f.Regs))
	for _, in := range f.Instrs() {
		assigned[in.Dst]++
		if in.Op == ir.OpGlobalAddr {
			holds[in.Dst] = in.Glob
		}
	}
	for _, in := range f.Instrs() {
		for k, a := range in.Args {
			if g := holds[a.Reg()]; g != 0 && (in.Op != ir.OpLoad || k > 0) {
				used(g)
			}
		}
		if in.Op == ir.OpGlobalAddr && assigned[in.Dst] > 1 {
			used(in.Glob)
		}
	}
	for b := range f.Blocks {
		if g := holds[f.Blocks[b].Term.Arg.Reg()]; g != 0 {
			used(g)
		}
	}
}
