// Package relation has sets of events and binary relations over events, as matrices of bits. It knows no memory model.
// Packages memmodel and litmus/candidate compute with them. Packages order/consistency and engine/explore make
// relations of the executions of programs, for memmodel.
//
// Events are the integers from 0 to n-1. A row of a relation has a word for every 64 events. Operations
// write into their receiver, which has the size of its operands and may be one of them unless the comment
// excludes it. New, NewSet, Clone, Slab, Path and Cycle allocate their results. With more than 64 events, Compose and
// Acyclic allocate a row. An execution has a few hundred events at most, so closures are computed in n³/64 steps.
package relation

import (
	"math/bits"
	"slices"
)

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
func (r Rel) Equal(a Rel) bool { return r.n == a.n && same(r.bits, a.bits) }

// Empty reports whether r has no pair.
func (r Rel) Empty() bool { return none(r.bits) }

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

// Or makes r the union of a and b.
func (r Rel) Or(a, b Rel) { or(r.bits, a.bits, b.bits) }

// And makes r the intersection of a and b.
func (r Rel) And(a, b Rel) { and(r.bits, a.bits, b.bits) }

// Minus makes r the pairs of a outside b.
func (r Rel) Minus(a, b Rel) { minus(r.bits, a.bits, b.bits) }

// Fill makes r the relation of all pairs.
func (r Rel) Fill() {
	for a := range r.n {
		fill(r.row(a), r.n)
	}
}

// Identity makes r the pairs (a, a) with a in s.
func (r Rel) Identity(s Set) {
	r.Clear()
	for a := range r.n {
		if s.Has(a) {
			r.Add(a, a)
		}
	}
}

// Cross makes r the pairs (a, b) with a in s and b in t.
func (r Rel) Cross(s, t Set) {
	for a := range r.n {
		if row := r.row(a); s.Has(a) {
			copy(row, t.bits)
		} else {
			clear(row)
		}
	}
}

// From makes r the pairs of a whose first end is in s.
func (r Rel) From(s Set, a Rel) {
	for i := range r.n {
		if row := r.row(i); s.Has(i) {
			copy(row, a.row(i))
		} else {
			clear(row)
		}
	}
}

// To makes r the pairs of a whose second end is in s.
func (r Rel) To(a Rel, s Set) {
	for i := range r.n {
		row, from := r.row(i), a.row(i)
		for j := range row {
			row[j] = from[j] & s.bits[j]
		}
	}
}

// Inverse makes r the pairs (b, a) with (a, b) in from. r and from must differ.
func (r Rel) Inverse(from Rel) {
	r.Clear()
	for a := range from.n {
		for i, w := range from.row(a) {
			for ; w != 0; w &= w - 1 {
				r.Add(i<<6+bits.TrailingZeros64(w), a)
			}
		}
	}
}

// Compose makes r the pairs (a, c) with (a, b) in first and (b, c) in second. r and second must differ.
func (r Rel) Compose(first, second Rel) {
	if r.width == 1 {
		for a, w := range first.bits {
			var sum uint64
			for ; w != 0; w &= w - 1 {
				sum |= second.bits[bits.TrailingZeros64(w)]
			}
			r.bits[a] = sum
		}
		return
	}
	sum := make([]uint64, r.width)
	for a := range r.n {
		clear(sum)
		for i, w := range first.row(a) {
			for ; w != 0; w &= w - 1 {
				orInto(sum, second.row(i<<6+bits.TrailingZeros64(w)))
			}
		}
		copy(r.row(a), sum)
	}
}

// Opt makes r the reflexive closure of a.
func (r Rel) Opt(a Rel) {
	r.Copy(a)
	for i := range r.n {
		r.Add(i, i)
	}
}

// Plus makes r the transitive closure of a, by Warshall's algorithm.
func (r Rel) Plus(a Rel) {
	r.Copy(a)
	if r.width == 1 {
		for k, via := range r.bits {
			if via == 0 {
				continue
			}
			for i, w := range r.bits {
				if w>>k&1 != 0 {
					r.bits[i] = w | r.bits[k]
				}
			}
		}
		return
	}
	for k := range r.n {
		via := r.row(k)
		for i := range r.n {
			if r.Has(i, k) {
				orInto(r.row(i), via)
			}
		}
	}
}

// Star makes r the reflexive and transitive closure of a.
func (r Rel) Star(a Rel) {
	r.Plus(a)
	r.Opt(r)
}

// Irreflexive reports whether no event is related to itself.
func (r Rel) Irreflexive() bool { return r.Loop() < 0 }

// Loop returns the smallest event that is related to itself, or -1.
func (r Rel) Loop() int {
	for a := range r.n {
		if r.Has(a, a) {
			return a
		}
	}
	return -1
}

// Pair returns the smallest pair of r.
func (r Rel) Pair() (a, b int, ok bool) {
	r.Each(func(i, j int) bool {
		a, b, ok = i, j, true
		return false
	})
	return a, b, ok
}

// Acyclic reports whether r has no cycle: nothing is left when events without successors are removed again and again.
// Events that come later in po tend to have greater numbers, so a pass begins with the greatest.
func (r Rel) Acyclic() bool {
	if r.width == 1 {
		return r.core() == 0
	}
	alive := make([]uint64, r.width)
	fill(alive, r.n)
	for left, before := r.n, r.n+1; left < before; {
		before = left
		for a := r.n - 1; a >= 0; a-- {
			if alive[a>>6]>>(a&63)&1 != 0 && !meet(r.row(a), alive) {
				alive[a>>6] &^= 1 << (a & 63)
				left--
			}
		}
		if left == 0 {
			return true
		}
	}
	return r.n == 0
}

// core returns the events that are left of at most 64.
func (r Rel) core() uint64 {
	alive := ^uint64(0)
	if r.n < 64 {
		alive = 1<<r.n - 1
	}
	for {
		before := alive
		for w := alive; w != 0; {
			a := bits.Len64(w) - 1
			w &^= 1 << a
			if r.bits[a]&alive == 0 {
				alive &^= 1 << a
			}
		}
		if alive == before {
			return alive
		}
	}
}

// Cycle returns the events of a shortest cycle in its order, or nil: each is related to the next, the last to the first.
func (r Rel) Cycle() []int {
	var best []int
	for start := range r.n {
		if path := r.Path(start, start); path != nil && (best == nil || len(path) <= len(best)) {
			best = path[:len(path)-1]
		}
		if len(best) == 1 {
			break
		}
	}
	return best
}

// Path returns a shortest path from a to b with at least one step, by a search in breadth: a, the events on the way,
// and b. The result is nil if there is none.
func (r Rel) Path(a, b int) []int {
	parent := make([]int, r.n)
	for i := range parent {
		parent[i] = -1
	}
	queue := []int{a}
	for at := 0; at < len(queue) && parent[b] < 0; at++ {
		for i, w := range r.row(queue[at]) {
			for ; w != 0; w &= w - 1 {
				if c := i<<6 + bits.TrailingZeros64(w); parent[c] < 0 {
					parent[c] = queue[at]
					queue = append(queue, c)
				}
			}
		}
	}
	if parent[b] < 0 {
		return nil
	}
	path := []int{b}
	for c := parent[b]; c != a; c = parent[c] {
		path = append(path, c)
	}
	path = append(path, a)
	slices.Reverse(path)
	return path
}
