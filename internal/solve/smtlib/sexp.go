package smtlib

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Kind is the kind of an S-expression.
type Kind uint8

// The kinds of S-expressions, with the contents of Text.
const (
	Symbol  Kind = iota // the name, without bars
	Keyword             // with its colon
	Numeral             // the digits
	Decimal             // digits, point, digits
	Hex                 // the digits after #x
	Binary              // the digits after #b
	String              // the characters, quotes undone
	List                // empty
)

// Sexp is an S-expression.
type Sexp struct {
	Kind   Kind
	Quoted bool // a symbol between bars: never a reserved word
	Text   string
	List   []Sexp
	Pos    Pos
}

// Is reports whether an expression is a symbol without bars, such as a reserved
// word.
func (e *Sexp) Is(word string) bool { return e.Kind == Symbol && !e.Quoted && e.Text == word }

// head returns the first symbol of a list, "" if there is none.
func (e *Sexp) head() string {
	if e.Kind == List && len(e.List) > 0 && e.List[0].Kind == Symbol && !e.List[0].Quoted {
		return e.List[0].Text
	}
	return ""
}

// String returns the expression as text on one line.
func (e *Sexp) String() string {
	var b strings.Builder
	e.write(&b)
	return b.String()
}

func (e *Sexp) write(b *strings.Builder) {
	switch e.Kind {
	case Symbol:
		b.WriteString(quoteSymbol(e.Text, e.Quoted))
	case Hex:
		b.WriteString("#x" + e.Text)
	case Binary:
		b.WriteString("#b" + e.Text)
	case String:
		b.WriteString(`"` + strings.ReplaceAll(e.Text, `"`, `""`) + `"`)
	case List:
		b.WriteByte('(')
		for i := range e.List {
			if i > 0 {
				b.WriteByte(' ')
			}
			e.List[i].write(b)
		}
		b.WriteByte(')')
	default:
		b.WriteString(e.Text)
	}
}

// describe names an expression in a message.
func (e *Sexp) describe() string {
	const most = 40
	if text := e.String(); len(text) <= most {
		return text
	}
	if head := e.head(); head != "" && len(head) <= most {
		return "(" + head + " …)"
	}
	return "a long expression"
}

// MaxDepth bounds the nesting of parentheses.
const MaxDepth = 100_000

// Reader reads S-expressions one at a time.
type Reader struct {
	src   *bufio.Reader
	next  Pos   // of the next byte
	taken int64 // bytes of the expression being read
	limit int64
}

// NewReader returns a reader. limit bounds the bytes of an expression, with the white space and
// comments before it; 0 is no limit.
func NewReader(src io.Reader, limit int64) *Reader {
	return &Reader{src: bufio.NewReaderSize(src, 64<<10), next: Pos{1, 1}, limit: limit}
}

// Limit sets the greatest number of bytes of each of the following expressions.
func (r *Reader) Limit(bytes int64) { r.limit = bytes }

// Next returns the next expression, or io.EOF if there is none. Other errors are an *Error, or wrap an
// error of the source.
func (r *Reader) Next() (Sexp, error) {
	r.taken = 0
	var open []Sexp // lists that are not closed
	for {
		e, close, err := r.token(len(open) > 0)
		switch {
		case err != nil:
			return Sexp{}, err
		case close && len(open) == 0:
			return Sexp{}, errorAt(e.Pos, "found ), expected an expression")
		case close:
			e = open[len(open)-1]
			open = open[:len(open)-1]
		case e.Kind == List:
			if len(open) == MaxDepth {
				return Sexp{}, unsupportedAt(e.Pos, "more than %d nested parentheses", MaxDepth)
			}
			open = append(open, e)
			continue
		}
		if len(open) == 0 {
			return e, nil
		}
		outer := &open[len(open)-1]
		outer.List = append(outer.List, e)
	}
}

