package coverage

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/ir"
)

// threadsAccess reports whether a created thread may access memory of the program: the
// functions that one can begin with, those to which there are pointers, do, or call one that
// does, or a library function that gets a pointer.
func threadsAccess(p *ir.Program) bool {
	var visited []ir.FuncID
	var accesses func(id ir.FuncID) bool
	accesses = func(id ir.FuncID) bool {
		f := &p.Funcs[id]
		if f.Model {
			return slices.ContainsFunc(f.Params, func(r ir.Reg) bool { return f.Regs[r].Type.IsPtr() })
		}
		if slices.Contains(visited, id) {
			return false
		}
		visited = append(visited, id)
		for _, in := range f.Instrs() {
			if in.Op.Accesses() || in.Op == ir.OpCallPtr || in.Op == ir.OpCall && accesses(in.Func) {
				return true
			}
		}
		return false
	}
	return slices.ContainsFunc(p.AddressTaken(), func(id ir.FuncID) bool { return !p.Funcs[id].Model && accesses(id) })
}
