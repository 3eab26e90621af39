package bitblast

// equal returns a = b: the conjunction of the bits' equivalences.
func equal[L any](g Gates[L], a, b []L) L {
	r := g.Not(g.False())
	for i := range a {
		r = g.And(r, g.Not(g.Xor(a[i], b[i])))
	}
	return r
}

// ult returns a < b unsigned: the carry out of ¬a + b, because
// b + (2ⁿ−1−a) ≥ 2ⁿ exactly when b > a. No sum bit is built.
func ult[L any](g Gates[L], a, b []L) L { return chain(g, a, b, g.False()) }

// ule returns a ≤ b unsigned: as ult with a carry in.
func ule[L any](g Gates[L], a, b []L) L { return chain(g, a, b, g.Not(g.False())) }

// chain returns the carry out of ¬a + b + carry.
func chain[L any](g Gates[L], a, b []L, carry L) L {
	for i := range a {
		carry = g.Maj(g.Not(a[i]), b[i], carry)
	}
	return carry
}

// slt returns a < b signed: flipping both sign bits maps the signed order on
// the unsigned one.
func slt[L any](g Gates[L], a, b []L) L { return ult(g, flipSign(g, a), flipSign(g, b)) }

// sle returns a ≤ b signed.
func sle[L any](g Gates[L], a, b []L) L { return ule(g, flipSign(g, a), flipSign(g, b)) }

func flipSign[L any](g Gates[L], a []L) []L {
	return extend(a[:len(a)-1], g.Not(sign(a)), len(a))
}
