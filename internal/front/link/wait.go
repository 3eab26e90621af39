package link

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// waiting is the thread-local variable of the library with the number of times that a wait may return
// without a signal (clib's cond.c): 1 in a loop that only waits, 0 elsewhere.
const waiting = "__heddle_waits"

// boundWaits sets that variable around the loops of the program that do nothing but wait
// for a condition:
//
//	while (!done) pthread_cond_wait(&changed, &lock);
//
// Only the last of the spurious wake-ups of such a loop matters. After any other one the thread is in
// the same state as if it had continued to wait (semantics 12.5). Only an operation that tries to lock
// a mutex could notice that the thread held the mutex meanwhile.
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

// onlyWaits reports whether an iteration that returns to the head changes nothing, except by its one
// wait, which has the same condition and mutex each time.
func (l *linker) onlyWaits(f *ir.Func, loop *ir.Loop, live *ir.Liveness) bool {
	var wait *ir.Instr
	made := makers(f, loop.Blocks)
	for _, in := range f.InstrsOf(loop.Blocks) {
		if in.Dst != 0 && live.Has(loop.Header, in.Dst) {
			return false
		}
		switch {
		case in.Op == ir.OpCall && wait == nil && l.waits(f, in, made, constants(f), maxWaitCalls):
			wait = in
		case in.Op != ir.OpLoad && !computes(in.Op) && !ownsMemory(in, made):
			return false
		}
	}
	for _, b := range loop.Blocks {
		if t := f.Blocks[b].Term.Op; t != ir.TermBr && t != ir.TermCondBr && t != ir.TermSwitch {
			return false
		}
	}
	return wait != nil
}

// makers lists by register the instructions of blocks that assign it.
func makers(f *ir.Func, blocks []ir.BlockID) map[ir.Reg][]*ir.Instr {
	made := make(map[ir.Reg][]*ir.Instr)
	for _, in := range f.InstrsOf(blocks) {
		if in.Dst != 0 {
			made[in.Dst] = append(made[in.Dst], in)
		}
	}
	return made
}

// ownsMemory reports whether an instruction begins or ends the life of memory, or writes
// to memory whose life begins in the same blocks: each iteration has its own.
func ownsMemory(in *ir.Instr, made map[ir.Reg][]*ir.Instr) bool {
	switch in.Op {
	case ir.OpEnter, ir.OpLeave:
		return true
	case ir.OpStore:
		_, _, own := ownMemory(in.Args[0], made)
		return own
	}
	return false
}

// ownMemory returns the local to which a pointer leads, and the constant step from its start.
// own is false unless the local's life begins in the blocks of made.
func ownMemory(o ir.Operand, made map[ir.Reg][]*ir.Instr) (local ir.LocalID, step ir.Operand, own bool) {
	list := made[o.Reg()]
	if len(list) != 1 {
		return 0, 0, false
	}
	switch in := list[0]; {
	case in.Op == ir.OpEnter:
		return in.Local, 0, true
	case in.Op == ir.OpPtrAdd && in.Args[1].IsConst():
		if base := made[in.Args[0].Reg()]; len(base) == 1 && base[0].Op == ir.OpEnter {
			return base[0].Local, in.Args[1], true
		}
	}
	return 0, 0, false
}

// maxWaitCalls bounds the functions of the program between a loop and the wait in it.
const maxWaitCalls = 2

