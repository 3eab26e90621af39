package shrink

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// loop is a loop whose number of rounds depends on one variable with a start, a bound and a step.
type loop struct {
	place        verdict.Location
	head         expression
	start, bound expression
	step         expression // empty: 1
	up           bool
	relation     string // of the variable to the bound
	depends      sources
}

// loops returns the loops whose heads begin in the line of a place.
func (t *Text) loops(place verdict.Location) (out []*loop) {
	f, i, ok := t.line(place.File, place.Line)
	if !ok {
		return nil
	}
	for ; i < len(f.tokens) && f.tokens[i].line == place.Line; i++ {
		word := f.tokens[i].text
		if word != "for" && word != "while" || at(f.tokens, i+1) != "(" || f.tokens[i+1].match == 0 {
			continue
		}
		head := expression{f, i + 2, f.tokens[i+1].match, place.Function}
		l := &loop{place: place, head: head}
		if word == "for" && t.forHead(l, head) || word == "while" && t.whileHead(l, head, i) {
			t.sourcesOf(l.bound, &l.depends, 0)
			t.sourcesOf(l.start, &l.depends, 0)
			out = append(out, l)
		}
	}
	return out
}

// forHead reads the head of a for loop.
func (t *Text) forHead(l *loop, head expression) bool {
	parts := split(head, ";")
	if len(parts) != 3 {
		return false
	}
	for _, step := range split(parts[2], ",") {
		name, ok := l.steps(step)
		if !ok || !t.condition(l, parts[1], name) {
			continue
		}
		for _, first := range split(parts[0], ",") {
			if start, ok := assignment(first, name); ok {
				l.start = start
				return true
			}
		}
		if parts[0].from == parts[0].to { // the variable has its value from before
			if start, ok := t.assigned(variable{head.function, name}, head.from-2, head.file); ok && start != nil {
				l.start = *start
				return true
			}
		}
	}
	return false
}

// whileHead reads the head of a while loop: the start is the last assignment in front of it, the step
// the only change in the body.
func (t *Text) whileHead(l *loop, head expression, i int) bool {
	toks := head.file.tokens
	last := bodyEnd(head)
	for k := head.from; k < head.to; k++ {
		if !toks[k].isName() || t.uses[toks[k].text] != nil {
			continue
		}
		name := toks[k].text
		changes := 0
		for b := head.to + 1; b < last; b++ {
			if !t.step() {
				return false
			}
			if toks[b].text != name || !assigning[at(toks, b+1)] && !assigning[at(toks, b-1)] {
				continue
			}
			from, to := b, b+2
			if op := at(toks, b-1); op == "++" || op == "--" {
				from, to = b-1, b+1
			}
			for to < len(toks) && toks[to].text != ";" && toks[to].text != ")" && toks[to].text != "," && toks[to].text != "]" {
				to++
			}
			step := expression{head.file, from, to, head.function}
			if got, ok := l.steps(step); !ok || got != name {
				return false
			}
			changes++
		}
		if changes != 1 || !t.condition(l, head, name) {
			continue
		}
		if start, ok := t.assigned(variable{head.function, name}, i, head.file); ok && start != nil {
			l.start = *start
			return true
		}
	}
	return false
}

// bodyEnd returns the index of the token at the end of a loop's body.
func bodyEnd(head expression) int {
	toks := head.file.tokens
	k := head.to + 1
	for ; k < len(toks) && toks[k].text != ";"; k++ {
		if toks[k].text == "{" {
			for depth := toks[k].depth; k+1 < len(toks) && toks[k+1].depth > depth; k++ {
			}
			return k
		}
		if toks[k].match > k {
			k = toks[k].match
		}
	}
	return min(k, len(toks))
}

// startsAt reports whether the loop's head is in a line of some places.
func (l *loop) startsAt(places []verdict.Location) bool {
	return slices.ContainsFunc(places, func(p verdict.Location) bool { return p.File == l.place.File && p.Line == l.place.Line })
}

