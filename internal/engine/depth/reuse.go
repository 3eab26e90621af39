package depth

import (
	"github.com/heddle-mc/heddle/internal/efsm"
	"github.com/heddle-mc/heddle/internal/ir"
)

// comparesReused returns a place at which a pointer to freed memory may be compared
// with one to a later allocation, which a system tells apart and an execution need
// not (DESIGN 5.9). It looks no closer than at whether the program frees anything
// and compares two pointers of which none is null.
func comparesReused(p *ir.Program) (at efsm.Origin, ok bool) {
	frees := false
	for i := range p.Funcs {
		for b := range p.Funcs[i].Blocks {
			for j := range p.Funcs[i].Blocks[b].Instrs {
				frees = frees || p.Funcs[i].Blocks[b].Instrs[j].Op == ir.OpFree
			}
		}
	}
	if !frees {
		return at, false
	}
	for i := range p.Funcs {
		f := &p.Funcs[i]
		if f.Model {
			continue
		}
		for b := range f.Blocks {
			for j := range f.Blocks[b].Instrs {
				in := &f.Blocks[b].Instrs[j]
				equality := in.Op == ir.OpEq || in.Op == ir.OpNe
				if equality && comparesPointers(f, in.Args[0], in.Args[1]) || in.Op == ir.OpCmpXchg && in.Type == ir.Ptr {
					return efsm.Origin{Pos: in.Pos, Func: f.Name}, true
				}
			}
		}
	}
	return at, false
}

// comparesPointers reports whether two operands are pointers, neither a constant.
func comparesPointers(f *ir.Func, a, b ir.Operand) bool {
	return f.TypeOf(a) == ir.Ptr && !a.IsConst() && !b.IsConst()
}
