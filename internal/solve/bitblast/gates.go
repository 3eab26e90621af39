package bitblast

// Gates is the algebra circuits are written over. Two implementations exist:
// Graph, which builds an and-inverter graph, and plain booleans in the tests,
// which make every circuit an executable definition of itself.
type Gates[L any] interface {
	// False returns the constant false.
	False() L
	// Not returns ¬a.
	Not(a L) L
	// And returns a ∧ b.
	And(a, b L) L
	// Xor returns a ⊕ b.
	Xor(a, b L) L
	// Ite returns t where c holds and e elsewhere.
	Ite(c, t, e L) L
	// Maj returns whether at least two of a, b, c hold: the carry of a full
	// adder and, over a negated operand, the borrow of a comparison.
	Maj(a, b, c L) L
}

// Words in this package are slices of bits, least significant bit first. A
// circuit never changes its operands; its result may alias them.

// or returns a ∨ b.
func or[L any](g Gates[L], a, b L) L { return g.Not(g.And(g.Not(a), g.Not(b))) }

// orAll returns the disjunction of the bits of a.
func orAll[L any](g Gates[L], a []L) L {
	r := g.False()
	for _, x := range a {
		r = or(g, r, x)
	}
	return r
}

// constant returns the low bits of a 128-bit number given as two halves.
func constant[L any](g Gates[L], hi, lo uint64, width int) []L {
	zero := g.False()
	one := g.Not(zero)
	r := make([]L, width)
	for i := range r {
		half := lo
		if i >= 64 {
			half = hi
		}
		if half>>(i%64)&1 != 0 {
			r[i] = one
		} else {
			r[i] = zero
		}
	}
	return r
}

// fill returns width copies of x.
func fill[L any](x L, width int) []L {
	r := make([]L, width)
	for i := range r {
		r[i] = x
	}
	return r
}

// not returns the bitwise complement of a.
func not[L any](g Gates[L], a []L) []L {
	r := make([]L, len(a))
	for i := range a {
		r[i] = g.Not(a[i])
	}
	return r
}

// bitwise applies a gate to the bits of a and b pairwise.
func bitwise[L any](gate func(a, b L) L, a, b []L) []L {
	r := make([]L, len(a))
	for i := range a {
		r[i] = gate(a[i], b[i])
	}
	return r
}

// mux returns t where c holds and e elsewhere.
func mux[L any](g Gates[L], c L, t, e []L) []L {
	r := make([]L, len(t))
	for i := range t {
		r[i] = g.Ite(c, t[i], e[i])
	}
	return r
}

// extend returns a with copies of bit x above it, up to the given width.
func extend[L any](a []L, x L, width int) []L {
	r := make([]L, width)
	n := copy(r, a)
	for ; n < width; n++ {
		r[n] = x
	}
	return r
}

// sign returns the most significant bit of a.
func sign[L any](a []L) L { return a[len(a)-1] }
