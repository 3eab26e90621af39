package unwind

import (
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// maxPairs bounds how many pairs of cases two pointers are compared by; beyond
// it their bits are.
const maxPairs = 64

// moved returns a pointer moved by a number of bytes.
func (u *unwinder) moved(v value, by term.ID) value {
	p := u.pointerOf(v)
	out := make([]target, 0, len(p.cases))
	for _, c := range p.cases {
		out = u.addTarget(out, c.obj, c.cond, u.terms.Add(c.off, by))
	}
	return value{ptr: &pointer{cases: out}}
}

// equal returns whether two values are equal: pointers by address.
func (u *unwinder) equal(a, b value) term.ID {
	s := u.terms
	if a.ptr == nil || b.ptr == nil || len(a.ptr.cases)*len(b.ptr.cases) > maxPairs {
		x, y := u.bits(a), u.bits(b)
		if x == term.None || y == term.None {
			x, y = u.orZero(x, y)
		}
		return s.Eq(x, y)
	}
	return u.pairs(a.ptr, b.ptr, func(c, d target) term.ID {
		if c.obj == d.obj {
			return s.Eq(c.off, d.off)
		}
		return s.Eq(u.targetBits(c), u.targetBits(d))
	})
}

// pairs returns whether a condition holds of the cases of two pointers that hold.
func (u *unwinder) pairs(a, b *pointer, cond func(c, d target) term.ID) term.ID {
	s := u.terms
	result := term.False
	for _, c := range a.cases {
		for _, d := range b.cases {
			is := cond(c, d)
			result = s.Or(result, s.And(s.And(c.cond, d.cond), is))
		}
	}
	return result
}

func (u *unwinder) targetBits(c target) term.ID {
	if c.obj == nil {
		return c.off
	}
	return u.terms.Add(c.obj.address(u), c.off)
}

// order returns a < b, or a <= b, of two pointers.
func (u *unwinder) order(a, b value, orEqual bool) term.ID {
	s := u.terms
	x, y := u.pointerOf(a), u.pointerOf(b)
	if len(x.cases)*len(y.cases) > maxPairs {
		return u.less(u.bits(a), u.bits(b), orEqual)
	}
	return u.pairs(x, y, func(c, d target) term.ID {
		switch {
		case c.obj != d.obj || c.obj == nil:
			return u.less(u.targetBits(c), u.targetBits(d), orEqual)
		case orEqual:
			return s.Sle(c.off, d.off)
		}
		return s.Slt(c.off, d.off)
	})
}

func (u *unwinder) less(x, y term.ID, orEqual bool) term.ID {
	if orEqual {
		return u.terms.Ule(x, y)
	}
	return u.terms.Ult(x, y)
}

// difference returns a - b in bytes.
func (u *unwinder) difference(a, b value) term.ID {
	s := u.terms
	x, y := u.pointerOf(a), u.pointerOf(b)
	if len(x.cases) == 1 && len(y.cases) == 1 && x.cases[0].obj == y.cases[0].obj {
		return s.Sub(x.cases[0].off, y.cases[0].off)
	}
	return s.Sub(u.bits(a), u.bits(b))
}

// apart returns how many bytes two pointers into one object are apart. Only memory checks need it.
func (u *unwinder) apart(a, b value) term.ID {
	s := u.terms
	out := s.BvNot(u.ptrConst(0))
	if !u.opts.checks(verdict.Memory) {
		return out
	}
	for _, x := range u.pointerOf(a).cases {
		for _, y := range u.pointerOf(b).cases {
			if x.obj == nil || x.obj != y.obj {
				continue
			}
			d := s.Sub(x.off, y.off)
			far := s.Ite(s.Slt(d, u.ptrConst(0)), s.Neg(d), d)
			same := s.And(s.And(x.cond, y.cond), s.Not(s.Eq(d, u.ptrConst(0))))
			out = s.Ite(same, far, out)
		}
	}
	return out
}

// hiddenIf returns the condition under which a value points to an object whose
// address is made up.
func (u *unwinder) hiddenIf(v value) term.ID {
	hidden := term.False
	if v.ptr != nil {
		for _, c := range v.ptr.cases {
			if c.obj != nil && c.obj.hidden {
				hidden = u.terms.Or(hidden, c.cond)
			}
		}
	}
	return hidden
}

// exposed handles a conversion of a pointer to an integer. A made-up address is unsupported, and the
// pointer's targets escape.
func (t *thread) exposed(st *state, v value) bool {
	if !t.unsupportedIf(st, t.u.hiddenIf(v), "the address of an object that has none") {
		return false
	}
	t.looksAt(st, v)
	t.u.escapeTargets(st, v, term.True)
	return true
}

// pointers executes the instructions on pointers that read no memory.
func (t *thread) pointers(st *state, f *frame, in *ir.Instr) bool {
	u := t.u
	a := t.arg(st, f, in.Args[0])
	switch in.Op {
	case ir.OpPtrAdd:
		st.regs[in.Dst] = u.moved(a, u.bits(t.arg(st, f, in.Args[1])))
	case ir.OpPtrDiff:
		b := t.arg(st, f, in.Args[1])
		hidden := u.terms.Or(u.hiddenIf(a), u.hiddenIf(b))
		if x, y := u.pointerOf(a), u.pointerOf(b); len(x.cases) == 1 && len(y.cases) == 1 && x.cases[0].obj == y.cases[0].obj {
			hidden = term.False
		}
		if !t.unsupportedIf(st, hidden, "difference of pointers to objects without an address") {
			return false
		}
		st.regs[in.Dst] = value{bits: u.difference(a, b)}
	case ir.OpPtrApart:
		st.regs[in.Dst] = value{bits: u.apart(a, t.arg(st, f, in.Args[1]))}
	case ir.OpPtrToInt:
		if !t.exposed(st, a) {
			return false
		}
		st.regs[in.Dst] = value{bits: u.bits(a), ptr: a.ptr}
	case ir.OpIntToPtr:
		v := value{bits: a.bits, ptr: u.pointerOf(a)}
		t.u.escapeTargets(st, v, term.True)
		st.regs[in.Dst] = v
	}
	return true
}
