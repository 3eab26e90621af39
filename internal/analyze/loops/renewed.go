package loops

import "github.com/heddle-mc/heddle/internal/program/ir"

// Renewal is a way into a loop on which an atomic read is the last operation before the header. The state there is a
// function of the value that was read: Regs and Locals hold it, and nothing else that the thread can still read depends
// on it. Nor does the way from the read to the header.
//
// Let an iteration not act, but read the same location with the same order. Let the state at its end be that of the
// first read with the value of this second one. Then the iteration can be left out: the first read takes the place of the
// second. An example is a compare and exchange that fails, whose expected value becomes the value that it found.
type Renewal struct {
	Read   *ir.Instr
	Regs   []ir.Reg     // of Live
	Locals []ir.LocalID // of LiveLocals
}

// preds returns the predecessors of each block that control can reach.
func (fn *Func) preds(f *ir.Func) [][]ir.BlockID {
	preds := make([][]ir.BlockID, len(f.Blocks))
	for _, b := range fn.Nest.Dom.Order {
		for _, to := range f.Blocks[b].Term.Targets {
			preds[to] = append(preds[to], b)
		}
	}
	return preds
}

// renewals finds the ways into a loop with Await.
func (fn *Func) renewals(f *ir.Func, l *Loop, preds [][]ir.BlockID) {
	for _, b := range preds[l.Header] {
		var way []*ir.Instr // from the end
		for n := 0; n < len(f.Blocks) && !l.Contains(b) && f.Blocks[b].Term.Op == ir.TermBr; n++ {
			list := f.Blocks[b].Instrs
			i := len(list) - 1
			for i >= 0 && fn.private(&list[i]) {
				way = append(way, &list[i])
				i--
			}
			if i >= 0 {
				if r := (Renewal{Read: &list[i]}); list[i].Op == ir.OpLoad && list[i].Order != ir.NonAtomic && fn.follow(f, l, way, &r) {
					l.Renewals = append(l.Renewals, r)
				}
				break
			}
			if len(preds[b]) != 1 {
				break
			}
			b = preds[b][0]
		}
	}
}

// private reports whether an instruction cannot fail and concerns only registers and non-escaping locals.
func (fn *Func) private(in *ir.Instr) bool {
	switch in.Op {
	case ir.OpCopy, ir.OpGlobalAddr, ir.OpFuncAddr, ir.OpPtrAdd, ir.OpZExt, ir.OpSExt, ir.OpTrunc, ir.OpEq, ir.OpNe:
		return true
	case ir.OpEnter, ir.OpLeave:
		return fn.nonEscaping[in.Local]
	case ir.OpLoad, ir.OpStore:
		l, whole := fn.local(in.Args[0])
		return l != 0 && whole
	}
	return false
}

// follow finds the variables that hold the value of a read at the end of the way to the header. It reports whether nothing
// else depends on that value.
func (fn *Func) follow(f *ir.Func, l *Loop, way []*ir.Instr, r *Renewal) bool {
	regs, locals := map[ir.Reg]bool{r.Read.Dst: true}, map[ir.LocalID]bool{}
	for i := len(way) - 1; i >= 0; i-- {
		in, uses := way[i], false
		for _, a := range in.Args {
			uses = uses || a.Reg() != 0 && regs[a.Reg()]
		}
		switch in.Op {
		case ir.OpCopy:
		case ir.OpStore:
			k, _ := fn.local(in.Args[0])
			if whole := in.Type == r.Read.Type && fn.covers(f, in, k); uses && !whole {
				return false
			}
			locals[k] = uses
		case ir.OpLoad:
			k, _ := fn.local(in.Args[0])
			if uses = locals[k]; uses && in.Type != r.Read.Type {
				return false
			}
		case ir.OpEnter, ir.OpLeave:
			locals[in.Local] = false
		default:
			if uses {
				return false
			}
		}
		if in.Dst != 0 {
			regs[in.Dst] = uses
		}
	}
	for _, k := range l.Live {
		if regs[k] {
			r.Regs = append(r.Regs, k)
		}
	}
	for _, k := range l.LiveLocals {
		if locals[k] {
			r.Locals = append(r.Locals, k)
		}
	}
	return len(r.Regs)+len(r.Locals) > 0
}
