package cemit

import "github.com/heddle-mc/heddle/internal/program/ir"

// zeroes returns the registers that may be read before they are assigned: they hold
// zero then.
func zeroes(fn *ir.Func) []bool {
	selected := make([]bool, len(fn.Regs))
	assigned := make([]ir.BlockID, len(fn.Regs)) // the last block seen that assigns it
	for b := 1; b < len(fn.Blocks); b++ {
		read := func(o ir.Operand) {
			if r := o.Reg(); r != 0 && assigned[r] != ir.BlockID(b) {
				selected[r] = true
			}
		}
		for i := range fn.Blocks[b].Instrs {
			in := &fn.Blocks[b].Instrs[i]
			for _, a := range in.Args {
				read(a)
			}
			assigned[in.Dst] = ir.BlockID(b)
		}
		if t := &fn.Blocks[b].Term; t.HasArg {
			read(t.Arg)
		}
	}
	for _, r := range fn.Params {
		selected[r] = false
	}
	out := make([]bool, len(fn.Regs))
	live := fn.Liveness(selected)
	for r := range out {
		out[r] = live.Has(1, ir.Reg(r))
	}
	return out
}
