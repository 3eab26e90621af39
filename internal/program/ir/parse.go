package ir

import (
	"math"
	"math/big"
	"strconv"

	"github.com/heddle-mc/heddle/internal/host/raise"
	"github.com/heddle-mc/heddle/internal/program/wide"
)

// Resolver gives the meaning of names in a top-level item that is read alone. An unknown name is an
// error, except for a C type: zero is allowed.
type Resolver interface {
	Func(name string) (FuncID, bool)
	Global(name string) (GlobalID, bool)
	CType(label string) (CTypeID, bool)
	File(index int) (FileID, bool)
}

// ParseFunc reads one function's text form.
func ParseFunc(text string, m DataModel, r Resolver) (f Func, err error) {
	defer raise.Catch[*SyntaxError](&err)
	p := newParser(text, 1, m, r)
	f = p.function()
	p.end()
	return f, nil
}

// ParseGlobal reads one global's text form.
func ParseGlobal(text string, m DataModel, r Resolver) (g Global, err error) {
	defer raise.Catch[*SyntaxError](&err)
	p := newParser(text, 1, m, r)
	g = p.global()
	p.end()
	return g, nil
}

// ParseCType reads one C type's text form.
func ParseCType(text string, m DataModel, r Resolver) (t CType, err error) {
	defer raise.Catch[*SyntaxError](&err)
	p := newParser(text, 1, m, r)
	t = p.ctype()
	p.end()
	return t, nil
}

// parser reads the items of a text form, with one token of lookahead.
type parser struct {
	lexer
	tok   token
	model DataModel
	r     Resolver

	// Of the function being read.
	f      *Func
	consts map[Const]int
	args   []Operand // arena
}

func newParser(text string, line int, m DataModel, r Resolver) *parser {
	p := &parser{lexer: lexer{text: text, line: line}, model: m, r: r}
	p.skipBlank()
	p.advance()
	return p
}

func (p *parser) advance() { p.tok = p.next() }

func (p *parser) isPunct(s string) bool { return p.tok.kind == tokPunct && p.tok.text == s }
func (p *parser) isWord(s string) bool  { return p.tok.kind == tokWord && p.tok.text == s }

// gotPunct consumes a punctuation if it is next.
func (p *parser) gotPunct(s string) bool {
	if p.isPunct(s) {
		p.advance()
		return true
	}
	return false
}

// gotWord consumes a word if it is next.
func (p *parser) gotWord(s string) bool {
	if p.isWord(s) {
		p.advance()
		return true
	}
	return false
}

func (p *parser) expected(what string) { p.fail(p.tok.pos, "expected %s, found %s", what, p.tok) }

func (p *parser) punct(s string) {
	if !p.gotPunct(s) {
		p.expected(strconv.Quote(s))
	}
}

func (p *parser) word(s string) {
	if !p.gotWord(s) {
		p.expected(strconv.Quote(s))
	}
}

// name consumes one of the words in names and returns its index.
func (p *parser) name(names []string, what string) uint8 {
	if p.tok.kind == tokWord {
		if i, ok := indexOf(names, p.tok.text); ok {
			p.advance()
			return uint8(i)
		}
	}
	p.expected(what)
	return 0
}

// newline consumes the end of a line.
func (p *parser) newline() {
	if p.tok.kind == tokNewline {
		p.advance()
	} else if p.tok.kind != tokEOF {
		p.expected("end of line")
	}
}

// end consumes the end of the text.
func (p *parser) end() {
	p.newline()
	if p.tok.kind != tokEOF {
		p.expected("end of text")
	}
}

func (p *parser) integer(lo, hi int64, what string) int64 {
	if p.tok.kind != tokNumber {
		p.expected(what)
	}
	n, err := strconv.ParseInt(p.tok.text, 10, 64)
	if err != nil || n < lo || n > hi {
		p.fail(p.tok.pos, "%s %s is not in %d..%d", what, p.tok.text, lo, hi)
	}
	p.advance()
	return n
}

func (p *parser) str() string {
	if p.tok.kind != tokString {
		p.expected("string")
	}
	s, err := strconv.Unquote(p.tok.text)
	if err != nil {
		p.fail(p.tok.pos, "string has a bad escape")
	}
	p.advance()
	return s
}

// symbol consumes @name.
func (p *parser) symbol() string {
	p.punct("@")
	if p.tok.kind == tokWord {
		s := p.tok.text
		p.advance()
		return s
	}
	return p.str()
}

func (p *parser) funcSymbol() FuncID {
	at := p.tok.pos
	name := p.symbol()
	id, ok := p.r.Func(name)
	if !ok {
		p.fail(at, "unknown function %q", name)
	}
	return id
}

func (p *parser) globalSymbol() GlobalID {
	at := p.tok.pos
	name := p.symbol()
	id, ok := p.r.Global(name)
	if !ok {
		p.fail(at, "unknown global %q", name)
	}
	return id
}

// label consumes the name of a C type.
func (p *parser) label() CTypeID {
	if p.tok.kind != tokLabel {
		p.expected("C type")
	}
	if p.tok.text == "$none" {
		p.advance()
		return 0
	}
	id, ok := p.r.CType(p.tok.text)
	if !ok {
		p.fail(p.tok.pos, "unknown C type %s", p.tok.text)
	}
	p.advance()
	return id
}

func (p *parser) optLabel() CTypeID {
	if p.tok.kind == tokLabel {
		return p.label()
	}
	return 0
}

// optPos consumes @file:line:col if it is next.
func (p *parser) optPos() Pos {
	if !p.gotPunct("@") {
		return Pos{}
	}
	at := p.tok.pos
	file := p.integer(0, math.MaxInt32, "file index")
	p.punct(":")
	line := p.integer(1, math.MaxInt32, "line")
	p.punct(":")
	col := p.integer(0, math.MaxInt32, "column")
	id, ok := p.r.File(int(file))
	if !ok {
		p.fail(at, "unknown file index %d", file)
	}
	return Pos{File: id, Line: int32(line), Col: int32(col)}
}

