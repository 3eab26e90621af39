package link

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/ir"
)

// waiting is the thread-local variable of the library that says how often a wait may
// return without a signal (clib's cond.c): 1 in a loop that does nothing but wait, 0
// elsewhere.
const waiting = "__heddle_waits"

// boundWaits sets that variable around the loops of the program that do nothing but wait
// for a condition:
//
//	while (!done) pthread_cond_wait(&changed, &lock);
//
// Of the spurious wake-ups of such a loop only the last one matters: behind any other the
// thread is where it was, as if it had waited on (semantics 12.5). That it held the mutex
// meanwhile could be noticed by who only tries to lock one.
func (l *linker) boundWaits() {
	id, ok := l.library.globals[waiting]
	tries := func(f ir.Func) bool { return f.Role.Verb.Tries() && f.Role.Object.IsLock() }
	if !ok || slices.ContainsFunc(l.prog.Funcs, tries) {
		return
	}
	for i := 1; i < len(l.prog.Funcs); i++ {
		f := &l.prog.Funcs[i]
		if f.Model || len(f.Blocks) < 2 {
			continue
		}
		for _, loop := range l.waitLoops(f) {
			set(f, loop, id)
		}
	}
}

// waitLoops returns the loops of a function that do nothing but wait; none
// has another loop inside.
func (l *linker) waitLoops(f *ir.Func) (out []*ir.Loop) {
	nest := f.Loops()
	var live *ir.Liveness
	for i := range nest.Loops {
		loop := &nest.Loops[i]
		if slices.ContainsFunc(nest.Loops, func(other ir.Loop) bool { return other.Parent == i }) {
			continue
		}
		if live == nil {
			live = f.Liveness(nil)
		}
		if l.onlyWaits(f, loop, live) {
			out = append(out, loop)
		}
	}
	return out
}

// onlyWaits reports whether an iteration that comes back to the head leaves everything as
// it was, but for what the one wait does, for the same condition and mutex each time.
func (l *linker) onlyWaits(f *ir.Func, loop *ir.Loop, live *ir.Liveness) bool {
	var wait *ir.Instr
	made := make(map[ir.Reg][]*ir.Instr)
	for _, in := range f.InstrsOf(loop.Blocks) {
		if in.Dst != 0 {
			if live.Has(loop.Header, in.Dst) {
				return false
			}
			made[in.Dst] = append(made[in.Dst], in)
		}
		switch {
		case in.Op == ir.OpCall && wait == nil && l.prog.Funcs[in.Func].Role == ir.Role{Verb: ir.VerbWait, Object: ir.OnCondition}:
			wait = in
		case in.Op != ir.OpLoad && !computes(in.Op):
			return false
		}
	}
	for _, b := range loop.Blocks {
		if t := f.Blocks[b].Term.Op; t != ir.TermBr && t != ir.TermCondBr && t != ir.TermSwitch {
			return false
		}
	}
	return wait != nil && !slices.ContainsFunc(wait.Args, func(o ir.Operand) bool { return varies(o, made, 8) })
}

// computes reports whether an opcode does nothing but compute; what it may violate ends
// the execution or changes nothing.
func computes(op ir.Op) bool {
	switch op {
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpUDiv, ir.OpURem, ir.OpSDiv, ir.OpSRem, ir.OpNeg:
		return true
	}
	return op.IsPure()
}

// varies reports whether an operand may have another value in each iteration of a loop,
// given what the loop assigns: it is made from what is read there, or from too much.
func varies(o ir.Operand, made map[ir.Reg][]*ir.Instr, depth int) bool {
	return slices.ContainsFunc(made[o.Reg()], func(in *ir.Instr) bool {
		return depth == 0 || in.Op == ir.OpLoad || in.Op == ir.OpCall ||
			slices.ContainsFunc(in.Args, func(o ir.Operand) bool { return varies(o, made, depth-1) })
	})
}

// set makes the variable 1 on the edges into a loop, and 0 on those out of it.
func set(f *ir.Func, loop *ir.Loop, id ir.GlobalID) {
	between := make(map[[2]ir.BlockID]ir.BlockID)
	for b := range ir.BlockID(len(f.Blocks)) {
		for k, to := range f.Blocks[b].Term.Targets {
			in := loop.Contains(to)
			if in == loop.Contains(b) {
				continue
			}
			edge := [2]ir.BlockID{b, to}
			if between[edge] == 0 {
				between[edge] = storeBetween(f, to, id, in)
			}
			f.Blocks[b].Term.Targets[k] = between[edge]
		}
	}
}

// storeBetween adds a block that stores to a variable and goes on to another block.
func storeBetween(f *ir.Func, to ir.BlockID, id ir.GlobalID, one bool) ir.BlockID {
	value := ir.Const{Type: ir.I8}
	if one {
		value.Lo = 1
	}
	pos := f.Blocks[to].Pos()
	c := slices.Index(f.Consts, value)
	if c < 0 {
		c = len(f.Consts)
		f.Consts = append(f.Consts, value)
	}
	f.Regs = append(f.Regs, ir.RegInfo{Type: ir.Ptr})
	at := ir.Reg(len(f.Regs) - 1)
	f.Blocks = append(f.Blocks, ir.Block{
		Instrs: []ir.Instr{
			{Op: ir.OpGlobalAddr, Type: ir.Ptr, Dst: at, Glob: id, Pos: pos},
			{Op: ir.OpStore, Type: ir.I8, Align: 1, Args: []ir.Operand{ir.RegOperand(at), ir.ConstOperand(c)}, Pos: pos},
		},
		Term: ir.Term{Op: ir.TermBr, Targets: []ir.BlockID{to}, Pos: pos},
	})
	return ir.BlockID(len(f.Blocks) - 1)
}
