package coverage

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// threadsAccess reports whether a created thread may access memory of the program. Threads can begin
// with functions whose address is taken. Such a function counts if it accesses memory, calls a function
// that does, or passes a pointer to a library function.
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
