package interp

import "math/bits"

// word is the value of a register; see the package comment.
type word struct{ lo, hi uint64 }

// ref names an object: its index in the low 32 bits, its generation above.
// Zero names none. References are never reused.
type ref = uint64

const refIndexBits = 32

// The second half of an integer loaded from a pointer's bytes: the reference
// shifted left by fragmentBits, and the number of the first byte. References
// keep their top bits clear for that: generations have 28 bits.
const (
	fragmentBits   = 3
	maxGenerations = 1 << 28
)

// signed returns the value of an integer whose type has 64-sh bits.
func signed(v uint64, sh uint8) int64 { return int64(v<<sh) >> sh }

// Arithmetic on integers of 65 to 128 bits: both halves, then wrapped.

func add128(a, b word) word {
	lo, carry := bits.Add64(a.lo, b.lo, 0)
	hi, _ := bits.Add64(a.hi, b.hi, carry)
	return word{lo, hi}
}

func sub128(a, b word) word {
	lo, borrow := bits.Sub64(a.lo, b.lo, 0)
	hi, _ := bits.Sub64(a.hi, b.hi, borrow)
	return word{lo, hi}
}

func mul128(a, b word) word {
	hi, lo := bits.Mul64(a.lo, b.lo)
	return word{lo, hi + a.lo*b.hi + a.hi*b.lo}
}

func less128(a, b word) bool { return a.hi < b.hi || a.hi == b.hi && a.lo < b.lo }

// divide128 returns the unsigned quotient and remainder; b is not zero.
func divide128(a, b word) (q, r word) {
	if b.hi == 0 {
		q.hi = a.hi / b.lo
		q.lo, r.lo = bits.Div64(a.hi%b.lo, a.lo, b.lo)
		return q, r
	}
	// The quotient has at most 64 bits: shift and subtract.
	for i := bits.LeadingZeros64(b.hi) - bits.LeadingZeros64(a.hi); i >= 0; i-- {
		d := shl128(b, uint(i))
		if !less128(a, d) {
			a = sub128(a, d)
			q.lo |= 1 << i
		}
	}
	return q, a
}

func shl128(a word, n uint) word {
	if n >= 64 {
		return word{0, a.lo << (n - 64)}
	}
	return word{a.lo << n, a.hi<<n | a.lo>>(64-n)}
}

func lshr128(a word, n uint) word {
	if n >= 64 {
		return word{a.hi >> (n - 64), 0}
	}
	return word{a.lo>>n | a.hi<<(64-n), a.hi >> n}
}

func ashr128(a word, n uint) word {
	if n >= 64 {
		return word{uint64(int64(a.hi) >> (n - 64)), uint64(int64(a.hi) >> 63)}
	}
	return word{a.lo>>n | a.hi<<(64-n), uint64(int64(a.hi) >> n)}
}

// wrap clears the bits of a beyond width.
func wrap(a word, width int) word {
	switch {
	case width <= 64:
		return word{a.lo & (^uint64(0) >> (64 - width)), 0}
	case width < 128:
		return word{a.lo, a.hi & (^uint64(0) >> (128 - width))}
	}
	return a
}

// extend returns a, of the given width, sign-extended to 128 bits.
func extend(a word, width int) word {
	if width <= 64 {
		v := signed(a.lo, uint8(64-width))
		return word{uint64(v), uint64(v >> 63)}
	}
	return word{a.lo, uint64(signed(a.hi, uint8(128-width)))}
}

func negative(a word) bool { return int64(a.hi) < 0 }

func neg128(a word) word { return sub128(word{}, a) }
