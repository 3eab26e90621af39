package fromir

import (
	"math/bits"
	"slices"

	"github.com/heddle-mc/heddle/internal/term"
)

// leastRun is the number of addresses one after the other that are compared as a range.
const leastRun = 8

// outside holds where an address is none of some. Of those that follow each other at a distance that is a power of two, as elements of
// an array do, it says that the address is at no multiple of the distance from the first, or beyond the last: two
// comparisons where each address would be one.
func outside(s *term.Store, addr term.ID, list []uint64) term.ID {
	width := s.Width(addr)
	slices.Sort(list)
	list = slices.Compact(list)
	out := term.True
	for len(list) > 0 {
		n := 1
		if len(list) > 1 && bits.OnesCount64(list[1]-list[0]) == 1 {
			for n < len(list) && list[n]-list[n-1] == list[1]-list[0] {
				n++
			}
		}
		if n < leastRun {
			out = s.And(out, s.Distinct(addr, s.Uint(list[0], width)))
			list = list[1:]
			continue
		}
		step := list[1] - list[0]
		from := s.Sub(addr, s.Uint(list[0], width))
		within := s.Ult(from, s.Uint(step*uint64(n), width))
		if low := uint(bits.TrailingZeros64(step)); low > 0 {
			within = s.And(within, s.Eq(s.Extract(from, low-1, 0), s.Uint(0, low)))
		}
		out = s.And(out, s.Not(within))
		list = list[n:]
	}
	return out
}
