package interp

import (
	"math/bits"
	"slices"

	"github.com/heddle-mc/heddle/internal/program/wide"
)

// maxWholeRange is how many values a range may have for Corners to give all.
const maxWholeRange = 256

// Corners returns the default values of a choice in an exploration. For a set of bits, a small range and a
// truth value it returns every value. For other choices it returns the least and greatest values, signed
// and unsigned, and one.
func Corners(c Choice) (values []wide.Word, exact bool) {
	switch {
	case c.Bits != 0:
		for b := c.Bits; b != 0; b &= b - 1 {
			values = append(values, wide.Word{Lo: uint64(bits.TrailingZeros64(b))})
		}
		return values, true
	case c.Range && c.Hi-c.Lo < maxWholeRange:
		for v := c.Lo; ; v++ {
			values = append(values, wide.Word{Lo: v})
			if v == c.Hi {
				return values, true
			}
		}
	case c.Range:
		return []wide.Word{{Lo: c.Lo}, {Lo: c.Lo + 1}, {Lo: c.Hi - 1}, {Lo: c.Hi}}, false
	case c.Width == 1:
		return []wide.Word{{}, {Lo: 1}}, true
	}
	ones := wide.Ones(uint(c.Width))
	low := ones.Shr(1) // the greatest signed value
	for _, v := range []wide.Word{{}, {Lo: 1}, ones, low, ones.AndNot(low)} {
		if !slices.Contains(values, v) {
			values = append(values, v)
		}
	}
	return values, false
}

// Lowest returns the least value that a choice can have.
func (c Choice) Lowest() wide.Word {
	switch {
	case c.Bits != 0:
		return wide.Word{Lo: uint64(bits.TrailingZeros64(c.Bits))}
	case c.Range:
		return wide.Word{Lo: c.Lo}
	}
	return wide.Word{}
}
