package read

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/memmodel/litmus/program"
)

// Error is a fault of a file.
type Error struct {
	File string
	program.Position
	Message string
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Message)
}

type kind uint8

const (
	eof kind = iota
	word
	number
	quoted
	symbol
)

type token struct {
	kind kind
	text string
	n    int64 // of a number
	from int   // the place of its first byte
	program.Position
}

func (t token) is(text string) bool { return t.kind != quoted && t.text == text }

// lexer reads tokens. After the first error only the end of the file follows.
type lexer struct {
	file         string
	whole, src   string // the file, and its rest
	line, column int    // of src
	inBody       bool
	ahead        []token
	err          *Error
}

func newLexer(file, src string) *lexer {
	return &lexer{file: file, whole: src, src: src, line: 1, column: 1}
}

func (l *lexer) fail(at program.Position, format string, args ...any) {
	if l.err == nil {
		l.err = &Error{l.file, at, fmt.Sprintf(format, args...)}
	}
	l.ahead, l.src = nil, ""
}

func (l *lexer) skip(n int) string {
	text := l.src[:n]
	l.src = l.src[n:]
	if i := strings.Count(text, "\n"); i > 0 {
		l.line += i
		l.column = len(text) - strings.LastIndexByte(text, '\n')
	} else {
		l.column += n
	}
	return text
}

func (l *lexer) here() program.Position { return program.Position{Line: l.line, Column: l.column} }

// comment skips the comment that starts here. In C, (* starts none.
func (l *lexer) comment() bool {
	at := l.here()
	switch {
	case strings.HasPrefix(l.src, "//"):
		end := strings.IndexByte(l.src, '\n')
		if end < 0 {
			end = len(l.src)
		}
		l.skip(end)
		return true
	case strings.HasPrefix(l.src, "/*"):
		if end := strings.Index(l.src[2:], "*/"); end >= 0 {
			l.skip(end + 4)
			return true
		}
	case strings.HasPrefix(l.src, "(*") && !l.inBody:
		depth := 0
		for i := 0; i+1 < len(l.src); i++ {
			switch l.src[i : i+2] {
			case "(*":
				depth++
				i++
			case "*)":
				depth--
				i++
			}
			if depth == 0 {
				l.skip(i + 1)
				return true
			}
		}
	default:
		return false
	}
	l.fail(at, "comment without an end")
	return false
}

// symbols of more than one character, before their prefixes.
var symbols = []string{`/\`, `\/`, "<<=", ">>=", "<<", ">>", "&&", "||", "==", "!=", "<=", ">=", "=>", "->", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="}

// space skips white space and comments.
func (l *lexer) space() {
	for l.src != "" {
		switch {
		case strings.ContainsRune(" \t\r\n", rune(l.src[0])):
			l.skip(1)
		case !l.comment():
			return
		}
	}
}

func (l *lexer) lex() token {
	l.space()
	t := token{Position: l.here(), from: len(l.whole) - len(l.src)}
	if l.src == "" {
		return t
	}
	c := l.src[0]
	switch {
	case c == '"':
		end := strings.IndexByte(l.src[1:], '"')
		if end < 0 {
			l.fail(t.Position, "string without an end")
			return t
		}
		t.kind, t.text = quoted, l.skip(end+2)
	case isDigit(c):
		n := 1
		for n < len(l.src) && isLetter(l.src[n]) {
			n++
		}
		t.kind, t.text = number, l.skip(n)
		value, err := strconv.ParseUint(strings.TrimRight(strings.ToLower(t.text), "ul"), 0, 64)
		if err != nil {
			if value, err = strconv.ParseUint(t.text, 10, 64); err != nil {
				l.fail(t.Position, "%q is no number", t.text)
			}
		}
		t.n = int64(value)
	case isLetter(c):
		t.kind, t.text = word, l.skip(l.wordEnd(1))
	case (c == '%' || c == '.') && !l.inBody && len(l.src) > 1 && isLetter(l.src[1]): // a symbolic register, a local name
		t.kind, t.text = word, l.skip(l.wordEnd(2))
	default:
		n := 1
		for _, s := range symbols {
			if strings.HasPrefix(l.src, s) {
				n = len(s)
				break
			}
		}
		t.kind, t.text = symbol, l.skip(n)
	}
	return t
}

// wordEnd returns the length of the word that has at least so many characters. Outside of C a word may have dots and %.
func (l *lexer) wordEnd(n int) int {
	for n < len(l.src) && (isLetter(l.src[n]) || (l.src[n] == '.' || l.src[n] == '%') && !l.inBody) {
		n++
	}
	return n
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetter(c byte) bool {
	return isDigit(c) || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_'
}

// peek returns the token after n others.
func (l *lexer) peek(n int) token {
	for len(l.ahead) <= n {
		l.ahead = append(l.ahead, l.lex())
	}
	return l.ahead[n]
}

func (l *lexer) next() token {
	t := l.peek(0)
	l.ahead = l.ahead[1:]
	return t
}

// accept skips the next token if it is this one.
func (l *lexer) accept(text string) bool {
	if !l.peek(0).is(text) {
		return false
	}
	l.next()
	return true
}

func (l *lexer) expect(text string) {
	if t := l.peek(0); !l.accept(text) {
		l.fail(t.Position, "%q expected, found %s", text, t)
	}
}

// name returns the text of the next token, a word.
func (l *lexer) name(what string) string {
	t := l.next()
	if t.kind != word {
		l.fail(t.Position, "%s expected, found %s", what, t)
	}
	return t.text
}

func (t token) String() string {
	if t.kind == eof {
		return "the end of the file"
	}
	return strconv.Quote(t.text)
}

// restOfLine returns the text of the line from here, and skips the line.
func (l *lexer) restOfLine() string {
	end := strings.IndexByte(l.src, '\n')
	if end < 0 {
		return l.skip(len(l.src))
	}
	text := l.skip(end)
	l.skip(1)
	return text
}
