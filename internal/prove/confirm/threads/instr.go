package threads

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// instr executes an instruction.
func (e *exec) instr(in *ir.Instr) {
	switch in.Op {
	case ir.OpAssert, ir.OpSpawn, ir.OpUnsupported, ir.OpFork, ir.OpShare, ir.OpLimit, ir.OpBlockUntil, ir.OpAcquire, ir.OpJoin:
		e.hasNoLoose()
	}
	switch in.Op {
	case ir.OpCall, ir.OpCallPtr:
		e.call(in)
		return
	case ir.OpUnsupported, ir.OpFork, ir.OpShare, ir.OpLimit:
		e.cover(term.False, in.Op.String()+" "+in.Text)
		e.st.ended = true
		return
	case ir.OpAssume, ir.OpBlockUntil:
		e.assume(e.truth(e.operand(in.Args[0])))
		return
	case ir.OpAssert:
		ok := e.truth(e.operand(in.Args[0]))
		e.oblige(in.Property(), ok, in.Message())
		if in.EndsProcess() {
			e.assume(ok)
		}
		return
	case ir.OpLoad, ir.OpRMW, ir.OpCmpXchg:
		e.load(in)
		return
	case ir.OpStore:
		p := e.operand(in.Args[0])
		e.judgeConst(p, in)
		e.access(p, in.Type.Bytes(e.c.prog.Model), true)
		e.touch(p, in)
		e.store(p, e.operand(in.Args[1]), in)
		return
	case ir.OpAcquire:
		e.acquire(in)
		return
	case ir.OpRelease:
		e.release(in)
		return
	case ir.OpAtomicBegin:
		e.enterSection()
		return
	case ir.OpAtomicEnd:
		e.leaveSection()
		return
	case ir.OpSpawn:
		e.spawn(in)
		return
	case ir.OpEnter, ir.OpAlloc:
		e.allocate(in)
		return
	case ir.OpLeave:
		o := e.c.born[threadproof.At{Node: e.node, Instr: int(in.Local)}]
		if o != 0 {
			e.die(func(x *threadproof.Object) bool { return x == e.object(o) })
			delete(e.st.alive, o)
		}
		return
	case ir.OpFree:
		e.oblige(verdict.Memory, term.False, "memory that is freed")
		for _, a := range e.operand(in.Args[0]).alts {
			if a.object != 0 {
				e.touchAll(a.object, false)
			}
		}
		return
	case ir.OpObjectSize:
		e.access(e.operand(in.Args[0]), 0, false)
	}
	if in.Dst != 0 {
		e.st.regs[in.Dst] = e.result(in)
	}
}

// spawn creates a thread.
func (e *exec) spawn(in *ir.Instr) {
	v := e.exposeAll(e.operand(in.Args[0]))
	if e.keepsPrivate(v) {
		e.c.leaveOut("%s: an object that one thread of several of its kind knows is handed to another", e.c.where(e.at))
	}
	t, known := e.c.proof.Spawned[e.at]
	if !known {
		e.require(term.False, "a thread is created that is not known")
		return
	}
	e.beginThread(t, v)
	here := e.at
	here.Instr++
	beside := e.c.company(here)
	e.goesTo(beside)
	e.st.beside = beside
}

// allocate makes a new object.
func (e *exec) allocate(in *ir.Instr) {
	key := e.at
	size := int64(-1)
	if in.Op == ir.OpEnter {
		key = threadproof.At{Node: e.node, Instr: int(in.Local)}
		size = e.fn.Locals[in.Local].Size
	}
	o := e.c.born[key]
	if k := ir.AllocKind(in.Sub); in.Op == ir.OpAlloc && (k == ir.HeapObject || k == ir.HeapZero) {
		e.loosen(o)
	}
	if in.Dst == 0 {
		return
	}
	if o == 0 {
		e.c.leaveOut("%s: an object that is not stated", e.c.where(e.at))
		return
	}
	x, bytes := e.object(o), e.s.Uint(0, e.pointerBits())
	switch {
	case in.Op == ir.OpAlloc || len(in.Args) > 0:
		bytes = e.number(e.operand(in.Args[0]))
		e.require(e.unsignedIn(uint64(max(x.Size, 0)), ^uint64(0), bytes, e.s.Width(bytes)), "an object smaller than stated")
	case x.Size > size:
		e.require(term.False, "an object smaller than stated")
	}
	if in.Op == ir.OpEnter && e.fn.Locals[in.Local].Initialised || in.Op == ir.OpAlloc && ir.AllocKind(in.Sub) == ir.HeapZero {
		e.touchAll(o, true)
	}
	e.outlives(o, e.c.where(e.at))
	e.st.regs[in.Dst] = e.bear(o)
	if in.Op == ir.OpAlloc && (x.Recent != 0 || x.Single) {
		of := o
		if x.Recent != 0 {
			of = x.Recent
		}
		e.st.sizes[of] = bytes
	}
	if in.Op == ir.OpEnter || ir.AllocKind(in.Sub) == ir.StackObject {
		e.st.alive[o] = true
	}
}

