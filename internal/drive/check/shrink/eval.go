package shrink

import (
	"fmt"
	"math"
)

// span is the values that an expression can have: of several calls all together.
type span struct{ low, high int64 }

// setting gives constants other values, by name or by the number's place.
type setting map[string]int64

// evaluation computes expressions under a setting, nil: as the program is.
type evaluation struct {
	text  *Text
	set   setting
	known map[variable]*span // nil: it has no known value
	depth int
}

// maxDepth bounds how deep definitions, assignments and calls are followed.
const maxDepth = 12

func (t *Text) evaluate(set setting) *evaluation {
	return &evaluation{text: t, set: set, known: make(map[variable]*span)}
}

// value returns the value of a constant under a setting.
func (t *Text) value(name string, set setting) (int64, bool) {
	s, ok := t.evaluate(set).constant(name)
	return s.low, ok
}

// constant returns the value of a named constant.
func (v *evaluation) constant(name string) (span, bool) {
	if n, set := v.set[name]; set {
		return span{n, n}, true
	}
	toks, known := v.text.values[name]
	if !known || v.depth > maxDepth || !v.text.step() {
		return span{}, false
	}
	v.depth++
	defer func() { v.depth-- }()
	p := &parser{evaluation: v, toks: toks}
	return p.all()
}

// of returns the value of an expression of a function.
func (v *evaluation) of(e expression) (span, bool) {
	p := &parser{evaluation: v, toks: e.tokens(), at: 0, where: &e}
	return p.all()
}

// variable returns the values that assignments and arguments give a variable, which is named in an expression.
func (v *evaluation) variable(key variable, e *expression, at int) (span, bool) {
	if s, known := v.known[key]; known {
		if s == nil {
			return span{}, false
		}
		return *s, true
	}
	v.known[key] = nil
	if v.depth > maxDepth {
		return span{}, false
	}
	v.depth++
	defer func() { v.depth-- }()
	list := v.text.definitions(key, e.from+at, e.file)
	out := span{math.MaxInt64, math.MinInt64}
	for _, d := range list {
		s, ok := v.of(d)
		if !ok {
			return span{}, false
		}
		out = span{min(out.low, s.low), max(out.high, s.high)}
	}
	if len(list) == 0 {
		return span{}, false
	}
	v.known[key] = &out
	return out, true
}

// parser computes the value of an expression of constants, + - * / << and parentheses.
type parser struct {
	*evaluation
	toks  []token
	at    int
	where *expression // nil: a constant's text
}

// largest bounds values, so that arithmetic does not wrap.
const largest = 1 << 40

func (p *parser) all() (span, bool) {
	s, ok := p.shift()
	return s, ok && p.at == len(p.toks)
}

func (p *parser) shift() (span, bool) {
	left, ok := p.sum()
	for ok && p.peek() == "<<" {
		p.at++
		var right span
		if right, ok = p.sum(); !ok || left.low < 0 || right.low < 0 || right.high > 40 || left.high > largest>>right.high {
			return span{}, false
		}
		left = span{left.low << right.low, left.high << right.high}
	}
	return left, ok && within40(left)
}

func (p *parser) peek() string {
	if p.at < len(p.toks) {
		return p.toks[p.at].text
	}
	return ""
}

func (p *parser) sum() (span, bool) {
	left, ok := p.product()
	for ok && (p.peek() == "+" || p.peek() == "-") {
		op := p.peek()
		p.at++
		var right span
		if right, ok = p.product(); op == "-" {
			right = span{-right.high, -right.low}
		}
		left = span{left.low + right.low, left.high + right.high}
	}
	return left, ok && within40(left)
}

func (p *parser) product() (span, bool) {
	left, ok := p.factor()
	for ok && (p.peek() == "*" || p.peek() == "/") {
		op := p.peek()
		p.at++
		var right span
		if right, ok = p.factor(); !ok {
			break
		}
		switch {
		case left.low < 0 || right.low < 0:
			return span{}, false
		case op == "*" && (left.high == 0 || right.high <= largest/left.high):
			left = span{left.low * right.low, left.high * right.high}
		case op == "/" && right.low > 0:
			left = span{left.low / right.high, left.high / right.low}
		default:
			return span{}, false
		}
	}
	return left, ok && within40(left)
}

func within40(s span) bool { return s.low > -largest && s.high < largest }

