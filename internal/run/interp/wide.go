package interp

import (
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/program/wide"
)

// wide executes an integer operation with an operand or result of more than 64
// bits.
func (m *Machine) wide(t *Thread, in *inst, regs []wide.Word) outcome {
	fr := t.top()
	src := fr.fn.src[fr.pc]
	from := uint(fr.fn.ir.TypeOf(src.Args[0]).Bits(m.prog.Model))
	width := uint(src.Type.Bits(m.prog.Model))
	a, b := regs[in.a], regs[in.b]
	x, y := a.Extend(width), b.Extend(width)
	var v wide.Word
	exceeds := false // the exact result is outside 128 signed bits
	switch src.Op {
	case ir.OpAdd:
		v, exceeds = x.Add(y), x.SaddOverflows(y, 128)
	case ir.OpSub:
		v, exceeds = x.Sub(y), x.SsubOverflows(y, 128)
	case ir.OpMul:
		v, exceeds = x.Mul(y), x.SmulOverflows(y, 128)
	case ir.OpNeg:
		v, exceeds = x.Neg(), x == wide.SignBit(128)
	case ir.OpUDiv, ir.OpURem, ir.OpSDiv, ir.OpSRem:
		if b.IsZero() {
			return m.fail(t, verdict.Div, "", "division by zero")
		}
		v, exceeds = wideDivision(src.Op, a, b, width)
	case ir.OpAnd:
		v = a.And(b)
	case ir.OpOr:
		v = a.Or(b)
	case ir.OpXor:
		v = a.Xor(b)
	case ir.OpNot:
		v = a.Not()
	case ir.OpShl, ir.OpLShr, ir.OpAShr:
		if b.Hi != 0 || b.Lo >= uint64(width) {
			return m.badShift(t, in, regs, src, b.Lo)
		}
		n := uint(b.Lo)
		switch src.Op {
		case ir.OpShl:
			v = a.Shl(n).Mask(width).Extend(width)
			exceeds = v.Ashr(n) != x
		case ir.OpLShr:
			v = a.Shr(n)
		case ir.OpAShr:
			v = x.Ashr(n)
		}
	case ir.OpTrunc, ir.OpZExt:
		v = a
		if from <= 64 {
			v.Hi = 0
		}
	case ir.OpSExt:
		v = a.Mask(from).Extend(from)
	default:
		regs[in.dst] = wide.Word{Lo: bit(wideCompare(src.Op, a, b, width))}
		return next
	}
	wrapped := v.Mask(width)
	if src.Flags&ir.NSW != 0 && (exceeds || wrapped.Extend(width) != v) {
		m.report(t, verdict.Overflow, "", false, "signed overflow in an operation of %d bits", width)
		if m.end.Kind != Running {
			return ended
		}
	}
	regs[in.dst] = wrapped
	return next
}

func wideDivision(op ir.Op, a, b wide.Word, width uint) (v wide.Word, exceeds bool) {
	if op == ir.OpUDiv || op == ir.OpURem {
		q, r := a.DivMod(b)
		if op == ir.OpUDiv {
			return q, false
		}
		return r, false
	}
	exceeds = a == wide.SignBit(width) && b == wide.Ones(width)
	q, r := a.Abs(width).DivMod(b.Abs(width))
	if op == ir.OpSRem {
		if a.Negative(width) {
			r = r.Neg()
		}
		return r, exceeds
	}
	if a.Negative(width) != b.Negative(width) {
		q = q.Neg()
	}
	return q, exceeds
}

func wideCompare(op ir.Op, a, b wide.Word, width uint) bool {
	switch op {
	case ir.OpEq:
		return a == b
	case ir.OpNe:
		return a != b
	case ir.OpULt:
		return a.Less(b)
	case ir.OpULe:
		return !b.Less(a)
	case ir.OpSLt:
		return a.SignedLess(b, width)
	}
	return !b.SignedLess(a, width)
}
