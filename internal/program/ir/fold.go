package ir

// Fold computes an operation with integer operands of at most 64 bits, given as zero-extended words.
// The width of the result is w, the width of the operands is from. It returns false for other opcodes,
// and if the operation violates a property: a division by zero (or of signed numbers by -1, which may
// overflow), a shift by the width or more.
func Fold(op Op, w, from int, x, y uint64) (v uint64, ok bool) {
	sx, sy := SignExtend(x, from), SignExtend(y, from)
	switch op {
	case OpUDiv, OpURem:
		if y == 0 {
			return 0, false
		}
	case OpSDiv, OpSRem:
		if y == 0 || sy == -1 {
			return 0, false
		}
	case OpShl, OpLShr, OpAShr:
		if y >= uint64(w) {
			return 0, false
		}
	}
	switch op {
	case OpAdd:
		v = x + y
	case OpSub:
		v = x - y
	case OpMul:
		v = x * y
	case OpNeg:
		v = -x
	case OpAnd:
		v = x & y
	case OpOr:
		v = x | y
	case OpXor:
		v = x ^ y
	case OpNot:
		v = ^x
	case OpTrunc, OpZExt:
		v = x
	case OpSExt:
		v = uint64(sx)
	case OpEq:
		v = bit(x == y)
	case OpNe:
		v = bit(x != y)
	case OpULt:
		v = bit(x < y)
	case OpULe:
		v = bit(x <= y)
	case OpSLt:
		v = bit(sx < sy)
	case OpSLe:
		v = bit(sx <= sy)
	case OpUDiv:
		v = x / y
	case OpURem:
		v = x % y
	case OpSDiv:
		v = uint64(sx / sy)
	case OpSRem:
		v = uint64(sx % sy)
	case OpShl:
		v = x << y
	case OpLShr:
		v = x >> y
	case OpAShr:
		v = uint64(sx >> y)
	default:
		return 0, false
	}
	return Truncate(v, w), true
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
