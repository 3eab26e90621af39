package relation

// or makes r the union of a and b, as sets of bits.
func or(r, a, b []uint64) {
	for i := range r {
		r[i] = a[i] | b[i]
	}
}

// and makes r the intersection of a and b.
func and(r, a, b []uint64) {
	for i := range r {
		r[i] = a[i] & b[i]
	}
}

// minus makes r the bits of a outside b.
func minus(r, a, b []uint64) {
	for i := range r {
		r[i] = a[i] &^ b[i]
	}
}
