package values

import "math/bits"

// low holds the known last bits of numbers. Sums and products that wrap preserve them: with n known
// bits the numbers are congruent modulo 2^n (Granger, "Static analysis of arithmetical congruences",
// 1989, for powers of two).
type low struct {
	bits uint64
	n    int // up to the width
}

func lastBits(n int) uint64 { return 1<<n - 1 }

func lowOf(bits uint64, n int) low { return low{bits & lastBits(n), n} }

// join returns the bits known of both.
func (l low) join(x low) low {
	return lowOf(l.bits, min(l.n, x.n, bits.TrailingZeros64(l.bits^x.bits)))
}

// agrees reports whether a number can be both.
func (l low) agrees(x low) bool { return (l.bits^x.bits)&lastBits(min(l.n, x.n)) == 0 }

// zeros returns the number of last bits known to be zero.
func (l low) zeros() int { return min(l.n, bits.TrailingZeros64(l.bits)) }

func (l low) add(x low) low { return lowOf(l.bits+x.bits, min(l.n, x.n)) }
func (l low) sub(x low) low { return lowOf(l.bits-x.bits, min(l.n, x.n)) }
func (l low) or(x low) low  { return lowOf(l.bits|x.bits, min(l.n, x.n)) }
func (l low) xor(x low) low { return lowOf(l.bits^x.bits, min(l.n, x.n)) }

func (l low) and(x low) low {
	return lowOf(l.bits&x.bits, max(min(l.n, x.n), l.zeros(), x.zeros()))
}

// mul is (a + 2^n x)(b + 2^m y) = ab + 2^n bx + 2^m ay + 2^(n+m) xy.
func (l low) mul(x low, w int) low {
	return lowOf(l.bits*x.bits, min(w, l.n+x.zeros(), x.n+l.zeros(), l.n+x.n))
}

// shl is a shift by a number of bits below the width.
func (l low) shl(by, w int) low { return lowOf(l.bits<<by, min(w, l.n+by)) }

// withLow returns v with known last bits.
func (v value) withLow(l low, w int) value {
	if !v.hasNumber() || l.n == 0 {
		return v
	}
	if !v.low.agrees(l) {
		return v.noNumbers()
	}
	if l.n > v.low.n {
		v.low = l
	}
	return v.reduce(w)
}

// fit moves the ends of the intervals to numbers with the last bits; ok is false if there are none between.
func (v value) fit() (fitted value, ok bool) {
	mask := lastBits(v.low.n)
	up, down := (v.low.bits-v.ulo)&mask, (v.uhi-v.low.bits)&mask
	if room := v.uhi - v.ulo; up > room || down > room {
		return v, false
	}
	v.ulo, v.uhi = v.ulo+up, v.uhi-down
	up, down = (v.low.bits-uint64(v.slo))&mask, (uint64(v.shi)-v.low.bits)&mask
	if room := uint64(v.shi) - uint64(v.slo); up > room || down > room {
		return v, false
	}
	v.slo, v.shi = v.slo+int64(up), v.shi-int64(down)
	return v, true
}
