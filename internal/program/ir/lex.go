package ir

import (
	"fmt"
	"strconv"
	"strings"
)

// SyntaxError is a place in a text form that cannot be read, and why.
type SyntaxError struct {
	Line, Col int // from 1, Col in bytes
	Msg       string
}

// Error returns line:col: message.
func (e *SyntaxError) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Col, e.Msg) }

type tokenKind uint8

const (
	tokEOF     tokenKind = iota
	tokNewline           // one or more line ends
	tokWord              // letters, digits and _
	tokNumber            // -7, 0x1f, 1.5e+10
	tokString            // "…", Go syntax
	tokLabel             // $name
	tokPunct             // one of @ % & ( ) { } [ ] , : = + . or -> or ..
)

type token struct {
	kind tokenKind
	text string
	pos  int // offset in the text
}

func (t token) String() string {
	switch t.kind {
	case tokEOF:
		return "end of text"
	case tokNewline:
		return "end of line"
	}
	return strconv.Quote(t.text)
}

// lexer splits a text form into tokens. Errors are raised as *SyntaxError
// panics, which parse functions turn into results (see catch).
type lexer struct {
	text string
	off  int
	line int // of the text's first line, from 1
}

// fail raises a syntax error at an offset.
func (l *lexer) fail(off int, format string, args ...any) {
	before := l.text[:min(off, len(l.text))]
	panic(&SyntaxError{
		Line: l.line + strings.Count(before, "\n"),
		Col:  len(before) - strings.LastIndexByte(before, '\n'),
		Msg:  fmt.Sprintf(format, args...),
	})
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }

func (l *lexer) next() token {
	for l.off < len(l.text) {
		switch c := l.text[l.off]; c {
		case ' ', '\t', '\r':
			l.off++
		case ';':
			if n := strings.IndexByte(l.text[l.off:], '\n'); n >= 0 {
				l.off += n
			} else {
				l.off = len(l.text)
			}
		case '\n':
			start := l.off
			l.skipBlank()
			return token{tokNewline, "\n", start}
		default:
			return l.token(c)
		}
	}
	return token{tokEOF, "", l.off}
}

// skipBlank moves past white space, line ends and comments.
func (l *lexer) skipBlank() {
	for l.off < len(l.text) {
		switch l.text[l.off] {
		case ' ', '\t', '\r', '\n':
			l.off++
		case ';':
			for l.off < len(l.text) && l.text[l.off] != '\n' {
				l.off++
			}
		default:
			return
		}
	}
}

func (l *lexer) token(c byte) token {
	start := l.off
	switch {
	case isLetter(c):
		l.letters()
		return token{tokWord, l.text[start:l.off], start}
	case isDigit(c) || c == '-' && isDigit(l.at(1)):
		l.number()
		return token{tokNumber, l.text[start:l.off], start}
	case c == '"':
		for l.off++; ; l.off++ {
			switch l.at(0) {
			case '"':
				l.off++
				return token{tokString, l.text[start:l.off], start}
			case '\\':
				l.off++
			case '\n', 0:
				if l.off >= len(l.text) || l.text[l.off] == '\n' {
					l.fail(start, "string is not closed")
				}
			}
		}
	case c == '$':
		for l.off++; isLetter(l.at(0)) || isDigit(l.at(0)) || l.at(0) == '.'; l.off++ {
		}
		return token{tokLabel, l.text[start:l.off], start}
	}
	l.off++
	if c == '-' && l.at(0) == '>' || c == '.' && l.at(0) == '.' {
		l.off++
	} else if strings.IndexByte("@%&(){}[],:=+.", c) < 0 {
		l.fail(start, "unexpected character %q", c)
	}
	return token{tokPunct, l.text[start:l.off], start}
}

// at returns the byte i places ahead, or 0 at the end.
func (l *lexer) at(i int) byte {
	if l.off+i < len(l.text) {
		return l.text[l.off+i]
	}
	return 0
}

func (l *lexer) letters() {
	for isLetter(l.at(0)) || isDigit(l.at(0)) {
		l.off++
	}
}

func (l *lexer) number() {
	l.off++
	l.letters() // digits, a hexadecimal prefix, an exponent's e
	if l.at(0) == '.' && isDigit(l.at(1)) {
		l.off++
		l.letters()
	}
	if c := l.at(0); (c == '+' || c == '-') && (l.text[l.off-1] == 'e' || l.text[l.off-1] == 'E') && isDigit(l.at(1)) {
		l.off++
		l.letters()
	}
}
