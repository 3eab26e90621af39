package ctype

import "math/bits"

// wide is a 128-bit integer in two's complement. It backs all integer
// constants: a value is kept sign- or zero-extended from its type.
type wide struct{ hi, lo uint64 }

func (a wide) add(b wide) wide {
	lo, c := bits.Add64(a.lo, b.lo, 0)
	hi, _ := bits.Add64(a.hi, b.hi, c)
	return wide{hi, lo}
}

func (a wide) neg() wide { return wide{^a.hi, ^a.lo}.add(wide{0, 1}) }

func (a wide) sub(b wide) wide { return a.add(b.neg()) }

func (a wide) mul(b wide) wide {
	hi, lo := bits.Mul64(a.lo, b.lo)
	return wide{hi + a.hi*b.lo + a.lo*b.hi, lo}
}

func (a wide) negative() bool { return a.hi>>63 != 0 }

func (a wide) isZero() bool { return a.hi|a.lo == 0 }

// less compares a and b as signed or as unsigned numbers.
func (a wide) less(b wide, signed bool) bool {
	if signed {
		a.hi ^= 1 << 63
		b.hi ^= 1 << 63
	}
	return a.hi < b.hi || a.hi == b.hi && a.lo < b.lo
}

func (a wide) shl(n uint) wide {
	if n >= 64 {
		return wide{a.lo << (n - 64), 0}
	}
	return wide{a.hi<<n | a.lo>>(64-n), a.lo << n}
}

// shr shifts right, filling with zeros or copies of the sign.
func (a wide) shr(n uint, signed bool) wide {
	fill := uint64(0)
	if signed && a.negative() {
		fill = ^uint64(0)
	}
	switch {
	case n >= 128:
		return wide{fill, fill}
	case n >= 64:
		return wide{fill, a.hi>>(n-64) | fill<<(128-n)}
	case n == 0:
		return a
	}
	return wide{a.hi>>n | fill<<(64-n), a.lo>>n | a.hi<<(64-n)}
}

// divmod divides unsigned numbers, bit by bit where both have more than 64
// bits; b is not zero.
func (a wide) divmod(b wide) (q, r wide) {
	if b.hi == 0 {
		q.hi, r.lo = a.hi/b.lo, a.hi%b.lo
		q.lo, r.lo = bits.Div64(r.lo, a.lo, b.lo)
		return q, r
	}
	for i := 127; i >= 0; i-- {
		r = r.shl(1)
		r.lo |= a.shr(uint(i), false).lo & 1
		if !r.less(b, false) {
			r = r.sub(b)
			q = q.add(wide{0, 1}.shl(uint(i)))
		}
	}
	return q, r
}

// divmodSigned divides, truncating towards zero.
func (a wide) divmodSigned(b wide) (q, r wide) {
	na, nb := a.negative(), b.negative()
	if na {
		a = a.neg()
	}
	if nb {
		b = b.neg()
	}
	q, r = a.divmod(b)
	if na != nb {
		q = q.neg()
	}
	if na {
		r = r.neg()
	}
	return q, r
}

// extend keeps the low n bits, 1 to 128, and extends them.
func (a wide) extend(n int, signed bool) wide {
	return a.shl(uint(128-n)).shr(uint(128-n), signed)
}
