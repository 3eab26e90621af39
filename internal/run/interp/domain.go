package interp

import (
	"math/bits"
	"slices"
)

// maxWholeRange is how many values a range may have for Corners to give all.
const maxWholeRange = 256

// Corners returns the default values of a choice in an exploration. For a set of bits, a small range and a
// truth value it returns every value. For other choices it returns the least and greatest values, signed
// and unsigned, and one.
func Corners(c Choice) (values []Value, exact bool) {
	switch {
	case c.Bits != 0:
		for b := c.Bits; b != 0; b &= b - 1 {
			values = append(values, Value{Lo: uint64(bits.TrailingZeros64(b))})
		}
		return values, true
	case c.Range && c.Hi-c.Lo < maxWholeRange:
		for v := c.Lo; ; v++ {
			values = append(values, Value{Lo: v})
			if v == c.Hi {
				return values, true
			}
		}
	case c.Range:
		return []Value{{Lo: c.Lo}, {Lo: c.Lo + 1}, {Lo: c.Hi - 1}, {Lo: c.Hi}}, false
	case c.Width == 1:
		return []Value{{}, {Lo: 1}}, true
	}
	ones := wrap(word{^uint64(0), ^uint64(0)}, c.Width)
	low := wrap(word{ones.lo >> 1, ones.hi}, c.Width) // the greatest signed value
	if c.Width > 64 {
		low = word{ones.lo, ones.hi >> 1}
	}
	for _, w := range []word{{}, {1, 0}, ones, low, {ones.lo &^ low.lo, ones.hi &^ low.hi}} {
		if v := (Value{w.lo, w.hi}); !slices.Contains(values, v) {
			values = append(values, v)
		}
	}
	return values, false
}

// Lowest returns the least value that a choice can have.
func (c Choice) Lowest() Value {
	switch {
	case c.Bits != 0:
		return Value{Lo: uint64(bits.TrailingZeros64(c.Bits))}
	case c.Range:
		return Value{Lo: c.Lo}
	}
	return Value{}
}
