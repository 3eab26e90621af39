package bitblast

// add returns a + b + carry modulo 2ⁿ and the carry out of the top bit: a
// ripple of full adders, sum = a ⊕ b ⊕ c and carry = majority(a, b, c).
//
//	bit i:   a  b  c │ sum carry          1 1 0     carries
//	         0  1  1 │  0    1              0 1 1   a = 3
//	         1  1  1 │  1    1            + 0 1 0   b = 2
//	                                        1 0 1   sum = 5
func add[L any](g Gates[L], a, b []L, carry L) (sum []L, out L) {
	sum = make([]L, len(a))
	for i := range a {
		sum[i] = g.Xor(g.Xor(a[i], b[i]), carry)
		carry = g.Maj(a[i], b[i], carry)
	}
	return sum, carry
}

// sub returns a − b modulo 2ⁿ as a + ¬b + 1. The carry out is set exactly
// when there is no borrow, that is when a ≥ b unsigned.
func sub[L any](g Gates[L], a, b []L) (diff []L, noBorrow L) {
	return add(g, a, not(g, b), g.Not(g.False()))
}

// neg returns −a modulo 2ⁿ as ¬a + 1.
func neg[L any](g Gates[L], a []L) []L {
	r, _ := add(g, not(g, a), fill(g.False(), len(a)), g.Not(g.False()))
	return r
}

// negIf returns −a where c holds and a elsewhere: (a ⊕ c…c) + c.
func negIf[L any](g Gates[L], c L, a []L) []L {
	flipped := make([]L, len(a))
	for i := range a {
		flipped[i] = g.Xor(a[i], c)
	}
	r, _ := add(g, flipped, fill(g.False(), len(a)), c)
	return r
}
