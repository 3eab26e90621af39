package load

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/heddle-mc/heddle/internal/front/diag"
	"github.com/heddle-mc/heddle/internal/front/preprocess"
)

// PrefixMark begins the mark of a literal with the prefix u or U, which the parser does not know: it gets the
// prefix L, and the mark and the letter before its text. No source text contains it.
const PrefixMark = "\\\x01"

// parserText is the text for the parser: the tokens of the unit in one line after another, with their places.
type parserText struct {
	b       []byte
	offsets []int32 // of the tokens
	places  []preprocess.Pos
	asked   int // the token whose place was asked for last
	names   *preprocess.Files
	macros  *preprocess.Preprocessor // those at the end of the unit
	column  int
}

// reserve makes room for tokens, so that the text does not grow step by step.
func (p *parserText) reserve(tokens []preprocess.Token) {
	size := 0
	for i := range tokens {
		size += len(tokens[i].Text) + 1
	}
	p.b = make([]byte, 0, size+size/64)
	p.offsets, p.places = make([]int32, 0, len(tokens)), make([]preprocess.Pos, 0, len(tokens))
}

// lineLength is how long the lines of the parser's text become.
const lineLength = 200

// add appends a token.
func (p *parserText) add(text string, at preprocess.Pos) {
	p.offsets, p.places = append(p.offsets, int32(len(p.b))), append(p.places, at)
	end := byte(' ')
	if p.column += len(text) + 1; p.column >= lineLength {
		p.column, end = 0, '\n'
	}
	p.b = append(append(p.b, text...), end)
}

// place returns the place in a file of an offset in the parser's text.
func (p *parserText) place(offset int) (file string, line, column int) {
	i := p.token(int32(offset))
	if i < 0 {
		return "", 0, 0
	}
	at := p.places[i]
	return p.names.Names[at.File], int(at.Line), int(at.Col)
}

// token returns the index of the token at an offset, or -1. Most questions are about a token near the one before.
func (p *parserText) token(offset int32) int {
	const near = 16
	from, to := p.asked, min(p.asked+near, len(p.offsets))
	if from >= to || p.offsets[from] > offset || to < len(p.offsets) && p.offsets[to] <= offset {
		from, to = 0, len(p.offsets)
	}
	i, found := slices.BinarySearch(p.offsets[from:to], offset)
	if i += from; !found {
		i--
	}
	p.asked = max(i, 0)
	return i
}

// offset returns the offset of a row and a column.
func (p *parserText) offset(row, column int) int {
	at := 0
	for ; row > 1; row-- {
		at += bytes.IndexByte(p.b[at:], '\n') + 1
	}
	return at + column - 1
}

// end returns the place behind the last token of the unit's file.
func (p *parserText) end() (file string, line, column int) {
	i := len(p.places) - 1
	for i > 0 && p.names.Names[p.places[i].File] == endName {
		i--
	}
	at := p.places[i]
	next := int32(len(p.b))
	if i+1 < len(p.offsets) {
		next = p.offsets[i+1]
	}
	return p.names.Names[at.File], int(at.Line), int(at.Col + next - 1 - p.offsets[i])
}

// forParser writes tokens as the parser can read them: package preprocess keeps their spelling, and the parser lacks some of C.
type forParser struct {
	out    *parserText
	tokens []preprocess.Token
	report func(d diag.Diagnostic, at preprocess.Pos)
	depth  int // open brackets
	nest   nesting
	deep   bool
}

