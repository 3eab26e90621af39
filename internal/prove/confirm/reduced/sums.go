package reduced

import (
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/heddle-mc/heddle/internal/solve/term"
)

// sums decides whether an equation between words follows from others, by linear algebra modulo 2^width.
// A solver that works on bits would take long for that. A word is a sum of multiples of products, whose
// factors are terms that are neither sums nor products. A product of sums is multiplied out.
type sums struct {
	terms *term.Store
	known map[term.ID]sum
}

// sum maps products to their coefficients. A product is the sorted list of its factors, as a text. A
// sum stands for a word modulo 2^width; coefficients wrap at 64 bits, which is right for every width up
// to 64.
type sum map[string]uint64

// maxSum bounds the length of sums that are multiplied.
const maxSum = 8

func newSums(terms *term.Store) *sums { return &sums{terms, make(map[term.ID]sum)} }

// product returns the text of a product of terms.
func product(list []term.ID) string {
	var text []byte
	for _, id := range slices.Sorted(slices.Values(list)) {
		text = binary.BigEndian.AppendUint32(text, uint32(id))
	}
	return string(text)
}

// factors returns the terms of a product.
func factors(text string) (list []term.ID) {
	for ; text != ""; text = text[4:] {
		list = append(list, term.ID(binary.BigEndian.Uint32([]byte(text[:4]))))
	}
	return list
}

// plus adds a multiple of a sum, in place.
func (s sum) plus(other sum, times uint64) {
	for text, n := range other {
		s[text] += n * times
	}
}

// times returns the product of two sums.
func (s sum) times(other sum) sum {
	out := make(sum)
	for x, n := range s {
		for y, m := range other {
			out[product(append(factors(x), factors(y)...))] += n * m
		}
	}
	return out
}

// of returns a word as a sum. The sum of a word of more than 64 bits is right modulo 2^64.
func (a *sums) of(id term.ID) sum {
	if s, ok := a.known[id]; ok {
		return s
	}
	s := make(sum)
	args := a.terms.Args(id)
	switch a.terms.Op(id) {
	case term.OpConst:
		w, _ := a.terms.Value(id)
		s[""] = w.Lo
	case term.OpAdd:
		s.plus(a.of(args[0]), 1)
		s.plus(a.of(args[1]), 1)
	case term.OpSub:
		s.plus(a.of(args[0]), 1)
		s.plus(a.of(args[1]), ^uint64(0))
	case term.OpNeg:
		s.plus(a.of(args[0]), ^uint64(0))
	case term.OpBvNot: // -x - 1
		s.plus(a.of(args[0]), ^uint64(0))
		s[""]--
	case term.OpMul:
		x, y := a.of(args[0]), a.of(args[1])
		if len(x) > maxSum || len(y) > maxSum {
			s[product([]term.ID{id})] = 1
		} else {
			s = x.times(y)
		}
	case term.OpConcat: // a word shifted by a constant, and another one
		low, isConst := a.terms.Value(args[1])
		if by := a.terms.Width(args[1]); isConst && by < 64 {
			s.plus(a.of(args[0]), 1<<by)
			s[""] += low.Lo
		} else {
			s[product([]term.ID{id})] = 1
		}
	case term.OpExtract:
		if _, from := a.terms.Bounds(id); from == 0 {
			s.plus(a.of(args[0]), 1)
		} else {
			s[product([]term.ID{id})] = 1
		}
	default:
		s[product([]term.ID{id})] = 1
	}
	a.known[id] = s
	return s
}

// equation says that two words are equal; the zero value is no equation.
type equation struct{ x, y term.ID }

// equationOf returns the equation that a condition states.
func (a *sums) equationOf(id term.ID) equation {
	if a.terms.Op(id) == term.OpEq {
		if x, y := a.terms.Arg(id, 0), a.terms.Arg(id, 1); a.terms.Sort(x).IsBV() && a.terms.Width(x) <= 64 {
			return equation{x, y}
		}
	}
	return equation{}
}

// difference returns the sum that is zero if the equation holds.
func (a *sums) difference(e equation) sum {
	out := make(sum)
	out.plus(a.of(e.x), 1)
	out.plus(a.of(e.y), ^uint64(0))
	return out
}

// areEqual reports whether two words are the same sum.
func (a *sums) areEqual(x, y term.ID) bool {
	if !a.terms.Sort(x).IsBV() || a.terms.Width(x) > 64 {
		return false
	}
	mask := ^uint64(0) >> (64 - a.terms.Width(x))
	for _, n := range a.difference(equation{x, y}) {
		if n&mask != 0 {
			return false
		}
	}
	return true
}

// order is a comparison: the first word of at is at most the second.
type order struct {
	at     equation
	signed bool
}

