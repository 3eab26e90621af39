package interp

import (
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// wide executes an integer operation with an operand or result of more than 64
// bits.
func (m *Machine) wide(t *Thread, in *inst, regs []word) outcome {
	fr := t.top()
	src := fr.fn.src[fr.pc]
	from := fr.fn.ir.TypeOf(src.Args[0]).Bits(m.prog.Model)
	width := src.Type.Bits(m.prog.Model)
	a, b := regs[in.a], regs[in.b]
	var v word
	exceeds := false // the exact result is outside 128 signed bits
	switch src.Op {
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpNeg:
		v, exceeds = wideSum(src.Op, extend(a, width), extend(b, width))
	case ir.OpUDiv, ir.OpURem, ir.OpSDiv, ir.OpSRem:
		if b == (word{}) {
			return m.fail(t, verdict.Div, "", "division by zero")
		}
		v, exceeds = wideDivision(src.Op, a, b, width)
	case ir.OpAnd:
		v = word{a.lo & b.lo, a.hi & b.hi}
	case ir.OpOr:
		v = word{a.lo | b.lo, a.hi | b.hi}
	case ir.OpXor:
		v = word{a.lo ^ b.lo, a.hi ^ b.hi}
	case ir.OpNot:
		v = word{^a.lo, ^a.hi}
	case ir.OpShl, ir.OpLShr, ir.OpAShr:
		if b.hi != 0 || b.lo >= uint64(width) {
			return m.badShift(t, in, regs, src, b.lo)
		}
		n := uint(b.lo)
		switch src.Op {
		case ir.OpShl:
			v = extend(wrap(shl128(a, n), width), width)
			exceeds = ashr128(v, n) != extend(a, width)
		case ir.OpLShr:
			v = lshr128(a, n)
		case ir.OpAShr:
			v = ashr128(extend(a, width), n)
		}
	case ir.OpTrunc, ir.OpZExt:
		v = a
		if from <= 64 {
			v.hi = 0
		}
	case ir.OpSExt:
		v = extend(a, from)
	default:
		regs[in.dst] = word{bit(wideCompare(src.Op, a, b, width)), 0}
		return next
	}
	wrapped := wrap(v, width)
	if src.Flags&ir.NSW != 0 && (exceeds || extend(wrapped, width) != v) {
		m.report(t, verdict.Overflow, "", false, "signed overflow in an operation of %d bits", width)
		if m.end.Kind != Running {
			return ended
		}
	}
	regs[in.dst] = wrapped
	return next
}

// wideSum computes on sign-extended operands.
func wideSum(op ir.Op, a, b word) (v word, exceeds bool) {
	switch op {
	case ir.OpAdd:
		v = add128(a, b)
		return v, negative(a) == negative(b) && negative(v) != negative(a)
	case ir.OpSub:
		v = sub128(a, b)
		return v, negative(a) != negative(b) && negative(v) != negative(a)
	case ir.OpNeg:
		v = neg128(a)
		return v, negative(a) && negative(v)
	}
	v = mul128(a, b)
	if a == (word{}) || b == (word{}) {
		return v, false
	}
	q, r := divide128(magnitude(v), magnitude(a))
	exact := r == (word{}) && q == magnitude(b)
	return v, !exact || negative(v) != (negative(a) != negative(b))
}

func magnitude(a word) word {
	if negative(a) {
		return neg128(a)
	}
	return a
}

func wideDivision(op ir.Op, a, b word, width int) (v word, exceeds bool) {
	if op == ir.OpUDiv || op == ir.OpURem {
		q, r := divide128(a, b)
		if op == ir.OpUDiv {
			return q, false
		}
		return r, false
	}
	a, b = extend(a, width), extend(b, width)
	lowest := extend(shl128(word{1, 0}, uint(width-1)), width)
	exceeds = a == lowest && b == word{^uint64(0), ^uint64(0)}
	q, r := divide128(magnitude(a), magnitude(b))
	if op == ir.OpSRem {
		if negative(a) {
			r = neg128(r)
		}
		return r, exceeds
	}
	if negative(a) != negative(b) {
		q = neg128(q)
	}
	return q, exceeds
}

func wideCompare(op ir.Op, a, b word, width int) bool {
	switch op {
	case ir.OpEq:
		return a == b
	case ir.OpNe:
		return a != b
	case ir.OpULt:
		return less128(a, b)
	case ir.OpULe:
		return !less128(b, a)
	}
	// Signed order is unsigned order with the sign bits flipped.
	a, b = extend(a, width), extend(b, width)
	a.hi ^= 1 << 63
	b.hi ^= 1 << 63
	if op == ir.OpSLt {
		return less128(a, b)
	}
	return !less128(b, a)
}