// waits reports whether a call does nothing but wait for a condition or a futex, the same
// in each iteration. The wait may be in a function of the program without loops that does
// nothing else. made lists the instructions of the loop by register, and value returns the known values of operands.
func (l *linker) waits(f *ir.Func, in *ir.Instr, made map[ir.Reg][]*ir.Instr, value values, depth int) bool {
	callee := &l.prog.Funcs[in.Func]
	same := func(o ir.Operand) bool { return !varies(o, made, 8) }
	switch {
	case callee.Role == ir.Role{Verb: ir.VerbWait, Object: ir.OnCondition}:
		return !slices.ContainsFunc(in.Args, func(o ir.Operand) bool { return !same(o) })
	case callee.Model && callee.Name == "syscall":
		return l.waitsForFutex(f, in, made, value)
	case callee.Model || depth == 0 || callee.Variadic || len(in.Args) != len(callee.Params):
		return false
	}
	blocks := make([]ir.BlockID, 0, len(callee.Blocks))
	for b := 1; b < len(callee.Blocks); b++ {
		blocks = append(blocks, ir.BlockID(b))
		if t := callee.Blocks[b].Term.Op; t != ir.TermBr && t != ir.TermCondBr && t != ir.TermRet {
			return false
		}
	}
	inside, found := makers(callee, blocks), false
	given := func(o ir.Operand) (uint64, bool) {
		if i := slices.Index(callee.Params, o.Reg()); i >= 0 && !o.IsConst() && inside[o.Reg()] == nil {
			return value(in.Args[i])
		}
		return constants(callee)(o)
	}
	for _, x := range callee.InstrsOf(blocks) {
		switch {
		case x.Op == ir.OpCall && !found && l.waits(callee, x, inside, given, depth-1):
			found = true
		case x.Op != ir.OpLoad && !computes(x.Op) && !ownsMemory(x, inside):
			return false
		}
	}
	for i, o := range in.Args {
		if !same(o) && !onlyStored(callee, callee.Params[i]) {
			return false
		}
	}
	return found && len(callee.Loops().Loops) == 0
}

// onlyStored reports whether a register is only used as the value of stores.
func onlyStored(f *ir.Func, r ir.Reg) bool {
	for _, in := range f.Instrs() {
		for i, o := range in.Args {
			if o.Reg() == r && (in.Op != ir.OpStore || i != 1) {
				return false
			}
		}
	}
	for b := range f.Blocks {
		if t := &f.Blocks[b].Term; t.HasArg && t.Arg.Reg() == r {
			return false
		}
	}
	return true
}

// These are numbers of <sys/syscall.h> and <linux/futex.h>: the system call futex, by data model, its
// operation that waits, and the mask that removes the flags of the operation.
const (
	futexLP64  = 202
	futexILP32 = 240
	futexWait  = 0
	futexMask  = 0x7f

	argumentSlot = 8 // the bytes of a variable argument, as package lower stores it
)

// waitsForFutex reports whether a call of syscall, whose other arguments were stored in memory of
// its own, waits for a futex, the same word each time, without a limit of time.
func (l *linker) waitsForFutex(f *ir.Func, call *ir.Instr, made map[ir.Reg][]*ir.Instr, value values) bool {
	number := uint64(futexLP64)
	if l.opts.Model.PtrBits() == 32 {
		number = futexILP32
	}
	called, known := value(call.Args[0])
	area, _, own := ownMemory(call.Args[1], made)
	if !known || called != number || !own {
		return false
	}
	good := make(map[uint64]bool) // by argument: the stored value is the required one
	for _, in := range f.Instrs() {
		if in.Op != ir.OpStore {
			continue
		}
		local, step, own := ownMemory(in.Args[0], made)
		if !own || local != area {
			continue
		}
		at := uint64(0)
		if step != 0 {
			at, _ = value(step)
		}
		is := false
		switch n, known := value(in.Args[1]); at / argumentSlot {
		case 0: // the word
			is = !varies(in.Args[1], made, 8)
		case 1: // the operation
			is = known && n&futexMask == futexWait
		case 3: // the limit of time
			is = known && n == 0
		}
		before, twice := good[at/argumentSlot]
		good[at/argumentSlot] = is && (before || !twice)
	}
	return good[0] && good[1] && good[3]
}

// values returns the value of an operand where it is known.
type values func(ir.Operand) (value uint64, known bool)

// constants returns the values of the constant operands of a function.
func constants(f *ir.Func) values {
	return func(o ir.Operand) (uint64, bool) {
		if !o.IsConst() {
			return 0, false
		}
		return f.Consts[o.Const()].Lo, true
	}
}

// computes reports whether an opcode only computes. A violation of such an operation ends the
// execution or changes nothing.
func computes(op ir.Op) bool {
	switch op {
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpUDiv, ir.OpURem, ir.OpSDiv, ir.OpSRem, ir.OpNeg:
		return true
	}
	return op.IsPure()
}

// varies reports whether an operand may have different values in the iterations of a loop, given the
// assignments in the loop. It may if it depends on a load or call there, or if its computation is
// deeper than depth.
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

// storeBetween adds a block that stores to a variable and jumps to another block.
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