// update writes the result of an rmw or a cmpxchg, given the value that it read.
func (e *exec) update(in *ir.Instr, p, old *sval) {
	x := e.operand(in.Args[1])
	if in.Op == ir.OpCmpXchg {
		same := e.equal(old, x)
		written := &sval{width: p.width, uninit: p.uninit}
		for _, a := range p.alts {
			a.guard = e.s.And(a.guard, same)
			written.alts = append(written.alts, a)
		}
		e.store(written, e.operand(in.Args[2]), in)
		return
	}
	if ir.RMWKind(in.Sub) == ir.RMWXchg {
		e.store(p, x, in)
		return
	}
	e.exposeAll(old)
	e.exposeAll(x)
	a, b := e.number(old), e.number(e.operand(in.Args[1]))
	v := e.fresh(old.width)
	switch ir.RMWKind(in.Sub) {
	case ir.RMWAdd:
		v = e.s.Add(a, b)
	case ir.RMWSub:
		v = e.s.Sub(a, b)
	case ir.RMWAnd:
		v = e.s.BvAnd(a, b)
	case ir.RMWOr:
		v = e.s.BvOr(a, b)
	case ir.RMWXor:
		v = e.s.BvXor(a, b)
	case ir.RMWNand:
		v = e.s.BvNot(e.s.BvAnd(a, b))
	}
	e.store(e.operand(in.Args[0]), e.bits(v), in)
}

// equal returns whether two values are equal, as far as that is known. Pointers are equal if they point
// to one place of an instance, where an object stands for one instance only; they differ if they point
// to different places of it. No object is at address zero. Nothing else is known of pointers: instances
// and objects may lie where others have been, or next to one another.
func (e *exec) equal(x, y *sval) term.ID {
	out := e.maybe()
	for _, a := range x.alts {
		for _, b := range y.alts {
			both := e.s.And(a.guard, b.guard)
			switch {
			case a.object == 0 && b.object == 0:
				out = e.s.Ite(both, e.s.Eq(a.bits, b.bits), out)
			case a.object == 0:
				out = e.s.Ite(e.s.And(both, e.isNull(a, b)), term.False, out)
			case b.object == 0:
				out = e.s.Ite(e.s.And(both, e.isNull(b, a)), term.False, out)
			case a.object == b.object && e.single(a.object):
				out = e.s.Ite(both, e.s.Eq(a.bits, b.bits), out)
			}
		}
	}
	return out
}

// isNull returns whether a number is zero and the pointer is in its object.
func (e *exec) isNull(number, pointer alt) term.ID {
	zero := e.s.Eq(number.bits, e.s.Uint(0, e.s.Width(number.bits)))
	return e.s.And(zero, e.fits(pointer.object, pointer.bits, 0))
}

