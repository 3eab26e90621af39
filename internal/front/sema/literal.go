package sema

import (
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/heddle-mc/heddle/internal/front/load"
	"github.com/heddle-mc/heddle/internal/program/wide"
)

// intLiteral is the value and the suffix of an integer constant (C11 6.4.4.1).
type intLiteral struct {
	wide.Word
	decimal  bool
	unsigned bool
	longs    int  // number of l's in the suffix: 0, 1, 2
	bitInt   bool // suffix wb
}

// parseInt reads an integer constant; ok is false when it is malformed or does
// not fit 128 bits.
func parseInt(s string) (l intLiteral, ok bool) {
	base := uint64(10)
	digits := s
	switch {
	case strings.HasPrefix(s, "0x"), strings.HasPrefix(s, "0X"):
		base, digits = 16, s[2:]
	case strings.HasPrefix(s, "0b"), strings.HasPrefix(s, "0B"):
		base, digits = 2, s[2:]
	case len(s) > 1 && s[0] == '0':
		base, digits = 8, s[1:]
	}
	l.decimal = base == 10
	i := 0
	for ; i < len(digits); i++ {
		if d, isDigit := digitValue(digits[i]); !isDigit || d >= base {
			break
		}
	}
	n, _ := new(big.Int).SetString("0"+digits[:i], int(base))
	if n.BitLen() > 128 {
		return l, false
	}
	l.Word = wide.OfBig(n)
	if i == 0 && base != 8 {
		return l, false
	}
	switch strings.ToLower(digits[i:]) {
	case "":
	case "u":
		l.unsigned = true
	case "l":
		l.longs = 1
	case "ul", "lu":
		l.unsigned, l.longs = true, 1
	case "ll":
		l.longs = 2
	case "ull", "llu":
		l.unsigned, l.longs = true, 2
	case "wb":
		l.bitInt = true
	case "uwb", "wbu":
		l.unsigned, l.bitInt = true, true
	default:
		return l, false
	}
	return l, true
}

func digitValue(c byte) (uint64, bool) {
	switch {
	case c >= '0' && c <= '9':
		return uint64(c - '0'), true
	case c >= 'a' && c <= 'f':
		return uint64(c-'a') + 10, true
	case c >= 'A' && c <= 'F':
		return uint64(c-'A') + 10, true
	}
	return 0, false
}

// floatSuffix is the type that a floating constant's suffix selects.
type floatSuffix uint8

const (
	suffixDouble floatSuffix = iota
	suffixFloat
	suffixLongDouble
)

// parseFloat reads a floating constant, decimal or hexadecimal; a float is
// rounded once, from the decimal text to binary32.
func parseFloat(s string) (v float64, suffix floatSuffix, ok bool) {
	body := strings.ToLower(s)
	hex := strings.HasPrefix(body, "0x")
trim:
	for len(body) > 0 {
		switch c := body[len(body)-1]; {
		case c == 'l':
			suffix = suffixLongDouble
		case c == 'f' && (!hex || strings.Contains(body, "p")):
			suffix = suffixFloat
		default:
			break trim
		}
		body = body[:len(body)-1]
	}
	width := 64
	if suffix == suffixFloat {
		width = 32
	}
	if hex && !strings.Contains(body, "p") {
		return 0, suffix, false
	}
	for _, ext := range []string{"f32", "f64", "f128", "f32x", "f64x"} {
		// _FloatN suffixes arrive with their digits still on.
		if !hex && strings.HasSuffix(body, ext) {
			body = strings.TrimSuffix(body, ext)
			break
		}
	}
	v, err := strconv.ParseFloat(body, width)
	if err != nil && v == 0 {
		return 0, suffix, false
	}
	return v, suffix, true
}

// literalEncoding is the element type that a string or character prefix selects.
type literalEncoding uint8

const (
	encodingChar   literalEncoding = iota // "", u8
	encodingWide                          // L
	encodingChar16                        // u
	encodingChar32                        // U
)

