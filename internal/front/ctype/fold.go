package ctype

import (
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/wide"
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

// Binary computes a op b. Both have the same arithmetic type, which is the type of the result, except
// that the right operand of a shift has a type of its own. A shift out of range yields the value that
// gcc folds it to: 0, or the sign.
func Binary(m ir.DataModel, op BinaryOp, a, b Const) (Const, Flaw) {
	t := a.Type
	if t.IsFloating() {
		return FloatConst(t, floatBinary(op, a.Float, b.Float)), NoFlaw
	}
	if op == OpShl || op == OpShr {
		return shift(m, op, a, b)
	}
	signed := t.IsSigned()
	x, y := a.Word, b.Word
	var r wide.Word
	overflows := false
	switch op {
	case OpAdd:
		r, overflows = x.Add(y), x.SaddOverflows(y, 128)
	case OpSub:
		r, overflows = x.Sub(y), x.SsubOverflows(y, 128)
	case OpMul:
		r, overflows = x.Mul(y), x.SmulOverflows(y, 128)
	case OpDiv, OpRem:
		if y.IsZero() {
			return wrap(m, t, wide.Word{}), DivByZero
		}
		q, rem := divmod(x, y, signed)
		overflows = y == wide.Ones(128) && x == minOf(width(m, t), true)
		if r = q; op == OpRem {
			r = rem
		}
	case OpAnd:
		r = x.And(y)
	case OpOr:
		r = x.Or(y)
	case OpXor:
		r = x.Xor(y)
	}
	c := wrap(m, t, r)
	if signed && (overflows || c.Word != r) {
		return c, Overflow
	}
	return c, NoFlaw
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
			return wrap(m, a.Type, shr(a.Word, 128, a.Type.IsSigned())), ShiftRange
		}
		return wrap(m, a.Type, wide.Word{}), ShiftRange
	}
	if op == OpShr {
		return wrap(m, a.Type, shr(a.Word, uint(count), a.Type.IsSigned())), NoFlaw
	}
	r := wrap(m, a.Type, a.Word.Shl(uint(count)))
	if a.Type.IsSigned() && !a.IsNegative() && (r.IsNegative() || r.Word.Shr(uint(count)) != a.Word) {
		return r, LostBits
	}
	return r, NoFlaw
}

// Neg computes -c, c promoted.
func Neg(m ir.DataModel, c Const) (Const, Flaw) {
	if c.Type.IsFloating() {
		return Const{Type: c.Type, Float: -c.Float}, NoFlaw
	}
	r := wrap(m, c.Type, c.Word.Neg())
	if c.Type.IsSigned() && !c.IsZero() && r.Word == c.Word {
		return r, Overflow
	}
	return r, NoFlaw
}

// BitNot computes ~c, c promoted.
func BitNot(m ir.DataModel, c Const) Const {
	return wrap(m, c.Type, c.Word.Not())
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
	x, y := a.Word, b.Word
	switch {
	case a.Type.IsSigned() && x.SignedLess(y, 128), !a.Type.IsSigned() && x.Less(y):
		return -1, true
	case x == y:
		return 0, true
	}
	return 1, true
}
