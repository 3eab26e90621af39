package preprocess

import (
	"strings"
	"unicode/utf8"
)

// text is a file without line splices (C11 5.1.1.2, phase 2). As in gcc, blanks may stand between the backslash and the
// end of the line.
type text struct {
	s       string
	splices []int // where ends of lines were removed, in order
}

// unspliced removes the line splices of a file.
func unspliced(file string) text {
	t := text{s: file}
	if !strings.Contains(file, "\\") {
		return t
	}
	var b strings.Builder
	copied := 0
	for i := 0; i < len(file); i++ {
		if file[i] != '\\' {
			continue
		}
		end := i + 1
		for end < len(file) && strings.IndexByte(" \t\r\f\v", file[end]) >= 0 {
			end++
		}
		if end < len(file) && file[end] == '\n' {
			b.WriteString(file[copied:i])
			t.splices = append(t.splices, b.Len())
			copied, i = end+1, end
		}
	}
	if copied > 0 {
		b.WriteString(file[copied:])
		t.s = b.String()
	}
	return t
}

// lexer reads the tokens of a file.
type lexer struct {
	text
	at        int
	file      int32 // presumed file
	line      int   // presumed line
	lineStart int   // where the line begins: an offset in s, less what splices removed
	spliced   int   // splices that were passed
	fresh     bool  // no token of the line was read
	directive bool  // the end of the line is the end of the directive
	angled    bool  // <name> is a token
	unclosed  func(Pos)
}

func newLexer(file int32, content string, unclosed func(Pos)) *lexer {
	return &lexer{text: unspliced(content), file: file, line: 1, fresh: true, unclosed: unclosed}
}

// pos returns the place of an offset at or behind the last splice that was passed.
func (l *lexer) pos(at int) Pos {
	for l.spliced < len(l.splices) && l.splices[l.spliced] <= at {
		l.line++
		l.lineStart = l.splices[l.spliced]
		l.spliced++
	}
	return Pos{l.file, int32(l.line), int32(at - l.lineStart + 1)}
}

// newline passes the end of a line.
func (l *lexer) newline() {
	l.pos(l.at)
	l.at++
	l.line++
	l.lineStart = l.at
}

// next reads a token. At the end of a directive it returns an End, again and again.
func (l *lexer) next() Token {
	space := false
	for l.at < len(l.s) {
		switch c := l.s[l.at]; c {
		case '\n':
			if l.directive {
				return Token{Pos: l.pos(l.at)}
			}
			l.newline()
			l.fresh = true
			continue
		case ' ', '\t', '\r', '\f', '\v', 0:
			l.at++
			space = true
			continue
		case '/':
			if l.comment() {
				space = true
				continue
			}
		}
		break
	}
	t := Token{Pos: l.pos(l.at)}
	if space {
		t.flags |= white
	}
	if l.fresh {
		t.flags |= lineStart
		l.fresh = false
	}
	if l.at < len(l.s) {
		n := 0
		t.Kind, n = tokenAt(l.s[l.at:], l.angled)
		t.Text = l.s[l.at : l.at+n]
		l.at += n
	}
	return t
}

// comment passes a comment, if one begins here.
func (l *lexer) comment() bool {
	if strings.HasPrefix(l.s[l.at:], "//") {
		if n := strings.IndexByte(l.s[l.at:], '\n'); n >= 0 {
			l.at += n
		} else {
			l.at = len(l.s)
		}
		return true
	}
	if !strings.HasPrefix(l.s[l.at:], "/*") {
		return false
	}
	n := strings.Index(l.s[l.at+2:], "*/")
	if n < 0 {
		l.unclosed(l.pos(l.at))
		l.at = len(l.s)
		return true
	}
	for end := l.at + n + 4; l.at < end; {
		if i := strings.IndexByte(l.s[l.at:end], '\n'); i >= 0 {
			l.at += i
			l.newline()
		} else {
			l.at = end
		}
	}
	return true
}

// skipLine passes the rest of a line, with the comments in it.
func (l *lexer) skipLine() {
	was := l.directive
	l.directive = true
	for l.at < len(l.s) && l.s[l.at] != '\n' {
		switch c := l.s[l.at]; {
		case c == '"' || c == '\'':
			_, n := literalAt(l.s[l.at:], 0)
			l.at += n
		case c != '/' || !l.comment():
			l.at++
		}
	}
	l.directive = was
}

