package load

import (
	"bytes"
	"fmt"
	"strconv"
)

// The parser joins adjacent string literals before their escape sequences are read, accepts the
// prefixes L and u8 only, and needs the prefix at the first literal. prescan therefore rewrites
// literals so that joining their texts gives the value of C11 6.4.5p5 and 5.1.1.2:
//
//	"\x41" "1"  becomes  "\101" "1"        an escape at the end has a fixed length
//	"ab" L"c"   becomes  L"ab"  "c"        the first literal has the prefix
//	u"ab"       becomes  L"\^Auab"         a mark says which prefix it was
//
// PrefixMark begins such a mark; the letter u or U follows. No source text contains it.
const PrefixMark = "\\\x01"

// piece is a string literal in the text.
type piece struct {
	start, quote, end int // of its prefix, of its opening quote, behind its closing quote
}

// stringAt returns the literal that begins at an offset with a prefix or a quote.
func (s *scan) stringAt(start int) (p piece, ok bool) {
	quote := start
	for _, prefix := range []string{"u8", "L", "u", "U"} {
		if bytes.HasPrefix(s.in[start:], []byte(prefix+`"`)) {
			quote += len(prefix)
			break
		}
	}
	if quote >= len(s.in) || s.in[quote] != '"' {
		return piece{}, false
	}
	at := s.at
	s.at = quote
	end := s.literalEnd('"')
	s.at = at
	return piece{start, quote, end}, end >= 0
}

// prefix returns the prefix of a literal.
func (s *scan) prefix(p piece) string { return string(s.in[p.start:p.quote]) }

// stringLiteral rewrites the string literal that begins here.
func (s *scan) stringLiteral() bool {
	p, ok := s.stringAt(s.at)
	if !ok {
		return false
	}
	if p.start >= s.runEnd { // the first of its run
		s.runPrefix = s.prefix(p)
		s.runEnd = p.end
		for next, ok := s.following(p); ok; next, ok = s.following(next) {
			s.runEnd = next.end
			if q := s.prefix(next); q != "" && q != "u8" {
				s.runPrefix = q
			}
		}
		s.open(p.start, p.quote, s.runPrefix)
	} else if p.quote > p.start {
		s.replace(p.start, p.quote, "")
	}
	if from, text := literalTail(s.in[p.quote+1:p.end-1], s.runPrefix); text != "" {
		s.replace(p.quote+1+from, p.end-1, text)
	}
	s.count(otherToken)
	s.at = p.end
	return true
}

// open replaces the prefix of a literal by another one.
func (s *scan) open(start, quote int, prefix string) {
	switch prefix {
	case "u", "U":
		s.replace(start, quote+1, "L"+string(s.in[quote])+PrefixMark+prefix)
	case "L":
		s.replace(start, quote, "L")
	default:
		if quote > start {
			s.replace(start, quote, "")
		}
	}
}

// following returns the literal behind another one with only blanks and comments between them.
func (s *scan) following(p piece) (piece, bool) {
	i := p.end
	for i < len(s.in) {
		switch c := s.in[i]; {
		case c == '\n' && s.inLine:
			return piece{}, false
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || c == '\n':
			i++
		case c == '\\' && s.splice(i) > 0:
			i += s.splice(i)
		case c == '/' && i+1 < len(s.in) && s.in[i+1] == '*':
			n := bytes.Index(s.in[i+2:], []byte("*/"))
			if n < 0 {
				return piece{}, false
			}
			i += n + 4
		case c == '/' && i+1 < len(s.in) && s.in[i+1] == '/':
			n := bytes.IndexByte(s.in[i:], '\n')
			if n < 0 {
				return piece{}, false
			}
			i += n
		default:
			return s.stringAt(i)
		}
	}
	return piece{}, false
}

// literalTail returns how the end of a literal's body has to be written so that the text behind it cannot
// change it: from is its offset. An empty text leaves the body as it is.
func literalTail(body []byte, prefix string) (from int, text string) {
	last := 0 // the offset of the last escape sequence
	for i := 0; i < len(body); {
		last = i
		if body[i] != '\\' || i+1 == len(body) {
			i++
			continue
		}
		i += 2
		switch c := body[i-1]; {
		case c == 'x':
			for i < len(body) && isHex(body[i]) {
				i++
			}
		case c >= '0' && c <= '7':
			for n := 1; n < 3 && i < len(body) && body[i] >= '0' && body[i] <= '7'; n++ {
				i++
			}
		}
	}
	if len(body) == 0 {
		return 0, ""
	}
	if escape := body[last:]; len(escape) > 2 && escape[1] == 'x' && escape[0] == '\\' {
		value, err := strconv.ParseUint(string(escape[2:]), 16, 64)
		switch {
		case err != nil:
			return 0, ""
		case prefix == "" || prefix == "u8" || value <= 0o377:
			return last, fmt.Sprintf(`\%03o`, value&0xff)
		case value <= 0xffff:
			return last, fmt.Sprintf(`\u%04x`, value)
		}
		return last, fmt.Sprintf(`\U%08x`, value&0xffffffff)
	}
	// The parser takes the end of \\x1, \\0 and \\01 for an escape sequence, too.
	if c := body[len(body)-1]; last == len(body)-1 && isHex(c) && looksEscaped(body) {
		return last, fmt.Sprintf(`\%03o`, c)
	}
	return 0, ""
}

// looksEscaped reports whether the last three bytes of a body look like the end of an escape sequence.
func looksEscaped(body []byte) bool {
	n := len(body)
	return n >= 2 && body[n-2] == '\\' || n >= 3 && body[n-3] == '\\' && (body[n-2] == 'x' || body[n-2] >= '0' && body[n-2] <= '7')
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}
