package bitblast

import "math/bits"

// shiftLeft returns a shifted left by the unsigned number b, with zeros moving
// in; all zeros once b reaches the width.
//
// A barrel shifter: stage k moves by 2ᵏ where bit k of b is set. Stages are
// needed while 2ᵏ is below the width; a higher bit of b clears the result.
//
//	a = 0011, b = 0011:  stage 0: 0110   stage 1: 1000   bits 2, 3 clear: keep
func shiftLeft[L any](g Gates[L], a, b []L) []L {
	return shift(g, a, b, g.False(), func(i, by int) int { return i - by })
}

// shiftRight returns a shifted right by the unsigned number b, with copies of
// in moving in; all copies of in once b reaches the width.
func shiftRight[L any](g Gates[L], a, b []L, in L) []L {
	return shift(g, a, b, in, func(i, by int) int { return i + by })
}

// shift is the barrel shifter of both directions; from tells which bit moves
// to position i when shifting by a constant, and bits out of range are in.
func shift[L any](g Gates[L], a, b []L, in L, from func(i, by int) int) []L {
	n := len(a)
	stages := bits.Len(uint(n - 1))
	r := a
	for k := 0; k < stages; k++ {
		next := make([]L, n)
		for i := range next {
			moved := in
			if j := from(i, 1<<k); j >= 0 && j < n {
				moved = r[j]
			}
			next[i] = g.Ite(b[k], moved, r[i])
		}
		r = next
	}
	if stages < n {
		far := orAll(g, b[stages:])
		r = mux(g, far, fill(in, n), r)
	}
	return r
}

// rotateLeft returns a rotated left by the unsigned number b modulo the width.
// For a width that is no power of two b is reduced by a divider first.
func rotateLeft[L any](g Gates[L], a, b []L) []L { return rotate(g, a, b, 1) }

// rotateRight returns a rotated right by b modulo the width.
func rotateRight[L any](g Gates[L], a, b []L) []L { return rotate(g, a, b, -1) }

// rotate is the barrel rotator; direction is 1 for left, -1 for right.
func rotate[L any](g Gates[L], a, b []L, direction int) []L {
	n := len(a)
	if n&(n-1) != 0 {
		_, b = udivrem(g, b, constant(g, 0, uint64(n), n))
	}
	r := a
	for k := 0; 1<<k < n; k++ {
		moved := rotateBy(r, direction<<k)
		next := make([]L, n)
		for i := range next {
			next[i] = g.Ite(b[k], moved[i], r[i])
		}
		r = next
	}
	return r
}

// rotateBy returns a rotated left by a constant; right if by is negative.
func rotateBy[L any](a []L, by int) []L {
	n := len(a)
	r := make([]L, n)
	for i := range r {
		r[i] = a[((i-by)%n+n)%n]
	}
	return r
}
