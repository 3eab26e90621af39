package unwind

import (
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// input returns a value that the thread chooses under the path and cond.
func (t *thread) input(st *state, reason ir.ChooseReason, typ ir.Type, cond term.ID) value {
	u := t.u
	width := uint(typ.Bits(u.w.prog.Model))
	if !u.opts.Environment.Asks(reason) || st.section != nil && st.section.final {
		return u.typedRegister(u.terms.Uint(0, width), typ)
	}
	v := u.terms.Var(reason.String(), term.BV(width))
	_, pos := t.where()
	u.graph.Inputs = append(u.graph.Inputs, event.Input{
		Thread: t.id, Node: t.nodeOf(st), Guard: u.terms.And(st.path.term, cond), Reason: reason, Value: v, Width: width, Pos: pos,
	})
	return u.typedRegister(v, typ)
}

// typedRegister gives bits the form that registers of a type have.
func (u *unwinder) typedRegister(v term.ID, typ ir.Type) value {
	switch {
	case typ == ir.I1:
		return value{bits: u.isOne(v)}
	case typ.IsPtr():
		return value{bits: v, ptr: u.resolve(v)}
	}
	return value{bits: v}
}

func (t *thread) choose(st *state, f *frame, in *ir.Instr) bool {
	u := t.u
	s := u.terms
	reason := ir.ChooseReason(in.Sub)
	if st.section != nil && st.section.final && u.opts.Environment.Asks(reason) {
		return false // it is not blocked
	}
	switch in.Op {
	case ir.OpChoose:
		st.regs[in.Dst] = t.input(st, reason, in.Type, term.True)
	case ir.OpChooseRange:
		lo, hi := t.u.bits(t.arg(st, f, in.Args[0])), t.u.bits(t.arg(st, f, in.Args[1]))
		if !t.needs(st, s.Ule(lo, hi)) {
			return false
		}
		if lo == hi {
			st.regs[in.Dst] = value{bits: lo}
			return true
		}
		v := t.input(st, reason, in.Type, s.Distinct(lo, hi))
		u.fact(s.Implies(st.path.term, s.And(s.Ule(lo, v.bits), s.Ule(v.bits, hi))))
		st.regs[in.Dst] = v
	case ir.OpChooseBit:
		set := t.u.bits(t.arg(st, f, in.Args[0]))
		w := s.Width(set)
		zero, one := s.Uint(0, w), s.Uint(1, w)
		if !t.needs(st, s.Distinct(set, zero)) {
			return false
		}
		several := s.Distinct(s.BvAnd(set, s.Sub(set, one)), zero)
		v := t.input(st, reason, in.Type, several)
		at := s.Zext(v.bits, w)
		if s.Width(v.bits) > w {
			at = s.Extract(v.bits, w-1, 0)
		}
		inside := s.Ult(v.bits, s.Uint(uint64(w), s.Width(v.bits)))
		u.fact(s.Implies(st.path.term, s.And(inside, s.Distinct(s.BvAnd(s.Lshr(set, at), one), zero))))
		st.regs[in.Dst] = v
	}
	return true
}