// result returns the result of an instruction without effects.
func (e *exec) result(in *ir.Instr) *sval {
	w := e.bitsOf(in.ResultType())
	arg := func(k int) *sval { return e.operand(in.Args[k]) }
	switch in.Op {
	case ir.OpCopy, ir.OpPtrToInt, ir.OpIntToPtr:
		return arg(0)
	case ir.OpBitcast:
		if e.fn.TypeOf(in.Args[0]).IsInt() && in.Type.IsInt() {
			return arg(0)
		}
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpNeg, ir.OpUDiv, ir.OpURem, ir.OpSDiv, ir.OpSRem, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpNot, ir.OpShl, ir.OpLShr, ir.OpAShr:
		return e.bits(e.arithmetic(in, w))
	case ir.OpEq:
		return e.ofBool(e.equal(arg(0), arg(1)))
	case ir.OpNe:
		return e.ofBool(e.s.Not(e.equal(arg(0), arg(1))))
	case ir.OpULt:
		return e.ofBool(e.s.Ult(e.number(arg(0)), e.number(arg(1))))
	case ir.OpULe:
		return e.ofBool(e.s.Ule(e.number(arg(0)), e.number(arg(1))))
	case ir.OpSLt:
		return e.ofBool(e.s.Slt(e.number(arg(0)), e.number(arg(1))))
	case ir.OpSLe:
		return e.ofBool(e.s.Sle(e.number(arg(0)), e.number(arg(1))))
	case ir.OpSelect:
		return e.ite(e.truth(arg(0)), arg(1), arg(2))
	case ir.OpTrunc, ir.OpZExt, ir.OpSExt:
		e.exposeAll(arg(0))
		x := e.number(arg(0))
		switch in.Op {
		case ir.OpTrunc:
			return e.bits(e.s.Extract(x, w-1, 0))
		case ir.OpZExt:
			return e.bits(e.s.Zext(x, w))
		}
		return e.bits(e.s.Sext(x, w))
	case ir.OpGlobalAddr:
		o := e.c.globals[in.Glob]
		if e.c.prog.Globals[in.Glob].Storage == ir.ThreadLocal {
			o = e.c.locals[threadLocal{in.Glob, e.own}]
		}
		return e.addressOf(o)
	case ir.OpFuncAddr:
		return e.addressOf(e.c.functions[in.Func])
	case ir.OpPtrAdd:
		return e.moved(arg(0), e.number(arg(1)))
	case ir.OpPtrDiff:
		return e.bits(e.difference(arg(0), arg(1), w))
	case ir.OpPtrApart:
		return e.bits(e.apart(arg(0), arg(1), w))
	case ir.OpChoose:
		if !e.c.proof.Environment.Asks(ir.ChooseReason(in.Sub)) {
			return e.bits(e.s.Uint(0, w))
		}
	case ir.OpChooseRange:
		v := e.fresh(w)
		e.assume(e.s.And(e.s.Ule(e.number(arg(0)), v), e.s.Ule(v, e.number(arg(1)))))
		return e.bits(v)
	case ir.OpChooseBit:
		v := e.fresh(w)
		e.assume(e.s.Ult(v, e.s.Uint(uint64(arg(0).width), w)))
		return e.bits(v)
	case ir.OpSelf:
		v := e.fresh(w)
		e.assume(e.s.Ult(v, e.s.Uint(64, w)))
		return e.bits(v)
	case ir.OpLockState:
		e.access(arg(0), 1, false)
		if l, is := e.lockAt(arg(0)); is && e.c.proof.Locks[l].Excludes && slices.Contains(e.st.held, threadproof.Hold{Lock: l}) {
			return e.bits(e.s.Uint(ir.LockHeldBySelf, w))
		}
	}
	return e.unknown(w)
}

func (e *exec) addressOf(o threadproof.ObjectID) *sval {
	if o == 0 {
		e.c.leaveOut("%s: an object that is not stated", e.c.where(e.at))
		return e.unknown(e.pointerBits())
	}
	return e.pointer(o)
}

// moved returns a pointer moved by a number of bytes. If the offset wraps, the result is unknown.
func (e *exec) moved(p *sval, by term.ID) *sval {
	out := &sval{width: p.width, uninit: p.uninit}
	for _, a := range p.alts {
		sum := e.s.Add(a.bits, by)
		if a.object != 0 {
			sum = e.s.Ite(e.s.Saddo(a.bits, by), e.fresh(p.width), sum)
		}
		out.alts = append(out.alts, alt{a.object, a.guard, sum})
	}
	return out
}