// write appends all tokens.
func (w *forParser) write() {
	w.out.reserve(w.tokens)
	for i := 0; i < len(w.tokens) && !w.deep; i++ {
		w.declaratorAttribute(i)
		t := &w.tokens[i]
		text := t.Symbol()
		switch t.Kind {
		case preprocess.String:
			n := 1
			for i+n < len(w.tokens) && w.tokens[i+n].Kind == preprocess.String {
				n++
			}
			text = joined(w.tokens[i : i+n])
			i += n - 1
		case preprocess.Char:
			text = withPrefix(t.Text)
		case preprocess.Name:
			text = w.name(i)
		case preprocess.Other:
			w.unexpected(t)
			continue
		case preprocess.Punct:
			switch text {
			case "[":
				w.arrayParameter(i)
			case "::": // two tokens of C
				w.out.add(":", t.Pos)
				t.Pos.Col++
				text = ":"
			case "#", "##":
				w.report(diag.Diagnostic{Code: "syntax", Message: "unexpected '" + text + "'"}, t.Pos)
				continue
			}
		}
		w.count(t, text)
		if text != "" {
			w.out.add(text, t.Pos)
		}
	}
}

// unexpected reports a character that is no token, or a literal without its end.
func (w *forParser) unexpected(t *preprocess.Token) {
	d := diag.Diagnostic{Code: "syntax", Message: "unexpected '" + t.Text + "'"}
	switch c := t.Text[0]; {
	case t.Unterminated() != 0:
		d.Message = "literal is not terminated: missing " + string(rune(t.Unterminated()))
	case c >= 0x80:
		d = diag.Diagnostic{Code: "encoding", Message: fmt.Sprintf("byte %#x is not UTF-8 text", c)}
	case c < ' ':
		d.Message = fmt.Sprintf("unexpected byte %#x", c)
	}
	w.report(d, t.Pos)
}

// count adds a token to the nesting. The writer stops where brackets nest too deeply.
func (w *forParser) count(t *preprocess.Token, text string) {
	kind := otherToken
	switch {
	case t.Kind == preprocess.Name || t.Kind == preprocess.Number:
		kind = wordKind(text)
	case t.Kind == preprocess.Punct && len(text) == 1 && strings.Contains("()[]{},;", text):
		kind = tokenKind(text[0])
	}
	w.nest.token(kind)
	d := diag.Diagnostic{Code: "nesting"}
	switch kind {
	case '(', '[', '{':
		if w.depth++; w.depth > maxBrackets {
			d.Message = fmt.Sprintf("brackets nest more than %d deep", maxBrackets)
		}
	case ')', ']', '}':
		w.depth = max(w.depth-1, 0)
	}
	if w.nest.tooDeep() {
		d.Message = fmt.Sprintf(tooDeepMessage, maxOpen)
	}
	if d.Message != "" {
		w.deep = true
		w.report(d, t.Pos)
	}
}

const tooDeepMessage = "statements or expressions nest too deeply: more than %d tokens are open at once"

// is reports whether the token at an index is a punctuator or a name.
func (w *forParser) is(i int, text string) bool {
	return i < len(w.tokens) && w.tokens[i].Kind != preprocess.String && w.tokens[i].Symbol() == text
}

// drop removes the tokens from one index to another.
func (w *forParser) drop(from, to int) { w.tokens = slices.Delete(w.tokens, from, to) }

