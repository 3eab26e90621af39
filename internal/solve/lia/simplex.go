package lia

import (
	"slices"
)

// bound is a bound on the value of an unknown, with the conjunct that implies it, or no if none does.
type bound struct {
	is    bool
	value int64
	why   int
}

const no = -1

// unknown is an integer: an unknown of the problem, or the sum that a row defines.
type unknown struct {
	step  int64 // it is a multiple of
	sides [2]bound
	value rational
	row   int // the row that defines it by other unknowns; no: it is free
}

// The sides of bounds.
const (
	lower = iota
	upper
)

// row defines an unknown as a sum of multiples of free ones.
type row struct {
	of    int
	coefs []rational // by unknown; may be short
}

// simplex searches values of unknowns within their bounds. Only pivots and bounds change it.
type simplex struct {
	exact
	unknowns []unknown
	rows     []row
	pivots   int
	trail    []change
}

// change is an entry of the trail: the bound before a change.
type change struct {
	unknown, side int
	old           bound
}

// mostPivots is the limit of pivots for a problem.
const mostPivots = 2000

// add makes an unknown that is free.
func (s *simplex) add(step int64) int {
	s.unknowns = append(s.unknowns, unknown{step: step, value: whole(0), row: no})
	return len(s.unknowns) - 1
}

// define adds an unknown that is a sum of others.
func (s *simplex) define(sum map[int]int64) int {
	at := s.add(1)
	coefs := make([]rational, at)
	for i := range coefs {
		coefs[i] = whole(0)
	}
	r := row{at, coefs}
	for _, x := range ordered(sum) {
		c := whole(sum[x])
		if k := s.unknowns[x].row; k != no {
			s.combine(&r, c, s.rows[k].coefs)
		} else {
			r.coefs[x] = s.exact.add(r.coefs[x], c)
		}
	}
	value := whole(0)
	for x, c := range r.coefs {
		if c.n != 0 {
			value = s.exact.add(value, s.mul(c, s.unknowns[x].value))
		}
	}
	s.unknowns[at].value, s.unknowns[at].row = value, len(s.rows)
	s.rows = append(s.rows, r)
	return at
}

func ordered(sum map[int]int64) []int {
	var out []int
	for x := range sum {
		out = append(out, x)
	}
	slices.Sort(out)
	return out
}

// combine adds a multiple of coefficients to a row.
func (s *simplex) combine(r *row, times rational, coefs []rational) {
	for len(r.coefs) < len(coefs) {
		r.coefs = append(r.coefs, whole(0))
	}
	for x, c := range coefs {
		if c.n != 0 {
			r.coefs[x] = s.exact.add(r.coefs[x], s.mul(times, c))
		}
	}
}

// coef returns the coefficient of an unknown in a row.
func (r *row) coef(x int) rational {
	if x < len(r.coefs) {
		return r.coefs[x]
	}
	return whole(0)
}

// limit bounds an unknown. If its bounds then contradict each other it returns the reasons and true.
func (s *simplex) limit(x, side int, value int64, why int) ([]int, bool) {
	u := &s.unknowns[x]
	towards := int64(1) // the direction in which the bound is narrower
	if side == upper {
		towards = -1
	}
	old, other := u.sides[side], u.sides[1-side]
	if old.is && towards*(value-old.value) <= 0 {
		return nil, false
	}
	s.trail = append(s.trail, change{x, side, old})
	u.sides[side] = bound{true, value, why}
	if other.is && towards*(value-other.value) > 0 {
		return reasons(nil, u.sides[0].why, u.sides[1].why), true
	}
	return nil, false
}

// undo restores the bounds of an earlier time, when the trail had length to.
func (s *simplex) undo(to int) {
	for len(s.trail) > to {
		c := s.trail[len(s.trail)-1]
		s.trail = s.trail[:len(s.trail)-1]
		s.unknowns[c.unknown].sides[c.side] = c.old
	}
}

// reasons adds conjuncts, other than no, to a sorted set.
func reasons(set []int, more ...int) []int {
	for _, why := range more {
		if at, ok := slices.BinarySearch(set, why); !ok && why != no {
			set = slices.Insert(set, at, why)
		}
	}
	return set
}

// move changes the value of a free unknown by an amount.
func (s *simplex) move(x int, by rational) {
	s.unknowns[x].value = s.exact.add(s.unknowns[x].value, by)
	for i := range s.rows {
		if c := s.rows[i].coef(x); c.n != 0 {
			u := &s.unknowns[s.rows[i].of]
			u.value = s.exact.add(u.value, s.mul(c, by))
		}
	}
}

// beyond returns the side on which the value of an unknown violates its bound, or no.
func (s *simplex) beyond(u *unknown) int {
	for side, towards := range [2]int{1, -1} {
		if b := u.sides[side]; b.is && s.compare(u.value, whole(b.value))*towards < 0 {
			return side
		}
	}
	return no
}

// solve searches values within all bounds. If there are none it returns the reasons and true. After
// mostPivots pivots or an overflow it gives up.
func (s *simplex) solve() ([]int, bool) {
	for x := range s.unknowns {
		if u := &s.unknowns[x]; u.row == no {
			if side := s.beyond(u); side != no {
				s.move(x, s.exact.add(whole(u.sides[side].value), u.value.negated()))
			}
		}
	}
	for !s.isSpent() {
		at, side := no, no
		for i := range s.rows {
			of := s.rows[i].of
			if at != no && of > s.rows[at].of {
				continue
			}
			if out := s.beyond(&s.unknowns[of]); out != no {
				at, side = i, out
			}
		}
		if at == no {
			return nil, false
		}
		r := &s.rows[at]
		u := &s.unknowns[r.of]
		entering := no
		why := reasons(nil, u.sides[side].why)
		for x, c := range r.coefs {
			if c.n == 0 {
				continue
			}
			blocking := upper // the side whose bound keeps the sum from moving
			if (c.n > 0) != (side == lower) {
				blocking = lower
			}
			b := s.unknowns[x].sides[blocking]
			if !b.is || s.compare(s.unknowns[x].value, whole(b.value)) != 0 {
				entering = x
				break
			}
			why = reasons(why, b.why)
		}
		if s.overflow {
			return nil, false
		}
		if entering == no {
			return why, true
		}
		gap := s.exact.add(whole(u.sides[side].value), u.value.negated())
		by := s.mul(gap, r.coefs[entering].inverted())
		s.move(entering, by)
		s.pivot(at, entering)
	}
	return nil, false
}

// pivot makes the unknown of a row free and solves the row for another of its unknowns.
func (s *simplex) pivot(at, entering int) {
	s.pivots++
	r := &s.rows[at]
	leaving := r.of
	c := r.coefs[entering].inverted()
	for len(r.coefs) <= leaving {
		r.coefs = append(r.coefs, whole(0))
	}
	for x := range r.coefs {
		if r.coefs[x].n != 0 {
			r.coefs[x] = s.mul(r.coefs[x], c.negated())
		}
	}
	r.coefs[entering], r.coefs[leaving] = whole(0), c
	r.of = entering
	s.unknowns[entering].row, s.unknowns[leaving].row = at, no
	for i := range s.rows {
		if times := s.rows[i].coef(entering); i != at && times.n != 0 {
			s.rows[i].coefs[entering] = whole(0)
			s.combine(&s.rows[i], times, r.coefs)
		}
	}
}

// isSpent reports whether the search has to give up.
func (s *simplex) isSpent() bool { return s.overflow || s.pivots > mostPivots }
