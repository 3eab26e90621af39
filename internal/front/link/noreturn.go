package link

import (
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// refuseReturns makes returns unsupported in functions of the program that some unit declares
// _Noreturn: such returns are undefined (C11 6.7.4p8). There is no code after a call of such a
// function, so no other problem would be found there.
func (l *linker) refuseReturns() {
	for u, unit := range l.units {
		for id := 1; id < len(unit.Funcs); id++ {
			s, known := l.funcs[unit.Funcs[id].Name]
			if known && unit.Funcs[id].Linkage == tree.External && l.units[u].Program.Funcs[id].NoReturn {
				l.prog.Funcs[l.reached[s.unit].funcs[s.id]].NoReturn = true
			}
		}
	}
	for id := 1; id < len(l.prog.Funcs); id++ {
		f := &l.prog.Funcs[id]
		if f.Model || !f.NoReturn {
			continue
		}
		for b := range f.Blocks {
			blk := &f.Blocks[b]
			if blk.Term.Op == ir.TermRet {
				text := "a return from " + f.Name + ", which is declared _Noreturn"
				blk.Instrs = append(blk.Instrs, ir.Instr{Op: ir.OpUnsupported, Text: text, Pos: blk.Term.Pos})
			}
		}
	}
}