// difference returns the difference of two pointers: of their offsets, if they are in one instance of
// an object.
func (e *exec) difference(p, q *sval, w uint) term.ID {
	out := e.fresh(w)
	for _, a := range p.alts {
		for _, b := range q.alts {
			if a.object == 0 || a.object != b.object || w != p.width || !e.single(a.object) {
				continue
			}
			known := e.s.And(e.s.And(a.guard, b.guard), e.s.Not(e.s.Ssubo(a.bits, b.bits)))
			out = e.s.Ite(known, e.s.Sub(a.bits, b.bits), out)
		}
	}
	return out
}

// apart returns the distance in bytes of two pointers, as ptrapart does; a fresh term where nothing is known.
func (e *exec) apart(p, q *sval, w uint) term.ID {
	out, zero := e.fresh(w), e.s.Uint(0, w)
	for _, a := range p.alts {
		for _, b := range q.alts {
			both := e.s.And(a.guard, b.guard)
			switch {
			case a.object == 0 || b.object == 0 || w != p.width || w != q.width:
			case e.base(a.object) != e.base(b.object):
				out = e.s.Ite(both, e.s.BvNot(zero), out)
			case e.single(a.object) && b.object == a.object:
				d := e.s.Sub(a.bits, b.bits)
				far := e.s.Ite(e.s.Slt(d, zero), e.s.Neg(d), d)
				out = e.s.Ite(both, e.s.Ite(e.s.Eq(d, zero), e.s.BvNot(zero), far), out)
			}
		}
	}
	return out
}

// arithmetic returns the result of an operation on numbers, and adds its obligations.
func (e *exec) arithmetic(in *ir.Instr, w uint) term.ID {
	for _, o := range in.Args {
		e.exposeAll(e.operand(o))
	}
	x := e.number(e.operand(in.Args[0]))
	y := x
	if len(in.Args) > 1 {
		y = e.number(e.operand(in.Args[1]))
	}
	zero := e.s.Uint(0, w)
	over := term.False
	var out term.ID
	switch in.Op {
	case ir.OpAdd:
		out, over = e.s.Add(x, y), e.s.Saddo(x, y)
	case ir.OpSub:
		out, over = e.s.Sub(x, y), e.s.Ssubo(x, y)
	case ir.OpMul:
		out = e.s.Mul(x, y)
		if in.Flags&ir.NSW != 0 {
			over = e.s.Smulo(x, y)
		}
	case ir.OpNeg:
		out, over = e.s.Neg(x), e.s.Nego(x)
	case ir.OpNot:
		out = e.s.BvNot(x)
	case ir.OpAnd:
		out = e.s.BvAnd(x, y)
	case ir.OpOr:
		out = e.s.BvOr(x, y)
	case ir.OpXor:
		out = e.s.BvXor(x, y)
	case ir.OpShl, ir.OpLShr, ir.OpAShr:
		out, over = e.shift(in, x, y, w)
	default:
		e.oblige(verdict.Div, e.s.Distinct(y, zero), "a division by what may be zero")
		e.assume(e.s.Distinct(y, zero))
		switch in.Op {
		case ir.OpUDiv:
			out = e.s.Udiv(x, y)
		case ir.OpURem:
			out = e.s.Urem(x, y)
		case ir.OpSDiv:
			out, over = e.s.Sdiv(x, y), e.s.Sdivo(x, y)
		default:
			out, over = e.s.Srem(x, y), e.s.Sdivo(x, y)
		}
	}
	if in.Flags&ir.NSW != 0 {
		e.oblige(verdict.Overflow, e.s.Not(over), "a result that may be out of range")
	}
	return out
}

// shift returns the result of a shift; it is unknown if the amount is too large.
func (e *exec) shift(in *ir.Instr, x, n term.ID, w uint) (out, over term.ID) {
	inside := e.s.Ult(n, e.s.Uint(uint64(w), w))
	e.oblige(verdict.Shift, inside, "a shift by what may be too much")
	over = term.False
	switch in.Op {
	case ir.OpShl:
		out = e.s.Shl(x, n)
		lost := e.s.Or(e.s.Distinct(e.s.Ashr(out, n), x), e.s.Slt(x, e.s.Uint(0, w)))
		over = e.s.Or(e.s.Not(inside), lost)
	case ir.OpLShr:
		out = e.s.Lshr(x, n)
	default:
		out = e.s.Ashr(x, n)
	}
	return e.s.Ite(inside, out, e.fresh(w)), over
}
