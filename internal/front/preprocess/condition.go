package preprocess

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// value is a value in #if: of type intmax_t or uintmax_t (C11 6.10.1p4).
type value struct {
	bits     uint64
	unsigned bool
}

func signed(n int64) value { return value{bits: uint64(n)} }

func truth(b bool) value {
	if b {
		return value{bits: 1}
	}
	return value{}
}

// condition evaluates the expression of #if or #elif. An error makes it false.
func (p *Preprocessor) condition() bool {
	c := &expression{p: p, at: p.current().pos(p.current().at)}
	c.next()
	if c.t.Kind == End {
		p.errorf(c.at, "#if without an expression")
		return false
	}
	v := c.comma()
	if c.t.Kind != End {
		c.unexpected()
	}
	return !c.failed && v.bits != 0
}

// expression reads an expression of #if.
type expression struct {
	p      *Preprocessor
	t      Token // the next one
	at     Pos
	skip   int // the operand is not evaluated where it is above 0
	depth  int
	failed bool
	called string // a name that is no macro, in front of t
}

// next reads a token.
func (c *expression) next() {
	c.t = c.p.token()
	if c.t.Kind != End {
		c.at = c.t.Pos
	}
}

// fail reports the first error.
func (c *expression) fail(at Pos, format string, args ...any) value {
	if !c.failed {
		c.p.errorf(at, format, args...)
	}
	c.failed = true
	return value{}
}

// unexpected reports the next token.
func (c *expression) unexpected() value {
	switch {
	case c.called != "" && c.t.is("("):
		return c.fail(c.at, "%s is no macro: a call of it has no meaning in #if", c.called)
	case c.t.Kind == End:
		return c.fail(c.at, "the expression of #if is incomplete")
	}
	return c.fail(c.at, "unexpected %s in #if", c.t.Text)
}

func (c *expression) comma() value {
	v := c.conditional()
	for c.t.is(",") && !c.failed {
		c.next()
		v = c.conditional()
	}
	return v
}

func (c *expression) conditional() value {
	if c.depth++; c.depth > maxDepth {
		return c.fail(c.at, "the expression of #if nests too deeply")
	}
	defer func() { c.depth-- }()
	v := c.binary(0)
	if !c.t.is("?") {
		return v
	}
	c.next()
	holds := v.bits != 0
	a := c.guarded(!holds, c.comma)
	if !c.t.is(":") {
		return c.unexpected()
	}
	c.next()
	b := c.guarded(holds, c.conditional)
	if !holds {
		a.bits = b.bits
	}
	a.unsigned = a.unsigned || b.unsigned
	return a
}

// guarded reads an operand. An operand without evaluation has no errors of arithmetic.
func (c *expression) guarded(unevaluated bool, read func() value) value {
	if unevaluated {
		c.skip++
		defer func() { c.skip-- }()
	}
	return read()
}

// levels lists the binary operators, the weakest first.
var levels = []string{" || ", " && ", " | ", " ^ ", " & ", " == != ", " < > <= >= ", " << >> ", " + - ", " * / % "}

func (c *expression) binary(level int) value {
	if level == len(levels) {
		return c.unary()
	}
	v := c.binary(level + 1)
	for !c.failed && c.t.Kind == Punct && strings.Contains(levels[level], " "+c.t.Symbol()+" ") {
		op, at := c.t.Symbol(), c.at
		c.next()
		w := c.guarded(op == "||" && v.bits != 0 || op == "&&" && v.bits == 0, func() value { return c.binary(level + 1) })
		v = c.apply(op, at, v, w)
	}
	return v
}

// apply computes a binary operator.
func (c *expression) apply(op string, at Pos, v, w value) value {
	a, b := v.bits, w.bits
	u := v.unsigned || w.unsigned
	switch op {
	case "||":
		return truth(a != 0 || b != 0)
	case "&&":
		return truth(a != 0 && b != 0)
	case "==":
		return truth(a == b)
	case "!=":
		return truth(a != b)
	case "<":
		return truth(less(a, b, u))
	case ">":
		return truth(less(b, a, u))
	case "<=":
		return truth(!less(b, a, u))
	case ">=":
		return truth(!less(a, b, u))
	case "|":
		return value{a | b, u}
	case "^":
		return value{a ^ b, u}
	case "&":
		return value{a & b, u}
	case "+":
		return value{a + b, u}
	case "-":
		return value{a - b, u}
	case "*":
		return value{a * b, u}
	case "<<", ">>":
		return shift(op == "<<", v, w)
	}
	switch {
	case b == 0 && c.skip > 0:
		return value{0, u}
	case b == 0:
		return c.fail(at, "division by zero in #if")
	case u && op == "/":
		return value{a / b, true}
	case u:
		return value{a % b, true}
	case int64(b) == -1 && op == "/":
		return value{-a, false}
	case int64(b) == -1:
		return value{}
	case op == "/":
		return signed(int64(a) / int64(b))
	}
	return signed(int64(a) % int64(b))
}

