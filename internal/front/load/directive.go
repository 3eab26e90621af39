package load

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/front/known"
)

// Pragmas by which prescan hands over directives that the parser would drop. The preprocessor reaches them only in groups
// that are not skipped.
const directivePragma = "__heddle_directive"

// importDir is a directory that no file system has: the file below it is included once.
const importDir = "heddle:import"

// hash returns the length of a # or %: at the current place, or 0.
func (s *scan) hash() int {
	switch {
	case s.in[s.at] == '#':
		return 1
	case s.in[s.at] == '%' && s.peek(1) == ':':
		return 2
	}
	return 0
}

// directive handles a line that begins with #, which takes n bytes. The function reads the name and whatever needs
// a change; the rest of the line is scanned like any other.
func (s *scan) directive(n int) {
	start := s.at
	s.lineStart, s.inLine = false, true
	if n > 1 {
		s.replace(start, start+n, "# ")
	}
	s.at += n
	for s.at < len(s.in) && (s.in[s.at] == ' ' || s.in[s.at] == '\t' || s.splice(s.at) > 0) {
		s.at += max(s.splice(s.at), 1)
	}
	word := s.at
	for s.at < len(s.in) && isWordByte(s.in[s.at]) {
		s.at++
	}
	switch name := string(s.in[word:s.at]); {
	case name == "":
		if c := s.peek(0); !strings.ContainsRune("\r\n/\\\x00", rune(c)) {
			s.unknownDirective(start, word)
		}
	case name[0] >= '0' && name[0] <= '9':
		s.lineMarker(start, word)
	case name == "pragma":
		s.pragma(start)
	case name == "if" || name == "ifdef" || name == "ifndef":
		s.condition = name == "if"
		if s.ifs++; s.ifs > maxIfs {
			s.report("nesting", start, "#if nests more than %d deep", maxIfs)
			s.at = len(s.in)
		}
	case name == "elif":
		s.condition = true
	case name == "elifdef":
		s.replace(word, s.at, "elif defined")
	case name == "elifndef":
		s.replace(word, s.at, "elif !defined")
	case name == "endif":
		s.ifs--
	case name == "line":
		s.lineDirective(start)
	case name == "define":
		s.plain = false
		if m := variadicMacro.FindSubmatch(s.in[s.at:]); m != nil {
			s.variable = cmp.Or(string(m[1]), "__VA_ARGS__")
		}
	case name == "include" || name == "include_next":
		s.plain = false
		s.toLineEnd() // the quotes of a file name are no literal
	case name == "import":
		s.plain = false
		s.imports(start, word)
	default:
		if t, _ := known.Of(known.Directive, name); t == known.Refused {
			s.unknownDirective(start, word)
		}
	}
}

// unknownDirective turns a directive without a meaning into a pragma, which fails unless it is skipped.
func (s *scan) unknownDirective(start, word int) {
	s.toLineEnd()
	name := strings.TrimSpace(string(s.in[word:s.at]))
	if i := strings.IndexFunc(name, func(r rune) bool { return r >= 0x80 || !isWordByte(byte(r)) }); i >= 0 {
		name = name[:i]
	}
	lines := strings.Repeat("\\\n", bytes.Count(s.in[start:s.at], []byte("\n")))
	s.replace(start, s.at, "#pragma "+directivePragma+" "+name+lines)
}

// imports turns #import into an #include of a file below importDir.
func (s *scan) imports(start, word int) {
	m := headerName.FindSubmatchIndex(s.in[s.at:])
	if m == nil {
		s.unknownDirective(start, word)
		return
	}
	s.replace(word, s.at, "include")
	s.replace(s.at+m[2], s.at+m[2], importDir+"/")
	s.toLineEnd()
}

// headerName matches the text after #import.
var headerName = regexp.MustCompile(`^[ \t]*["<]([^">\n]+)[">]`)

// variadicMacro matches the text after #define, and the name of the variable arguments.
var variadicMacro = regexp.MustCompile(`^[ \t]+\w+\([^)]*?(\w*)[ \t]*\.\.\.[^)]*\)`)

// variableArguments gives the variable arguments of a macro, which begin at start, the name of the C standard:
// the parser knows GNU's rule for ", ##args" only with that.
func (s *scan) variableArguments(start int) {
	if rest := bytes.TrimLeft(s.in[s.at:], " \t"); bytes.HasPrefix(rest, []byte("...")) {
		s.replace(start, s.at, "")
	} else if s.variable != "__VA_ARGS__" {
		s.replace(start, s.at, "__VA_ARGS__")
	}
}

// pastes reports whether ## stands at an offset.
func (s *scan) pastes(at int) bool {
	rest := s.in[at:]
	return bytes.HasPrefix(rest, []byte("##")) || bytes.HasPrefix(rest, []byte("%:%:"))
}

