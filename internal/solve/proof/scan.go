package proof

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
)

// MaxVar is the largest variable that is read.
const MaxVar = 1<<29 - 1

// maxID is the largest clause id that is read.
const maxID = 1<<62 - 1

// scanner reads a text byte by byte, plain or gzip.
type scanner struct {
	src          *bufio.Reader
	text         Text
	c            int // the next byte, or noByte
	line, column int // of c
	failure      error
}

// noByte stands for the end of the text.
const noByte = -1

func newScanner(src io.Reader, text Text) (*scanner, error) {
	s := &scanner{src: bufio.NewReaderSize(src, 64<<10), text: text, line: 1}
	if head, _ := s.src.Peek(2); len(head) == 2 && head[0] == 0x1f && head[1] == 0x8b {
		unzipped, err := gzip.NewReader(s.src)
		if err != nil {
			return nil, &SyntaxError{text, 1, 1, err.Error()}
		}
		s.src = bufio.NewReaderSize(unzipped, 64<<10)
	}
	s.advance()
	return s, nil
}

// advance passes the next byte.
func (s *scanner) advance() {
	if s.c == '\n' {
		s.line++
		s.column = 0
	}
	s.column++
	b, err := s.src.ReadByte()
	s.c = int(b)
	if err != nil {
		s.c = noByte
		if err != io.EOF {
			s.failure = err
		}
	}
}

func (s *scanner) skipBlanks() {
	for blank(s.c) {
		s.advance()
	}
}

func (s *scanner) skipLine() {
	for s.c != '\n' && s.c != noByte {
		s.advance()
	}
}

// skip passes white space, ends of lines and comments.
func (s *scanner) skip() {
	for {
		s.skipBlanks()
		switch {
		case s.c == 'c' && s.column == 1:
			s.skipLine()
		case s.c == '\n':
			s.advance()
		default:
			return
		}
	}
}

// natural reads a number without a sign.
func (s *scanner) natural(what string, limit int64) (int64, error) {
	line, column := s.line, s.column
	if !digit(s.c) {
		return 0, s.expected(what)
	}
	n := int64(0)
	for digit(s.c) {
		d := int64(s.c - '0')
		if n > limit/10 || 10*n > limit-d {
			return 0, &SyntaxError{s.text, line, column, fmt.Sprintf("%s is larger than %d", what, limit)}
		}
		n = 10*n + d
		s.advance()
	}
	if !blank(s.c) && s.c != '\n' && s.c != noByte {
		return 0, s.expected("a space")
	}
	return n, nil
}

// integer reads a number with or without a sign; -0 is none.
func (s *scanner) integer(what string, limit int64) (int64, error) {
	if s.c != '-' {
		return s.natural(what, limit)
	}
	s.advance()
	if s.c == '0' {
		return 0, s.expected(what)
	}
	n, err := s.natural(what, limit)
	return -n, err
}

// expected says that something else is there, or that the source failed.
func (s *scanner) expected(what string) error {
	found := fmt.Sprintf("%q", rune(s.c))
	switch s.c {
	case noByte:
		found = "end of text"
	case '\n':
		found = "end of line"
	}
	msg := fmt.Sprintf("found %s, expected %s", found, what)
	if s.c == noByte && s.failure != nil {
		msg = s.failure.Error()
	}
	return &SyntaxError{s.text, s.line, s.column, msg}
}

func digit(c int) bool { return '0' <= c && c <= '9' }
func blank(c int) bool { return c == ' ' || c == '\t' || c == '\r' }
