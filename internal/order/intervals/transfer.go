package intervals

import "github.com/heddle-mc/heddle/internal/solve/term"

// operands are the arguments of an application, with the widths of the first two and of the result.
type operands struct {
	a         [3]Value
	w1, w2, w uint
}

// transfer returns the values of a bit-vector operator. Each interval of the result comes from the same
// intervals of the arguments. If that is not exact or nearly so, all values are possible.
func transfer(op term.Op, o *operands, hi, lo uint) Value {
	x, y, w := o.a[0], o.a[1], o.w
	v := top(w)
	switch op {
	case term.OpBvNot:
		v = Value{x.Hi.Not().Mask(w), x.Lo.Not().Mask(w), x.SHi.Not().Mask(w), x.SLo.Not().Mask(w)}
	case term.OpBvAnd, term.OpBvOr, term.OpBvXor:
		v = bitwise(op, x, y, w)
	case term.OpNeg:
		v = difference(exactly(term.Word{}), x, w)
	case term.OpAdd:
		v = sum(x, y, w)
	case term.OpSub:
		v = difference(x, y, w)
	case term.OpMul:
		v = product(x, y, w)
	case term.OpUdiv, term.OpUrem, term.OpSdiv, term.OpSrem:
		v = quotient(op, x, y, w)
	case term.OpShl, term.OpLshr, term.OpAshr:
		v = shift(op, x, y, w)
	case term.OpConcat:
		v.Lo, v.Hi = x.Lo.Shl(o.w2).Or(y.Lo), x.Hi.Shl(o.w2).Or(y.Hi)
		v.SLo, v.SHi = x.SLo.Shl(o.w2).Or(y.Lo), x.SHi.Shl(o.w2).Or(y.Hi)
	case term.OpExtract:
		v = extract(x, o.w1, hi, lo)
	case term.OpZext:
		v.Lo, v.Hi = x.Lo, x.Hi
	case term.OpSext:
		v.SLo, v.SHi = x.SLo.Extend(o.w1).Mask(w), x.SHi.Extend(o.w1).Mask(w)
	}
	return v.reduce(w)
}

func bitwise(op term.Op, x, y Value, w uint) Value {
	v := top(w)
	length := max(x.Hi.Len(), y.Hi.Len())
	exact := x.Constant() && y.Constant()
	switch op {
	case term.OpBvAnd:
		v.Hi = least(x.Hi, y.Hi)
		if exact {
			v = exactly(x.Lo.And(y.Lo))
		}
	case term.OpBvOr:
		v.Lo, v.Hi = greatest(x.Lo, y.Lo), term.Ones(length)
		if exact {
			v = exactly(x.Lo.Or(y.Lo))
		}
	case term.OpBvXor:
		v.Hi = term.Ones(length)
		if exact {
			v = exactly(x.Lo.Xor(y.Lo))
		}
	}
	return v
}

// add returns the sum at a width and whether it needs another bit.
func add(x, y term.Word, w uint) (sum term.Word, carry bool) {
	s := x.Add(y)
	return s.Mask(w), s.Less(x) || term.Ones(w).Less(s)
}

func addSigned(x, y term.Word, w uint) (sum term.Word, overflow bool) {
	s := x.Add(y).Mask(w)
	return s, x.Negative(w) == y.Negative(w) && s.Negative(w) != x.Negative(w)
}

func subSigned(x, y term.Word, w uint) (difference term.Word, overflow bool) {
	d := x.Sub(y).Mask(w)
	return d, x.Negative(w) != y.Negative(w) && d.Negative(w) != x.Negative(w)
}

// sum wraps around for all values or for none, else nothing is known.
func sum(x, y Value, w uint) Value {
	v := top(w)
	lo, c := add(x.Lo, y.Lo, w)
	hi, d := add(x.Hi, y.Hi, w)
	if c == d {
		v.Lo, v.Hi = lo, hi
	}
	lo, c = addSigned(x.SLo, y.SLo, w)
	hi, d = addSigned(x.SHi, y.SHi, w)
	if !c && !d {
		v.SLo, v.SHi = lo, hi
	}
	return v
}

func difference(x, y Value, w uint) Value {
	v := top(w)
	if x.Lo.Less(y.Hi) == x.Hi.Less(y.Lo) {
		v.Lo, v.Hi = x.Lo.Sub(y.Hi).Mask(w), x.Hi.Sub(y.Lo).Mask(w)
	}
	lo, c := subSigned(x.SLo, y.SHi, w)
	hi, d := subSigned(x.SHi, y.SLo, w)
	if !c && !d {
		v.SLo, v.SHi = lo, hi
	}
	return v
}

// mul returns the product at a width and whether it needs more bits.
func mul(x, y term.Word, w uint) (product term.Word, overflow bool) {
	hi, lo := x.MulWide(y)
	return lo.Mask(w), !hi.IsZero() || term.Ones(w).Less(lo)
}