// parseType returns the type that a word names, or NoType.
func parseType(s string) Type {
	switch s {
	case "ptr":
		return Ptr
	case "f32":
		return F32
	case "f64":
		return F64
	}
	if len(s) < 2 || len(s) > 4 || s[0] != 'i' || s[1] == '0' {
		return NoType
	}
	n, err := strconv.ParseUint(s[1:], 10, 8)
	if err != nil || n < 1 || n > 128 {
		return NoType
	}
	return Int(int(n))
}

func (p *parser) typ() Type {
	if p.tok.kind == tokWord {
		if t := parseType(p.tok.text); t != NoType {
			p.advance()
			return t
		}
	}
	p.expected("type")
	return NoType
}

func (p *parser) ctype() CType {
	var t CType
	p.word("type")
	if p.tok.kind != tokLabel {
		p.expected("C type")
	}
	p.advance()
	p.punct("=")
	t.Kind = CKind(p.name(ckindNames, "kind of C type"))
	if p.tok.kind == tokString {
		t.Name = p.str()
	}
	if p.gotWord("size") {
		t.Size = p.integer(0, math.MaxInt64, "size")
	}
	t.Signed = p.gotWord("signed")
	t.Variadic = p.gotWord("variadic")
	if p.gotWord("len") {
		t.Len = p.integer(-1, math.MaxInt64, "length")
	}
	t.Elem = p.optLabel()
	if p.gotPunct("(") {
		for {
			t.Params = append(t.Params, p.label())
			if !p.gotPunct(",") {
				break
			}
		}
		p.punct(")")
	}
	if p.gotPunct("{") {
		for {
			f := CField{Name: p.str(), Type: p.label()}
			f.BitOffset = p.integer(0, math.MaxInt64, "bit offset")
			if p.tok.kind == tokNumber {
				f.BitWidth = int32(p.integer(1, math.MaxInt32, "bit width"))
			}
			t.Fields = append(t.Fields, f)
			if !p.gotPunct(",") {
				break
			}
		}
		p.punct("}")
	}
	return t
}

func (p *parser) global() Global {
	var g Global
	p.word("global")
	g.Name = p.symbol()
	g.Size, g.Align = p.sizeAlign()
	if p.gotWord("thread_local") {
		g.Storage = ThreadLocal
	} else if p.gotWord("constant") {
		g.Storage = Constant
	}
	g.Volatile = p.gotWord("volatile")
	g.Model = p.gotWord("model")
	g.External = p.gotWord("external")
	g.ReadOnly = p.gotWord("readonly")
	g.CType = p.optLabel()
	if p.isPunct("{") {
		g.Init = p.init()
	}
	g.Pos = p.optPos()
	return g
}

func (p *parser) sizeAlign() (size, align int64) {
	p.word("size")
	size = p.integer(0, math.MaxInt64, "size")
	p.word("align")
	return size, p.integer(0, math.MaxInt64, "alignment")
}

func (p *parser) init() []InitItem {
	var items []InitItem
	p.punct("{")
	for !p.isPunct("}") {
		var it InitItem
		it.Offset = p.integer(0, math.MaxInt64, "offset")
		p.punct(":")
		switch {
		case p.gotWord("global"):
			it.Global = p.globalSymbol()
			it.Addend = p.addend()
		case p.gotWord("func"):
			it.Func = p.funcSymbol()
			it.Addend = p.addend()
		default:
			it.Bytes = []byte(p.str())
		}
		items = append(items, it)
		if !p.gotPunct(",") {
			break
		}
	}
	p.punct("}")
	return items
}

func (p *parser) addend() int64 {
	p.punct("+")
	return p.integer(math.MinInt64, math.MaxInt64, "addend")
}

// constant consumes a constant operand.
func (p *parser) constant() Operand {
	if p.gotWord("null") {
		return constOf(p.f, p.consts, Const{Type: Ptr})
	}
	at, text := p.tok.pos, p.tok.text
	p.advance()
	p.punct(":")
	c := Const{Type: p.typ()}
	switch {
	case c.Type.IsFloat() && len(text) > 1 && (text[1] == 'x' || text[1] == 'X'):
		n, err := strconv.ParseUint(text, 0, c.Type.Bits(p.model))
		if err != nil {
			p.fail(at, "%s is not a bit pattern of %s", text, c.Type)
		}
		c.Lo = n
	case c.Type.IsFloat():
		v, err := strconv.ParseFloat(text, c.Type.Bits(p.model))
		if err != nil {
			p.fail(at, "%s is not a value of %s", text, c.Type)
		}
		if c.Type == F32 {
			c.Lo = uint64(math.Float32bits(float32(v)))
		} else {
			c.Lo = math.Float64bits(v)
		}
	default:
		bits := c.Type.Bits(p.model)
		if n, err := strconv.ParseInt(text, 0, 64); err == nil && bits <= 64 {
			c.Lo = uint64(n)
			if bits < 63 && (n < -1<<(bits-1) || n >= 1<<bits) {
				p.fail(at, "%s does not fit %s", text, c.Type)
			}
			break
		}
		v, ok := new(big.Int), false
		if len(text) <= 64 {
			v, ok = v.SetString(text, 0)
		}
		if !ok || v.BitLen() > bits {
			p.fail(at, "%s is not a value of %s", text, c.Type)
		}
		w := wide.OfBig(v)
		c.Lo, c.Hi = w.Lo, w.Hi
	}
	return constOf(p.f, p.consts, c.Normal(p.model))
}
