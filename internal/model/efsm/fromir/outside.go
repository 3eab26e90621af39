package fromir

import (
	"math/bits"
	"slices"

	"github.com/heddle-mc/heddle/internal/solve/term"
)

// leastRun is the least number of equidistant addresses that are compared as a range.
const leastRun = 8

// outside returns the condition that an address is not in a list. Addresses at equal distances, like
// array elements, need only two comparisons if the distance is a power of two. The address is not a
// multiple of the distance from the first, or it is beyond the last.
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
