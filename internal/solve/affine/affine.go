// Package affine computes linear relations between machine words: the sums of multiples of columns that
// are zero, modulo 2^width, at all given points. It knows no programs.
//
// Package engine/refine is its only user.
//
// A Hull starts without points, so every form is zero. Each point that contradicts a form removes
// forms. A hull weakens at most width times for each column, so a loop that adds contradicting points
// terminates.
//
// The method is Müller-Olm and Seidl's, "Analysis of modular arithmetic", ESOP 2005, section 3, applied
// to the forms instead of the points. King and Søndergaard, "Automatic abstraction for congruences",
// VMCAI 2010, take the points from a solver.
package affine

import (
	"math/bits"
	"slices"
)

// Form is a linear form: Form[0] + Form[1]·x1 + … modulo 2^width.
type Form []uint64

// Hull holds a basis of the forms that are zero at all points so far.
type Hull struct {
	width uint
	mask  uint64
	forms []Form
}

// New returns a hull without points over columns 1 to n. Its points and forms have n+1 elements. The
// width is 1 to 64 bits.
func New(width uint, n int) *Hull {
	h := &Hull{width: width, mask: ^uint64(0) >> (64 - width)}
	for i := range n + 1 {
		f := make(Form, n+1)
		f[i] = 1
		h.forms = append(h.forms, f)
	}
	return h
}

// Forms returns the basis. The caller must not change it.
func (h *Hull) Forms() []Form { return h.forms }

// Value returns the value of a form at a point. The first element of a point is 1.
func (h *Hull) Value(f Form, point []uint64) uint64 {
	v := uint64(0)
	for i, c := range f {
		v += c * point[i]
	}
	return v & h.mask
}

// Add adds a point, whose first element is 1, and reports whether forms were lost. Small points lead to
// forms with small coefficients.
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

// shorten multiplies a form by an odd number, which keeps its zeros. It divides by the odd part of the
// common divisor of all coefficients. Then it divides by the odd coefficient, if any, that makes the
// coefficients shortest modulo 2^width. So -7x + 7y - 14z becomes x - y + 2z even if its coefficients,
// times the inverse of 3, have no small common divisor left.
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

// length returns the total number of bits of the coefficients of by·f, without their signs.
func (h *Hull) length(f Form, by uint64) (n int) {
	for _, c := range f {
		v := h.signed(c * by & h.mask)
		n += bits.Len64(uint64(max(v, -v)))
	}
	return n
}

// divisor returns the greatest common divisor. It is not negative, except for the least number.
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

// Span is a set of forms, reduced so that it can tell whether another form is a sum of multiples of
// them. Its forms have one column more than elements: any number of them.
type Span struct {
	mask uint64
	rows []Form // each with an odd coefficient at its pivot, where later rows have none
	at   []int  // pivots
}

// NewSpan returns the span of the given forms. Forms without an odd coefficient, after reduction by the
// earlier ones, are left out.
func NewSpan(width uint, forms []Form) *Span {
	s := &Span{mask: ^uint64(0) >> (64 - width)}
	for _, f := range forms {
		f = s.reduce(slices.Clone(f))
		// The pivot is the last odd column, since constants and simple columns come first.
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

// Rows returns the forms, each with coefficient 1 at its last odd column, where later rows have 0. The
// caller must not change them.
func (s *Span) Rows() []Form { return s.rows }

// reduce subtracts multiples of the rows from a form, in place, until it is 0 at every pivot.
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

// Rest returns a form less the multiples of rows that make it 0 at every pivot. Two forms that are
// equal wherever the rows are zero have the same rest.
func (s *Span) Rest(f Form) Form { return s.reduce(slices.Clone(f)) }

// Has reports whether a form is a sum of multiples of the rows.
func (s *Span) Has(f Form) bool {
	f = s.reduce(slices.Clone(f))
	return !slices.ContainsFunc(f, func(c uint64) bool { return c != 0 })
}

// Solution describes the points at which the given forms are zero, as values of free columns. These are
// the columns of the forms without the solved ones, and a new column where a form determines only the
// lowest bits of a column.
type Solution struct {
	width uint
	mask  uint64
	steps []step
	n     int // columns of the forms
	extra int // new columns
}

// step replaces a column by its solution: minus a row that has coefficient 1 there, plus a multiple of
// a new column.
type step struct {
	row   Form
	at    int
	extra int    // the new column, or 0
	times uint64 // its multiple
}

// Solve solves forms of the same length, one at least.
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

// solve adds a step for the form f, which is divisible by 2^by. It reports whether a column could be
// solved.
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

// Rest rewrites a form over the free columns. The form may have fewer columns than the solved ones.
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
