package lia

import "math/bits"

// rational is an exact number n/d, d > 0, without common factors.
type rational struct{ n, d int64 }

func whole(n int64) rational { return rational{n, 1} }

// exact computes with rationals and records overflow of 64 bits.
type exact struct{ overflow bool }

// largest is the greatest absolute value of a numerator or denominator.
const largest = 1 << 62

func magnitude(a int64) uint64 {
	if a < 0 {
		return uint64(-a)
	}
	return uint64(a)
}

// times returns the product of integers.
func (e *exact) times(a, b int64) int64 {
	hi, lo := bits.Mul64(magnitude(a), magnitude(b))
	if hi != 0 || lo > largest {
		e.overflow = true
		return 0
	}
	if (a < 0) != (b < 0) {
		return -int64(lo)
	}
	return int64(lo)
}

// plus returns the sum of integers whose absolute values are at most largest.
func (e *exact) plus(a, b int64) int64 {
	s := a + b
	if magnitude(a) > largest || magnitude(b) > largest || magnitude(s) > largest {
		e.overflow = true
		return 0
	}
	return s
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// reduced returns n/d, d ≠ 0, in lowest terms.
func reduced(n, d int64) rational {
	if d == 1 {
		return rational{n, 1}
	}
	if d < 0 {
		n, d = -n, -d
	}
	g := int64(gcd(magnitude(n), uint64(d)))
	return rational{n / g, d / g}
}

func (e *exact) mul(a, b rational) rational {
	if a.d == 1 && b.d == 1 {
		return rational{e.times(a.n, b.n), 1}
	}
	x, y := reduced(a.n, b.d), reduced(b.n, a.d)
	return rational{e.times(x.n, y.n), e.times(x.d, y.d)}.valid(e)
}

// valid returns a, or 0 if an overflow made it invalid.
func (a rational) valid(e *exact) rational {
	if e.overflow || a.d == 0 {
		return whole(0)
	}
	return a
}

func (e *exact) add(a, b rational) rational {
	if a.d == b.d {
		return reduced(e.plus(a.n, b.n), a.d).valid(e)
	}
	n, d := e.plus(e.times(a.n, b.d), e.times(b.n, a.d)), e.times(a.d, b.d)
	if e.overflow {
		return whole(0)
	}
	return reduced(n, d)
}

func (a rational) negated() rational { return rational{-a.n, a.d} }

func (a rational) inverted() rational { return reduced(a.d, a.n) }

// compare returns the sign of a - b.
func (e *exact) compare(a, b rational) int { return sign(e.add(a, b.negated()).n) }

func sign(n int64) int {
	switch {
	case n < 0:
		return -1
	case n > 0:
		return 1
	}
	return 0
}

// floor returns the greatest integer that is at most n/d, d > 0.
func floor(n, d int64) int64 {
	q := n / d
	if n%d < 0 {
		q--
	}
	return q
}
