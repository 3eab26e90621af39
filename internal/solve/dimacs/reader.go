package dimacs

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
)

// Reader reads a formula clause by clause.
type Reader struct {
	src       io.Reader
	buf       []byte
	at, end   int // the unread part of buf
	eof       bool
	failure   error // the error of src, other than io.EOF
	line      int
	passed    int // bytes read before buf[0]
	lineStart int // bytes before the current line
	vars      int
	clauses   int
	read      int // clauses read
	lits      []int32
}

const bufferSize = 64 << 10

// NewReader reads the header of a formula, plain or gzip.
func NewReader(src io.Reader) (*Reader, error) {
	r := &Reader{src: src, buf: make([]byte, bufferSize), line: 1}
	magic := bufio.NewReaderSize(src, bufferSize)
	r.src = magic
	if head, _ := magic.Peek(2); len(head) == 2 && head[0] == 0x1f && head[1] == 0x8b {
		unzipped, err := gzip.NewReader(magic)
		if err != nil {
			return nil, &Error{1, 1, err.Error()}
		}
		r.src = unzipped
	}
	if err := r.readHeader(); err != nil {
		return nil, err
	}
	return r, nil
}

// Vars returns the largest variable according to the header.
func (r *Reader) Vars() int { return r.vars }

// Clauses returns the number of clauses according to the header.
func (r *Reader) Clauses() int { return r.clauses }

// Next returns the next clause, or io.EOF after the last one. The slice is
// valid until the next call.
func (r *Reader) Next() ([]int32, error) {
	r.lits = r.lits[:0]
	for {
		c, err := r.skip()
		if err != nil {
			return nil, err
		}
		if c == noByte {
			return nil, r.finish()
		}
		column := r.column()
		if len(r.lits) == 0 && r.read == r.clauses {
			return nil, r.errorAt(column, "more clauses than the %d of the header", r.clauses)
		}
		n, err := r.literal()
		if err != nil {
			return nil, err
		}
		if n == 0 {
			r.read++
			return r.lits, nil
		}
		if int(n) > r.vars || -int(n) > r.vars {
			return nil, r.errorAt(column, "literal %d, but the header allows variables up to %d", n, r.vars)
		}
		r.lits = append(r.lits, n)
	}
}

// finish checks the conditions that depend on the end of the text: no open clause, and as many clauses
// as announced.
func (r *Reader) finish() error {
	switch {
	case len(r.lits) > 0:
		return r.errorAt(r.column(), "end of text in a clause: 0 is missing")
	case r.read < r.clauses:
		return r.errorAt(r.column(), "end of text after %d of %d clauses", r.read, r.clauses)
	}
	return io.EOF
}

// readHeader reads the line "p cnf V C".
func (r *Reader) readHeader() error {
	c, err := r.skip()
	if err != nil {
		return err
	}
	if c != 'p' {
		return r.errorAt(r.column(), "found %s, expected the header p cnf", r.show(c))
	}
	r.at++
	for _, c := range []byte(" cnf ") {
		if c == ' ' {
			if !blank(r.peek()) {
				return r.errorAt(r.column(), "found %s, expected a space", r.show(r.peek()))
			}
			r.skipBlanks()
			continue
		}
		if r.peek() != int(c) {
			return r.errorAt(r.column(), "found %s, expected the header p cnf", r.show(r.peek()))
		}
		r.at++
	}
	if r.vars, err = r.count("variables", MaxVar); err != nil {
		return err
	}
	if !blank(r.peek()) {
		return r.errorAt(r.column(), "found %s, expected the number of clauses", r.show(r.peek()))
	}
	r.skipBlanks()
	if r.clauses, err = r.count("clauses", 1<<40); err != nil {
		return err
	}
	r.skipBlanks()
	if c := r.peek(); c != '\n' && c != noByte {
		return r.errorAt(r.column(), "found %s after the header", r.show(c))
	}
	return r.failed()
}

// count reads a number of the header.
func (r *Reader) count(what string, limit int) (int, error) {
	column := r.column()
	if c := r.peek(); !digit(c) {
		return 0, r.errorAt(column, "found %s, expected the number of %s", r.show(c), what)
	}
	n := 0
	for c := r.peek(); digit(c); c = r.peek() {
		if n = 10*n + c - '0'; n > limit {
			return 0, r.errorAt(column, "more than %d %s", limit, what)
		}
		r.at++
	}
	return n, nil
}

// literal reads a signed number. It must be followed by white space.
func (r *Reader) literal() (int32, error) {
	column := r.column()
	c := r.peek()
	negative := c == '-'
	if negative {
		r.at++
		c = r.peek()
	}
	if !digit(c) || negative && c == '0' {
		return 0, r.errorAt(r.column(), "found %s, expected a literal", r.show(c))
	}
	n := 0
	for ; digit(c); c = r.peek() {
		if n = 10*n + c - '0'; n > MaxVar {
			return 0, r.errorAt(column, "variable larger than %d", MaxVar)
		}
		r.at++
	}
	if c != noByte && c != '\n' && !blank(c) {
		return 0, r.errorAt(r.column(), "found %s in a literal", r.show(c))
	}
	if negative {
		n = -n
	}
	return int32(n), nil
}

// skip passes white space and comments and returns the next byte, which stays
// unread.
func (r *Reader) skip() (int, error) {
	for {
		switch c := r.peek(); {
		case c == '\n':
			r.at++
			r.newline()
		case c != noByte && blank(c):
			r.at++
		case c == 'c' && r.column() == 1:
			for c = r.peek(); c != '\n' && c != noByte; c = r.peek() {
				r.at++
			}
		default:
			return c, r.failed()
		}
	}
}

func (r *Reader) skipBlanks() {
	for blank(r.peek()) {
		r.at++
	}
}

// noByte stands for the end of the text.
const noByte = -1

// peek returns the next byte without passing it.
func (r *Reader) peek() int {
	if r.at < r.end {
		return int(r.buf[r.at])
	}
	return r.fill()
}

// fill reads more of the text and returns its first byte.
func (r *Reader) fill() int {
	for r.at == r.end && !r.eof {
		r.passed += r.end
		n, err := r.src.Read(r.buf)
		r.at, r.end = 0, n
		if err != nil {
			r.eof = true
			if err != io.EOF {
				r.failure = err
			}
		}
	}
	if r.at == r.end {
		return noByte
	}
	return int(r.buf[r.at])
}

func (r *Reader) newline() {
	r.line++
	r.lineStart = r.passed + r.at
}

// column returns the column of the next byte.
func (r *Reader) column() int { return r.passed + r.at - r.lineStart + 1 }

// failed returns the error of the source once its text is used up.
func (r *Reader) failed() error {
	if r.failure != nil && r.at == r.end {
		return r.errorAt(r.column(), "%v", r.failure)
	}
	return nil
}

func (r *Reader) errorAt(column int, format string, args ...any) error {
	if r.failure != nil && r.at == r.end {
		format, args = "%v", []any{r.failure}
	}
	return &Error{r.line, column, fmt.Sprintf(format, args...)}
}

// show names a byte in a message.
func (r *Reader) show(c int) string {
	switch {
	case c == noByte:
		return "end of text"
	case c == '\n':
		return "end of line"
	}
	return fmt.Sprintf("%q", rune(c))
}

func digit(c int) bool { return '0' <= c && c <= '9' }
func blank(c int) bool { return c == ' ' || c == '\t' || c == '\r' }