// size returns how many bits the greatest absolute value needs.
func (v Value) size(w uint) uint { return max(v.SLo.Abs(w).Len(), v.SHi.Abs(w).Len()) }

func product(x, y Value, w uint) Value {
	v := top(w)
	if hi, overflow := mul(x.Hi, y.Hi, w); !overflow {
		v.Lo, v.Hi = x.Lo.Mul(y.Lo), hi
	}
	if x.size(w)+y.size(w) < w {
		v.SLo, v.SHi = corners(x, y, w, func(a, b term.Word) term.Word { return a.Mul(b).Mask(w) })
	}
	return v
}

// corners returns the least and the greatest result of f at the bounds.
func corners(x, y Value, w uint, f func(a, b term.Word) term.Word) (lo, hi term.Word) {
	lo = f(x.SLo, y.SLo)
	hi = lo
	for _, p := range [...]term.Word{f(x.SLo, y.SHi), f(x.SHi, y.SLo), f(x.SHi, y.SHi)} {
		lo, hi = leastSigned(lo, p, w), greatestSigned(hi, p, w)
	}
	return lo, hi
}

func quotient(op term.Op, x, y Value, w uint) Value {
	v := top(w)
	one := term.WordOf(1)
	mayZero := y.Lo.IsZero() || (y.SLo.Negative(w) || y.SLo.IsZero()) && !y.SHi.Negative(w)
	switch op {
	case term.OpUdiv:
		if !y.Lo.IsZero() {
			v.Lo, _ = x.Lo.DivMod(y.Hi)
			v.Hi, _ = x.Hi.DivMod(y.Lo)
		}
	case term.OpUrem:
		v.Hi = x.Hi
		if !y.Lo.IsZero() {
			v.Hi = least(x.Hi, y.Hi.Sub(one))
			if x.Hi.Less(y.Lo) {
				v.Lo = x.Lo
			}
		}
	case term.OpSdiv:
		// The quotient of fixed signs grows or falls with each operand.
		if !mayZero && y.SLo.Negative(w) == y.SHi.Negative(w) && x.SLo != term.SignBit(w) {
			v.SLo, v.SHi = corners(x, y, w, func(a, b term.Word) term.Word {
				q, _ := a.Abs(w).DivMod(b.Abs(w))
				if a.Negative(w) != b.Negative(w) {
					q = q.Neg().Mask(w)
				}
				return q
			})
		}
	case term.OpSrem:
		v.SLo, v.SHi = x.SLo, x.SHi
		if !x.SLo.Negative(w) {
			v.SLo = term.Word{}
		}
		if x.SHi.Negative(w) {
			v.SHi = term.Word{}
		}
		if limit := greatest(y.SLo.Abs(w), y.SHi.Abs(w)); !mayZero && !limit.Negative(w) {
			limit = limit.Sub(one)
			v.SLo, v.SHi = greatestSigned(v.SLo, limit.Neg().Mask(w), w), leastSigned(v.SHi, limit, w)
		}
	}
	return v
}

// amount returns a shift as a number, w if it shifts everything out.
func amount(x term.Word, w uint) uint {
	if x.Less(term.WordOf(uint64(w))) {
		return uint(x.Lo)
	}
	return w
}

func shift(op term.Op, x, y Value, w uint) Value {
	v := top(w)
	near, far := amount(y.Lo, w), amount(y.Hi, w)
	switch op {
	case term.OpShl:
		if far < w && x.Hi.Len()+far <= w {
			v.Lo, v.Hi = x.Lo.Shl(near), x.Hi.Shl(far)
		}
	case term.OpLshr:
		v.Lo, v.Hi = x.Lo.Shr(far), x.Hi.Shr(near)
	case term.OpAshr:
		right := func(a term.Word, n uint) term.Word {
			if n = min(n, w-1); a.Negative(w) {
				return a.Not().Mask(w).Shr(n).Not().Mask(w)
			}
			return a.Shr(n)
		}
		v.SLo = leastSigned(right(x.SLo, near), right(x.SLo, far), w)
		v.SHi = greatestSigned(right(x.SHi, near), right(x.SHi, far), w)
	}
	return v
}

// extract bounds bits hi down to lo. The bits above hi must be the same for all values, or copies of the
// sign.
func extract(x Value, w, hi, lo uint) Value {
	k := hi - lo + 1
	v := top(k)
	if a, b := x.Lo.Shr(lo), x.Hi.Shr(lo); a.Shr(k) == b.Shr(k) {
		v.Lo, v.Hi = a.Mask(k), b.Mask(k)
	}
	if lo == 0 {
		a, b := x.SLo.Extend(w), x.SHi.Extend(w)
		if a.Mask(k).Extend(k) == a && b.Mask(k).Extend(k) == b {
			v.SLo, v.SHi = a.Mask(k), b.Mask(k)
		}
	}
	return v
}