// orderOf returns the comparison that a condition states.
func (a *sums) orderOf(id term.ID) (order, bool) {
	op, negated := a.terms.Op(id), false
	if op == term.OpNot {
		id, negated = a.terms.Arg(id, 0), true
		op = a.terms.Op(id)
	}
	switch {
	case !negated && (op == term.OpUle || op == term.OpSle):
		return order{equation{a.terms.Arg(id, 0), a.terms.Arg(id, 1)}, op == term.OpSle}, true
	case negated && (op == term.OpUlt || op == term.OpSlt):
		return order{equation{a.terms.Arg(id, 1), a.terms.Arg(id, 0)}, op == term.OpSlt}, true
	}
	return order{}, false
}

// followsAsIs reports whether goal is an equation that follows from facts and a guard, without case
// distinctions.
func (a *sums) followsAsIs(facts []term.ID, guard, goal term.ID) bool {
	want := a.equationOf(goal)
	if want == (equation{}) {
		return false
	}
	width := a.terms.Width(want.x)
	conditions := a.conjuncts(slices.Clone(facts), guard)
	orders := make(map[order]bool)
	for _, id := range conditions {
		if o, is := a.orderOf(id); is {
			orders[o] = true
		}
	}
	var zero []sum
	for _, id := range conditions {
		if e := a.equationOf(id); e != (equation{}) && a.terms.Width(e.x) == width {
			zero = append(zero, a.difference(e))
		}
		if o, is := a.orderOf(id); is && a.terms.Width(o.at.x) == width && orders[order{equation{o.at.y, o.at.x}, o.signed}] {
			zero = append(zero, a.difference(o.at))
		}
	}
	rest := a.difference(want)
	given := slices.Clone(zero)
	for _, by := range multiplied(append(given, rest)) {
		for _, s := range given {
			if degree(s) == 1 && len(s) <= maxSum {
				zero = append(zero, s.times(sum{product([]term.ID{by}): 1}))
			}
		}
	}
	return vanishes(zero, rest, ^uint64(0)>>(64-width))
}

// conjuncts appends the conjuncts of a condition to list.
func (a *sums) conjuncts(list []term.ID, id term.ID) []term.ID {
	if a.terms.Op(id) == term.OpAnd {
		return a.conjuncts(a.conjuncts(list, a.terms.Arg(id, 0)), a.terms.Arg(id, 1))
	}
	return append(list, id)
}

// degree returns the largest number of factors of a product in a sum.
func degree(s sum) int {
	most := 0
	for text := range s {
		most = max(most, len(text)/4)
	}
	return most
}

// multiplied returns the terms that occur in products with other terms in the sums.
func multiplied(sums []sum) (list []term.ID) {
	for _, s := range sums {
		for text := range s {
			if f := factors(text); len(f) > 1 {
				list = append(list, f...)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// vanishes reports whether goal is a sum of multiples of sums that are zero. It first eliminates with
// odd coefficients, which are invertible; then it divides the remaining sums by the power of two that
// divides all their coefficients.
func vanishes(zero []sum, goal sum, mask uint64) bool {
	columns := make(map[string]int)
	var texts []string
	for _, s := range append(slices.Clone(zero), goal) {
		for text := range s {
			texts = append(texts, text)
		}
	}
	slices.Sort(texts)
	for _, text := range slices.Compact(texts) {
		columns[text] = len(columns)
	}
	row := func(s sum) []uint64 {
		r := make([]uint64, len(columns))
		for text, n := range s {
			r[columns[text]] = n & mask
		}
		return r
	}
	var rows [][]uint64
	var pivots []int
	reduce := func(r []uint64) {
		for i, known := range rows {
			if times := r[pivots[i]]; times != 0 {
				for j := range r {
					r[j] = (r[j] - times*known[j]) & mask
				}
			}
		}
	}
	var even [][]uint64
	for _, s := range zero {
		r := row(s)
		reduce(r)
		even = append(even, r)
		for j := len(r) - 1; j >= 0; j-- {
			if r[j]&1 == 0 {
				continue
			}
			inverse := inverted(r[j])
			for k := range r {
				r[k] = r[k] * inverse & mask
			}
			for i, known := range rows {
				if times := known[j]; times != 0 {
					for k := range known {
						rows[i][k] = (known[k] - times*r[k]) & mask
					}
				}
			}
			rows, pivots = append(rows, r), append(pivots, j)
			even = even[:len(even)-1]
			break
		}
	}
	r := row(goal)
	reduce(r)
	for _, known := range even {
		reduce(known)
		least := slices.MinFunc(known, func(x, y uint64) int { return cmp.Compare(x&-x-1, y&-y-1) })
		if least == 0 {
			continue
		}
		j, by := slices.Index(known, least), bits.TrailingZeros64(least)
		times := r[j] >> by * inverted(least>>by)
		for k := range r {
			r[k] = (r[k] - times*known[k]) & mask
		}
	}
	return !slices.ContainsFunc(r, func(n uint64) bool { return n != 0 })
}

// inverted returns the inverse of an odd number modulo 2^64. Each iteration doubles the number of
// correct bits.
func inverted(n uint64) uint64 {
	x := n
	for range 6 {
		x *= 2 - n*x
	}
	return x
}
