// Package relation has sets of events and binary relations over events, as matrices of bits.
//
// Events are the integers from 0 to n-1. A row of a relation has a word for every 64 events. Operations
// write into their receiver, which has the size of its operands and may be one of them where the comment
// permits it; nothing is allocated but by New, NewSet and Clone. An execution has a few hundred events at
// most, so closures are computed in n³/64 steps.
package relation

import "math/bits"

// Rel is a binary relation over n events. The zero value is the relation over no events.
type Rel struct {
	n, width int // events, words in a row
	bits     []uint64
}

// New returns the empty relation over n events.
func New(n int) Rel {
	width := (n + 63) / 64
	return Rel{n: n, width: width, bits: make([]uint64, n*width)}
}

// Size returns the number of events.
func (r Rel) Size() int { return r.n }

// Has reports whether (a, b) is in r.
func (r Rel) Has(a, b int) bool { return r.bits[a*r.width+b>>6]>>(b&63)&1 != 0 }

// Add puts (a, b) into r.
func (r Rel) Add(a, b int) { r.bits[a*r.width+b>>6] |= 1 << (b & 63) }

// Remove takes (a, b) out of r.
func (r Rel) Remove(a, b int) { r.bits[a*r.width+b>>6] &^= 1 << (b & 63) }

// Clear makes r empty.
func (r Rel) Clear() { clear(r.bits) }

// Clone returns a copy of r with storage of its own.
func (r Rel) Clone() Rel {
	r.bits = append([]uint64(nil), r.bits...)
	return r
}

// Copy makes r equal to a.
func (r Rel) Copy(a Rel) { copy(r.bits, a.bits) }

// Equal reports whether r and a have the same pairs.
func (r Rel) Equal(a Rel) bool {
	if r.n != a.n {
		return false
	}
	for i, w := range r.bits {
		if w != a.bits[i] {
			return false
		}
	}
	return true
}

// Empty reports whether r has no pair.
func (r Rel) Empty() bool {
	for _, w := range r.bits {
		if w != 0 {
			return false
		}
	}
	return true
}

// Count returns the number of pairs.
func (r Rel) Count() int {
	count := 0
	for _, w := range r.bits {
		count += bits.OnesCount64(w)
	}
	return count
}

// row returns the successors of a.
func (r Rel) row(a int) []uint64 { return r.bits[a*r.width : (a+1)*r.width] }

// Each calls f for each pair in ascending order until f returns false.
func (r Rel) Each(f func(a, b int) bool) {
	for a := range r.n {
		for i, w := range r.row(a) {
			for ; w != 0; w &= w - 1 {
				if !f(a, i<<6+bits.TrailingZeros64(w)) {
					return
				}
			}
		}
	}
}
