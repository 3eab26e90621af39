package fromir

import (
	"slices"
	"strconv"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/order/arith"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// instr executes an instruction; nil: no path goes on.
func (x *region) instr(c *copied, at ir.At, in *ir.Instr, p *path) *path {
	s := x.b.terms
	arg := func(i int) term.ID { return x.arg(c, p, in.Args[i]) }
	switch in.Op {
	case ir.OpCopy:
		x.set(c, p, in.Dst, arg(0))
	case ir.OpSelect:
		x.set(c, p, in.Dst, s.Ite(arg(0), arg(1), arg(2)))
	case ir.OpGlobalAddr:
		key := objectKey{global: in.Glob}
		if x.b.prog.Globals[in.Glob].Storage == ir.ThreadLocal {
			key.thread = x.t
		}
		x.set(c, p, in.Dst, x.b.first(key))
	case ir.OpFuncAddr:
		x.set(c, p, in.Dst, x.b.first(objectKey{fn: in.Func}))
	case ir.OpPtrAdd:
		by := arg(1)
		far := s.And(x.far(by), s.Not(x.isTagged(arg(0))))
		if far != term.False && x.b.isLost(arg(0)) && isAddress(c.fn, in.Dst) {
			by, far = s.Ite(far, s.Uint(uint64(1)<<(x.b.shift()-1), s.Width(by)), by), term.False
		}
		if p = x.unsupportedIf(p, far, "a pointer moved by more than objects are apart"); p != nil {
			x.set(c, p, in.Dst, x.moved(arg(0), by))
		}
	case ir.OpPtrDiff:
		if x.ordersMerged(c, at) {
			return x.unsupported(p, "order of objects that nothing tells apart")
		}
		x.set(c, p, in.Dst, s.Sub(x.low(arg(0)), x.low(arg(1))))
		return x.unsupportedIf(p, s.Not(x.sameObject(arg(0), arg(1))), "difference of pointers to different objects")
	case ir.OpPtrApart:
		return x.apart(c, at, in, p, arg(0), arg(1))
	case ir.OpPtrToInt:
		if p = x.unsupportedIf(p, x.isTagged(arg(0)), "the address of an object of a size that is no constant, as a number"); p != nil {
			x.set(c, p, in.Dst, x.low(arg(0)))
		}
	case ir.OpIntToPtr:
		x.set(c, p, in.Dst, s.Zext(arg(0), x.b.width()))
	case ir.OpEnter:
		return x.enter(c, in, p)
	case ir.OpLeave:
		return x.leaves(c, at, in, p)
	case ir.OpAlloc:
		return x.alloc(c, at, in, p)
	case ir.OpFree:
		return x.free(c, at, in, p)
	case ir.OpObjectSize:
		return x.objectSize(c, at, in, p)
	case ir.OpLoad, ir.OpStore, ir.OpRMW, ir.OpCmpXchg:
		return x.access(c, at, in, p)
	case ir.OpFence, ir.OpOutput, ir.OpSend, ir.OpRecv:
	case ir.OpCall, ir.OpCallPtr:
		return x.call(c, at, in, p)
	case ir.OpChoose, ir.OpChooseRange, ir.OpChooseBit:
		return x.choose(c, in, p)
	case ir.OpAssume:
		return x.assume(p, arg(0))
	case ir.OpAssert:
		return x.assertion(in, p, arg(0))
	case ir.OpUnsupported, ir.OpFork, ir.OpShare:
		return x.unsupported(p, in.Text)
	case ir.OpLimit:
		x.mark(efsm.Mark{Mark: verdict.ParseMark(in.Text), When: p.cond, GoesOn: true})
	case ir.OpSpawn:
		return x.spawn(c, at, in, p)
	case ir.OpJoin:
		return x.join(c, at, in, p)
	case ir.OpSelf:
		if !c.flow.sectioned || x.t.like != nil {
			return x.unsupported(p, "the number of a thread")
		}
		x.set(c, p, in.Dst, s.Uint(uint64(x.t.id-1), uint(in.Type.Bits(x.b.prog.Model))))
	case ir.OpAcquire, ir.OpRelease, ir.OpLockState:
		return x.lockOp(c, at, in, p)
	case ir.OpBlockUntil:
		x.state.Wait = [...]efsm.Wait{ir.BlockCondition: efsm.WaitCondition, ir.BlockSemaphore: efsm.WaitSemaphore, ir.BlockBarrier: efsm.WaitBarrier,
			ir.BlockWriter: efsm.WaitWriter, ir.BlockInput: efsm.WaitInput}[in.Sub]
		x.waits(p, s.Not(arg(0)), 0)
		return x.assume(p, arg(0))
	case ir.OpAtomicBegin:
		return x.beginSection(c, at, in, p)
	case ir.OpAtomicEnd:
		return x.endSection(p)
	default:
		if in.Op >= ir.OpFAdd && in.Op <= ir.OpFToF {
			if x.madeOfPointer(c, at, in) {
				return x.unsupported(p, "arithmetic on the bits of a pointer")
			}
			var args [3]term.ID
			for i := range in.Args {
				args[i] = x.vector(arg(i))
			}
			x.set(c, p, in.Dst, arith.Float(s, in, c.fn.TypeOf(in.Args[0]), x.b.bits(in.Type), args[0], args[1], args[2]))
			return p
		}
		return x.integer(c, at, in, p)
	}
	return p
}

// first returns the address of the only object of a place.
func (b *builder) first(key objectKey) term.ID {
	if list := b.where[key]; len(list) > 0 {
		return b.pointer(list[0], 0)
	}
	b.addObject(key, &object{name: "unused." + strconv.Itoa(len(b.objects)), home: &efsm.Home{}})
	return b.pointer(b.objects[len(b.objects)-1], 0)
}

// far returns the condition under which a distance may lead from one object to another. It is false if
// the distance has few significant bits. That is the usual case: an index of at most 32 bits times a
// small size.
func (x *region) far(by term.ID) term.ID {
	if x.significant(by) < x.b.shift() {
		return term.False
	}
	s := x.b.terms
	w := s.Width(by)
	half := uint64(1) << (x.b.shift() - 1)
	moved := s.Add(by, s.Uint(half, w))
	return s.Not(s.Ult(moved, s.Uint(2*half, w)))
}

// isLost reports whether a pointer to a known byte of an object is outside the object after moving it
// far, whatever the distance. The bytes of the object are at most half of its room, so a pointer to the
// middle of the room is also outside.
func (b *builder) isLost(addr term.ID) bool {
	w, known := b.terms.Value(addr)
	if !known {
		return false
	}
	o, off := b.resolve(w)
	return o != nil && o.array == nil && !o.unsized && off < o.size
}

// isAddress reports whether a register is used only as the address of accesses.
func isAddress(f *ir.Func, r ir.Reg) bool {
	for i := range f.Blocks {
		if t := &f.Blocks[i].Term; t.HasArg && t.Arg.Reg() == r {
			return false
		}
	}
	for _, in := range f.Instrs() {
		args := in.Args
		switch in.Op {
		case ir.OpLoad, ir.OpStore, ir.OpRMW, ir.OpCmpXchg:
			args = args[1:]
		}
		if slices.ContainsFunc(args, func(a ir.Operand) bool { return a.Reg() == r }) {
			return false
		}
	}
	return true
}

// significant returns a number of bits, the sign included, that hold the value of a
// term.
func (x *region) significant(id term.ID) uint {
	s := x.b.terms
	w := s.Width(id)
	n := w
	switch s.Op(id) {
	case term.OpConst:
		v, _ := s.Value(id)
		if v.Negative(w) {
			v = v.Not().Mask(w)
		}
		n = v.Len() + 1
	case term.OpSext:
		n = x.significant(s.Arg(id, 0))
	case term.OpZext:
		n = s.Width(s.Arg(id, 0)) + 1
	case term.OpMul:
		n = x.significant(s.Arg(id, 0)) + x.significant(s.Arg(id, 1))
	case term.OpAdd, term.OpSub:
		n = max(x.significant(s.Arg(id, 0)), x.significant(s.Arg(id, 1))) + 1
	case term.OpNeg:
		n = x.significant(s.Arg(id, 0)) + 1
	case term.OpConcat:
		n = x.significant(s.Arg(id, 0)) + s.Width(s.Arg(id, 1))
	case term.OpExtract:
		if _, lo := s.Bounds(id); lo == 0 {
			n = x.significant(s.Arg(id, 0))
		}
	case term.OpIte:
		n = max(x.significant(s.Arg(id, 1)), x.significant(s.Arg(id, 2)))
	}
	zeros := s.Known(id).Zeros
	leading := uint(0)
	for leading < w && zeros.Bit(w-1-leading) == 1 {
		leading++
	}
	return min(n, w, w-leading+1)
}

func (x *region) sameObject(a, b term.ID) term.ID {
	s := x.b.terms
	hi, lo := x.b.ptr-1, x.b.shift()
	same := s.Eq(s.Extract(a, hi, lo), s.Extract(b, hi, lo))
	return s.And(s.Eq(x.tagOf(a), x.tagOf(b)), s.Or(x.isTagged(a), same))
}

// apart executes ptrapart. Only memory checks ask for its result.
func (x *region) apart(c *copied, at ir.At, in *ir.Instr, p *path, a, b term.ID) *path {
	s := x.b.terms
	d := s.Sub(x.low(a), x.low(b))
	zero := s.Uint(0, s.Width(d))
	out := s.BvNot(zero)
	if x.b.opts.Property == verdict.Memory {
		if x.ordersMerged(c, at) {
			return x.unsupported(p, "distance of objects that nothing tells apart")
		}
		far := s.Ite(s.Slt(d, zero), s.Neg(d), d)
		out = s.Ite(s.And(x.sameObject(a, b), s.Not(s.Eq(d, zero))), far, out)
	}
	x.set(c, p, in.Dst, out)
	return p
}

// require adds an obligation of a property, and continues only where it holds.
func (x *region) require(p *path, ok term.ID, property verdict.Property, kind verdict.Kind, text string) *path {
	s := x.b.terms
	if ok == term.True {
		return p
	}
	if property == x.b.opts.Property {
		when := s.And(p.cond, s.Not(ok))
		if when == term.False {
			return p
		}
		x.state.Obligations = append(x.state.Obligations, efsm.Obligation{
			When: when, Property: property, Kind: kind, Message: text, Origin: x.origin,
		})
		x.enabled(when)
	} else if !property.EndsProcess() {
		return p
	} else if !x.b.keepsEnds() || property == verdict.Assert || property == verdict.Reach {
		x.halts(p, s.Not(ok))
	}
	return x.assume(p, ok)
}

// halts ends the process if a condition holds. Within an atomic section this still ends a step, whose
// accesses may race. No other thread sees its writes; other threads continue as if this one had stayed
// before the section. For executions as a whole, and for deadlocks, the end is a separate state.
func (x *region) halts(p *path, cond term.ID) {
	if x.b.keepsEnds() {
		if q := x.fork(p, cond); q != nil && q.depth > 0 {
			x.unsupported(q, "the end of the process in an atomic section")
		} else if q != nil {
			x.leave(q, cut{halt: true})
		}
		return
	}
	if p.depth > 0 && x.b.opts.Property == verdict.Race {
		x.enabled(x.b.terms.And(p.cond, cond))
	}
}

func (x *region) assertion(in *ir.Instr, p *path, cond term.ID) *path {
	if !in.EndsProcess() && in.Property() != x.b.opts.Property {
		return p
	}
	return x.require(p, cond, in.Property(), in.Kind, in.Message())
}

// input returns a value that the program chooses.
func (x *region) input(typ ir.Type, reason ir.ChooseReason, when term.ID) term.ID {
	if !x.b.opts.Environment.Asks(reason) {
		return x.b.zeroOf(typ)
	}
	v := x.b.sys.AddVar(efsm.Var{
		Name: "in" + strconv.Itoa(len(x.b.sys.Vars)) + "." + reason.String(),
		Sort: x.b.sort(typ), Class: efsm.Input, Thread: x.t.id,
	})
	x.state.Choices = append(x.state.Choices, efsm.Choice{
		Input: v, When: when, Reason: reason, Width: typ.Bits(x.b.prog.Model), Origin: x.origin,
	})
	return x.b.sys.Vars[v].Term
}

func (x *region) choose(c *copied, in *ir.Instr, p *path) *path {
	s := x.b.terms
	reason := ir.ChooseReason(in.Sub)
	switch in.Op {
	case ir.OpChoose:
		x.set(c, p, in.Dst, x.input(in.Type, reason, p.cond))
	case ir.OpChooseRange:
		lo, hi := x.arg(c, p, in.Args[0]), x.arg(c, p, in.Args[1])
		if p = x.assume(p, s.Ule(lo, hi)); p == nil || lo == hi {
			if p != nil {
				x.set(c, p, in.Dst, lo)
			}
			return p
		}
		v := x.input(in.Type, reason, s.And(p.cond, s.Distinct(lo, hi)))
		inside := s.And(s.Ule(lo, v), s.Ule(v, hi))
		if x.b.keepsEnds() {
			v, inside = s.Ite(inside, v, lo), term.True // an operation must not depend on luck to be possible
		}
		x.set(c, p, in.Dst, v)
		return x.assume(p, inside)
	case ir.OpChooseBit:
		set := x.arg(c, p, in.Args[0])
		w := s.Width(set)
		zero, one := s.Uint(0, w), s.Uint(1, w)
		if p = x.assume(p, s.Distinct(set, zero)); p == nil {
			return nil
		}
		several := s.Distinct(s.BvAnd(set, s.Sub(set, one)), zero)
		v := x.input(in.Type, reason, s.And(p.cond, several))
		at := v
		if s.Width(v) < w {
			at = s.Zext(v, w)
		} else if s.Width(v) > w {
			at = s.Extract(v, w-1, 0)
		}
		inside := s.And(s.Ult(v, s.Uint(uint64(w), s.Width(v))), s.Distinct(s.BvAnd(s.Lshr(set, at), one), zero))
		if x.b.keepsEnds() {
			v, inside = s.Ite(inside, v, x.lowest(set, s.Width(v))), term.True
		}
		x.set(c, p, in.Dst, v)
		return x.assume(p, inside)
	}
	return p
}

// lowest returns the number of the lowest bit of a set, in a width.
func (x *region) lowest(set term.ID, width uint) term.ID {
	s := x.b.terms
	w := s.Width(set)
	low := s.Uint(uint64(w-1), width)
	for i := int(w) - 2; i >= 0; i-- {
		bit := s.Extract(set, uint(i), uint(i))
		low = s.Ite(s.Eq(bit, s.Uint(1, 1)), s.Uint(uint64(i), width), low)
	}
	return low
}
