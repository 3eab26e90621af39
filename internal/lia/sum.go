package lia

import (
	"fmt"
	"strings"

	"github.com/heddle-mc/heddle/internal/term"
)

// sum is multiples of unknowns, and a constant.
type sum struct {
	of       map[int]int64
	constant int64
}

// plus returns a sum and a multiple of another one.
func (p *problem) plus(a, b sum, times int64) sum {
	out := sum{make(map[int]int64, len(a.of)+len(b.of)), p.exact.plus(a.constant, p.times(times, b.constant))}
	for x, c := range a.of {
		out.of[x] = c
	}
	for x, c := range b.of {
		if out.of[x] = p.exact.plus(out.of[x], p.times(times, c)); out.of[x] == 0 {
			delete(out.of, x)
		}
	}
	return out
}

// near returns the number nearest to zero that is the same modulo 2^width.
func near(n int64, width uint) int64 { return n << (64 - width) >> (64 - width) }

// near returns a sum that is the same modulo 2^width, with small numbers.
func (a sum) near(width uint) sum {
	out := sum{make(map[int]int64, len(a.of)), near(a.constant, width)}
	for x, c := range a.of {
		if c = near(c, width); c != 0 {
			out.of[x] = c
		}
	}
	return out
}

// key returns text that tells a sum from others.
func (a sum) key() string {
	var b strings.Builder
	for _, x := range ordered(a.of) {
		fmt.Fprint(&b, x, "*", a.of[x], " ")
	}
	fmt.Fprint(&b, a.constant)
	return b.String()
}

// of returns a word modulo 2^width as a sum.
func (p *problem) of(id term.ID) sum {
	if known, ok := p.sums[id]; ok {
		return known
	}
	width := p.terms.Width(id)
	args := p.terms.Args(id)
	out := sum{}
	switch p.terms.Op(id) {
	case term.OpConst:
		w, _ := p.terms.Value(id)
		out.constant = int64(w.Lo)
	case term.OpAdd:
		out = p.plus(p.of(args[0]), p.of(args[1]), 1)
	case term.OpSub:
		out = p.plus(p.of(args[0]), p.of(args[1]), -1)
	case term.OpNeg:
		out = p.plus(out, p.of(args[0]), -1)
	case term.OpBvNot:
		out = p.plus(sum{constant: -1}, p.of(args[0]), -1)
	case term.OpMul:
		a, b := p.of(args[0]), p.of(args[1])
		switch {
		case len(a.of) == 0:
			out = p.plus(out, b, a.constant)
		case len(b.of) == 0:
			out = p.plus(out, a, b.constant)
		default:
			out.of = map[int]int64{p.atom(id): 1}
		}
	default:
		out.of = map[int]int64{p.atom(id): 1}
	}
	out = out.near(width)
	p.sums[id] = out
	return out
}

// atom returns the unknown of a term that is no sum: a word with its sign, or a Bool as 0 or 1.
func (p *problem) atom(id term.ID) int {
	if x, ok := p.atoms[id]; ok {
		return x
	}
	x := p.add(1)
	p.atoms[id] = x
	if p.terms.Sort(id) == term.Bool {
		p.within(x, 0, 1)
		return x
	}
	width := p.terms.Width(id)
	p.within(x, -1<<(width-1), 1<<(width-1)-1)
	if p.terms.Op(id) == term.OpIte {
		args := p.terms.Args(id)
		p.prepare(args[0])
		var cases []alternative
		for i, positive := range []bool{true, false} {
			same := p.relate(p.plus(sum{of: map[int]int64{x: 1}}, p.value(args[1+i], true), -1))
			cases = append(cases, func(why int) ([]int, bool) {
				if core, failed := p.assert(args[0], positive, why); failed {
					return core, true
				}
				return p.equal(same, why)
			})
		}
		p.pending = append(p.pending, choice{cases, no})
	}
	return x
}

// within bounds an unknown for good.
func (p *problem) within(x int, low, high int64) {
	p.limit(x, lower, low, no)
	p.limit(x, upper, high, no)
}

// value returns the value of a word, with or without a sign: its sum less its wrap.
func (p *problem) value(id term.ID, signed bool) sum {
	width := p.terms.Width(id)
	s := p.of(id)
	if len(s.of) == 0 {
		if !signed && s.constant < 0 {
			s.constant += 1 << width
		}
		return s
	}
	if x := ordered(s.of)[0]; signed && len(s.of) == 1 && s.constant == 0 && s.of[x] == 1 {
		return s
	}
	low, high := int64(0), int64(1)<<width-1
	if signed {
		low, high = -1<<(width-1), 1<<(width-1)-1
	}
	out := p.wrapped(s, width, low, high)
	r := p.relate(out)
	p.atLeast(r, low, no)
	p.atMost(r, high, no)
	return out
}

// wrapped returns a sum less a multiple of 2^width, an unknown as large as it may be where that is between two numbers.
func (p *problem) wrapped(s sum, width uint, low, high int64) sum {
	key := fmt.Sprint(s.key(), "|", width, "|", low, "|", high)
	if known, ok := p.wraps[key]; ok {
		return known
	}
	least, most := s.constant, s.constant
	for x, c := range s.of {
		u := p.unknowns[x].sides
		a, b := p.times(c, u[lower].value), p.times(c, u[upper].value)
		least, most = p.exact.plus(least, min(a, b)), p.exact.plus(most, max(a, b))
	}
	step := int64(1) << width
	wrap := p.add(step)
	p.within(wrap, p.times(-floor(p.exact.plus(high, -least), step), step), p.times(floor(p.exact.plus(most, -low), step), step))
	out := p.plus(s, sum{of: map[int]int64{wrap: 1}}, -1)
	p.wraps[key] = out
	return out
}
