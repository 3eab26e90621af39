package trace

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/host/raise"
)

// formatName is the value of the field "format".
const formatName = "heddle-trace"

// file is the JSON form. The order of fields is the order in the types, so that the text is stable;
// docs/understand/trace.md describes it for users.
type file struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
	*Fields
}

// Fields holds the fields of a Trace in its JSON form.
type Fields Trace

// Write writes t as indented JSON with a final newline.
func Write(w io.Writer, t *Trace) error {
	full := *t
	full.Schedule = append([]Segment{}, t.Schedule...) // an empty list is not written as null
	full.Threads = nil
	for _, th := range t.Threads {
		full.Threads = append(full.Threads, ThreadInputs{th.Thread, append([]Input{}, th.Inputs...)})
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(&file{formatName, Version, (*Fields)(&full)}); err != nil {
		return fmt.Errorf("write trace: %w", err)
	}
	return nil
}

// MarshalJSON implements json.Marshaler, as Write does.
func (t *Trace) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	err := Write(&b, t)
	return b.Bytes(), err
}

// UnmarshalJSON implements json.Unmarshaler, as Parse does.
func (t *Trace) UnmarshalJSON(text []byte) error {
	parsed, err := Parse(text)
	if err == nil {
		*t = *parsed
	}
	return err
}

// Parse reads the JSON form. Errors are *SyntaxError. A hand-written schedule file for `heddle run
// --schedule` has the same form. All fields except format, version and schedule are optional.
func Parse(text []byte) (t *Trace, err error) {
	defer raise.Catch[*SyntaxError](&err)
	r := &reader{text: text, dec: json.NewDecoder(bytes.NewReader(text))}
	r.dec.UseNumber()
	f := &file{Fields: &Fields{}}
	r.value(reflect.ValueOf(f).Elem())
	r.end()
	return (*Trace)(f.Fields), nil
}

// SyntaxError is the place and the reason of an error in a trace file.
type SyntaxError struct {
	Line, Col int // from 1, Col in bytes
	Msg       string
}

// Error returns line:col: message.
func (e *SyntaxError) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Col, e.Msg) }

// reader walks the tokens of a JSON text strictly: every field has one type, and there are no unknown
// or repeated fields. Errors are raised as *SyntaxError panics.
type reader struct {
	text []byte
	dec  *json.Decoder
	at   int // offset of the last token
}

func (r *reader) fail(format string, args ...any) {
	before := r.text[:min(r.at, len(r.text))]
	panic(&SyntaxError{
		Line: bytes.Count(before, []byte("\n")) + 1,
		Col:  len(before) - bytes.LastIndexByte(before, '\n'),
		Msg:  fmt.Sprintf(format, args...),
	})
}

// token returns the next token, and sets at to its offset.
func (r *reader) token() json.Token {
	r.at = r.next()
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
	return t
}

// next returns the offset of the next token.
func (r *reader) next() int {
	return len(r.text) - len(bytes.TrimLeft(r.text[r.dec.InputOffset():], " \t\r\n:,"))
}

func (r *reader) delim(d json.Delim) {
	if t := r.token(); t != d {
		r.fail("expected %q", d.String())
	}
}

// value reads v, by its type and the json tags of its fields. It checks v if it has a check method.
func (r *reader) value(v reflect.Value) {
	start := r.next()
	switch text, ok := v.Addr().Interface().(encoding.TextUnmarshaler); {
	case ok:
		if err := text.UnmarshalText([]byte(r.str())); err != nil {
			r.fail("%s", err.Error())
		}
	case v.Kind() == reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		r.value(v.Elem())
	case v.Kind() == reflect.Slice:
		r.delim('[')
		for r.dec.More() {
			element := reflect.New(v.Type().Elem()).Elem()
			r.value(element)
			v.Set(reflect.Append(v, element))
		}
		r.delim(']')
	case v.Kind() == reflect.Struct:
		r.object(v)
	case v.Kind() == reflect.String:
		v.SetString(r.str())
	case v.CanInt():
		v.SetInt(int64(r.number(math.MaxInt32)))
	default:
		v.SetUint(r.number(1<<v.Type().Bits() - 1))
	}
	if c, ok := v.Addr().Interface().(interface{ check() string }); ok {
		if wrong := c.check(); wrong != "" {
			r.at = start
			r.fail("%s", wrong)
		}
	}
}

// object reads {…} with the fields of v only.
func (r *reader) object(v reflect.Value) {
	r.delim('{')
	seen := make(map[string]bool)
fields:
	for {
		switch t := r.token().(type) {
		case json.Delim:
			break fields // the decoder returns no other delimiter than } here
		case string:
			if seen[t] {
				r.fail("field %q comes twice", t)
			}
			seen[t] = true
			r.value(r.field(v, t))
		}
	}
	for _, f := range reflect.VisibleFields(v.Type()) {
		if name, _, optional := strings.Cut(f.Tag.Get("json"), ","); name != "" && !optional && !seen[name] {
			r.fail("field %q is missing", name)
		}
	}
}

func (r *reader) field(v reflect.Value, name string) reflect.Value {
	for _, f := range reflect.VisibleFields(v.Type()) {
		if tag, _, _ := strings.Cut(f.Tag.Get("json"), ","); tag != "" && tag == name {
			return v.FieldByIndex(f.Index)
		}
	}
	r.fail("unknown field %q", name)
	panic("not reached")
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

// end checks that nothing follows.
func (r *reader) end() {
	if _, err := r.dec.Token(); !errors.Is(err, io.EOF) {
		r.at = int(r.dec.InputOffset())
		r.fail("something follows the trace")
	}
}
