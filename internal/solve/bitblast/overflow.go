package bitblast

// uaddOverflow reports a carry out of a + b.
func uaddOverflow[L any](g Gates[L], a, b []L) L {
	return chain(g, not(g, a), b, g.False())
}

// saddOverflow reports that the signed sum does not fit: the operands agree in
// sign and the sum does not.
func saddOverflow[L any](g Gates[L], a, b []L) L {
	sum, _ := add(g, a, b, g.False())
	return signBroken(g, sign(a), sign(b), sign(sum))
}

// usubOverflow reports a borrow of a − b.
func usubOverflow[L any](g Gates[L], a, b []L) L { return ult(g, a, b) }

// ssubOverflow reports that the signed difference does not fit: the operands
// differ in sign and the difference has the sign of b.
func ssubOverflow[L any](g Gates[L], a, b []L) L {
	diff, _ := sub(g, a, b)
	return signBroken(g, sign(a), g.Not(sign(b)), sign(diff))
}

// signBroken reports that x and y agree and z differs from them.
func signBroken[L any](g Gates[L], x, y, z L) L {
	return g.And(g.Not(g.Xor(x, y)), g.Xor(x, z))
}

// negOverflow reports that −a does not fit: a is the smallest number 10…0.
func negOverflow[L any](g Gates[L], a []L) L {
	return g.And(sign(a), g.Not(orAll(g, a[:len(a)-1])))
}

// sdivOverflow reports that the signed quotient does not fit: 10…0 / −1.
func sdivOverflow[L any](g Gates[L], a, b []L) L {
	r := negOverflow(g, a)
	for _, x := range b {
		r = g.And(r, x)
	}
	return r
}
