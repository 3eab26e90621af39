package load

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/host/pattern"
)

// Constant is a place of a source text that gives a name its value: a macro without parameters, an
// enumerator, or a variable at file scope whose initialiser is not a list.
type Constant struct {
	Name, Value string
	Line        int
	from, to    int // of the value in the text
}

// lexeme matches one lexeme of Constants: a comment, a spliced line, a literal, an end of line, a
// word, or a character.
var lexeme = pattern.Lazy(`(?s)//[^\n]*|/\*.*?\*/|\\\r?\n|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\n|[A-Za-z_$][\w$]*|\.?\d[\w.]*|\S`)

// Constants lists these places in the order of the text.
func Constants(text []byte) []Constant {
	var out []Constant
	s := constantScan{text: text, line: 1}
	for s.next() {
		switch {
		case s.word == "#" && s.fresh:
			if c, ok := s.macro(); ok {
				out = append(out, c)
			}
		case s.word == "{":
			s.open = append(s.open, s.enum)
			s.enum = false
		case s.word == "}":
			s.open = s.open[:max(0, len(s.open)-1)]
		case s.word == ";" || s.word == ")":
			s.enum = false
		case s.word == "enum":
			s.enum = true
		case s.word == "=" && s.named != "" && (len(s.open) == 0 || s.open[len(s.open)-1]):
			if c, ok := s.initialiser(); ok {
				out = append(out, c)
			}
		}
		s.named = ""
		if isMacroName(s.word) {
			s.named = s.word
		}
	}
	return out
}

// constantScan reads a text lexeme by lexeme.
type constantScan struct {
	text  []byte
	at    int // behind the lexeme
	from  int // where it begins
	word  string
	line  int
	fresh bool   // it is the first of its line
	named string // the name before the lexeme
	enum  bool   // an enumeration's braces are next
	open  []bool // braces, each: of an enumeration
}

// next reads the next lexeme other than a space, comment or end of line.
func (s *constantScan) next() bool {
	s.fresh = s.at == 0 || s.word == "\n"
	for s.lexeme() {
		switch {
		case s.word == "\n":
			s.fresh = true
		case !s.blank():
			return true
		}
	}
	return false
}

// lexeme reads a lexeme, of whatever kind.
func (s *constantScan) lexeme() bool {
	at := lexeme().FindIndex(s.text[s.at:])
	if at == nil {
		return false
	}
	s.line += strings.Count(s.word, "\n")
	s.from, s.at = s.at+at[0], s.at+at[1]
	s.word = string(s.text[s.from:s.at])
	return true
}

// blank reports whether the lexeme is a comment or joins two lines.
func (s *constantScan) blank() bool {
	return strings.HasPrefix(s.word, "//") || strings.HasPrefix(s.word, "/*") || s.word[0] == '\\' && len(s.word) > 1
}

// macro reads a directive.
func (s *constantScan) macro() (c Constant, ok bool) {
	for n := 0; s.lexeme() && s.word != "\n"; {
		if s.blank() {
			continue
		}
		switch n++; {
		case n == 1 && s.word != "define", n == 3 && s.word == "(" && s.text[s.from-1] != ' ' && s.text[s.from-1] != '\t':
			n = 10 // no macro without parameters
		case n == 1:
		case n == 2:
			c.Name, c.Line = s.word, s.line
		case n == 3:
			c.from, c.to, ok = s.from, s.at, true
		case n < 10:
			c.to = s.at
			n = 4
		}
	}
	c.Value = string(s.text[c.from:c.to])
	return c, ok
}

// initialiser reads the text after an equals sign.
func (s *constantScan) initialiser() (c Constant, ok bool) {
	c = Constant{Name: s.named, Line: s.line, from: -1}
	for depth := 0; ; {
		before := *s
		if !s.next() || s.word == "{" || s.word == "=" && c.from < 0 {
			return c, false
		}
		if depth == 0 && strings.Contains(",;}", s.word) {
			*s = before
			c.Value = string(s.text[max(0, c.from):c.to])
			return c, c.from >= 0
		}
		switch s.word {
		case "(":
			depth++
		case ")":
			depth--
		}
		if c.from < 0 {
			c.from = s.from
		}
		c.to = s.at
	}
}

// numbers lists the numbers of a text that are to be set by their places in a file,
// FILE:LINE:COLUMN, the column in bytes from 1.
func (f *files) numbers(file string, text []byte) []Constant {
	var out []Constant
	s := constantScan{text: text, line: 1}
	for s.next() {
		column := s.from - bytes.LastIndexByte(text[:s.from], '\n')
		place := fmt.Sprintf("%s:%d:%d", file, s.line, column)
		if _, set := f.set[place]; set && strings.ContainsAny(s.word[:1], ".0123456789") {
			out = append(out, Constant{Name: place, Value: s.word, Line: s.line, from: s.from, to: s.at})
		}
	}
	return out
}

// setConstants gives names and numbers other values, and notes where.
func (f *files) setConstants(name string, text []byte) []byte {
	var out []byte
	copied := 0
	list := append(f.numbers(name, text), Constants(text)...)
	slices.SortStableFunc(list, func(a, b Constant) int { return a.from - b.from })
	for _, c := range list {
		value, ok := f.set[c.Name]
		if !ok || c.from < copied {
			continue
		}
		lines := strings.Repeat("\\\n", strings.Count(c.Value, "\n")) // keep their numbers
		out = append(append(out, text[copied:c.from]...), value+lines...)
		copied = c.to
		what, where := c.Name, fmt.Sprintf(" at %s:%d", name, c.Line)
		if strings.Contains(what, ":") {
			what, where = "the number at "+what, ""
		}
		f.assumed = append(f.assumed, fmt.Sprintf("%s is %s in place of %s%s", what, value, c.Value, where))
		f.found[c.Name] = true
	}
	return append(out, text[copied:]...)
}
