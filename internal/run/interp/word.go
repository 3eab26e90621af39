package interp

import "github.com/heddle-mc/heddle/internal/program/wide"

// ref names an object: its index in the low 32 bits, its generation above.
// Zero names none. References are never reused.
type ref = uint64

const refIndexBits = 32

// The second half of an integer loaded from a pointer's bytes: the reference
// shifted left by fragmentBits, and the number of the first byte. References
// keep their top bits clear for that, and for the process of an observed object: generations have 24 bits.
const (
	fragmentBits   = 3
	maxGenerations = 1 << 24
)

// signed returns the value of an integer whose type has 64-sh bits.
func signed(v uint64, sh uint8) int64 { return int64(v<<sh) >> sh }

// wrap clears the bits of a beyond width.
func wrap(a wide.Word, width int) wide.Word {
	switch {
	case width <= 64:
		return wide.Word{Lo: a.Lo & (^uint64(0) >> (64 - width))}
	case width < 128:
		return wide.Word{Lo: a.Lo, Hi: a.Hi & (^uint64(0) >> (128 - width))}
	}
	return a
}
