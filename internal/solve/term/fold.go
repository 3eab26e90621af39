package term

import "fmt"

// fold applies an operator to values: the semantics of every opcode except
// those on arrays, in one place for constant folding and evaluation. w and w2
// are the widths of the first two arguments.
func fold(op Op, param uint32, w, w2 uint, v [3]Word) Word {
	if op.IsFloat() {
		return foldFloat(op, param, w, v)
	}
	x, y := v[0], v[1]
	switch op {
	case OpNot:
		return WordOfBool(x.IsZero())
	case OpAnd, OpBvAnd:
		return x.And(y)
	case OpOr, OpBvOr:
		return x.Or(y)
	case OpXor, OpBvXor:
		return x.Xor(y)
	case OpEq:
		return WordOfBool(x == y)
	case OpIte:
		if x.IsZero() {
			return v[2]
		}
		return y
	case OpBvNot:
		return x.Not().Mask(w)
	case OpNeg:
		return x.Neg().Mask(w)
	case OpAdd:
		return x.Add(y).Mask(w)
	case OpSub:
		return x.Sub(y).Mask(w)
	case OpMul:
		return x.Mul(y).Mask(w)
	case OpUdiv:
		quo, _ := divMod(x, y, w)
		return quo
	case OpUrem:
		_, rem := divMod(x, y, w)
		return rem
	case OpSdiv:
		quo, _ := divMod(x.Abs(w), y.Abs(w), w)
		if x.Negative(w) != y.Negative(w) {
			quo = quo.Neg().Mask(w)
		}
		return quo
	case OpSrem:
		_, rem := divMod(x.Abs(w), y.Abs(w), w)
		if x.Negative(w) {
			rem = rem.Neg().Mask(w)
		}
		return rem
	case OpShl:
		return x.Shl(amount(y)).Mask(w)
	case OpLshr:
		return x.Shr(amount(y))
	case OpAshr:
		return x.Extend(w).Ashr(amount(y)).Mask(w)
	case OpRotl:
		return rotl(x, uint(param), w)
	case OpRotr:
		return rotl(x, w-uint(param), w)
	case OpRotlVar:
		return rotl(x, mod(y, w), w)
	case OpRotrVar:
		return rotl(x, w-mod(y, w), w)
	case OpUlt:
		return WordOfBool(x.Less(y))
	case OpUle:
		return WordOfBool(!y.Less(x))
	case OpSlt:
		return WordOfBool(x.SignedLess(y, w))
	case OpSle:
		return WordOfBool(!y.SignedLess(x, w))
	case OpConcat:
		return x.Shl(w2).Or(y)
	case OpExtract:
		hi, lo := unpackBounds(param)
		return x.Shr(lo).Mask(hi - lo + 1)
	case OpZext:
		return x
	case OpSext:
		return x.Extend(w).Mask(uint(param))
	}
	return WordOfBool(overflows(op, w, x, y))
}

// overflows is fold for the overflow predicates.
func overflows(op Op, w uint, x, y Word) bool {
	switch op {
	case OpUaddo:
		sum := x.Add(y)
		return sum.Less(x) || Ones(w).Less(sum)
	case OpSaddo:
		return x.SaddOverflows(y, w)
	case OpUsubo:
		return x.Less(y)
	case OpSsubo:
		return x.SsubOverflows(y, w)
	case OpUmulo:
		hi, lo := x.MulWide(y)
		return !hi.IsZero() || Ones(w).Less(lo)
	case OpSmulo:
		return x.SmulOverflows(y, w)
	case OpSdivo:
		return x == SignBit(w) && y == Ones(w)
	case OpNego:
		return x == SignBit(w)
	}
	panic(fmt.Sprintf("term: %s has no value", op))
}

// divMod is unsigned division with the results of SMT-LIB for the divisor 0.
func divMod(x, y Word, w uint) (quo, rem Word) {
	if y.IsZero() {
		return Ones(w), x
	}
	return x.DivMod(y)
}

// amount returns a shift amount, with 128 for everything from 128 on.
func amount(y Word) uint {
	if y.Hi != 0 || y.Lo > 128 {
		return 128
	}
	return uint(y.Lo)
}

// mod returns y modulo w.
func mod(y Word, w uint) uint {
	_, rem := y.DivMod(WordOf(uint64(w)))
	return uint(rem.Lo)
}

// rotl rotates the w bits of x to the left. requires: n ≤ w.
func rotl(x Word, n, w uint) Word { return x.Shl(n).Or(x.Shr(w - n)).Mask(w) }
