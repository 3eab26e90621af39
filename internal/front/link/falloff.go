package link

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// fallOffs keeps or removes the checks at the closing braces of functions with a result. lower
// puts an assert of property uninit there that always fails. C11 6.9.1p12 forbids only the use of such a
// value: the assert stays for direct calls whose result is used. Where a function
// has other calls too, those with a used result call a copy of it that keeps the assert.
// The result of a call through a pointer is not checked. A result that no caller can use is zero, which is no
// choice.
func (l *linker) fallOffs() {
	used, other := make(map[ir.FuncID]int), make(map[ir.FuncID]int)
	for id := range l.initialisers() {
		other[id]++
	}
	for i := range l.prog.Funcs {
		for _, in := range l.prog.Funcs[i].Instrs() {
			if in.Op == ir.OpCall && in.Dst != 0 {
				used[in.Func]++
			} else {
				other[in.Func]++
			}
		}
	}
	copies := make(map[ir.FuncID]ir.FuncID)
	discarded := l.discarded()
	for i := range l.prog.Funcs {
		id := ir.FuncID(i)
		if !has(&l.prog.Funcs[id], isFallOff) || used[id] > 0 && other[id] == 0 {
			continue
		}
		if used[id] > 0 {
			copies[id] = ir.FuncID(len(l.prog.Funcs))
			f := l.prog.Funcs[id].Clone()
			f.Name = uniqueName(l.names, "value", f.Name+".value")
			l.prog.Funcs = append(l.prog.Funcs, f)
		}
		f := &l.prog.Funcs[id]
		for b := range f.Blocks {
			list := f.Blocks[b].Instrs
			for k := range list {
				if next := k + 1; discarded[id] && isFallOff(&list[k]) && next < len(list) && list[next].Op == ir.OpChoose {
					list[next] = ir.Instr{Op: ir.OpCopy, Type: list[next].Type, Dst: list[next].Dst, Args: []ir.Operand{ir.ConstOperand(len(f.Consts))}, Pos: list[next].Pos}
					f.Consts = append(f.Consts, ir.Const{Type: list[next].Type})
				}
			}
			f.Blocks[b].Instrs = slices.DeleteFunc(list, func(in ir.Instr) bool { return isFallOff(&in) })
		}
		f.Canonicalise()
	}
	if len(copies) == 0 {
		return
	}
	for i := range l.prog.Funcs {
		for _, in := range l.prog.Funcs[i].Instrs() {
			if to := copies[in.Func]; to != 0 && in.Op == ir.OpCall && in.Dst != 0 {
				in.Func = to
			}
		}
	}
}

// isFallOff reports whether an instruction is the assert that lower puts at the end of a
// function without a return.
func isFallOff(in *ir.Instr) bool {
	return in.Op == ir.OpAssert && in.Sub == uint8(verdict.Uninit) && in.Args[0].IsConst()
}