// class says where a byte can be in a token.
type class uint8

const (
	letter     class = 1 << iota // of a name
	digit                        // of a name, but for its first letter
	punctuator                   // it is the first of a punctuator
	second                       // it is the second of one
)

var classes = func() (list [256]class) {
	for c := range list {
		switch {
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$':
			list[c] = letter
		case c >= '0' && c <= '9':
			list[c] = digit
		}
	}
	for _, c := range []byte(single) {
		list[c] |= punctuator
	}
	for _, p := range punctuators {
		list[p[1]] |= second
	}
	return list
}()

// tokenAt returns the kind and length of the token at the start of a text.
func tokenAt(s string, angled bool) (Kind, int) {
	c := s[0]
	switch {
	case c == '"' || c == '\'':
		if angled && c == '"' {
			if n := strings.IndexAny(s[1:], "\"\n"); n >= 0 && s[1+n] == '"' {
				return Header, n + 2
			}
		}
		return literalAt(s, 0)
	case c == '<' && angled:
		if n := strings.IndexAny(s, ">\n"); n >= 0 && s[n] == '>' {
			return Header, n + 1
		}
	case c >= '0' && c <= '9' || c == '.' && len(s) > 1 && s[1] >= '0' && s[1] <= '9':
		return Number, numberLength(s)
	}
	if n := nameLength(s); n > 0 {
		if n < len(s) && (s[n] == '"' || s[n] == '\'') {
			switch prefix := s[:n]; {
			case prefix == "L" || prefix == "u" || prefix == "U", prefix == "u8" && s[n] == '"':
				return literalAt(s, n)
			}
		}
		return Name, n
	}
	if classes[c]&punctuator == 0 {
		return Other, 1
	}
	if len(s) > 1 && classes[s[1]]&second != 0 {
		for _, p := range punctuators {
			if strings.HasPrefix(s, p) {
				return Punct, len(p)
			}
		}
	}
	return Punct, 1
}

// literalAt returns the kind and length of a literal whose quote is at an offset. A literal without its second quote takes the rest
// of the line.
func literalAt(s string, quote int) (Kind, int) {
	for i := quote + 1; i < len(s); i++ {
		switch s[i] {
		case '\n':
			return Other, i
		case '\\':
			if i+1 < len(s) && s[i+1] != '\n' {
				i++
			}
		case s[quote]:
			if s[quote] == '"' {
				return String, i + 1
			}
			return Char, i + 1
		}
	}
	return Other, len(s)
}

// numberLength returns the length of a pp-number (C11 6.4.8).
func numberLength(s string) int {
	i := 1
	for i < len(s) {
		if (s[i] == '+' || s[i] == '-') && strings.IndexByte("eEpP", s[i-1]) >= 0 || s[i] == '.' {
			i++
		} else if n := letterLength(s[i:], true); n > 0 {
			i += n
		} else {
			break
		}
	}
	return i
}

// nameLength returns the length of an identifier, or 0.
func nameLength(s string) int {
	i := 0
	for i < len(s) {
		if class := classes[s[i]]; class&letter != 0 || class&digit != 0 && i > 0 {
			i++
			continue
		}
		n := letterLength(s[i:], i > 0)
		if n == 0 {
			break
		}
		i += n
	}
	return i
}

// letterLength returns the length of a character of an identifier, or 0.
func letterLength(s string, digits bool) int {
	switch c := s[0]; {
	case classes[c]&letter != 0 || digits && classes[c]&digit != 0:
		return 1
	case c >= 0x80:
		if r, n := utf8.DecodeRuneInString(s); r != utf8.RuneError {
			return n
		}
	case c == '\\' && len(s) > 1 && (s[1] == 'u' || s[1] == 'U'): // C11 6.4.3
		n := 6
		if s[1] == 'U' {
			n = 10
		}
		if len(s) < n || strings.Trim(s[2:n], "0123456789abcdefABCDEF") != "" {
			return 0
		}
		return n
	}
	return 0
}

// Tokens returns the tokens of a text, all at one place.
func Tokens(s string, pos Pos) []Token { return tokens(s, pos) }

// tokens returns the tokens of a text.
func tokens(s string, pos Pos) []Token {
	l := newLexer(pos.File, s, func(Pos) {})
	var out []Token
	for t := l.next(); t.Kind != End; t = l.next() {
		t.Pos = pos
		t.flags &^= lineStart
		out = append(out, t)
	}
	return out
}
