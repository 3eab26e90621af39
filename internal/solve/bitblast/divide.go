package bitblast

// udivrem returns quotient and remainder of the unsigned division a / b by restoring division. From the
// top bit of a down, it shifts the next bit of a into the remainder and subtracts b where that does not
// borrow.
//
//	a = 110, b = 010:   r = 1      1 < 2        q = 0
//	                    r = 11     3 − 2 = 1    q = 01
//	                    r = 10     2 − 2 = 0    q = 011     6 / 2 = 3
//
// Step k works on the top k bits of a, so the shifted remainder is below 2ᵏ and
// only k bits of b are subtracted; a bit of b above them forbids it.
// Division by zero comes out as SMT-LIB wants it: no subtraction of zero
// borrows, so the quotient is all ones and the remainder is a.
func udivrem[L any](g Gates[L], a, b []L) (quo, rem []L) {
	n := len(a)
	quo = make([]L, n)
	// high[k] holds if some bit of b at position k or above is set.
	high := make([]L, n+1)
	high[n] = g.False()
	for k := n - 1; k >= 0; k-- {
		high[k] = or(g, high[k+1], b[k])
	}
	rem = make([]L, 0, n)
	for i := n - 1; i >= 0; i-- {
		// Step k works on k bits: prefix and remainder are below 2ᵏ.
		shifted := make([]L, 0, len(rem)+1)
		shifted = append(shifted, a[i])
		shifted = append(shifted, rem...)
		w := len(shifted)
		diff, fits := sub(g, shifted, b[:w])
		fits = g.And(fits, g.Not(high[w]))
		quo[i] = fits
		rem = mux(g, fits, diff, shifted)
	}
	return quo, rem
}

// sdiv returns the signed quotient, rounded toward zero. Division by zero
// gives 1 for negative a and −1 otherwise, as SMT-LIB defines.
func sdiv[L any](g Gates[L], a, b []L) []L {
	sa, sb := sign(a), sign(b)
	quo, _ := udivrem(g, negIf(g, sa, a), negIf(g, sb, b))
	return negIf(g, g.Xor(sa, sb), quo)
}

// srem returns the signed remainder, which has the sign of a; a for b = 0.
func srem[L any](g Gates[L], a, b []L) []L {
	sa := sign(a)
	_, rem := udivrem(g, negIf(g, sa, a), negIf(g, sign(b), b))
	return negIf(g, sa, rem)
}
