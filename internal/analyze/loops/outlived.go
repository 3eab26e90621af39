package loops

import "github.com/heddle-mc/heddle/internal/program/ir"

// findOutlived finds the non-escaping locals for which a register that points to an instance may be
// used after the instance has ended or another one has begun.
func (fn *Func) findOutlived(f *ir.Func) {
	fn.outlived = make([]bool, max(len(f.Locals), 1))
	pointing := make(map[ir.LocalID][]ir.Reg)
	for r := range fn.class {
		if l, _ := fn.local(ir.RegOperand(ir.Reg(r))); l != 0 {
			pointing[l] = append(pointing[l], ir.Reg(r))
		}
	}
	if len(pointing) == 0 {
		return
	}
	stale := make([]map[ir.Reg]bool, len(f.Blocks)) // by block, registers that may be stale at its beginning; nil: it is not reached
	stale[fn.Nest.Dom.Order[0]] = make(map[ir.Reg]bool)
	for changed := true; changed; {
		changed = false
		for _, b := range fn.Nest.Dom.Order {
			if stale[b] == nil {
				continue
			}
			now := make(map[ir.Reg]bool, len(stale[b]))
			for r := range stale[b] {
				now[r] = true
			}
			for i := range f.Blocks[b].Instrs {
				fn.age(&f.Blocks[b].Instrs[i], pointing, now)
			}
			for _, to := range f.Blocks[b].Term.Targets {
				if stale[to] == nil {
					stale[to], changed = make(map[ir.Reg]bool), true
				}
				for r := range now {
					if !stale[to][r] {
						stale[to][r], changed = true, true
					}
				}
			}
		}
	}
}

// age updates the stale registers for an instruction, and records the use of a stale register. pointing
// has the registers that point to a local.
func (fn *Func) age(in *ir.Instr, pointing map[ir.LocalID][]ir.Reg, stale map[ir.Reg]bool) {
	use := func(o ir.Operand) {
		if l, _ := fn.local(o); l != 0 && stale[o.Reg()] {
			fn.outlived[l] = true
		}
	}
	switch in.Op {
	case ir.OpEnter, ir.OpLeave:
		for _, r := range pointing[in.Local] {
			stale[r] = true
		}
		delete(stale, in.Dst)
	case ir.OpCopy, ir.OpPtrAdd:
		if stale[in.Args[0].Reg()] {
			stale[in.Dst] = true
		} else {
			delete(stale, in.Dst)
		}
	case ir.OpEq, ir.OpNe: // of a pointer and null
	default:
		for _, a := range in.Args {
			use(a)
		}
	}
}

// Outlived reports whether a pointer to a non-escaping local may be used after its instance has ended.
func (fn *Func) Outlived(l ir.LocalID) bool { return fn.outlived[l] }
