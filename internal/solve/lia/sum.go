package lia

import (
	"fmt"
	"maps"
	"strings"

	"github.com/heddle-mc/heddle/internal/solve/term"
)

// sum is a sum of multiples of unknowns plus a constant.
type sum struct {
	of       map[int]int64
	constant int64
}

// plus returns a sum and a multiple of another one.
func (p *problem) plus(a, b sum, times int64) sum {
	out := sum{make(map[int]int64, len(a.of)+len(b.of)), p.exact.plus(a.constant, p.times(times, b.constant))}
	maps.Copy(out.of, a.of)
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

// key returns text that identifies a sum.
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
	case term.OpSext, term.OpZext:
		out = p.extended(id)
	case term.OpConcat:
		if x, by, low, ok := p.shifted(id); ok {
			out = p.plus(sum{constant: low}, p.of(x), 1<<by)
			break
		}
		out.of = map[int]int64{p.atom(id): 1}
	default:
		out.of = map[int]int64{p.atom(id): 1}
	}
	out = out.near(width)
	p.sums[id] = out
	return out
}

// shifted decomposes a word of the form x·2^by + low, as products by a power of two are written. It
// returns x, by and low.
func (p *problem) shifted(id term.ID) (x term.ID, by uint, low int64, ok bool) {
	args := p.terms.Args(id)
	w, isConst := p.terms.Value(args[1])
	if !isConst || p.terms.Op(args[0]) != term.OpExtract || p.terms.Width(args[1]) >= 32 {
		return 0, 0, 0, false
	}
	x = p.terms.Arg(args[0], 0)
	_, lowest := p.terms.Bounds(args[0])
	return x, p.terms.Width(args[1]), int64(w.Lo), lowest == 0 && p.terms.Width(x) == p.terms.Width(id)
}

// extended returns an extended word as the value of the narrower word.
func (p *problem) extended(id term.ID) sum {
	narrow, signed := p.terms.Arg(id, 0), p.terms.Op(id) == term.OpSext
	inner, ok := p.value(narrow, signed)
	if !ok || len(inner.of) < 2 && inner.constant == 0 {
		if !ok {
			inner.of = map[int]int64{p.atom(id): 1}
		}
		return inner
	}
	x := p.add(1)
	p.within(x, narrowest(p.terms.Width(narrow), signed))
	out := sum{of: map[int]int64{x: 1}}
	p.equal(p.relate(p.plus(out, inner, -1)), no)
	return out
}

// atom returns the unknown for a term other than a sum: a signed word, or a Bool as 0 or 1.
func (p *problem) atom(id term.ID) int {
	if x, ok := p.atoms[id]; ok {
		return x
	}
	x := p.add(1)
	p.atoms[id] = x
	if p.terms.Sort(id) == term.Bool {
		p.within(x, span{0, 1})
		return x
	}
	width := p.terms.Width(id)
	if width > widest {
		return x
	}
	p.within(x, narrowest(width, true))
	if p.terms.Op(id) == term.OpIte {
		args := p.terms.Args(id)
		p.prepare(args[0])
		var cases []alternative
		for i, positive := range []bool{true, false} {
			value, _ := p.value(args[1+i], true)
			same := p.relate(p.plus(sum{of: map[int]int64{x: 1}}, value, -1))
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

// span is the integers from one to another.
type span struct{ low, high int64 }

// narrowest returns the range of words of a width of at most widest.
func narrowest(width uint, signed bool) span {
	if signed {
		return span{-1 << (width - 1), 1<<(width-1) - 1}
	}
	return span{0, 1<<width - 1}
}

// within bounds an unknown permanently.
func (p *problem) within(x int, s span) {
	p.limit(x, lower, s.low, no)
	p.limit(x, upper, s.high, no)
}

// span returns the range of a sum that follows from the bounds of its unknowns; false: unbounded.
func (p *problem) span(s sum) (span, bool) {
	out := span{s.constant, s.constant}
	for x, c := range s.of {
		u := p.unknowns[x].sides
		if !u[lower].is || !u[upper].is {
			return span{}, false
		}
		a, b := p.times(c, u[lower].value), p.times(c, u[upper].value)
		out = span{p.exact.plus(out.low, min(a, b)), p.exact.plus(out.high, max(a, b))}
	}
	return out, true
}

// huge is the magnitude from which constants of wide words are not used.
const huge = 1 << 60

// value returns the value of a word, signed or unsigned: its sum less its wrap. It is unknown for a
// wide word that may wrap.
func (p *problem) value(id term.ID, signed bool) (sum, bool) {
	width := p.terms.Width(id)
	s := p.of(id)
	if width > widest {
		if magnitude(s.constant) > huge {
			return sum{}, false
		}
		of, ok := p.span(s)
		if signed {
			return s, ok && magnitude(of.low) <= 1<<(width-2) && magnitude(of.high) <= 1<<(width-2)
		}
		return s, ok && of.low >= 0 && magnitude(of.high) <= 1<<(width-2)
	}
	if len(s.of) == 0 {
		if !signed && s.constant < 0 {
			s.constant += 1 << width
		}
		return s, true
	}
	if x := ordered(s.of)[0]; signed && len(s.of) == 1 && s.constant == 0 && s.of[x] == 1 {
		return s, true
	}
	return p.wrapped(s, width, narrowest(width, signed)), true
}

// wrapped returns a sum less the multiple of 2^width, an unknown, that brings it into a span.
func (p *problem) wrapped(s sum, width uint, to span) sum {
	out := p.less(s, width, to)
	r := p.relate(out)
	p.atLeast(r, to.low, no)
	p.atMost(r, to.high, no)
	return out
}

// less returns a sum less a multiple of 2^width that brings it into a span. The multiple is an unknown,
// bounded by the values that can do so.
func (p *problem) less(s sum, width uint, to span) sum {
	key := fmt.Sprint(s.key(), "|", width, "|", to)
	if known, ok := p.wraps[key]; ok {
		return known
	}
	of, _ := p.span(s)
	step := int64(1) << width
	low, high := -floor(p.exact.plus(to.high, -of.low), step), floor(p.exact.plus(of.high, -to.low), step)
	out := s
	if low != 0 || high != 0 {
		wrap := p.add(step)
		p.within(wrap, span{p.times(low, step), p.times(high, step)})
		out = p.plus(s, sum{of: map[int]int64{wrap: 1}}, -1)
	}
	p.wraps[key] = out
	return out
}