func less(a, b uint64, unsigned bool) bool {
	if unsigned {
		return a < b
	}
	return int64(a) < int64(b)
}

// shift shifts a value; a negative count shifts the other way, as in gcc.
func shift(left bool, v, w value) value {
	n := w.bits
	if !w.unsigned && int64(n) < 0 {
		left, n = !left, -n
	}
	switch {
	case left:
		return value{v.bits << min(n, 64), v.unsigned}
	case v.unsigned:
		return value{v.bits >> min(n, 64), true}
	}
	return signed(int64(v.bits) >> min(n, 63))
}

func (c *expression) unary() value {
	if c.depth++; c.depth > maxDepth {
		return c.fail(c.at, "the expression of #if nests too deeply")
	}
	defer func() { c.depth-- }()
	c.called = ""
	t := c.t
	switch {
	case c.failed:
		return value{}
	case t.is("-"), t.is("+"), t.is("~"), t.is("!"):
		c.next()
		v := c.unary()
		switch t.Text {
		case "-":
			v.bits = -v.bits
		case "~":
			v.bits = ^v.bits
		case "!":
			return truth(v.bits == 0)
		}
		return v
	case t.is("("):
		c.next()
		v := c.comma()
		if !c.t.is(")") {
			return c.unexpected()
		}
		c.next()
		c.called = ""
		return v
	case t.Kind == Number:
		v := c.number(t)
		c.next()
		return v
	case t.Kind == Char:
		v, ok := character(t.Text)
		if !ok {
			return c.fail(t.Pos, "the character constant %s has no value", t.Text)
		}
		c.next()
		return v
	case t.Kind == Name && t.Text == "defined":
		return c.defined()
	case t.Kind == Name && operators[t.Text]:
		return c.has(t)
	case t.Kind == Name:
		c.next()
		if c.called = t.Text; c.skip > 0 && c.t.is("(") { // gcc refuses it; the test whether the macro exists is common
			c.guarded(true, c.unary)
		}
		return value{}
	}
	return c.unexpected()
}

// defined reads the operand of defined.
func (c *expression) defined() value {
	c.p.prevent++
	defer func() { c.p.prevent-- }()
	c.next()
	open := c.t.is("(")
	if open {
		c.next()
	}
	name := c.t
	if name.Kind != Name {
		return c.fail(c.at, "defined needs the name of a macro")
	}
	if open {
		if c.next(); !c.t.is(")") {
			return c.unexpected()
		}
	}
	c.p.prevent--
	c.next()
	c.p.prevent++
	return truth(c.p.Defined(name.Text))
}

// has reads the operand of __has_include and the like.
func (c *expression) has(operator Token) value {
	if c.next(); !c.t.is("(") {
		return c.unexpected()
	}
	var holds bool
	if !strings.HasPrefix(operator.Text, "__has_include") {
		c.p.prevent++
		c.next()
		c.p.prevent--
		holds = c.p.opts.Has != nil && c.p.opts.Has(operator.Text, strings.Trim(c.t.Text, "_"))
		if operator.Text == "__has_builtin" {
			holds = c.p.opts.Has != nil && c.p.opts.Has(operator.Text, c.t.Text)
		}
	} else {
		in := c.p.current()
		in.angled = true
		t := c.p.lex()
		in.angled = false
		header := t.Text
		if t.Kind != Header {
			header = c.p.spelledHeader(t)
		}
		if header == "" {
			return c.fail(t.Pos, "%s needs the name of a file", operator.Text)
		}
		_, err := c.p.opts.Open(Inclusion{Name: header[1 : len(header)-1], Angled: header[0] == '<', From: in.Source, Next: operator.Text == "__has_include_next"})
		holds = err == nil
	}
	for c.next(); !c.t.is(")"); c.next() {
		if c.t.Kind == End {
			return c.unexpected()
		}
	}
	c.next()
	return truth(holds)
}

