package lia

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/solve/term"
)

// widest is the width of the widest words whose sums may wrap; they are computed in 64 bits. Sums of
// wider words are handled only if they cannot wrap.
const widest = 32

// mostCases is the limit of cases of choices and wraps that are tried for a problem.
const mostCases = 300

// Refute searches a proof that Bool terms cannot all hold. If it finds one it returns the indices of
// terms that contradict each other, ascending, and true. Otherwise they may or may not be satisfiable.
func Refute(terms *term.Store, conjuncts []term.ID) ([]int, bool) {
	p := &problem{terms: terms, sums: make(map[term.ID]sum), atoms: make(map[term.ID]int), wraps: make(map[string]sum),
		relations: make(map[string]int), compared: make(map[term.ID]comparison)}
	for _, id := range conjuncts {
		p.prepare(id)
	}
	for i, id := range conjuncts {
		if core, failed := p.assert(id, true, i); failed {
			return core, !p.overflow
		}
	}
	core, failed := p.search()
	return core, failed && !p.overflow
}

// problem is the conjunction that Refute tries to contradict.
type problem struct {
	simplex
	terms     *term.Store
	sums      map[term.ID]sum
	atoms     map[term.ID]int
	wraps     map[string]sum
	relations map[string]int
	compared  map[term.ID]comparison
	pending   []choice
	cases     int
}

// alternative asserts one case of a choice. If that case cannot hold it returns the reasons and true.
type alternative func(why int) ([]int, bool)

// choice holds alternatives of which at least one holds, because of a conjunct.
type choice struct {
	cases []alternative
	why   int
}

// relation is times x + constant.
type relation struct {
	x               int
	times, constant int64
}

// relate returns a sum as a multiple of one unknown plus a constant.
func (p *problem) relate(s sum) relation {
	if len(s.of) == 0 {
		return relation{no, 0, s.constant}
	}
	list := ordered(s.of)
	g := uint64(0)
	for _, x := range list {
		g = gcd(g, magnitude(s.of[x]))
	}
	times := int64(g)
	if s.of[list[0]] < 0 {
		times = -times
	}
	r := relation{list[0], times, s.constant}
	if len(list) == 1 {
		return r
	}
	unit := sum{of: make(map[int]int64)}
	for x, c := range s.of {
		unit.of[x] = c / times
	}
	key := unit.key()
	x, ok := p.relations[key]
	if !ok {
		x = p.define(unit.of)
		p.relations[key] = x
	}
	r.x = x
	return r
}

// atMost asserts r ≤ value.
func (p *problem) atMost(r relation, value int64, why int) ([]int, bool) {
	value = p.exact.plus(value, -r.constant)
	switch {
	case r.x == no:
		return reasons(nil, why), value < 0
	case r.times > 0:
		return p.limit(r.x, upper, floor(value, r.times), why)
	}
	return p.limit(r.x, lower, -floor(value, -r.times), why)
}

// atLeast asserts r ≥ value.
func (p *problem) atLeast(r relation, value int64, why int) ([]int, bool) {
	return p.atMost(relation{r.x, -r.times, -r.constant}, -value, why)
}

// equal asserts r = 0.
func (p *problem) equal(r relation, why int) ([]int, bool) {
	if core, failed := p.atMost(r, 0, why); failed {
		return core, true
	}
	return p.atLeast(r, 0, why)
}

// comparison is the comparison of two words.
type comparison struct {
	less   relation // the first minus the second
	same   relation // zero where they are equal
	strict bool
	equal  bool
}

// prepare creates the unknowns of a Bool term.
func (p *problem) prepare(id term.ID) {
	args := p.terms.Args(id)
	if p.isComparison(id) {
		if _, ok := p.compared[id]; !ok {
			p.prepareComparison(id, args[0], args[1])
		}
		return
	}
	if !p.isBranching(id) {
		p.atom(id)
		return
	}
	for _, a := range args {
		p.prepare(a)
	}
}

// prepareComparison creates the unknowns of a comparison. If a side has no linear value, the comparison
// itself becomes a 0-1 unknown.
func (p *problem) prepareComparison(id, a, b term.ID) {
	op := p.terms.Op(id)
	signed := op != term.OpUlt && op != term.OpUle
	x, isX := p.value(a, signed)
	y, isY := p.value(b, signed)
	if !isX || !isY {
		p.atom(id)
		return
	}
	c := comparison{strict: op == term.OpUlt || op == term.OpSlt, equal: op == term.OpEq}
	c.less = p.relate(p.plus(x, y, -1))
	if c.same = c.less; c.equal && p.terms.Width(a) <= widest {
		c.same = p.same(a, b, c.less)
	}
	p.compared[id] = c
}

// same returns a relation that is zero iff two words are equal: their difference, less a wrap if one of
// them is a sum.
func (p *problem) same(a, b term.ID, less relation) relation {
	x, y := p.of(a), p.of(b)
	if len(x.of) <= 1 && len(y.of) <= 1 && x.constant == 0 && y.constant == 0 {
		return less
	}
	width := p.terms.Width(a)
	difference := p.plus(x, y, -1).near(width)
	if len(difference.of) == 0 {
		return relation{no, 0, difference.constant}
	}
	return p.relate(p.less(difference, width, span{}))
}