// operand rewrites an operand of #if that begins at start: a binary constant, and the call of a name
// that need not be a macro. The parser skips the arguments of such a call, so the text tests whether
// the name is a macro: (1/(defined F)) fails otherwise.
func (s *scan) operand(start int) {
	word := string(s.in[start:s.at])
	if len(word) > 2 && (word[:2] == "0b" || word[:2] == "0B") {
		digits := strings.TrimRight(word[2:], "uUlL")
		if v, err := strconv.ParseUint(digits, 2, 64); err == nil {
			s.replace(start, s.at, fmt.Sprintf("%#x%s", v, word[2+len(digits):]))
		}
		return
	}
	if word == "defined" {
		for s.peek(0) == ' ' || s.peek(0) == '\t' || s.peek(0) == '(' {
			s.at++
		}
		for s.at < len(s.in) && isWordByte(s.in[s.at]) {
			s.at++
		}
		return
	}
	if strings.HasPrefix(word, "__has_") || word[0] >= '0' && word[0] <= '9' {
		return
	}
	end := s.callEnd()
	if end < 0 {
		return
	}
	if s.calls == nil {
		s.calls = make(map[int]string)
	}
	s.calls[1+bytes.Count(s.in[:start], []byte("\n"))] = word
	s.replace(start, start, "((1/(defined "+word+"))?")
	s.replace(end, end, ":0)")
	s.at = end
}

// callEnd returns the offset behind the closing parenthesis of a call whose arguments begin here, or -1.
func (s *scan) callEnd() int {
	depth := 0
	for i, c := range s.in[s.at:s.lineEnd()] {
		switch c {
		case ' ', '\t':
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return s.at + i + 1
			}
		case '"', '\'', '\\':
			return -1
		default:
			if depth == 0 {
				return -1
			}
		}
		if depth < 0 {
			return -1
		}
	}
	return -1
}

// lineDirective replaces the name of a macro behind #line by its value, where the text above defines it once as a number.
// The parser reads the line before it knows macros.
func (s *scan) lineDirective(start int) {
	end := s.lineEnd()
	rest := strings.TrimSpace(string(s.in[s.at:end]))
	if rest == "" || rest[0] >= '0' && rest[0] <= '9' || strings.HasPrefix(rest, "__LINE__") {
		return
	}
	name := regexp.MustCompile(`^\w*`).FindString(rest)
	definition := regexp.MustCompile(`(?m)^[ \t]*#[ \t]*define[ \t]+` + regexp.QuoteMeta(name) + `\b[ \t]*([0-9]+(?:[ \t]+"[^"\n]*")?)?.*$`)
	found := definition.FindAllSubmatch(s.in[:start], -1)
	if name == "" || len(found) != 1 || len(found[0][1]) == 0 {
		s.unknownDirective(start, s.at-len("line"))
		return
	}
	s.replace(start, end, "#line "+string(found[0][1])+rest[len(name):])
	s.at = end
}

// arrayParameter blanks the qualifiers in front of an array's size, as in f(int [static 5]), since the
// parser accepts them only after a name. They only forbid assignments to the parameter.
func (s *scan) arrayParameter() {
	for i := s.at + 1; i < len(s.in); {
		word := i
		for word < len(s.in) && (s.in[word] == ' ' || s.in[word] == '\t') {
			word++
		}
		end := word
		for end < len(s.in) && isWordByte(s.in[end]) {
			end++
		}
		switch string(s.in[word:end]) {
		case "static", "const", "restrict", "__restrict", "__restrict__":
			s.replace(word, end, strings.Repeat(" ", end-word))
			i = end
		default:
			return
		}
	}
}

// enumAttribute moves an attribute between the word enum, which begins at start, and the tag behind the list of the enumerators:
// the parser wants it there.
func (s *scan) enumAttribute() {
	m := attributeOfEnum.FindSubmatchIndex(s.in[s.at:])
	if m == nil {
		return
	}
	from, to := s.at+m[2], s.at+m[3]
	close := bytes.IndexByte(s.in[s.at+m[1]:], '}')
	s.replace(from, to, blankLines(s.in[from:to]))
	if s.in[s.at+m[1]-1] == '{' && close >= 0 {
		s.pending, s.pendingAt = " "+strings.ReplaceAll(string(s.in[from:to]), "\n", " "), s.at+m[1]+close+1
	}
	s.at = to
}

// attributeOfEnum matches the text after enum: attributes with up to two levels of parentheses in
// them, and a tag or a brace.
var attributeOfEnum = regexp.MustCompile(`^\s*((?:__attribute__|__attribute)\s*\(\((?:[^()]|\([^()]*\))*\)\))\s*\w*\s*[{\w*;,)]`)

// blankLines returns blanks in the place of a text, and its ends of lines.
func blankLines(text []byte) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' {
			return r
		}
		return ' '
	}, string(text))
}
