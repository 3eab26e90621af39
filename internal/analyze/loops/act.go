package loops

import (
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/scc"
)

// Action returns the action of an instruction of the function.
func (fn *Func) Action(in *ir.Instr) Action {
	switch in.Op {
	case ir.OpStore:
		return fn.write(in, Acts)
	case ir.OpRMW, ir.OpCmpXchg:
		return fn.write(in, IfChanged)
	case ir.OpEnter, ir.OpLeave:
		if fn.nonEscaping[in.Local] {
			return Quiet
		}
		return Acts
	case ir.OpAlloc, ir.OpFree, ir.OpPtrToInt, ir.OpSpawn, ir.OpAcquire, ir.OpRelease, ir.OpFork, ir.OpShare, ir.OpUnsupported, ir.OpLimit:
		return Acts
	case ir.OpCall, ir.OpCallPtr:
		return ByCallee
	}
	return Quiet
}

// write returns the action of a write to memory that is not non-escaping.
func (fn *Func) write(in *ir.Instr, action Action) Action {
	r := in.Args[0].Reg()
	if r == 0 {
		return action
	}
	switch c := fn.class[r]; {
	case (c.kind == toLocal || c.kind == intoLocal) && fn.nonEscaping[c.local]:
		return Quiet
	case c.kind == toParam && fn.params[c.param] && action == Acts:
		return ThroughParam
	}
	return action
}

// Reads reports whether an instruction may race although it does not act: it reads memory that is not
// non-escaping, or exchanges a value for the same value.
func (fn *Func) Reads(in *ir.Instr) bool {
	switch in.Op {
	case ir.OpLoad, ir.OpRMW, ir.OpCmpXchg:
		l, _ := fn.local(in.Args[0])
		return l == 0
	}
	return false
}

// Repeated reports whether the instruction at index i of a block is Repeated for all loops that contain
// the block. The block must be the header of its only loop. No action comes before the instruction
// there, and its address does not depend on a read of the iteration.
func (fn *Func) Repeated(f *ir.Func, b ir.BlockID, i int) bool {
	n := fn.Nest.Innermost(b)
	if n == ir.NoLoop || fn.Loops[n].Parent != ir.NoLoop || fn.Loops[n].Header != b {
		return false
	}
	blk := &f.Blocks[b]
	if !fn.fixed(blk.Instrs[:i], &fn.Loops[n], blk.Instrs[i].Args[0].Reg(), f) {
		return false
	}
	for k := range blk.Instrs[:i] {
		if fn.Action(&blk.Instrs[k]) != Quiet || stops(blk.Instrs[k].Op) {
			return false
		}
	}
	return true
}

// stops reports whether a thread may be unable to pass an instruction.
func stops(op ir.Op) bool {
	switch op {
	case ir.OpAssume, ir.OpAssert, ir.OpBlockUntil, ir.OpJoin, ir.OpChooseRange, ir.OpChooseBit, ir.OpAtomicBegin, ir.OpAtomicEnd:
		return true
	}
	return false
}

// fixed reports whether a register's value, after some instructions of a loop's
// header, is the same in every iteration: the loop does not assign it, or a
// globaladdr among these instructions does.
func (fn *Func) fixed(before []ir.Instr, l *Loop, r ir.Reg, f *ir.Func) bool {
	if r == 0 {
		return true
	}
	for i := len(before) - 1; i >= 0; i-- {
		if before[i].Dst == r {
			switch before[i].Op {
			case ir.OpGlobalAddr:
				return true
			case ir.OpPtrAdd:
				return fn.fixed(before[:i], l, before[i].Args[0].Reg(), f) && fn.fixed(before[:i], l, before[i].Args[1].Reg(), f)
			}
			return false
		}
	}
	for _, in := range f.InstrsOf(l.Blocks) {
		if in.Dst == r {
			return false
		}
	}
	return true
}

// quietness finds the functions that may return without acting. It computes the least solution, since
// an infinite recursion does not return.
func (i *Info) quietness() {
	for changed := true; changed; {
		changed = false
		for id := 1; id < len(i.funcs); id++ {
			f, fn := &i.prog.Funcs[id], &i.funcs[id]
			if f.HasBody() && !fn.quiet && i.returnsQuietly(f, fn) {
				fn.quiet = true
				changed = true
			}
		}
	}
}

// quietBlock reports whether control may pass a block without acting.
func (i *Info) quietBlock(fn *Func, blk *ir.Block) bool {
	for n := range blk.Instrs {
		in := &blk.Instrs[n]
		switch fn.Action(in) {
		case Acts:
			return false
		case ByCallee:
			if in.Op == ir.OpCall && !i.funcs[in.Func].quiet {
				return false
			}
		}
	}
	return true
}

func (i *Info) returnsQuietly(f *ir.Func, fn *Func) bool {
	reached := i.quietlyFrom(f, fn, 1, nil)
	for _, b := range fn.Nest.Dom.Order {
		if reached[b] && f.Blocks[b].Term.Op == ir.TermRet && i.quietBlock(fn, &f.Blocks[b]) {
			return true
		}
	}
	return false
}

// quietlyFrom returns the blocks whose start can be reached from a block's start
// without acting, and without leaving a loop if one is given.
func (i *Info) quietlyFrom(f *ir.Func, fn *Func, from ir.BlockID, l *Loop) map[ir.BlockID]bool {
	return scc.Reach(from, func(b ir.BlockID) (list []ir.BlockID) {
		for _, to := range f.Blocks[b].Term.Targets {
			if (l == nil || l.Contains(to)) && i.quietBlock(fn, &f.Blocks[b]) {
				list = append(list, to)
			}
		}
		return list
	})
}

func (i *Info) awaits(id ir.FuncID) {
	f, fn := &i.prog.Funcs[id], &i.funcs[id]
	preds := fn.preds(f)
	for n := range fn.Loops {
		l := &fn.Loops[n]
		reached := i.quietlyFrom(f, fn, l.Header, l)
		for _, b := range l.Back {
			if reached[b] && i.quietBlock(fn, &f.Blocks[b]) {
				l.Await = true
			}
		}
		if l.Await {
			fn.renewals(f, l, preds)
		}
	}
}

// spun sets Func.Spun.
func (i *Info) spun() {
	var work []ir.FuncID
	mark := func(id ir.FuncID) {
		if !i.funcs[id].Spun && i.prog.Funcs[id].HasBody() {
			i.funcs[id].Spun = true
			work = append(work, id)
		}
	}
	through := false
	calls := func(blk *ir.Block) {
		for n := range blk.Instrs {
			switch in := &blk.Instrs[n]; in.Op {
			case ir.OpCall:
				mark(in.Func)
			case ir.OpCallPtr:
				through = true
			}
		}
	}
	for id := 1; id < len(i.funcs); id++ {
		for n := range i.funcs[id].Loops {
			if l := &i.funcs[id].Loops[n]; l.Await {
				mark(ir.FuncID(id))
				for _, b := range l.Blocks {
					calls(&i.prog.Funcs[id].Blocks[b])
				}
			}
		}
	}
	for len(work) > 0 {
		id := work[len(work)-1]
		work = work[:len(work)-1]
		for _, b := range i.funcs[id].Nest.Dom.Order {
			calls(&i.prog.Funcs[id].Blocks[b])
		}
	}
	if through { // functions called through a pointer: any function
		for id := range i.funcs {
			i.funcs[id].Spun = i.prog.Funcs[id].HasBody()
		}
	}
}
