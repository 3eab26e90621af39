package load

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"github.com/heddle-mc/heddle/internal/front/diag"
)

// scanned is a file as the parser gets it.
type scanned struct {
	text   []byte
	tokens int            // and lines
	plain  bool           // neither #define nor #include occurs
	calls  map[int]string // by line: a name that #if calls like a macro
}

// prescan reads a source file once before the parser does. It reports constructs that the parser
// cannot handle, and returns the parser's input; the package comment lists the differences. The text
// itself is not changed.
func prescan(name string, text []byte) (scanned, []diag.Diagnostic) {
	s := &scan{name: name, in: text, lineStart: true, plain: true, deepest: -1}
	if bytes.HasPrefix(text, []byte("\xff\xfe")) || bytes.HasPrefix(text, []byte("\xfe\xff")) {
		s.report("encoding", 0, "the file is UTF-16; expected UTF-8")
		return scanned{}, s.diags
	}
	if i := bytes.IndexByte(text, 0); i >= 0 {
		s.report("encoding", i, "the file contains a zero byte; expected C source text")
		return scanned{}, s.diags
	}
	s.run()
	if s.nesting.tooDeep() && len(s.diags) == 0 {
		s.report("nesting", s.deepest, tooDeepMessage, maxOpen)
	}
	if s.out != nil {
		text = append(s.out, text[s.copied:]...)
	}
	return scanned{text, s.tokens, s.plain, s.calls}, s.diags
}

const tooDeepMessage = "statements or expressions nest too deeply: more than %d tokens are open at once"

// scan is the state of prescan. Replaced pieces go to out; the text before a piece is copied when the
// piece is.
type scan struct {
	name   string
	in     []byte
	at     int
	out    []byte
	copied int // bytes of in that are in out

	lineStart bool   // only blanks and comments since the last newline
	inLine    bool   // in a directive, whose tokens the parser never sees
	condition bool   // in the expression of #if or #elif
	variable  string // in a macro's definition: its variable arguments
	runEnd    int    // where the adjacent string literals end that were looked at last
	runPrefix string // and the prefix that they have together
	tokens    int    // and lines
	plain     bool
	depth     int            // open brackets
	ifs       int            // open #if
	calls     map[int]string // by line: a name that #if calls like a macro
	nesting   nesting
	deepest   int    // offset where the nesting became too deep, or -1
	pending   string // text that is inserted at an offset
	pendingAt int
	diags     []diag.Diagnostic
}

// report adds an error at an offset.
func (s *scan) report(code string, offset int, format string, args ...any) {
	line := 1 + bytes.Count(s.in[:offset], []byte("\n"))
	column := offset - bytes.LastIndexByte(s.in[:offset], '\n')
	s.diags = append(s.diags, diag.Diagnostic{
		Code: code, File: s.name, Line: line, Column: column, Message: fmt.Sprintf(format, args...),
	})
}

// replace puts text in the place of in[from:to].
func (s *scan) replace(from, to int, text string) {
	s.out = append(s.out, s.in[s.copied:from]...)
	s.out = append(s.out, text...)
	s.copied = to
}

// peek returns the byte n after the current one, or 0 at the end.
func (s *scan) peek(n int) byte {
	if s.at+n < len(s.in) {
		return s.in[s.at+n]
	}
	return 0
}

func (s *scan) run() {
	for s.at < len(s.in) {
		if s.pending != "" && s.at >= s.pendingAt && s.copied <= s.pendingAt {
			s.replace(s.pendingAt, s.pendingAt, s.pending)
			s.pending = ""
		}
		c := s.in[s.at]
		switch c {
		case '\n':
			s.lineStart, s.inLine, s.condition, s.variable = true, false, false, ""
			s.tokens++
			s.at++
			continue
		case ' ', '\t', '\r', '\f', '\v':
			s.at++
			continue
		case '\\':
			if n := s.splice(s.at); n > 0 {
				s.at += n
				continue
			}
		case '/':
			if s.comment() {
				continue
			}
		case '#', '%':
			if n := s.hash(); n > 0 && s.lineStart {
				s.directive(n)
				continue
			}
		}
		s.lineStart = false
		s.token(c)
	}
}

// splice returns the length of a backslash and newline at offset i, or 0.
func (s *scan) splice(i int) int {
	switch rest := s.in[i:]; {
	case bytes.HasPrefix(rest, []byte("\\\n")):
		return 2
	case bytes.HasPrefix(rest, []byte("\\\r\n")):
		return 3
	}
	return 0
}

// comment skips a comment.
func (s *scan) comment() bool {
	switch s.peek(1) {
	case '/':
		for s.at < len(s.in) && s.in[s.at] != '\n' {
			s.at += max(s.splice(s.at), 1)
		}
		return true
	case '*':
		end := bytes.Index(s.in[s.at+2:], []byte("*/"))
		if end < 0 {
			s.report("syntax", s.at, "comment is not terminated")
			s.at = len(s.in)
			return true
		}
		s.at += end + 4
		return true
	}
	return false
}

