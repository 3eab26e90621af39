package bitblast

import "github.com/heddle-mc/heddle/internal/solve/term"

// fadd returns x + y.
func fadd[L any](g Gates[L], f term.Format, mode term.Rounding, a, b []L) []L {
	return fsum(g, f, mode, unpack(g, f, a), unpack(g, f, b))
}

// fma returns x · y + z: the exact product has twice the precision, and z gets as
// many bits below its own. The factors are normalised, so that the product has
// one of its two upper bits set, as fsum wants it.
func fma[L any](g Gates[L], f term.Format, mode term.Rounding, a, b, c []L) []L {
	x, y, z := unpack(g, f, a), unpack(g, f, b), unpack(g, f, c)
	z.sig = append(fill(g.False(), int(f.Sig)), z.sig...)
	z.offset -= int(f.Sig)
	return fsum(g, f, mode, fproduct(g, normalised(g, x), normalised(g, y)), z)
}

// fmul returns x · y.
func fmul[L any](g Gates[L], f term.Format, mode term.Rounding, a, b []L) []L {
	p := fproduct(g, unpack(g, f, a), unpack(g, f, b))
	return special(g, f, p.nan, p.inf, p.minus, round(g, f, mode, p.minus, p.exp, p.offset, p.sig))
}

// fproduct returns the exact product.
func fproduct[L any](g Gates[L], x, y float[L]) float[L] {
	n := len(x.sig) + len(y.sig)
	zero := or(g, x.zero, y.zero)
	inf := or(g, x.inf, y.inf)
	nan := or(g, or(g, x.nan, y.nan), g.And(zero, inf))
	return float[L]{
		nan: nan, inf: inf, zero: zero, minus: g.Xor(x.minus, y.minus),
		exp: total(g, x.exp, y.exp), offset: x.offset + y.offset,
		sig: mul(g, extend(x.sig, g.False(), n), extend(y.sig, g.False(), n)),
	}
}

// fsum returns x + y for significands of one width n.
//
// The number with the lower exponent is shifted right, with three bits below for the bits that it
// loses, the last of them sticky. Something is lost only where the exponents differ by more than three.
// Then the other number must have one of its upper bits set, so that cancellation costs two bits at
// most and round gets as many as it needs. That holds for unpacked numbers, because of two different
// exponents only the lower can be that of subnormal ones, and for products of normalised ones with n
// twice the precision. A zero never counts as the number with the higher exponent.
//
//	1011 · 2⁰ - 1001 · 2⁻⁴:   1011 000
//	                        − 0000 101   1001 000 >> 4, sticky
//	                          1010 011
func fsum[L any](g Gates[L], f term.Format, mode term.Rounding, x, y float[L]) []L {
	y.exp = total(g, y.exp, integer[L](g, y.offset-x.offset))
	gap := difference(g, x.exp, y.exp)
	swap := or(g, x.zero, g.And(sign(gap), g.Not(y.zero)))
	guard := fill(g.False(), 3)
	high := append(guard, mux(g, swap, y.sig, x.sig)...)
	low := append(fill(g.False(), 3), mux(g, swap, x.sig, y.sig)...)
	low = shiftSticky(g, low, negIf(g, sign(gap), gap))
	n := max(len(x.exp), len(y.exp))
	exp := mux(g, swap, extend(y.exp, sign(y.exp), n), extend(x.exp, sign(x.exp), n))

	// high ± low, with a bit for the carry and one for the sign.
	opposite := g.Xor(x.minus, y.minus)
	width := len(high) + 2
	low = extend(low, g.False(), width)
	for i := range low {
		low[i] = g.Xor(low[i], opposite)
	}
	sum, _ := add(g, extend(high, g.False(), width), low, opposite)
	turned := sign(sum)
	sig := negIf(g, turned, sum)[:width-1]

	minus := g.Xor(g.Ite(swap, y.minus, x.minus), turned)
	cancelled := g.And(opposite, g.Not(orAll(g, sig)))
	if mode == term.RTN {
		minus = or(g, minus, cancelled)
	} else {
		minus = g.And(minus, g.Not(cancelled))
	}
	r := round(g, f, mode, minus, exp, x.offset-3, sig)
	nan := or(g, or(g, x.nan, y.nan), g.And(g.And(x.inf, y.inf), opposite))
	return special(g, f, nan, or(g, x.inf, y.inf), g.Ite(x.inf, x.minus, y.minus), r)
}

