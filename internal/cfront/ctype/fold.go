package ctype

import (
	"github.com/heddle-mc/heddle/internal/ir"
)

// BinaryOp is an arithmetic or bitwise operator on two constants.
type BinaryOp uint8

// The operators. Comparisons are made with Compare.
const (
	OpAdd BinaryOp = iota
	OpSub
	OpMul
	OpDiv
	OpRem
	OpAnd
	OpOr
	OpXor
	OpShl
	OpShr
)

// Binary computes a op b. Both have the same arithmetic type, that of the
// result, except that the right operand of a shift has a type of its own. A
// shift out of range yields what gcc folds it to: 0, or the sign.
func Binary(m ir.DataModel, op BinaryOp, a, b Const) (Const, Flaw) {
	t := a.Type
	if t.IsFloating() {
		return FloatConst(t, floatBinary(op, a.Float, b.Float)), NoFlaw
	}
	if op == OpShl || op == OpShr {
		return shift(m, op, a, b)
	}
	signed := t.IsSigned()
	x, y := a.wide(), b.wide()
	var r wide
	flaw := NoFlaw
	switch op {
	case OpAdd:
		r = x.add(y)
		flaw = sumFlaw(x, y, r)
	case OpSub:
		r = x.sub(y)
		flaw = sumFlaw(r, y, x)
	case OpMul:
		r = x.mul(y)
		flaw = mulFlaw(x, y, r)
	case OpDiv, OpRem:
		if y.isZero() {
			return wrap(m, t, wide{}), DivByZero
		}
		q, rem := x.divmod(y)
		if signed {
			q, rem = x.divmodSigned(y)
		}
		minusOne := signed && y == wide{^uint64(0), ^uint64(0)}
		if minusOne && x == minOf(width(m, t), true) {
			flaw = Overflow
		}
		r = q
		if op == OpRem {
			r = rem
		}
	case OpAnd:
		r = wide{x.hi & y.hi, x.lo & y.lo}
	case OpOr:
		r = wide{x.hi | y.hi, x.lo | y.lo}
	case OpXor:
		r = wide{x.hi ^ y.hi, x.lo ^ y.lo}
	}
	c := wrap(m, t, r)
	switch {
	case !signed:
		flaw = NoFlaw
	case c.wide() != r:
		flaw = Overflow
	}
	return c, flaw
}

// sumFlaw reports whether x + y overflowed 128 signed bits into r.
func sumFlaw(x, y, r wide) Flaw {
	if x.negative() == y.negative() && r.negative() != x.negative() {
		return Overflow
	}
	return NoFlaw
}

// mulFlaw reports whether x * y overflowed 128 signed bits into r.
func mulFlaw(x, y, r wide) Flaw {
	if x.isZero() || y.isZero() {
		return NoFlaw
	}
	minusOne := wide{^uint64(0), ^uint64(0)}
	if y == minusOne && x == minOf(128, true) {
		return Overflow
	}
	if q, rem := r.divmodSigned(y); q != x || !rem.isZero() {
		return Overflow
	}
	return NoFlaw
}

func floatBinary(op BinaryOp, x, y float64) float64 {
	switch op {
	case OpAdd:
		return x + y
	case OpSub:
		return x - y
	case OpMul:
		return x * y
	case OpDiv:
		return x / y
	}
	panic("ctype: operator needs integers")
}

func shift(m ir.DataModel, op BinaryOp, a, b Const) (Const, Flaw) {
	n := width(m, a.Type)
	count, fits := b.Int64()
	if !fits || count < 0 || count >= int64(n) {
		if op == OpShr {
			return wrap(m, a.Type, a.wide().shr(128, a.Type.IsSigned())), ShiftRange
		}
		return wrap(m, a.Type, wide{}), ShiftRange
	}
	if op == OpShr {
		return wrap(m, a.Type, a.wide().shr(uint(count), a.Type.IsSigned())), NoFlaw
	}
	return wrap(m, a.Type, a.wide().shl(uint(count))), NoFlaw
}

// Neg computes -c, c promoted.
func Neg(m ir.DataModel, c Const) (Const, Flaw) {
	if c.Type.IsFloating() {
		return Const{Type: c.Type, Float: -c.Float}, NoFlaw
	}
	r := wrap(m, c.Type, c.wide().neg())
	if c.Type.IsSigned() && !c.IsZero() && r.wide() == c.wide() {
		return r, Overflow
	}
	return r, NoFlaw
}

// BitNot computes ~c, c promoted.
func BitNot(m ir.DataModel, c Const) Const {
	return wrap(m, c.Type, wide{^c.Hi, ^c.Lo})
}

// Compare compares two constants of the same type: negative, 0 or positive as
// a is less than, equal to or greater than b. ordered is false if one is NaN.
func Compare(a, b Const) (order int, ordered bool) {
	if a.Type.IsFloating() {
		switch x, y := a.Float, b.Float; {
		case x < y:
			return -1, true
		case x > y:
			return 1, true
		default:
			return 0, x == y
		}
	}
	x, y := a.wide(), b.wide()
	switch {
	case x.less(y, a.Type.IsSigned()):
		return -1, true
	case x == y:
		return 0, true
	}
	return 1, true
}
