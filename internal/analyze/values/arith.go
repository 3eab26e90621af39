package values

import (
	"math/bits"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Signed arithmetic reports whether a result may be outside the type; then the numbers wrap.

func add(a, b value, w int) (sum value, overflows bool) {
	out := full(w)
	lo, c1 := addSigned(a.slo, b.slo, w)
	hi, c2 := addSigned(a.shi, b.shi, w)
	if overflows = c1 || c2; !overflows {
		out.slo, out.shi = lo, hi
	}
	ulo, d1 := bits.Add64(a.ulo, b.ulo, 0)
	uhi, d2 := bits.Add64(a.uhi, b.uhi, 0)
	if d1 == 0 && d2 == 0 && uhi <= umax(w) {
		out.ulo, out.uhi = ulo, uhi
	}
	out.low = a.low.add(b.low)
	return out.reduce(w), overflows
}

func sub(a, b value, w int) (difference value, overflows bool) {
	out := full(w)
	lo, c1 := subSigned(a.slo, b.shi, w)
	hi, c2 := subSigned(a.shi, b.slo, w)
	if overflows = c1 || c2; !overflows {
		out.slo, out.shi = lo, hi
	}
	if a.ulo >= b.uhi {
		out.ulo, out.uhi = a.ulo-b.uhi, a.uhi-b.ulo
	}
	out.low = a.low.sub(b.low)
	return out.reduce(w), overflows
}

func addSigned(x, y int64, w int) (int64, bool) {
	z := x + y
	return z, (x >= 0) == (y >= 0) && (z >= 0) != (x >= 0) || z < smin(w) || z > smax(w)
}

func subSigned(x, y int64, w int) (int64, bool) {
	z := x - y
	return z, (x >= 0) != (y >= 0) && (z >= 0) != (x >= 0) || z < smin(w) || z > smax(w)
}

func mul(a, b value, w int) (product value, overflows bool) {
	out := full(w)
	lo, hi := int64(0), int64(0)
	for i, x := range [4]int64{a.slo, a.slo, a.shi, a.shi} {
		y := [4]int64{b.slo, b.shi, b.slo, b.shi}[i]
		z, over := mulSigned(x, y, w)
		if over {
			overflows = true
			break
		}
		if i == 0 {
			lo, hi = z, z
		}
		lo, hi = min(lo, z), max(hi, z)
	}
	if !overflows {
		out.slo, out.shi = lo, hi
	}
	if high, least := bits.Mul64(a.uhi, b.uhi); high == 0 && least <= umax(w) {
		out.ulo, out.uhi = a.ulo*b.ulo, least
	}
	out.low = a.low.mul(b.low, w)
	return out.reduce(w), overflows
}

func mulSigned(x, y int64, w int) (int64, bool) {
	if x == 0 || y == 0 {
		return 0, false
	}
	z := x * y
	if x == -1 && y == smin(64) || y == -1 && x == smin(64) || z/y != x {
		return 0, true
	}
	return z, z < smin(w) || z > smax(w)
}

// divide is the quotient or the remainder by a divisor that is not zero. If the quotient overflows so
// does the remainder (C11 6.5.5).
func divide(op ir.Op, a, b value, w int) (result value, overflows bool) {
	b = notZero(b, w)
	if !a.hasNumber() || !b.hasNumber() {
		return nothing, false
	}
	overflows = a.slo == smin(w) && b.slo <= -1 && b.shi >= -1
	switch op {
	case ir.OpUDiv:
		return unsignedRange(a.ulo/b.uhi, a.uhi/max(b.ulo, 1), w), false
	case ir.OpURem:
		if a.uhi < b.ulo {
			return a, false
		}
		return unsignedRange(0, min(a.uhi, b.uhi-1), w), false
	case ir.OpSDiv:
		switch {
		case b.slo > 0:
			return signedRange(min(a.slo/b.slo, a.slo/b.shi), max(a.shi/b.slo, a.shi/b.shi), w), false
		case overflows:
			return full(w), true
		}
		m := max(a.shi, -max(a.slo, -smax(64)))
		return signedRange(-m, m, w), false
	default:
		m := max(b.shi, -max(b.slo, -smax(64))) - 1
		lo, hi := int64(0), int64(0)
		if a.slo < 0 {
			lo = max(a.slo, -m)
		}
		if a.shi > 0 {
			hi = min(a.shi, m)
		}
		return signedRange(lo, hi, w), overflows
	}
}

// notZero removes the number zero.
func notZero(v value, w int) value {
	if !v.hasNumber() || w > 64 {
		return v
	}
	v.ulo = max(v.ulo, 1)
	if v.slo == 0 {
		v.slo = 1
	}
	if v.shi == 0 {
		v.shi = -1
	}
	return v.reduce(w)
}

// ones returns the least 2^n-1 that is not below x.
func ones(x uint64) uint64 {
	if n := bits.Len64(x); n < 64 {
		return 1<<n - 1
	}
	return ^uint64(0)
}

func bitwise(op ir.Op, a, b value, w int) value {
	if x, ok := a.constant(w); ok {
		if y, ok := b.constant(w); ok {
			switch op {
			case ir.OpAnd:
				return number(x&y, w)
			case ir.OpOr:
				return number(x|y, w)
			}
			return number(x^y, w)
		}
	}
	switch op {
	case ir.OpAnd:
		return unsignedRange(0, min(a.uhi, b.uhi), w).withLow(a.low.and(b.low), w)
	case ir.OpOr:
		return unsignedRange(max(a.ulo, b.ulo), min(umax(w), ones(a.uhi|b.uhi)), w).withLow(a.low.or(b.low), w)
	}
	return unsignedRange(0, min(umax(w), ones(a.uhi|b.uhi)), w).withLow(a.low.xor(b.low), w)
}

// shiftBits is a shift. outside: the amount may be out of range, and then the result is arbitrary.
// overflows: a left shift may lose bits or the sign.
func shiftBits(op ir.Op, a, n value, w int) (result value, outside, overflows bool) {
	outside = n.uhi >= uint64(w)
	if outside {
		return full(w), true, true
	}
	switch op {
	case ir.OpShl:
		overflows = a.slo < 0 || bits.Len64(uint64(a.shi))+int(n.uhi) > w-1
		last := low{n: int(n.ulo)} // zeros
		if n.ulo == n.uhi {
			last = a.low.shl(int(n.ulo), w)
		}
		out := full(w)
		if bits.Len64(a.uhi)+int(n.uhi) <= w {
			out = unsignedRange(a.ulo<<n.ulo, a.uhi<<n.uhi, w)
		}
		return out.withLow(last, w), false, overflows
	case ir.OpLShr:
		return unsignedRange(a.ulo>>n.uhi, a.uhi>>n.ulo, w), false, false
	}
	lo, hi := a.slo>>n.uhi, a.shi>>n.ulo
	if a.slo < 0 {
		lo = a.slo >> n.ulo
	}
	if a.shi < 0 {
		hi = a.shi >> n.uhi
	}
	return signedRange(lo, hi, w), false, false
}

// cast converts between widths.
func cast(op ir.Op, a value, from, to int) value {
	if from > 64 || to > 64 {
		if op == ir.OpZExt && from <= 64 || op == ir.OpTrunc && from > 64 || op == ir.OpSExt {
			return full(to)
		}
		return full(to)
	}
	last := lowOf(a.low.bits, min(a.low.n, from, to))
	switch {
	case op == ir.OpZExt, op != ir.OpSExt && a.uhi <= umax(to):
		return unsignedRange(a.ulo, a.uhi, to).withLow(last, to)
	case op == ir.OpSExt, a.slo >= smin(to) && a.shi <= smax(to):
		return signedRange(a.slo, a.shi, to).withLow(last, to)
	}
	return full(to).withLow(last, to)
}
