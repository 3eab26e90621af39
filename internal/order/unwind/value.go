package unwind

import (
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// value is the contents of a register or cell. A Bool term stands for an i1 in registers; all others are
// bit-vectors. A pointer, and an integer made from one, also has its cases; then bits may be None until
// they are needed.
type value struct {
	bits term.ID
	ptr  *pointer
	lack term.ID // of a register: bits without a value, where that is checked (uninit.go); term.None: none
}

// pointer holds the targets of a pointer, as cases of which exactly one holds.
type pointer struct {
	cases []target
	bits  term.ID // when computed
}

// target is one case. Without an object, off is the address.
type target struct {
	obj  *object
	cond term.ID
	off  term.ID // a pointer-wide bit-vector
}

// maxTargets bounds the cases of a pointer into one object: beyond it their
// offsets are merged into one term.
const maxTargets = 16

func (u *unwinder) ptrConst(v uint64) term.ID { return u.terms.Uint(v, u.ptrBits) }

func (u *unwinder) pointTo(o *object, off term.ID) value {
	return value{ptr: &pointer{cases: []target{{o, term.True, off}}}}
}

func (u *unwinder) null() value { return u.pointTo(nil, u.ptrConst(0)) }

// bits returns the bits of a value: of a pointer its address.
func (u *unwinder) bits(v value) term.ID {
	if v.bits != term.None || v.ptr == nil {
		return v.bits
	}
	p := v.ptr
	if p.bits == term.None {
		s := u.terms
		for i := len(p.cases) - 1; i >= 0; i-- {
			c := &p.cases[i]
			b := c.off
			if c.obj != nil {
				b = s.Add(c.obj.address(u), c.off)
			}
			if p.bits == term.None {
				p.bits = b
			} else {
				p.bits = s.Ite(c.cond, b, p.bits)
			}
		}
	}
	return p.bits
}

// merge returns a if cond holds, else b.
func (u *unwinder) merge(cond term.ID, a, b value) value {
	if a == b || cond == term.True {
		return a
	}
	if cond == term.False {
		return b
	}
	if a.lack != term.None || b.lack != term.None {
		x, y := a.lack, b.lack
		if x == term.None || y == term.None {
			x, y = u.orZero(x, y)
		}
		lack := u.terms.Ite(cond, x, y)
		a.lack, b.lack = term.None, term.None
		v := u.merge(cond, a, b)
		v.lack = lack
		return v
	}
	if a.ptr != nil && b.ptr != nil {
		v := value{ptr: u.mergePointers(cond, a.ptr, b.ptr)}
		if a.bits != term.None && b.bits != term.None {
			v.bits = u.terms.Ite(cond, a.bits, b.bits)
		}
		return v
	}
	x, y := u.bits(a), u.bits(b)
	if x == term.None || y == term.None {
		x, y = u.orZero(x, y)
	}
	v := value{bits: u.terms.Ite(cond, x, y)}
	if a.ptr != nil || b.ptr != nil {
		v.ptr = u.mergePointers(cond, u.pointerOf(a), u.pointerOf(b))
	}
	return v
}

// orZero makes the missing one of two values a zero of the other's sort: a
// register holds zero until it is assigned.
func (u *unwinder) orZero(x, y term.ID) (term.ID, term.ID) {
	zero := func(like term.ID) term.ID {
		switch sort := u.terms.Sort(like); {
		case sort == term.Bool:
			return term.False
		case sort.IsArray():
			return u.terms.ConstArray(sort.IndexWidth(), u.terms.Uint(0, sort.Width()))
		default:
			return u.terms.Uint(0, sort.Width())
		}
	}
	if x == term.None && y == term.None {
		return term.False, term.False
	}
	if x == term.None {
		return zero(y), y
	}
	return x, zero(x)
}

func (u *unwinder) mergePointers(cond term.ID, a, b *pointer) *pointer {
	if a == b {
		return a
	}
	s := u.terms
	out := make([]target, 0, len(a.cases)+len(b.cases))
	for _, c := range a.cases {
		out = u.addTarget(out, c.obj, s.And(cond, c.cond), c.off)
	}
	not := s.Not(cond)
	for _, c := range b.cases {
		out = u.addTarget(out, c.obj, s.And(not, c.cond), c.off)
	}
	if len(out) == 1 {
		out[0].cond = term.True
	}
	return &pointer{cases: out}
}

// addTarget adds a case to exclusive ones. It joins the case with an earlier case for the same object and
// offset.
func (u *unwinder) addTarget(cases []target, o *object, cond, off term.ID) []target {
	if cond == term.False {
		return cases
	}
	s := u.terms
	same, last := 0, -1
	for i := range cases {
		if c := &cases[i]; c.obj == o {
			if c.off == off {
				c.cond = s.Or(c.cond, cond)
				return cases
			}
			same, last = same+1, i
		}
	}
	if same >= maxTargets {
		c := &cases[last]
		c.off = s.Ite(cond, off, c.off)
		c.cond = s.Or(c.cond, cond)
		return cases
	}
	return append(cases, target{o, cond, off})
}

// pointerOf returns where a value points when it is taken as a pointer.
func (u *unwinder) pointerOf(v value) *pointer {
	if v.ptr != nil {
		return v.ptr
	}
	if v.bits == term.None {
		return u.null().ptr
	}
	return u.resolve(v.bits)
}

// zeroOf returns the zero of a type, the initial contents of a register.
func (u *unwinder) zeroOf(t ir.Type) value {
	switch {
	case t.IsPtr():
		return u.null()
	case t == ir.I1:
		return value{bits: term.False}
	case t == ir.NoType:
		return value{}
	}
	return value{bits: u.terms.Uint(0, uint(t.Bits(u.w.prog.Model)))}
}

// vector returns the bits of a register's value as a bit-vector.
func (u *unwinder) vector(b term.ID) term.ID {
	if u.terms.Sort(b) == term.Bool {
		return u.terms.Ite(b, u.terms.Uint(1, 1), u.terms.Uint(0, 1))
	}
	return b
}

// isOne returns a bit-vector of width 1 as a Bool.
func (u *unwinder) isOne(b term.ID) term.ID {
	if u.terms.Sort(b) == term.Bool {
		return b
	}
	return u.terms.Eq(b, u.terms.Uint(1, 1))
}