func (p *parser) factor() (span, bool) {
	if p.at >= len(p.toks) || !p.text.step() {
		return span{}, false
	}
	tok := &p.toks[p.at]
	p.at++
	switch {
	case tok.text == "-":
		s, ok := p.factor()
		return span{-s.high, -s.low}, ok
	case tok.text == "+":
		return p.factor()
	case tok.text == "(":
		if p.cast() {
			return p.factor()
		}
		s, ok := p.shift()
		ok = ok && p.peek() == ")"
		p.at++
		return s, ok
	case tok.isNumber():
		return p.number(tok)
	case !tok.isName():
		return span{}, false
	}
	member := false
	for selects[p.peek()] && p.at+1 < len(p.toks) {
		tok, member = &p.toks[p.at+1], true
		p.at += 2
	}
	switch {
	case p.peek() == "(" || p.peek() == "[" || member && p.where == nil:
		return span{}, false
	case member:
		return p.variable(variable{name: tok.text}, p.where, p.at-1)
	}
	if _, known := p.text.uses[tok.text]; known {
		return p.constant(tok.text)
	}
	if p.where == nil {
		return span{}, false
	}
	return p.variable(variable{p.where.function, tok.text}, p.where, p.at-1)
}

// number returns the value of a number, which may be set by its place.
func (p *parser) number(tok *token) (span, bool) {
	text := tok.text
	if p.where != nil {
		place := placeOf(p.where.file, tok)
		if n, set := p.set[place]; set {
			return span{n, n}, true
		}
		if was, set := p.text.constants[place]; set {
			text = was
		}
	}
	n, ok := number(text)
	return span{n, n}, ok && within40(span{n, n})
}

// cast skips a type in parentheses, whose opening one has been read.
func (p *parser) cast() bool {
	i := p.at
	for i < len(p.toks) && keywords[p.toks[i].text] && p.toks[i].text != "sizeof" {
		i++
	}
	if i == p.at || i >= len(p.toks) || p.toks[i].text != ")" {
		return false
	}
	p.at = i + 1
	return true
}

// placeOf names a number as --set does.
func placeOf(f *file, tok *token) string {
	return fmt.Sprintf("%s:%d:%d", f.name, tok.line, tok.column)
}

// sources are the constants on which an expression depends, in order.
type sources struct {
	list []source
	many bool // more than are of use
}

// source is a constant, or a number at a place.
type source struct {
	name   string
	number spot // file nil: it is a constant
}

func (s *sources) add(o ...source) {
	for _, one := range o {
		known := false
		for _, is := range s.list {
			known = known || is == one
		}
		switch {
		case known:
		case len(s.list) > MaxFlags:
			s.many = true
		default:
			s.list = append(s.list, one)
		}
	}
}

// sourcesOf adds the constants on which an expression depends.
func (t *Text) sourcesOf(e expression, into *sources, depth int) {
	toks := e.tokens()
	for i := range toks {
		if !t.step() || into.many || depth > maxDepth {
			into.many = true
			return
		}
		tok := &toks[i]
		switch {
		case tok.isNumber():
			into.add(source{placeOf(e.file, tok), spot{e.file, e.from + i}})
		case !tok.isName() || at(toks, i+1) == "(" || selects[at(toks, i+1)]:
		case !selects[at(toks, i-1)] && t.uses[tok.text] != nil:
			into.add(t.origin(tok.text, 0)...)
		default:
			key := variable{e.function, tok.text}
			if selects[at(toks, i-1)] {
				key.function = ""
			}
			known := t.sources[key]
			if known == nil {
				known = &sources{}
				t.sources[key] = known
				for _, d := range t.definitions(key, e.from+i, e.file) {
					t.sourcesOf(d, known, depth+1)
				}
			}
			into.add(known.list...)
			into.many = into.many || known.many
		}
	}
}

// origin returns the constants by which a constant is defined, itself if it is a number.
func (t *Text) origin(name string, depth int) []source {
	var out sources
	inner := false
	toks := t.values[name]
	for i := range toks {
		if tok := &toks[i]; tok.isName() && tok.text != name && t.uses[tok.text] != nil && depth < maxDepth && t.step() && !out.many {
			inner = true
			out.add(t.origin(tok.text, depth+1)...)
		}
	}
	if !inner {
		return []source{{name: name}}
	}
	return out.list
}
