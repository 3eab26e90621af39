package cat

import (
	"fmt"
	"strings"
)

// kind is the kind of a token: a name, a string, a tag, the end, or the text of a symbol or keyword.
type kind string

const (
	nameToken   kind = "a name"
	stringToken kind = "a string"
	tagToken    kind = "a tag"
	endToken    kind = "the end of the file"
)

type token struct {
	kind kind
	text string
	pos  Pos
}

func (t token) String() string {
	switch t.kind {
	case nameToken:
		return "`" + t.text + "`"
	case stringToken, tagToken, endToken:
		return string(t.kind)
	}
	return "`" + string(t.kind) + "`"
}

var keywords = map[string]bool{
	"let": true, "rec": true, "and": true, "in": true, "fun": true, "as": true, "acyclic": true, "irreflexive": true,
	"empty": true, "flag": true, "undefined_unless": true, "requires": true, "include": true, "show": true, "unshow": true,
	"enum": true, "instructions": true, "default": true, "try": true, "with": true, "from": true, "match": true,
	"end": true, "begin": true, "procedure": true, "call": true, "forall": true, "do": true, "if": true, "then": true,
	"else": true, "debug": true, "when": true, "cut": true,
}

// symbols are longest first, so that a prefix of another one comes later.
var symbols = []string{"^-1", "++", "||", "->", "|", "&", ";", "\\", "*", "+", "?", "~", "(", ")", "[", "]", "{", "}", ",", "=", "^"}

type lexer struct {
	file string
	src  string
	off  int
	line int
	bol  int // offset of the line's first byte
}

func (l *lexer) pos() Pos { return Pos{l.file, l.line, l.off - l.bol + 1} }

// advance passes n bytes.
func (l *lexer) advance(n int) {
	for end := l.off + n; l.off < end; l.off++ {
		if l.src[l.off] == '\n' {
			l.line++
			l.bol = l.off + 1
		}
	}
}

func errorf(pos Pos, format string, args ...any) error {
	return &Error{pos, fmt.Sprintf(format, args...)}
}

// lex returns the tokens of a file, with endToken last.
func lex(file, src string) ([]token, error) {
	l := &lexer{file: file, src: src, line: 1}
	var out []token
	for {
		if err := l.space(); err != nil {
			return nil, err
		}
		t, err := l.next()
		if err != nil {
			return nil, err
		}
		out = append(out, t)
		if t.kind == endToken {
			return out, nil
		}
	}
}

// space passes blanks and comments. (* … *) may contain others of its kind.
func (l *lexer) space() error {
	for l.off < len(l.src) {
		rest := l.src[l.off:]
		switch {
		case strings.ContainsRune(" \t\r\n\f", rune(rest[0])):
			l.advance(1)
		case strings.HasPrefix(rest, "//"):
			n := strings.IndexByte(rest, '\n')
			if n < 0 {
				n = len(rest)
			}
			l.advance(n)
		case strings.HasPrefix(rest, "/*"):
			n := strings.Index(rest[2:], "*/")
			if n < 0 {
				return errorf(l.pos(), "comment without an end")
			}
			l.advance(n + 4)
		case strings.HasPrefix(rest, "(*"):
			start := l.pos()
			depth := 0
			for {
				switch rest := l.src[l.off:]; {
				case rest == "":
					return errorf(start, "comment without an end")
				case strings.HasPrefix(rest, "(*"):
					depth++
					l.advance(2)
				case strings.HasPrefix(rest, "*)"):
					depth--
					l.advance(2)
				default:
					l.advance(1)
				}
				if depth == 0 {
					break
				}
			}
		default:
			return nil
		}
	}
	return nil
}

func (l *lexer) next() (token, error) {
	t := token{kind: endToken, pos: l.pos()}
	if l.off == len(l.src) {
		return t, nil
	}
	rest := l.src[l.off:]
	switch {
	case rest[0] == '"':
		n := strings.IndexAny(rest[1:], "\"\n")
		if n < 0 || rest[n+1] == '\n' {
			return t, errorf(t.pos, "string without an end")
		}
		t.kind, t.text = stringToken, rest[1:n+1]
		l.advance(n + 2)
		return t, nil
	case rest[0] == '\'':
		n := nameLen(rest[1:])
		if n == 0 {
			return t, errorf(t.pos, "' without the name of a tag")
		}
		t.kind, t.text = tagToken, rest[1:n+1]
		l.advance(n + 1)
		return t, nil
	}
	if n := nameLen(rest); n > 0 {
		t.kind, t.text = nameToken, rest[:n]
		if keywords[t.text] {
			t.kind = kind(t.text)
		}
		l.advance(n)
		return t, nil
	}
	for _, s := range symbols {
		if strings.HasPrefix(rest, s) {
			t.kind, t.text = kind(s), s
			l.advance(len(s))
			return t, nil
		}
	}
	r := []rune(rest[:min(len(rest), 4)])[0]
	return t, errorf(t.pos, "unexpected character %q", r)
}

// nameLen returns the length of the name at the beginning of s. A name begins with a letter, a digit or _.
func nameLen(s string) int {
	for i := range len(s) {
		c := s[i]
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '_':
		case i > 0 && (c == '-' || c == '.') && !strings.HasPrefix(s[i:], "->"):
		default:
			return i
		}
	}
	return len(s)
}
