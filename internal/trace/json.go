package trace

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
)

// SyntaxError is a place in a trace file that cannot be read, and why.
type SyntaxError struct {
	Line, Col int // from 1, Col in bytes
	Msg       string
}

// Error returns line:col: message.
func (e *SyntaxError) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Col, e.Msg) }

// reader walks the tokens of a JSON text strictly: every field has one type,
// none is unknown, none comes twice. Errors are raised as *SyntaxError panics.
type reader struct {
	text []byte
	dec  *json.Decoder
	at   int // offset of the last token's end
}

func newReader(text []byte) *reader {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	return &reader{text: text, dec: dec}
}

func (r *reader) fail(format string, args ...any) {
	before := r.text[:min(r.at, len(r.text))]
	panic(&SyntaxError{
		Line: bytes.Count(before, []byte("\n")) + 1,
		Col:  len(before) - bytes.LastIndexByte(before, '\n'),
		Msg:  fmt.Sprintf(format, args...),
	})
}

func catch(err *error) {
	switch p := recover().(type) {
	case nil:
	case *SyntaxError:
		*err = p
	default:
		panic(p)
	}
}

// token returns the next token. Afterwards at is where it begins.
func (r *reader) token() json.Token {
	t, err := r.dec.Token()
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		r.at = max(int(syntax.Offset)-1, int(r.dec.InputOffset()))
		r.fail("%s", syntax.Error())
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		r.at = len(r.text)
		r.fail("the text ends too early")
	case err != nil:
		r.fail("%s", err.Error())
	}
	r.at = int(r.dec.InputOffset())
	switch v := t.(type) {
	case json.Delim:
		r.at--
	case json.Number:
		r.at -= len(v)
	case string:
		// Back over the closing quote to the opening one: the decoder accepted it.
		for i := r.at - 2; i >= 0; i-- {
			if r.text[i] == '"' && !escaped(r.text, i) {
				r.at = i
				break
			}
		}
	}
	return t
}

// escaped reports whether an odd number of backslashes precedes text[i].
func escaped(text []byte, i int) bool {
	n := 0
	for i--; i >= 0 && text[i] == '\\'; i-- {
		n++
	}
	return n%2 == 1
}

func (r *reader) delim(d json.Delim) {
	if t := r.token(); t != d {
		r.fail("expected %q", d.String())
	}
}

// object reads {…}, calling field for the value of each.
func (r *reader) object(field func(name string) bool) {
	r.delim('{')
	seen := make(map[string]bool)
	for {
		switch t := r.token().(type) {
		case json.Delim:
			return // the decoder lets no other than } come here
		case string:
			if seen[t] {
				r.fail("field %q comes twice", t)
			}
			seen[t] = true
			if !field(t) {
				r.fail("unknown field %q", t)
			}
		}
	}
}

// array reads […], calling element for each.
func (r *reader) array(element func()) {
	r.delim('[')
	for r.dec.More() {
		element()
	}
	r.delim(']')
}

func (r *reader) str() string {
	s, ok := r.token().(string)
	if !ok {
		r.fail("expected a string")
	}
	return s
}

func (r *reader) number(limit uint64) uint64 {
	n, ok := r.token().(json.Number)
	if !ok {
		r.fail("expected a number")
	}
	v, err := strconv.ParseUint(n.String(), 10, 64)
	if err != nil || v > limit {
		r.fail("%s is not a whole number from 0 to %d", n, limit)
	}
	return v
}

func (r *reader) integer() int { return int(r.number(math.MaxInt32)) }

func (r *reader) threadName() string {
	s := r.str()
	if err := CheckThreadName(s); err != nil {
		r.fail("%s", err.Error())
	}
	return s
}

// end makes sure that nothing follows.
func (r *reader) end() {
	if _, err := r.dec.Token(); !errors.Is(err, io.EOF) {
		r.at = int(r.dec.InputOffset())
		r.fail("something follows the trace")
	}
}
