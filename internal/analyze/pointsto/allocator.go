package pointsto

import "github.com/heddle-mc/heddle/internal/program/ir"

// findAllocators returns the functions that may return a new object. They have a node for each call, however deep
// it is, so that the objects of different places are different.
func findAllocators(p *ir.Program) []bool {
	found := make([]bool, len(p.Funcs))
	for changed := true; changed; {
		changed = false
		for f := range p.Funcs {
			if !found[f] && p.Funcs[f].Result.IsPtr() && returnsNew(&p.Funcs[f], found) {
				found[f], changed = true, true
			}
		}
	}
	return found
}

// returnsNew reports whether a function may return the result of an allocation, or of a call of an allocator.
func returnsNew(f *ir.Func, allocators []bool) bool {
	fresh := make([]bool, len(f.Regs))
	for changed := true; changed; {
		changed = false
		for _, in := range f.Instrs() {
			if in.Dst == 0 || fresh[in.Dst] {
				continue
			}
			is := false
			switch in.Op {
			case ir.OpAlloc:
				is = ir.AllocKind(in.Sub) != ir.StackObject
			case ir.OpCall:
				is = allocators[in.Func]
			case ir.OpCopy, ir.OpPtrAdd:
				is = fresh[in.Args[0].Reg()]
			case ir.OpSelect:
				is = fresh[in.Args[1].Reg()] || fresh[in.Args[2].Reg()]
			}
			fresh[in.Dst], changed = is, changed || is
		}
	}
	for b := 1; b < len(f.Blocks); b++ {
		if t := &f.Blocks[b].Term; t.Op == ir.TermRet && t.HasArg && fresh[t.Arg.Reg()] {
			return true
		}
	}
	return false
}

// findCopiers returns the library functions that copy bytes. They have a node for each call, too: otherwise the copies
// of a thread would lead from all sources to all destinations.
func findCopiers(p *ir.Program) []bool {
	found := make([]bool, len(p.Funcs))
	for f := range p.Funcs {
		for _, in := range p.Funcs[f].Instrs() {
			found[f] = found[f] || p.Funcs[f].Model && in.Op == ir.OpStore && in.Flags&ir.Copying != 0
		}
	}
	return found
}
