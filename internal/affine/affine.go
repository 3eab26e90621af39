// Package affine owns linear relations between machine words: which sums of multiples of
// columns are zero, modulo 2^width, at all points that were seen. It knows no programs.
//
// A Hull begins with no point, where every form is zero, and loses forms with each point that
// contradicts some: it only weakens, at most width times for each column, so that who adds points
// until none is left that contradicts comes to an end.
//
// The method is Müller-Olm and Seidl's, "Analysis of modular arithmetic", ESOP 2005, section 3,
// for the forms instead of the points. King and Søndergaard, "Automatic abstraction for
// congruences", VMCAI 2010, have a solver give the points.
package affine

import (
	"math/bits"
	"slices"
)

// Form is a linear form: Form[0] + Form[1]·x1 + … modulo 2^width.
type Form []uint64

// Hull is the forms that are zero at all points so far, as a basis.
type Hull struct {
	width uint
	mask  uint64
	forms []Form
}

// New returns a hull of no point over columns 1 to n of a width of at most 64 bits.
func New(width uint, n int) *Hull {
	h := &Hull{width: width, mask: ^uint64(0) >> (64 - width)}
	for i := range n + 1 {
		f := make(Form, n+1)
		f[i] = 1
		h.forms = append(h.forms, f)
	}
	return h
}

// Clone returns a copy.
func (h *Hull) Clone() *Hull { return &Hull{h.width, h.mask, slices.Clone(h.forms)} }

// Forms returns the basis. Forms must not be changed.
func (h *Hull) Forms() []Form { return h.forms }

// Value returns the value of a form at a point, whose first element is 1.
func (h *Hull) Value(f Form, point []uint64) uint64 {
	v := uint64(0)
	for i, c := range f {
		v += c * point[i]
	}
	return v & h.mask
}

// Add adds a point, whose first element is 1, and reports whether forms were lost. Forms have the
// smallest coefficients that this leads to from small points.
func (h *Hull) Add(point []uint64) bool {
	pivot, least := -1, 64
	values := make([]uint64, len(h.forms))
	for i, f := range h.forms {
		values[i] = h.Value(f, point)
		if at := bits.TrailingZeros64(values[i]); values[i] != 0 && at < least {
			pivot, least = i, at
		}
	}
	if pivot < 0 {
		return false
	}
	gone, odd := h.forms[pivot], h.signed(values[pivot])>>least
	var left []Form
	for i, f := range h.forms {
		switch {
		case i == pivot: // a multiple is zero: it says a parity
			f = slices.Clone(f)
			for j := range f {
				f[j] = f[j] << (h.width - uint(least)) & h.mask
			}
		case values[i] != 0:
			// An odd factor can be taken away from the words again.
			mine, its := odd, h.signed(values[i])>>least
			if d := divisor(mine, its); d > 1 {
				mine, its = mine/d, its/d
			}
			f = slices.Clone(f)
			for j := range f {
				f[j] = (uint64(mine)*f[j] - uint64(its)*gone[j]) & h.mask
			}
			h.shorten(f)
		}
		if slices.ContainsFunc(f, func(c uint64) bool { return c != 0 }) {
			left = append(left, f)
		}
	}
	h.forms = left
	return true
}

// signed returns a word as a signed number.
func (h *Hull) signed(v uint64) int64 { return int64(v<<(64-h.width)) >> (64 - h.width) }

// shorten multiplies a form by an odd number, which leaves it zero where it was: it divides by the odd part of what divides all coefficients, and
// then by the odd coefficient, if any, by which they become shortest modulo 2^width. So -7x + 7y - 14z is x - y + 2z even
// where its coefficients, times the inverse of 3, have no small divisor left.
func (h *Hull) shorten(f Form) {
	d := int64(0)
	for _, c := range f {
		d = divisor(d, h.signed(c))
	}
	if d == 0 {
		return
	}
	d >>= bits.TrailingZeros64(uint64(d))
	for i, c := range f {
		f[i] = uint64(h.signed(c)/d) & h.mask
	}
	by, least := uint64(1), h.length(f, 1)
	for _, c := range f {
		if c&1 == 1 {
			if inverse := invert(c); h.length(f, inverse) < least {
				by, least = inverse, h.length(f, inverse)
			}
		}
	}
	for i := range f {
		f[i] = f[i] * by & h.mask
	}
}

// length returns how many bits the coefficients of a multiple of a form have, without their signs.
func (h *Hull) length(f Form, by uint64) (n int) {
	for _, c := range f {
		v := h.signed(c * by & h.mask)
		n += bits.Len64(uint64(max(v, -v)))
	}
	return n
}

