package unwind

import (
	"github.com/heddle-mc/heddle/internal/order/arith"
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// instr executes an instruction. It reports whether the thread can continue.
func (t *thread) instr(st *state, f *frame, in *ir.Instr) bool {
	u := t.u
	if len(t.awaiting) > 0 {
		t.acts(st, f, in)
	}
	switch in.Op {
	case ir.OpCopy:
		st.regs[in.Dst] = t.arg(st, f, in.Args[0])
	case ir.OpSelect:
		c := u.isOne(u.bits(t.arg(st, f, in.Args[0])))
		st.regs[in.Dst] = u.merge(c, t.arg(st, f, in.Args[1]), t.arg(st, f, in.Args[2]))
	case ir.OpGlobalAddr:
		o := u.w.globals[in.Glob]
		if o == nil {
			o = t.threadLocal(st, in.Glob)
		}
		st.regs[in.Dst] = u.pointTo(o, u.ptrConst(0))
	case ir.OpFuncAddr:
		st.regs[in.Dst] = u.pointTo(u.w.funcs[in.Func], u.ptrConst(0))
	case ir.OpPtrAdd, ir.OpPtrDiff, ir.OpPtrApart, ir.OpPtrToInt, ir.OpIntToPtr:
		return t.pointers(st, f, in)
	case ir.OpEnter:
		return t.enter(st, f, in)
	case ir.OpLeave:
		return t.endLocal(st, f, in.Local)
	case ir.OpAlloc:
		return t.alloc(st, f, in)
	case ir.OpFree:
		return t.free(st, f, in)
	case ir.OpObjectSize:
		return t.objectSize(st, f, in)
	case ir.OpLoad:
		return t.load(st, f, in)
	case ir.OpStore:
		return t.store(st, f, in)
	case ir.OpRMW:
		return t.rmw(st, f, in)
	case ir.OpCmpXchg:
		return t.cmpxchg(st, f, in)
	case ir.OpFence:
		t.point(st, t.operation(st, event.Fence), event.Point{Kind: event.PointFence, Order: in.Order})
	case ir.OpCall:
		return t.call(st, f, in)
	case ir.OpCallPtr:
		return t.callPointer(st, f, in)
	case ir.OpChoose, ir.OpChooseRange, ir.OpChooseBit:
		return t.choose(st, f, in)
	case ir.OpAssume:
		return t.needs(st, u.isOne(u.bits(t.arg(st, f, in.Args[0]))))
	case ir.OpAssert:
		return t.assertion(st, f, in)
	case ir.OpUnsupported, ir.OpFork, ir.OpShare:
		t.mark(st, st.path.term, event.Mark{Mark: verdict.Mark{Unsupported: in.Text}, Number: in.Mark})
		return false
	case ir.OpLimit:
		t.mark(st, st.path.term, event.Mark{Mark: verdict.ParseMark(in.Text)})
	case ir.OpOutput:
	case ir.OpSend, ir.OpRecv:
		return t.channel(st, f, in)
	case ir.OpSpawn:
		return t.spawn(st, f, in)
	case ir.OpJoin:
		return t.joinThread(st, f, in)
	case ir.OpSelf:
		if !t.numbered || t.number >= 64 {
			return t.unsupported(st, "a thread whose number is 64 or more, or depends on the path")
		}
		st.regs[in.Dst] = value{bits: u.terms.Uint(uint64(t.number), uint(in.Type.Bits(u.w.prog.Model)))}
	case ir.OpAcquire:
		return t.acquire(st, f, in)
	case ir.OpRelease:
		return t.release(st, f, in)
	case ir.OpLockState:
		return t.lockState(st, f, in)
	case ir.OpBlockUntil:
		if st.section == nil {
			return t.unsupported(st, "block_until outside an atomic section")
		}
		cond := u.isOne(u.bits(t.arg(st, f, in.Args[0])))
		t.blocks(st, cond, block{text: blockText[in.Sub]})
		return t.needs(st, cond)
	case ir.OpAtomicBegin:
		return t.beginSection(st, f, in)
	case ir.OpAtomicEnd:
		return t.endSection(st)
	default:
		if in.Op >= ir.OpFAdd && in.Op <= ir.OpFToF || in.Op == ir.OpBitcast {
			t.float(st, f, in)
			break
		}
		return t.integer(st, f, in)
	}
	return true
}

// float executes operations on floats, whose values are their bits.
func (t *thread) float(st *state, f *frame, in *ir.Instr) {
	var args [3]term.ID
	for i, a := range in.Args {
		args[i] = t.u.vector(t.u.bits(t.arg(st, f, a)))
	}
	st.regs[in.Dst] = value{bits: arith.Float(t.u.terms, in, f.fn.TypeOf(in.Args[0]), uint(in.Type.Bits(t.u.w.prog.Model)), args[0], args[1], args[2])}
}

func (t *thread) integer(st *state, f *frame, in *ir.Instr) bool {
	u := t.u
	s := u.terms
	typ := in.Type
	a := t.arg(st, f, in.Args[0])
	var b value
	if len(in.Args) > 1 {
		b = t.arg(st, f, in.Args[1])
	}
	from := f.fn.TypeOf(in.Args[0])
	if op := in.Op; from.IsPtr() && !f.fn.Model && (op == ir.OpEq || op == ir.OpNe || op == ir.OpULt || op == ir.OpULe) {
		t.compared(st, op, a, b)
	}
	if r, done := u.special(in, from, a, b); done {
		st.regs[in.Dst] = value{bits: r}
		return true
	}
	x := u.vector(u.bits(a))
	y := term.None
	if len(in.Args) > 1 {
		y = u.vector(u.bits(b))
	}
	checked := in.Flags&ir.NSW != 0 && u.opts.checks(verdict.Overflow)
	switch in.Op {
	case ir.OpUDiv, ir.OpURem, ir.OpSDiv, ir.OpSRem:
		zero := s.Eq(y, s.Uint(0, s.Width(x)))
		if !t.require(st, s.Not(zero), failure{property: verdict.Div, text: "division by zero"}) {
			return false
		}
	case ir.OpShl, ir.OpLShr, ir.OpAShr:
		return t.shift(st, in, x, y, checked)
	}
	r, _ := arith.Result(s, in.Op, uint(typ.Bits(u.w.prog.Model)), x, y)
	over := term.False
	if checked {
		over = arith.Overflow(s, in.Op, x, y)
	}
	if !t.require(st, s.Not(over), failure{property: verdict.Overflow, text: "signed overflow"}) {
		return false
	}
	st.regs[in.Dst] = u.typedRegister(r, typ)
	return true
}

// special executes comparisons, and operations on truth values.
func (u *unwinder) special(in *ir.Instr, from ir.Type, a, b value) (term.ID, bool) {
	s := u.terms
	switch in.Op {
	case ir.OpEq:
		return u.equal(a, b), true
	case ir.OpNe:
		return s.Not(u.equal(a, b)), true
	case ir.OpULt, ir.OpULe, ir.OpSLt, ir.OpSLe:
		if from.IsPtr() && (in.Op == ir.OpULt || in.Op == ir.OpULe) {
			return u.order(a, b, in.Op == ir.OpULe), true
		}
		return arith.Compared(s, in.Op, u.vector(u.bits(a)), u.vector(u.bits(b)))
	}
	if in.Type != ir.I1 || from != ir.I1 {
		return term.None, false
	}
	return arith.Truth(s, in.Op, a.bits, b.bits)
}

// shift executes a shift. Where the amount is too large the result is chosen.
func (t *thread) shift(st *state, in *ir.Instr, x, y term.ID, checked bool) bool {
	u := t.u
	s := u.terms
	n, ok := arith.Amount(s, x, y)
	if !t.require(st, ok, failure{property: verdict.Shift, text: "shift by the width or more"}) {
		return false
	}
	r, _ := arith.Result(s, in.Op, s.Width(x), x, n)
	if in.Op == ir.OpShl && checked {
		over := s.And(ok, s.Distinct(s.Ashr(r, n), x))
		if !t.require(st, s.Not(over), failure{property: verdict.Overflow, text: "signed overflow"}) {
			return false
		}
	}
	v := u.typedRegister(r, in.Type)
	if ok != term.True && u.implied(st.path, ok) != term.True {
		v = u.merge(ok, v, t.input(st, ir.ChooseUninit, in.Type, s.Not(ok)))
	}
	st.regs[in.Dst] = v
	return true
}
