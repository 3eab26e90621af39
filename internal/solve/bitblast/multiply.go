package bitblast

// mul returns a · b modulo 2ⁿ by shift and add: row i is a shifted left by i and masked with bit i of
// b. Rows are summed one after the other, each only from bit i up, because the bits below are final.
//
//	a = 011, b = 101:   011   row 0 (b₀ = 1)
//	                    00.   row 1 (b₁ = 0)
//	                    1..   row 2 (b₂ = 1)
//	                    ───
//	                    111   3 · 5 = 15 = 7 modulo 8
//
// The caller should pass the operand with more constant zero bits as b: a row
// masked with false costs nothing in a folding Gates.
func mul[L any](g Gates[L], a, b []L) []L {
	n := len(a)
	acc := make([]L, n)
	for j := range acc {
		acc[j] = g.And(a[j], b[0])
	}
	for i := 1; i < n; i++ {
		carry := g.False()
		for j := i; j < n; j++ {
			row := g.And(a[j-i], b[i])
			sum := g.Xor(g.Xor(acc[j], row), carry)
			if j+1 < n {
				carry = g.Maj(acc[j], row, carry)
			}
			acc[j] = sum
		}
	}
	return acc
}

// umulOverflow reports whether the unsigned product does not fit n bits
// (Schulte, Balzola, Akkas, Brocato: "Integer multiplication with overflow
// detection or saturation", IEEE Trans. Computers 2000).
//
// Some aᵢ ∧ bⱼ with i + j ≥ n makes the product at least 2ⁿ. Without such a
// pair the product is below 2ⁿ⁺¹, so bit n of an (n+1)-bit product decides.
func umulOverflow[L any](g Gates[L], a, b []L) L {
	n := len(a)
	high := g.False() // a[n-1] ∨ … ∨ a[n-i]
	pairs := g.False()
	for i := 1; i < n; i++ {
		high = or(g, high, a[n-i])
		pairs = or(g, pairs, g.And(high, b[i]))
	}
	zero := g.False()
	product := mul(g, extend(a, zero, n+1), extend(b, zero, n+1))
	return or(g, pairs, product[n])
}

// smulOverflow reports whether the signed product does not fit n bits; same
// paper as umulOverflow.
//
// Let a′ be a with all bits flipped if it is negative, b′ likewise, and i, j range below the sign bit.
// A pair a′ᵢ ∧ b′ⱼ with i + j ≥ n−1 makes the magnitude too large. It is at least 2ⁿ⁻¹, and −2ⁿ⁻¹
// itself is out of reach because the magnitude of a negative operand is a′ + 1. Without such a pair the
// magnitude is at most 2ⁿ, and the top two bits of the (n+1)-bit signed product differ exactly on
// overflow.
//
//	n = 3: −4 · −4: a′ = b′ = 011, pair i = j = 1, i + j ≥ 2: overflow
//	n = 3: −4 ·  1: a′ = 011, b′ = 001, no pair; product 1100: no overflow
//	n = 3: −4 · −1: a′ = 011, b′ = 000, no pair; product 0100: overflow
func smulOverflow[L any](g Gates[L], a, b []L) L {
	n := len(a)
	sa, sb := sign(a), sign(b)
	high := g.False() // a′[n-2] ∨ … ∨ a′[n-1-j]
	pairs := g.False()
	for j := 1; j < n-1; j++ {
		high = or(g, high, g.Xor(a[n-1-j], sa))
		pairs = or(g, pairs, g.And(high, g.Xor(b[j], sb)))
	}
	product := mul(g, extend(a, sa, n+1), extend(b, sb, n+1))
	return or(g, pairs, g.Xor(product[n], product[n-1]))
}