// token skips one token, or one byte of it.
func (s *scan) token(c byte) {
	kind := otherToken
	switch c {
	case '[':
		kind = '['
		s.arrayParameter()
	case '(', ')', ']', '{', '}', ';':
		kind = tokenKind(c)
	case '"', '\'':
		if s.stringLiteral() {
			return
		}
		s.count(kind)
		s.literal(c)
		return
	case ',':
		kind = ','
		if s.variable != "" && s.pastes(s.at+1) { // the parser wants a blank in between
			s.replace(s.at, s.at+1, ", ")
		}
	case '<', '%', ':':
		switch {
		case bytes.HasPrefix(s.in[s.at:], []byte("%:%:")):
			s.replace(s.at, s.at+4, "##  ")
			s.at += 3
		case s.hash() > 0:
			s.replace(s.at, s.at+2, "# ")
			s.at++
		}
		if bracket := digraph(c, s.peek(1)); bracket != 0 {
			s.replace(s.at, s.at+2, string(bracket)+" ")
			kind = bracket
			s.at++
		}
	default:
		if isWordByte(c) {
			if (c == 'L' || c == 'u' || c == 'U') && s.stringLiteral() {
				return
			}
			start := s.at
			for s.at < len(s.in) && isWordByte(s.in[s.at]) {
				s.at++
			}
			word := s.in[start:s.at]
			s.count(wordKind(word))
			switch string(word) {
			case "u", "U":
				if s.peek(0) == '\'' && s.literalEnd('\'') >= 0 {
					s.open(start, s.at, string(word))
				}
			case "_Pragma":
				s.pragmaOperator(start)
			case "__VA_OPT__":
				if s.variable != "" {
					s.replace(start, s.at, "__heddle_va_opt(~, ## __VA_ARGS__)")
				}
			case "enum":
				s.enumAttribute()
			case s.variable:
				s.variableArguments(start)
			default:
				if s.condition {
					s.operand(start)
				}
			}
			return
		}
	}
	s.at++
	s.count(kind)
}

// digraph returns the bracket that two characters spell, or 0 (C11 6.4.6).
func digraph(a, b byte) tokenKind {
	switch string([]byte{a, b}) {
	case "<%":
		return '{'
	case "%>":
		return '}'
	case "<:":
		return '['
	case ":>":
		return ']'
	}
	return 0
}

// count adds a token to the nesting. The scan stops where brackets nest too deeply.
func (s *scan) count(k tokenKind) {
	s.tokens++
	if s.inLine {
		return
	}
	s.nesting.token(k)
	if s.deepest < 0 && s.nesting.tooDeep() {
		s.deepest = s.at
	}
	switch k {
	case '(', '[', '{':
		s.depth++
		if s.depth > maxBrackets {
			s.report("nesting", s.at-1, "brackets nest more than %d deep", maxBrackets)
			s.at = len(s.in)
		}
	case ')', ']', '}':
		s.depth = max(s.depth-1, 0)
	}
}

// literal skips a literal; a quote without its partner in the line becomes a
// grave accent, which no token contains.
func (s *scan) literal(quote byte) {
	end := s.literalEnd(quote)
	if end < 0 {
		s.replace(s.at, s.at+1, "`")
		s.at++
		return
	}
	s.at = end
}

// literalEnd returns the offset after the literal that begins here, or -1.
func (s *scan) literalEnd(quote byte) int {
	for i := s.at + 1; i < len(s.in); i++ {
		switch s.in[i] {
		case quote:
			return i + 1
		case '\n':
			return -1
		case '\\':
			if n := s.splice(i); n > 0 {
				i += n - 1
			} else if i+1 < len(s.in) && s.in[i+1] != '\n' {
				i++
			}
		}
	}
	return -1
}

// lineEnd returns the offset of the newline that ends the current line.
func (s *scan) lineEnd() int {
	if i := bytes.IndexByte(s.in[s.at:], '\n'); i >= 0 {
		return s.at + i
	}
	return len(s.in)
}

func (s *scan) toLineEnd() {
	for s.at < len(s.in) && s.in[s.at] != '\n' {
		if s.in[s.at] == '/' && s.comment() {
			continue
		}
		s.at += max(s.splice(s.at), 1)
	}
}

// lineMarker turns "# 12 "file" 1 3" into "#line 12 "file"".
func (s *scan) lineMarker(start, number int) {
	end := s.lineEnd()
	fields := string(s.in[number:end])
	digits, rest, _ := strings.Cut(fields, " ")
	file := strings.TrimSpace(rest)
	if strings.HasPrefix(file, `"`) {
		if i := strings.IndexByte(file[1:], '"'); i >= 0 {
			file = file[:i+2]
		}
	} else {
		file = ""
	}
	if file == "" {
		s.replace(start, end, "#line "+strings.TrimSpace(digits))
	} else {
		s.replace(start, end, "#line "+digits+" "+file)
	}
	s.at = end
}

// droppedPragma takes the place of _Pragma, whose text the parser may never
// leave; the prelude defines it as a macro that expands to nothing.
const droppedPragma = "__pragm"

// packOperator matches a _Pragma operator that packs structures.
var packOperator = regexp.MustCompile(`^_Pragma\s*\(\s*"\s*(pack\s*\([^"\\]*\))\s*"\s*\)`)

// pragmaOperator turns _Pragma("pack(...)") into the same declaration as pragma,
// and other operators into nothing.
func (s *scan) pragmaOperator(start int) {
	m := packOperator.FindSubmatch(s.in[start:min(len(s.in), start+200)])
	if m == nil {
		s.replace(start, s.at, droppedPragma)
		return
	}
	s.at = start + len(m[0])
	s.replace(start, s.at, packDeclaration(string(m[1])))
}

// packDeclaration is the declaration that stands for a #pragma pack in sema's input.
func packDeclaration(text string) string { return `_Static_assert(1, "#pragma ` + text + `");` }

// pragma turns "#pragma pack(...)" into a declaration that keeps its text.
func (s *scan) pragma(start int) {
	end := s.lineEnd()
	rest := strings.TrimSpace(string(s.in[s.at:end]))
	if !strings.HasPrefix(rest, "pack") || strings.ContainsAny(rest, "\"\\/") ||
		!strings.HasPrefix(strings.TrimSpace(rest[len("pack"):]), "(") {
		return
	}
	s.replace(start, end, packDeclaration(rest))
	s.at = end
}