// encloses reports whether one of some loops is in the body of the loop.
func (l *loop) encloses(inner []*loop) bool {
	end := bodyEnd(l.head)
	return slices.ContainsFunc(inner, func(o *loop) bool { return o.head.file == l.head.file && l.head.to < o.head.from && o.head.from < end })
}

// steps reads how a loop changes its variable, and returns that.
func (l *loop) steps(e expression) (name string, ok bool) {
	toks := e.tokens()
	l.step = expression{}
	switch {
	case len(toks) == 2 && toks[0].isName() && (toks[1].text == "++" || toks[1].text == "--"):
		l.up = toks[1].text == "++"
		return toks[0].text, true
	case len(toks) == 2 && toks[1].isName() && (toks[0].text == "++" || toks[0].text == "--"):
		l.up = toks[0].text == "++"
		return toks[1].text, true
	case len(toks) > 2 && toks[0].isName() && (toks[1].text == "+=" || toks[1].text == "-="):
		l.up, l.step = toks[1].text == "+=", expression{e.file, e.from + 2, e.to, e.function}
		return toks[0].text, true
	case len(toks) > 4 && toks[0].isName() && toks[1].text == "=" && toks[2].text == toks[0].text && (toks[3].text == "+" || toks[3].text == "-"):
		l.up, l.step = toks[3].text == "+", expression{e.file, e.from + 4, e.to, e.function}
		return toks[0].text, true
	}
	return "", false
}

// flipped turns comparisons round.
var flipped = map[string]string{"<": ">", ">": "<", "<=": ">=", ">=": "<=", "!=": "!="}

// condition finds the comparison of a loop's variable among the operands of &&.
func (t *Text) condition(l *loop, e expression, name string) bool {
	for _, c := range split(e, "&&") {
		toks := c.tokens()
		at := slices.IndexFunc(toks, func(k token) bool { return flipped[k.text] != "" })
		switch {
		case slices.ContainsFunc(toks, func(k token) bool { return k.text == "||" || k.text == "?" }):
		case at == 1 && toks[0].text == name:
			l.relation, l.bound = toks[1].text, expression{c.file, c.from + 2, c.to, c.function}
		case at > 0 && at == len(toks)-2 && toks[at+1].text == name:
			l.relation, l.bound = flipped[toks[at].text], expression{c.file, c.from, c.from + at, c.function}
		default:
			continue
		}
		up := l.relation == "<" || l.relation == "<="
		if l.relation == "!=" || up && l.up || !up && l.relation != "" && !l.up {
			return true
		}
	}
	return false
}

// assignment returns the value that an expression gives a variable.
func assignment(e expression, name string) (expression, bool) {
	toks := e.tokens()
	for i := range toks {
		if toks[i].text == "=" && i > 0 && toks[i-1].text == name {
			return expression{e.file, e.from + i + 1, e.to, e.function}, true
		}
	}
	return expression{}, false
}

// rounds returns the least and the greatest number of rounds of the loop; not ok: they are not known.
func (l *loop) rounds(v *evaluation) (span, bool) {
	start, known := v.of(l.start)
	bound, also := v.of(l.bound)
	step := span{1, 1}
	if known && also && l.step.file != nil {
		step, known = v.of(l.step)
	}
	if !known || !also || step.low < 1 || step.low != step.high {
		return span{}, false
	}
	way := span{bound.low - start.high, bound.high - start.low}
	if !l.up {
		way = span{start.low - bound.high, start.high - bound.low}
	}
	count := func(n int64) int64 {
		switch l.relation {
		case "<=", ">=":
			return max(0, n+step.low) / step.low
		case "!=":
			if n < 0 || n%step.low != 0 {
				return 0 // it does not end so
			}
		}
		return max(0, n+step.low-1) / step.low
	}
	return span{count(way.low), count(way.high)}, true
}
