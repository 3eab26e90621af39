package coverage

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Planted returns a program in which every check of assert or reach fails as soon as it is evaluated: a
// violation of the property is an execution that evaluates a check.
func Planted(p *ir.Program, property verdict.Property) *ir.Program {
	out := *p
	out.Funcs = slices.Clone(p.Funcs)
	own := make(map[ir.FuncID]bool) // their blocks are copies
	for _, s := range slices.Backward(Sites(p, property)) {
		f := &out.Funcs[s.Func]
		if !own[s.Func] {
			own[s.Func] = true
			f.Blocks = slices.Clone(f.Blocks)
			f.Consts = append(slices.Clip(f.Consts), ir.Const{Type: ir.I1})
		}
		fails := ir.Instr{Op: ir.OpAssert, Sub: uint8(property), Args: []ir.Operand{ir.ConstOperand(len(f.Consts) - 1)}, Text: "a check is evaluated", Pos: s.Pos}
		insert := func(b ir.BlockID, index int) {
			f.Blocks[b].Instrs = slices.Insert(slices.Clone(f.Blocks[b].Instrs), index, fails)
		}
		switch {
		case s.guard:
			insert(s.guardAt.Block, s.guardAt.Index)
		case s.branches == nil:
			insert(s.at.Block, s.at.Index)
		}
		for _, b := range s.branches {
			insert(b, len(f.Blocks[b].Instrs))
		}
	}
	return &out
}
