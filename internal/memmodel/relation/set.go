package relation

import "math/bits"

// Set is a set of events. The zero value is the set over no events.
type Set struct {
	n    int
	bits []uint64
}

// NewSet returns the empty set over n events.
func NewSet(n int) Set { return Set{n: n, bits: make([]uint64, (n+63)/64)} }

// Has reports whether a is in s.
func (s Set) Has(a int) bool { return s.bits[a>>6]>>(a&63)&1 != 0 }

// Add puts a into s.
func (s Set) Add(a int) { s.bits[a>>6] |= 1 << (a & 63) }

// Clear makes s empty.
func (s Set) Clear() { clear(s.bits) }

// Clone returns a copy of s with storage of its own.
func (s Set) Clone() Set {
	s.bits = append([]uint64(nil), s.bits...)
	return s
}

// Copy makes s equal to a.
func (s Set) Copy(a Set) { copy(s.bits, a.bits) }

// Fill makes s the set of all events.
func (s Set) Fill() { fill(s.bits, s.n) }

// Empty reports whether s has no event.
func (s Set) Empty() bool { return none(s.bits) }

// Equal reports whether s and a have the same events.
func (s Set) Equal(a Set) bool { return s.n == a.n && same(s.bits, a.bits) }

// First returns the smallest event of s, or -1.
func (s Set) First() int {
	for i, w := range s.bits {
		if w != 0 {
			return i<<6 + bits.TrailingZeros64(w)
		}
	}
	return -1
}

// Or makes s the union of a and b.
func (s Set) Or(a, b Set) { or(s.bits, a.bits, b.bits) }

// And makes s the intersection of a and b.
func (s Set) And(a, b Set) { and(s.bits, a.bits, b.bits) }

// Minus makes s the events of a outside b.
func (s Set) Minus(a, b Set) { minus(s.bits, a.bits, b.bits) }

// Domain makes s the first ends of r's pairs.
func (s Set) Domain(r Rel) {
	s.Clear()
	for a := range r.n {
		if !none(r.row(a)) {
			s.Add(a)
		}
	}
}

// Range makes s the second ends of r's pairs.
func (s Set) Range(r Rel) {
	s.Clear()
	for a := range r.n {
		orInto(s.bits, r.row(a))
	}
}

// fill sets the first n bits and clears the others.
func fill(words []uint64, n int) {
	for i := range words {
		words[i] = ^uint64(0)
	}
	if n&63 != 0 {
		words[len(words)-1] = 1<<(n&63) - 1
	}
}

func none(words []uint64) bool {
	for _, w := range words {
		if w != 0 {
			return false
		}
	}
	return true
}

func same(a, b []uint64) bool {
	for i, w := range a {
		if w != b[i] {
			return false
		}
	}
	return true
}

// meet reports whether two sets have a common event.
func meet(a, b []uint64) bool {
	for i, w := range a {
		if w&b[i] != 0 {
			return true
		}
	}
	return false
}

func orInto(to, from []uint64) {
	for i, w := range from {
		to[i] |= w
	}
}

// Slab hands out sets and relations over n events from large pieces of memory.
type Slab struct {
	N    int
	free []uint64
}

func (s *Slab) words(count int) []uint64 {
	if len(s.free) < count {
		s.free = make([]uint64, max(count, 1024))
	}
	out := s.free[:count:count]
	s.free = s.free[count:]
	return out
}

// Rel returns an empty relation.
func (s *Slab) Rel() Rel {
	width := (s.N + 63) / 64
	return Rel{n: s.N, width: width, bits: s.words(s.N * width)}
}

// Set returns an empty set.
func (s *Slab) Set() Set { return Set{n: s.N, bits: s.words((s.N + 63) / 64)} }