// fdiv returns x / y by restoring division of normalised significands: one bit of the quotient before
// the point and Sig + 1 after it, and a sticky bit for the remainder.
//
//	1100 / 1010:  1100 - 1010 = 0010  1.     then the remainder doubled each time:
//	              0100 < 1010         1.0
//	              1000 < 1010         1.00
//	              10000 - 1010 = 0110 1.001  …
func fdiv[L any](g Gates[L], f term.Format, mode term.Rounding, a, b []L) []L {
	x, y := normalised(g, unpack(g, f, a)), normalised(g, unpack(g, f, b))
	n := int(f.Sig)
	bits := n + 2
	sig := make([]L, bits+1)
	divisor := extend(y.sig, g.False(), n+1)
	rest := extend(x.sig, g.False(), n+1) // below twice the divisor
	for i := bits; i > 0; i-- {
		diff, fits := sub(g, rest, divisor)
		sig[i] = fits
		rest = mux(g, fits, diff, rest)
		if i > 1 {
			rest = append([]L{g.False()}, rest[:n]...)
		}
	}
	sig[0] = orAll(g, rest)
	minus := g.Xor(x.minus, y.minus)
	r := round(g, f, mode, minus, difference(g, x.exp, y.exp), x.offset-y.offset-bits, sig)
	zero := append(fill(g.False(), int(f.Width())-1), minus)
	r = mux(g, y.inf, zero, r)
	nan := or(g, or(g, x.nan, y.nan), or(g, g.And(x.inf, y.inf), g.And(x.zero, y.zero)))
	return special(g, f, nan, or(g, x.inf, y.zero), minus, r)
}

// fsqrt returns the square root, digit by digit. Let r be the root of the digits so far. Its next bit
// is set if (2r + 1)² still fits, that is, if 4r + 1 fits in the remainder extended by two more digits.
//
//	√ 10 01:  10 - 01 = 01     root 1
//	          01 01 - 101 = 0  root 11   (9 = 3²)
//
// The exponent is made even by a digit more, and zeros are appended until the root has Sig + 1 bits;
// the remainder becomes a sticky bit.
func fsqrt[L any](g Gates[L], f term.Format, mode term.Rounding, a []L) []L {
	x := normalised(g, unpack(g, f, a))
	if x.offset&1 != 0 {
		x.exp, x.offset = total(g, x.exp, integer[L](g, 1)), x.offset-1
	}
	precision := int(f.Sig)
	zeros := precision - (precision-1)/2 // pairs of digits appended
	digits := fill(g.False(), 2*zeros)
	odd := x.exp[0]
	shifted := append([]L{g.False()}, x.sig...)
	digits = append(digits, mux(g, odd, shifted, extend(x.sig, g.False(), precision+1))...)
	if len(digits)%2 != 0 {
		digits = append(digits, g.False())
	}
	var root, rest []L
	for i := len(digits) - 2; i >= 0; i -= 2 {
		rest = append([]L{digits[i], digits[i+1]}, rest...)
		trial := append([]L{g.Not(g.False()), g.False()}, root...)
		diff, fits := sub(g, rest, extend(trial, g.False(), len(rest)))
		rest = mux(g, fits, diff, rest)
		root = append([]L{fits}, root...)
		rest = extend(rest, g.False(), len(root)+1) // at most twice the root
	}
	sig := append([]L{orAll(g, rest)}, root...)
	r := round(g, f, mode, x.minus, x.exp[1:], x.offset/2-zeros-1, sig)
	nan := or(g, x.nan, g.And(x.minus, g.Not(x.zero)))
	return special(g, f, nan, x.inf, x.minus, r)
}