// number returns the value of an integer constant (C11 6.4.4.1, and binary constants).
func (c *expression) number(t Token) value {
	s := strings.ToLower(t.Text)
	digits, base := s, 10
	switch {
	case strings.HasPrefix(s, "0x"):
		digits, base = s[2:], 16
	case strings.HasPrefix(s, "0b"):
		digits, base = s[2:], 2
	case s[0] == '0' && len(s) > 1:
		digits, base = s[1:], 8
	}
	end := len(digits)
	for end > 0 && strings.IndexByte("ulij", digits[end-1]) >= 0 {
		end--
	}
	suffix := digits[end:]
	if base == 8 && end == 0 {
		digits, end = "0", 1
	}
	n, err := strconv.ParseUint(digits[:end], base, 64)
	if err != nil && strings.ContainsAny(s, ".") || base != 16 && strings.ContainsAny(s, "e") || strings.Contains(s, "p") {
		return c.fail(t.Pos, "%s is no integer, which #if needs", t.Text)
	}
	switch suffix {
	case "", "u", "l", "ul", "lu", "ll", "ull", "llu":
	default:
		return c.fail(t.Pos, "%s has a suffix that no integer has", t.Text)
	}
	if err != nil {
		return c.fail(t.Pos, "%s is no integer constant that fits", t.Text)
	}
	return value{n, strings.Contains(suffix, "u") || int64(n) < 0}
}

// character returns the value of a character constant (C11 6.4.4.4), which may have several characters.
func character(text string) (v value, ok bool) {
	quote := strings.IndexByte(text, '\'')
	prefix, body := text[:quote], text[quote+1:len(text)-1]
	width := map[string]uint{"": 8, "L": 32, "u": 16, "U": 32}[prefix]
	var units []uint64
	for body != "" {
		n, size, raw := characterAt(body)
		if size == 0 {
			return value{}, false
		}
		body = body[size:]
		if prefix == "" && !raw {
			for _, b := range utf8.AppendRune(nil, rune(n)) {
				units = append(units, uint64(b))
			}
			continue
		}
		units = append(units, n&(1<<width-1))
	}
	if len(units) == 0 {
		return value{}, false
	}
	last := units[len(units)-1]
	switch {
	case prefix == "L":
		return signed(int64(int32(last))), true
	case prefix != "":
		return value{last, true}, true
	case len(units) == 1:
		return signed(int64(int8(last))), true
	}
	var n uint32
	for _, u := range units {
		n = n<<8 | uint32(u)
	}
	return signed(int64(int32(n))), true
}

// characterAt returns the first character of a literal's body, how long it is, and whether it is a code unit, not a code point.
func characterAt(s string) (n uint64, size int, raw bool) {
	if s[0] != '\\' {
		r, size := utf8.DecodeRuneInString(s)
		if r == utf8.RuneError {
			return uint64(s[0]), 1, true
		}
		return uint64(r), size, false
	}
	if len(s) == 1 {
		return 0, 0, false
	}
	const hex = "0123456789abcdefABCDEF"
	digits := func(from, most int, set string) int {
		i := from
		for i < len(s) && i < from+most && strings.IndexByte(set, s[i]) >= 0 {
			i++
		}
		return i
	}
	switch c := s[1]; {
	case c == 'x':
		i := digits(2, len(s), hex)
		n, err := strconv.ParseUint(s[2:i], 16, 64)
		if err != nil && i == 2 {
			return 0, 0, false
		}
		return n, i, true
	case c >= '0' && c <= '7':
		i := digits(1, 3, "01234567")
		n, _ := strconv.ParseUint(s[1:i], 8, 64)
		return n, i, true
	case c == 'u' || c == 'U':
		most := 4
		if c == 'U' {
			most = 8
		}
		i := digits(2, most, hex)
		n, err := strconv.ParseUint(s[2:i], 16, 32)
		if err != nil || i != 2+most {
			return 0, 0, false
		}
		return n, i, false
	}
	if i := strings.IndexByte("abfnrtveE\\'\"?", s[1]); i >= 0 {
		return uint64("\a\b\f\n\r\t\v\x1b\x1b\\'\"?"[i]), 2, true
	}
	return uint64(s[1]), 2, true // gcc warns
}