// divisor returns the greatest common divisor, not negative but for the least number.
func divisor(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	if a < 0 {
		return -a
	}
	return a
}

// invert returns the inverse of an odd number modulo 2^64, by Newton's iteration.
func invert(n uint64) uint64 {
	x := n
	for range 6 {
		x *= 2 - n*x
	}
	return x
}

// Span is a set of forms ready to tell which others are sums of multiples of them. Its forms
// have one column more than elements: any number of them.
type Span struct {
	mask uint64
	rows []Form // each with an odd coefficient at its pivot, where later rows have none
	at   []int  // pivots
}

// NewSpan returns the forms that sums of multiples of some make, as far as those have an odd
// coefficient; the others are left out.
func NewSpan(width uint, forms []Form) *Span {
	s := &Span{mask: ^uint64(0) >> (64 - width)}
	for _, f := range forms {
		f = s.reduce(slices.Clone(f))
		// The last odd column: constants, and what is simple, come first.
		pivot := -1
		for i := len(f) - 1; i >= 0; i-- {
			if f[i]&1 == 1 {
				pivot = i
				break
			}
		}
		if pivot < 0 {
			continue
		}
		inverse := invert(f[pivot])
		for i := range f {
			f[i] = f[i] * inverse & s.mask
		}
		s.rows, s.at = append(s.rows, f), append(s.at, pivot)
	}
	return s
}

// Rows returns the forms, each with coefficient 1 at the last odd one of its columns, where later rows
// have none. They must not be changed.
func (s *Span) Rows() []Form { return s.rows }

// reduce takes multiples of rows from a form, in place, until no pivot is left in it.
func (s *Span) reduce(f Form) Form {
	for r, row := range s.rows {
		times := f[s.at[r]]
		if times == 0 {
			continue
		}
		for i := range row {
			f[i] = (f[i] - times*row[i]) & s.mask
		}
	}
	return f
}

// Rest returns a form less the multiples of rows that leave no pivot in it: of two forms that are
// equal wherever the rows are zero, the same.
func (s *Span) Rest(f Form) Form { return s.reduce(slices.Clone(f)) }

// Has reports whether a form is a sum of multiples of the rows.
func (s *Span) Has(f Form) bool {
	f = s.reduce(slices.Clone(f))
	return !slices.ContainsFunc(f, func(c uint64) bool { return c != 0 })
}

// Solution is the points at which some forms are zero, as values of free columns: those of the forms, without some, and new ones
// where a form says only the lowest bits of one.
type Solution struct {
	width uint
	mask  uint64
	steps []step
	n     int // columns of the forms
	extra int // new ones
}

// step puts in the place of a column what it is: less a row with coefficient 1 there, and a multiple of a new column.
type step struct {
	row   Form
	at    int
	extra int    // the new column; 0: there is none
	times uint64 // its multiple
}

// Solve solves forms of one length.
func Solve(width uint, forms []Form) *Solution {
	s := &Solution{width: width, mask: ^uint64(0) >> (64 - width)}
	even := []Form{}
	for _, f := range forms {
		s.n = len(f)
		if !s.solve(f, 0) {
			even = append(even, f)
		}
	}
	for _, f := range even {
		common := uint64(0)
		for _, c := range s.Rest(f) {
			common |= c
		}
		if common != 0 {
			s.solve(f, uint(bits.TrailingZeros64(common)))
		}
	}
	return s
}

// solve makes a step of a form that 2^by divides, and reports whether it has a column for that.
func (s *Solution) solve(f Form, by uint) bool {
	row := s.Rest(f)
	pivot := -1
	for i := range row {
		if row[i] >>= by; i > 0 && row[i]&1 == 1 {
			pivot = i
		}
	}
	if pivot < 0 {
		return false
	}
	inverse := invert(row[pivot])
	for i := range row {
		row[i] = row[i] * inverse & s.mask
	}
	next := step{row: row, at: pivot}
	if by > 0 {
		next.extra, next.times = s.n+s.extra, 1<<(s.width-by)
		s.extra++
	}
	s.steps = append(s.steps, next)
	return true
}

// Rest returns a form, perhaps one of fewer columns than those that were solved, as one over the free columns.
func (s *Solution) Rest(f Form) Form {
	out := make(Form, s.n+s.extra)
	copy(out, f)
	for _, p := range s.steps {
		times := out[p.at]
		if times == 0 {
			continue
		}
		for i, c := range p.row {
			out[i] = (out[i] - times*c) & s.mask
		}
		if p.extra > 0 {
			out[p.extra] = (out[p.extra] + times*p.times) & s.mask
		}
	}
	return out
}