func (p *problem) isComparison(id term.ID) bool {
	switch p.terms.Op(id) {
	case term.OpEq, term.OpUlt, term.OpUle, term.OpSlt, term.OpSle:
		sort := p.terms.Sort(p.terms.Arg(id, 0))
		return sort.IsBV() && sort.Width() <= 64
	}
	return false
}

// isBranching reports whether a Bool term is composed of other Bool terms.
func (p *problem) isBranching(id term.ID) bool {
	switch p.terms.Op(id) {
	case term.OpConst, term.OpNot, term.OpAnd, term.OpOr:
		return true
	case term.OpIte, term.OpXor, term.OpEq:
		return p.terms.Sort(p.terms.Arg(id, 1)) == term.Bool
	}
	return false
}

// assert makes a Bool term hold, or its negation. If that is impossible it returns the reasons and
// true.
func (p *problem) assert(id term.ID, positive bool, why int) ([]int, bool) {
	if c, ok := p.compared[id]; ok {
		return p.compare(c, positive, why)
	}
	if !p.isBranching(id) {
		x := p.atoms[id]
		if positive {
			return p.limit(x, lower, 1, why)
		}
		return p.limit(x, upper, 0, why)
	}
	args := p.terms.Args(id)
	both := func(a, b term.ID, isA, isB bool) alternative {
		return func(why int) ([]int, bool) {
			if core, failed := p.assert(a, isA, why); failed {
				return core, true
			}
			return p.assert(b, isB, why)
		}
	}
	choose := func(cases ...alternative) ([]int, bool) {
		p.pending = append(p.pending, choice{cases, why})
		return nil, false
	}
	one := func(a term.ID) alternative {
		return func(why int) ([]int, bool) { return p.assert(a, positive, why) }
	}
	switch p.terms.Op(id) {
	case term.OpConst:
		return reasons(nil, why), (id == term.True) != positive
	case term.OpNot:
		return p.assert(args[0], !positive, why)
	case term.OpIte:
		return choose(both(args[0], args[1], true, positive), both(args[0], args[2], false, positive))
	case term.OpXor:
		return choose(both(args[0], args[1], true, !positive), both(args[0], args[1], false, positive))
	case term.OpEq:
		return choose(both(args[0], args[1], true, positive), both(args[0], args[1], false, !positive))
	}
	if (p.terms.Op(id) == term.OpAnd) == positive {
		return both(args[0], args[1], positive, positive)(why)
	}
	return choose(one(args[0]), one(args[1]))
}

// compare asserts a comparison, or its negation.
func (p *problem) compare(c comparison, positive bool, why int) ([]int, bool) {
	edge := int64(0)
	if c.strict {
		edge = -1
	}
	switch {
	case c.equal && positive:
		if core, failed := p.equal(c.same, why); failed {
			return core, true
		}
		return p.equal(c.less, why)
	case c.equal:
		p.pending = append(p.pending, choice{[]alternative{
			func(why int) ([]int, bool) { return p.atMost(c.less, -1, why) },
			func(why int) ([]int, bool) { return p.atLeast(c.less, 1, why) },
		}, why})
		return nil, false
	case positive:
		return p.atMost(c.less, edge, why)
	}
	return p.atLeast(c.less, edge+1, why)
}

// search tries the remaining cases. If none can hold it returns the reasons and true.
func (p *problem) search() ([]int, bool) {
	core, failed := p.solve()
	p.cases++
	switch {
	case failed:
		return core, true
	case p.isSpent() || p.cases > mostCases:
		return nil, false
	}
	next, ok := p.next()
	if !ok {
		return nil, false
	}
	core = reasons(nil, next.why)
	trail, pending := len(p.trail), p.pending
	for _, try := range next.cases {
		why, failed := try(next.why)
		if !failed {
			why, failed = p.search()
		}
		p.undo(trail)
		p.pending = pending
		if !failed {
			return nil, false
		}
		core = reasons(core, why...)
	}
	return core, true
}

// open returns the number of alternatives of a choice that the bounds alone do not exclude.
func (p *problem) open(c choice) (n int) {
	trail, pending := len(p.trail), p.pending
	for _, try := range c.cases {
		if _, failed := try(c.why); !failed {
			n++
		}
		p.undo(trail)
		p.pending = pending
	}
	return n
}

// next returns the next choice to split on. It prefers a choice of a conjunct with fewer than two open
// alternatives, then any choice of a conjunct, then the values of an unknown whose value is not an
// integer.
func (p *problem) next() (choice, bool) {
	if len(p.pending) > 0 {
		p.pending = slices.Clip(p.pending)
		at := max(0, slices.IndexFunc(p.pending, func(c choice) bool { return p.open(c) < 2 }))
		c := p.pending[at]
		p.pending = slices.Delete(slices.Clone(p.pending), at, at+1)
		return c, true
	}
	best := no
	for x := range p.unknowns {
		u := &p.unknowns[x]
		if (u.value.d != 1 || u.value.n%u.step != 0) && (best == no || u.step > p.unknowns[best].step) {
			best = x
		}
	}
	if best == no {
		return choice{}, false
	}
	u := p.unknowns[best]
	low := p.times(floor(u.value.n, p.times(u.value.d, u.step)), u.step)
	return choice{[]alternative{
		func(why int) ([]int, bool) { return p.limit(best, upper, low, why) },
		func(why int) ([]int, bool) { return p.limit(best, lower, p.exact.plus(low, u.step), why) },
	}, no}, true
}