// token returns an atom or an opening parenthesis as a list; close is true for a closing one.
func (r *Reader) token(inside bool) (e Sexp, close bool, err error) {
	c, at, err := r.skip()
	if err == io.EOF && inside {
		return e, false, errorAt(at, "end of text in a list: ) is missing")
	}
	if err != nil {
		return e, false, err
	}
	e.Pos = at
	switch {
	case c == '(':
		e.Kind = List
	case c == ')':
		close = true
	case c == '|':
		e.Quoted = true
		e.Text, err = r.until('|', "a quoted symbol")
	case c == '"':
		e.Kind = String
		e.Text, err = r.quoted()
	case c == '#':
		err = r.number(&e)
	case c == ':':
		e.Kind = Keyword
		e.Text, err = r.word(c)
	case '0' <= c && c <= '9':
		e.Kind = Numeral
		if e.Text, err = r.word(c); err == nil {
			err = checkNumeral(&e)
		}
	case isSymbolByte(c):
		e.Text, err = r.word(c)
	default:
		err = errorAt(at, "found %q, expected an expression", c)
	}
	return e, close, err
}

// skip passes white space and comments and takes the next byte.
func (r *Reader) skip() (c byte, at Pos, err error) {
	for comment := false; ; {
		at = r.next
		c, err = r.take()
		switch {
		case err != nil:
			return 0, at, err
		case c == '\n':
			comment = false
		case comment, c == ' ', c == '\t', c == '\r':
		case c == ';':
			comment = true
		default:
			return c, at, nil
		}
	}
}

// take takes a byte.
func (r *Reader) take() (byte, error) {
	at := r.next
	c, err := r.src.ReadByte()
	if err == io.EOF {
		return 0, err
	}
	if err != nil {
		return 0, fmt.Errorf("%s: %w", at, err)
	}
	if r.taken++; r.limit > 0 && r.taken > r.limit {
		return 0, unsupportedAt(at, "an expression of more than %d bytes", r.limit)
	}
	r.next.Column++
	if c == '\n' {
		r.next = Pos{at.Line + 1, 1}
	}
	return c, nil
}

// word takes the rest of an atom that began with c. The byte after it stays.
func (r *Reader) word(c byte) (string, error) {
	text := []byte{c}
	for {
		// The byte that ends a word is not taken; a read error appears when it is taken.
		if p, err := r.src.Peek(1); err != nil || !isSymbolByte(p[0]) {
			return string(text), nil
		}
		c, err := r.take()
		if err != nil {
			return "", err
		}
		text = append(text, c)
	}
}

// until takes all bytes up to a byte, which is not part of the text.
func (r *Reader) until(end byte, what string) (string, error) {
	var text []byte
	for {
		at := r.next
		c, err := r.take()
		switch {
		case err == io.EOF:
			return "", errorAt(at, "end of text in %s", what)
		case err != nil:
			return "", err
		case c == end:
			return string(text), nil
		case c == '\\' && end == '|':
			return "", errorAt(at, `found '\\' in %s`, what)
		}
		text = append(text, c)
	}
}

// quoted takes the rest of a string; two quotes stand for one.
func (r *Reader) quoted() (string, error) {
	var text strings.Builder
	for {
		part, err := r.until('"', "a string")
		if err != nil {
			return "", err
		}
		text.WriteString(part)
		if p, err := r.src.Peek(1); err != nil || p[0] != '"' {
			return text.String(), nil
		}
		if _, err := r.take(); err != nil {
			return "", err
		}
		text.WriteByte('"')
	}
}

// number takes the rest of #x… or #b….
func (r *Reader) number(e *Sexp) error {
	text, err := r.word('#')
	if err != nil {
		return err
	}
	digits, hex := strings.CutPrefix(text, "#x")
	e.Kind = Hex
	allowed := "0123456789abcdefABCDEF"
	if !hex {
		digits, hex = strings.CutPrefix(text, "#b")
		e.Kind = Binary
		allowed = "01"
	}
	e.Text = digits
	if !hex || digits == "" || strings.Trim(digits, allowed) != "" {
		return errorAt(e.Pos, "found %q, expected #x or #b and digits", text)
	}
	return nil
}

// checkNumeral sets the kind of a word that begins with a digit: a numeral or a decimal. Other words
// are an error.
func checkNumeral(e *Sexp) error {
	whole, part, point := strings.Cut(e.Text, ".")
	if point {
		e.Kind = Decimal
	}
	if strings.Trim(whole+part, "0123456789") != "" || point && part == "" {
		return errorAt(e.Pos, "found %q, expected a number", e.Text)
	}
	return nil
}

// isSymbolByte reports whether a byte can stand in a symbol without bars.
func isSymbolByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' ||
		strings.IndexByte("~!@$%^&*_-+=<>.?/:#", c) >= 0
}
