package shrink

import (
	"math"
	"strconv"
	"strings"
)

// token is a lexeme of a source text. A comment is no token.
type token struct {
	text         string
	line, column int  // from 1, the column in bytes
	directive    bool // it is in a preprocessor directive
	depth        int  // open braces in front of it
	match        int  // of an opening parenthesis or bracket: the index of the closing one; else 0
}

// operators lists the operators of more than one character, the longer ones first.
var operators = []string{"<<=", ">>=", "...", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "++", "--", "->", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "##"}

// scanner reads the tokens of one text.
type scanner struct {
	text      string
	at        int
	line      int
	lineBegan int  // offset at which the line began
	directive bool // inside a preprocessor directive
	fresh     bool // nothing but blanks came before on this line
	out       []token
}

// scan returns the tokens of a text, with matching parentheses and brackets.
func scan(lines []string) []token {
	s := &scanner{text: strings.Join(lines, "\n"), line: 1, fresh: true}
	for s.at < len(s.text) {
		s.next()
	}
	depth := 0
	var open []int
	for i := range s.out {
		t := &s.out[i]
		t.depth = depth
		if t.directive {
			continue
		}
		switch t.text {
		case "{":
			depth++
		case "}":
			depth = max(0, depth-1)
			t.depth = depth
		case "(", "[":
			open = append(open, i)
		case ")", "]":
			if n := len(open); n > 0 {
				s.out[open[n-1]].match = i
				open = open[:n-1]
			}
		case ";":
			if n := len(open); n > 0 && s.out[open[n-1]].depth != depth {
				open = open[:0] // the text does not match
			}
		}
	}
	return s.out
}

// next reads a token, or the text between two tokens.
func (s *scanner) next() {
	rest := s.text[s.at:]
	switch c := rest[0]; {
	case c == '\n':
		s.newline()
		s.directive, s.fresh = false, true
	case strings.HasPrefix(rest, "\\\n"):
		s.at++
		s.newline()
	case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
		s.at++
	case strings.HasPrefix(rest, "//"):
		for s.at < len(s.text) && s.text[s.at] != '\n' {
			s.at++
		}
	case strings.HasPrefix(rest, "/*"):
		for s.at += 2; s.at < len(s.text) && !strings.HasPrefix(s.text[s.at:], "*/"); {
			if s.text[s.at] == '\n' {
				s.newline()
			} else {
				s.at++
			}
		}
		s.at = min(len(s.text), s.at+2)
	case c == '"' || c == '\'':
		s.add(literal(rest))
	case isWord(c) || c == '.' && len(rest) > 1 && rest[1] >= '0' && rest[1] <= '9':
		n := 1
		for n < len(rest) && (isWord(rest[n]) || rest[n] == '.' && (c <= '9')) {
			n++
		}
		s.add(n)
	default:
		s.directive = s.directive || c == '#' && s.fresh
		for _, op := range operators {
			if strings.HasPrefix(rest, op) {
				s.add(len(op))
				return
			}
		}
		s.add(1)
	}
}

// literal returns the length of the string or character at the beginning of a text.
func literal(text string) int {
	n := 1
	for n < len(text) && text[n] != text[0] && text[n] != '\n' {
		if text[n] == '\\' {
			n++
		}
		n++
	}
	return min(len(text), n+1)
}

func (s *scanner) newline() {
	s.at++
	s.line++
	s.lineBegan = s.at
}

// add adds a token of so many bytes.
func (s *scanner) add(n int) {
	s.out = append(s.out, token{text: s.text[s.at : s.at+n], line: s.line, column: s.at - s.lineBegan + 1, directive: s.directive})
	s.at += n
	s.fresh = false
}

func isWord(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func (t *token) isNumber() bool { return t.text[0] >= '0' && t.text[0] <= '9' }

func (t *token) isName() bool { return isWord(t.text[0]) && !t.isNumber() && !keywords[t.text] }

// number returns the value of an integer constant, or of a floating one with the value of an integer: 1e5.
func number(text string) (int64, bool) {
	n, err := strconv.ParseInt(strings.TrimRight(text, "uUlL"), 0, 64)
	if err == nil {
		return n, true
	}
	x, err := strconv.ParseFloat(strings.TrimRight(text, "fFlL"), 64)
	return int64(x), err == nil && x == math.Trunc(x) && math.Abs(x) < largest
}

// keywords are the words that name neither a constant nor a variable.
var keywords = map[string]bool{
	"if": true, "else": true, "for": true, "while": true, "do": true, "switch": true, "case": true, "default": true, "break": true,
	"continue": true, "return": true, "goto": true, "sizeof": true, "_Alignof": true, "enum": true, "struct": true, "union": true,
	"typedef": true, "static": true, "extern": true, "register": true, "inline": true, "const": true, "volatile": true, "restrict": true,
	"auto": true, "_Atomic": true, "_Thread_local": true, "_Bool": true, "void": true, "char": true, "short": true, "int": true, "long": true,
	"float": true, "double": true, "signed": true, "unsigned": true, "size_t": true, "ssize_t": true, "bool": true,
	"int8_t": true, "int16_t": true, "int32_t": true, "int64_t": true, "uint8_t": true, "uint16_t": true, "uint32_t": true, "uint64_t": true, "uintptr_t": true, "intptr_t": true,
}