// name returns the text of the name at an index. Characters given by number become themselves (C11 6.4.3).
func (w *forParser) name(i int) string {
	t := &w.tokens[i]
	switch t.Text {
	case "enum":
		w.enumAttribute(i)
	case "R", "LR", "uR", "UR", "u8R":
		if i+1 < len(w.tokens) && w.tokens[i+1].Kind == preprocess.String && w.tokens[i+1].Adjoins() {
			w.report(diag.Diagnostic{Code: "syntax", Message: "unsupported: a raw string literal"}, t.Pos)
		}
	}
	if strings.Contains(t.Text, `\`) {
		if name, err := strconv.Unquote(`"` + t.Text + `"`); err == nil {
			return name
		}
	}
	return t.Text
}

// arrayParameter removes the qualifiers in front of an array's size, as in f(int [static 5]), since the
// parser accepts them only after a name. They only forbid assignments to the parameter.
func (w *forParser) arrayParameter(i int) {
	n := i + 1
	for n < len(w.tokens) && slices.Contains([]string{"static", "const", "restrict", "__restrict", "__restrict__"}, w.tokens[n].Text) {
		n++
	}
	w.drop(i+1, n)
}

// enumAttribute moves attributes between the word enum, at an index, and the tag behind the list of the enumerators:
// the parser wants them there.
func (w *forParser) enumAttribute(i int) {
	from, to := i+1, w.attributesEnd(i+1)
	if to == from || to == len(w.tokens) { // or the brackets are not closed
		return
	}
	attributes := slices.Clone(w.tokens[from:to])
	w.drop(from, to)
	if !w.is(from, "{") {
		from++ // the tag
	}
	if w.is(from, "{") {
		w.tokens = slices.Insert(w.tokens, w.closing(from, "{", "}"), attributes...)
	}
}

// declaratorAttribute moves attributes behind the bracket at an index in front of it, if they belong to the name of
// a function, as in int (__attribute__((gnu_inline)) f)(void): the parser drops them there.
func (w *forParser) declaratorAttribute(i int) {
	if !w.is(i, "(") {
		return
	}
	to := w.attributesEnd(i + 1)
	if to == i+1 || to >= len(w.tokens) || w.tokens[to].Kind != preprocess.Name || !w.is(to+1, ")") || !w.is(to+2, "(") {
		return
	}
	bracket := w.tokens[i]
	copy(w.tokens[i:], w.tokens[i+1:to])
	w.tokens[to-1] = bracket
}

// attributesEnd returns the index behind the attributes that begin at an index.
func (w *forParser) attributesEnd(i int) int {
	for w.is(i, "__attribute__") || w.is(i, "__attribute") {
		i = w.closing(i+1, "(", ")")
	}
	return i
}

// closing returns the index behind the bracket that closes the one at an index.
func (w *forParser) closing(i int, open, closed string) int {
	for depth := 0; i < len(w.tokens); i++ {
		switch {
		case w.is(i, open):
			depth++
		case w.is(i, closed):
			depth--
		}
		if depth <= 0 {
			return i + 1
		}
	}
	return len(w.tokens)
}

// withPrefix writes a literal with a prefix that the parser knows.
func withPrefix(literal string) string {
	quote := strings.IndexAny(literal, `"'`)
	switch prefix := literal[:quote]; prefix {
	case "u", "U":
		return "L" + literal[quote:quote+1] + PrefixMark + prefix + literal[quote+1:]
	case "u8":
		return literal[quote:]
	}
	return literal
}

// joined returns adjacent string literals as one (C11 6.4.5p5, 5.1.1.2). An escape sequence at the end of one must not
// take in digits of the next, which are given by their codes.
func joined(list []preprocess.Token) string {
	var body strings.Builder
	prefix := ""
	for i := range list {
		quote := strings.IndexByte(list[i].Text, '"')
		if p := list[i].Text[:quote]; prefix == "" || prefix == "u8" {
			prefix = p
		}
		text := list[i].Text[quote+1 : len(list[i].Text)-1]
		if text != "" && i > 0 && isHex(text[0]) && endsInNumber(body.String()) {
			fmt.Fprintf(&body, `\%03o`, text[0])
			text = text[1:]
		}
		body.WriteString(text)
	}
	return withPrefix(prefix + `"` + body.String() + `"`)
}

// endsInNumber reports whether the body of a literal ends in an escape sequence with digits.
func endsInNumber(body string) bool {
	for i := 0; i < len(body); {
		if body[i] != '\\' || i+1 == len(body) {
			_, n := utf8.DecodeRuneInString(body[i:])
			i += n
			continue
		}
		numeric := body[i+1] == 'x' || body[i+1] >= '0' && body[i+1] <= '7'
		octal := body[i+1] != 'x'
		i += 2
		for n := 1; numeric && i < len(body) && (octal && n < 3 && body[i] >= '0' && body[i] <= '7' || !octal && isHex(body[i])); n++ {
			i++
		}
		if numeric && i == len(body) {
			return true
		}
	}
	return false
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}