// splitPrefix takes the encoding prefix and the quotes off a literal.
func splitPrefix(s string) (enc literalEncoding, body string) {
	i := strings.IndexAny(s, `"'`)
	if i < 0 || len(s) < i+2 {
		return encodingChar, ""
	}
	switch s[:i] {
	case "L":
		enc = encodingWide
	case "u":
		enc = encodingChar16
	case "U":
		enc = encodingChar32
	}
	body = s[i+1 : len(s)-1]
	if rest, marked := strings.CutPrefix(body, load.PrefixMark); marked && rest != "" {
		enc = encodingChar16
		if rest[0] == 'U' {
			enc = encodingChar32
		}
		body = rest[1:]
	}
	return enc, body
}

// element is a character of a literal: a code unit given by an escape, or a
// code point that still has to be encoded.
type element struct {
	value uint32
	unit  bool
}

// elements decodes the characters and escape sequences of a literal's body.
func elements(body string) (out []element, ok bool) {
	for i := 0; i < len(body); {
		c := body[i]
		if c != '\\' {
			r, n := utf8.DecodeRuneInString(body[i:])
			if r == utf8.RuneError && n <= 1 {
				out = append(out, element{uint32(c), true}) // not UTF-8: the byte itself
				i++
				continue
			}
			out = append(out, element{uint32(r), false})
			i += n
			continue
		}
		if strings.HasPrefix(body[i:], load.PrefixMark) { // of a literal that was joined to another one
			i += len(load.PrefixMark) + 1
			continue
		}
		e, n := escape(body[i:])
		if n == 0 {
			return nil, false
		}
		out = append(out, e)
		i += n
	}
	return out, true
}

var simpleEscapes = map[byte]uint32{'a': 7, 'b': 8, 'e': 27, 'E': 27, 'f': 12, 'n': 10, 'r': 13, 't': 9, 'v': 11}

// escape decodes the escape sequence at the start of s and returns its length,
// zero if it is malformed.
func escape(s string) (element, int) {
	if len(s) < 2 {
		return element{}, 0
	}
	c := s[1]
	if v, found := simpleEscapes[c]; found {
		return element{v, true}, 2
	}
	switch {
	case c == 'x':
		v, i := uint32(0), 2
		for i < len(s) {
			d, isDigit := digitValue(s[i])
			if !isDigit {
				break
			}
			v = v<<4 | uint32(d)
			i++
		}
		if i == 2 {
			return element{}, 0
		}
		return element{v, true}, i
	case c >= '0' && c <= '7':
		v, i := uint32(0), 1
		for i < len(s) && i < 4 && s[i] >= '0' && s[i] <= '7' {
			v = v<<3 | uint32(s[i]-'0')
			i++
		}
		return element{v, true}, i
	case c == 'u' || c == 'U':
		n := 4
		if c == 'U' {
			n = 8
		}
		if len(s) < 2+n {
			return element{}, 0
		}
		v, err := strconv.ParseUint(s[2:2+n], 16, 32)
		if err != nil {
			return element{}, 0
		}
		return element{uint32(v), false}, 2 + n
	}
	return element{uint32(c), true}, 2
}

// encode lays the elements out as units of size bytes, little-endian, without
// a terminating zero.
func encode(es []element, size int64) []byte {
	var out []byte
	put := func(v uint32) {
		for i := int64(0); i < size; i++ {
			out = append(out, byte(v))
			v >>= 8
		}
	}
	for _, e := range es {
		switch {
		case e.unit || size == 4:
			put(e.value)
		case size == 1:
			out = utf8.AppendRune(out, rune(e.value))
		case e.value > 0xffff:
			v := e.value - 0x10000
			put(0xd800 + v>>10)
			put(0xdc00 + v&0x3ff)
		default:
			put(e.value)
		}
	}
	return out
}

// charValue returns the value of a character constant as gcc computes it:
// several characters of a plain constant are packed big-endian into an int.
func charValue(es []element, enc literalEncoding) (int64, bool) {
	if len(es) == 0 {
		return 0, false
	}
	switch v := es[len(es)-1].value; enc {
	case encodingWide:
		return int64(int32(v)), true
	case encodingChar16:
		return int64(uint16(v)), true
	case encodingChar32:
		return int64(v), true
	}
	b := encode(es, 1)
	if len(b) == 1 {
		return int64(int8(b[0])), true
	}
	v := uint32(0)
	for _, c := range b {
		v = v<<8 | uint32(c)
	}
	return int64(int32(v)), true
}
