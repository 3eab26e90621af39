package check

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// few is how often a loop goes round, or how many threads there are, when the constant that
// says so is made smaller.
const few = 2

// word is a name or a number in a line of a source text; the line and the column are counted
// from 1, the column in bytes.
type word struct {
	text         string
	file         string
	line, column int
	function     string // whose code it is in
}

// tunable is what --set can replace: a name, or a number by its place.
type tunable struct {
	name  string
	value int64
}

// smaller returns smaller constants: those of what is too large where an object was, else those
// of loops, all that are known if time or memory ended, or else of loops that a bound cut. Of the
// numbers in heads of loops only the largest is among them, and only where nothing else is known:
// the rest of a program often relies on such a number.
func (s *situation) smaller() string {
	if set := s.setSmaller(s.marked(verdict.AllocBound)); set != "" {
		return set
	}
	places := s.marked(verdict.LoopBound)
	if s.reason() == verdict.Timeout || s.reason() == verdict.OutOfMemory || s.mark(verdict.AllocBound) != nil {
		for _, at := range s.loops {
			if !slices.Contains(places, at) {
				places = append(places, at)
			}
		}
	}
	return s.setSmaller(places)
}

// marked returns the places of the marks of a bound.
func (s *situation) marked(b verdict.Bound) []verdict.Location {
	var out []verdict.Location
	for _, m := range s.Marks {
		if m.Bound == b {
			out = append(out, m.Location)
		}
	}
	return out
}

// setSmaller returns the flags for the constants of loops and calls.
func (s *situation) setSmaller(places []verdict.Location) string {
	var flags []string
	largest := tunable{value: few}
	for _, at := range places {
		for _, w := range s.loop(at) {
			for _, c := range s.constants(w, 0) {
				flag := "--set " + c.name + "=" + strconv.Itoa(few)
				switch {
				case c.value <= few:
				case isNumber(w.text):
					if c.value > largest.value {
						largest = c
					}
				case !slices.Contains(flags, flag):
					flags = append(flags, flag)
				}
			}
		}
	}
	if flags == nil && largest.name != "" {
		flags = []string{"--set " + largest.name + "=" + strconv.Itoa(few)}
	}
	return strings.Join(flags, " ")
}

// begins reports whether one of the program's own loops begins in a line: --loop knows it.
func (s *situation) begins(at verdict.Location) bool {
	return slices.ContainsFunc(s.loops, func(l verdict.Location) bool { return l.File == at.File && l.Line == at.Line })
}

// loop returns the words of the heads of loops in the line where one begins, without the variables that it
// changes in the line. Of a loop in a library function that is its call.
func (s *situation) loop(at verdict.Location) []word {
	if !s.begins(at) {
		return s.call(at)
	}
	code := s.line(at.File, at.Line)
	list := split(heads(code), word{file: at.File, line: at.Line, column: 1, function: at.Function})
	return slices.DeleteFunc(list, func(w word) bool {
		return strings.Contains(code, "++"+w.text) || strings.Contains(code, "--"+w.text) || changes(w.text).MatchString(code)
	})
}

// heads returns a line with blanks in place of all that is in no parentheses behind for or while.
func heads(code string) string {
	out := bytes.Repeat([]byte{' '}, len(code))
	for _, m := range loopHeads.FindAllStringIndex(code, -1) {
		open := 1
		for i := m[1]; i < len(code) && open > 0; i++ {
			switch code[i] {
			case '(':
				open++
			case ')':
				open--
			}
			out[i] = code[i]
		}
	}
	return string(out)
}

// loopHeads matches what the head of a loop begins with.
var loopHeads = regexp.MustCompile(`\b(?:for|while)\s*\(`)

// call returns the names in the arguments of a call at a place, or in the declaration of an
// array. What numbers say there is often said elsewhere too, as of the size of a buffer.
func (s *situation) call(at verdict.Location) []word {
	code := s.line(at.File, at.Line)
	code = code[min(max(0, at.Column-1), len(code)):]
	var out []word
	if m := calls.FindStringSubmatch(code); m != nil {
		const arguments = 8 // at most
		for i := range arguments {
			out = append(out, s.argument(at, m[1], i)...)
		}
	} else {
		out = split(code, word{file: at.File, line: at.Line, column: max(1, at.Column), function: at.Function})
	}
	return slices.DeleteFunc(out, func(w word) bool { return isNumber(w.text) })
}

// calls matches the first call in a text.
var calls = regexp.MustCompile(`\b([A-Za-z_]\w*)\s*\(`)

// changes matches the assignment to a variable, or its increment.
func changes(name string) *regexp.Regexp {
	return regexp.MustCompile(`\b` + name + `\s*(\+\+|--|[-+*/]?=[^=])`)
}

// line returns a line of a source text without its comment.
func (s *situation) line(file string, number int) string {
	if s.opts.Sources == nil {
		return ""
	}
	lines := s.opts.Sources(file)
	if number < 1 || number > len(lines) {
		return ""
	}
	code, _, _ := strings.Cut(lines[number-1], "//")
	return code
}

// words matches names and numbers.
var words = regexp.MustCompile(`\b[A-Za-z_]\w*|\b\d\w*`)

// split returns the words of a text that begins at a place.
func split(text string, from word) []word {
	var out []word
	at := 0
	for _, m := range words.FindAllStringIndex(text, -1) {
		for ; at < m[0]; at++ {
			if from.column++; text[at] == '\n' {
				from.line, from.column = from.line+1, 1
			}
		}
		w := from
		w.text = text[m[0]:m[1]]
		out = append(out, w)
		from.column += m[1] - m[0]
		at = m[1]
	}
	return out
}

func isNumber(text string) bool { return text[0] >= '0' && text[0] <= '9' }

// valueOf returns the value of an integer constant, 0 if it is none.
func valueOf(number string) int64 {
	n, _ := strconv.ParseInt(strings.TrimRight(number, "uUlL"), 0, 64)
	return n
}

// maxFollowed bounds how far constants are followed, through definitions, assignments and
// calls.
const maxFollowed = 4

// constants returns what a word gets its value from: a number, a name that has one, the
// last assignment to a local variable before it, or the arguments of calls.
func (s *situation) constants(w word, depth int) []tunable {
	if depth > maxFollowed {
		return nil
	}
	if isNumber(w.text) {
		place := fmt.Sprintf("%s:%d:%d", w.file, w.line, w.column)
		return []tunable{{place, valueOf(cmp.Or(s.opts.Constants[place], w.text))}}
	}
	if name, value := s.named(w.text, 0); name != "" {
		return []tunable{{name, value}}
	}
	var out []tunable
	for _, from := range append(s.assigned(w), s.passed(w)...) {
		out = append(out, s.constants(from, depth+1)...)
	}
	return out
}

// named returns the value of a name, and the name that gives it that, directly or through
// others.
func (s *situation) named(name string, depth int) (by string, value int64) {
	text, known := s.opts.Constants[name]
	if !known || depth > maxFollowed {
		return "", 0
	}
	for _, inner := range words.FindAllString(text, -1) {
		n, v := name, int64(0)
		if isNumber(inner) {
			v = valueOf(inner)
		} else {
			n, v = s.named(inner, depth+1)
		}
		if v > value {
			by, value = cmp.Or(n, name), v
		}
	}
	return by, value
}

// function returns the number of a word's function, 0 if that is not known.
func (s *situation) function(w word) ir.FuncID {
	if s.program == nil {
		return 0
	}
	return ir.FuncID(max(0, slices.IndexFunc(s.program.Funcs, func(f ir.Func) bool { return f.HasBody() && f.Name == w.function })))
}

// aCall matches a call.
var aCall = regexp.MustCompile(`\w\s*\(`)

// assigned returns the words of the last assignment to a local variable before a place,
// unless they call something.
func (s *situation) assigned(w word) []word {
	f := s.function(w)
	if f == 0 {
		return nil
	}
	to := regexp.MustCompile(`\b` + regexp.QuoteMeta(w.text) + `\s*=([^=;,][^;,]*)`)
	for line := w.line - 1; line >= int(s.program.Funcs[f].Pos.Line); line-- {
		code := s.line(w.file, line)
		switch m := to.FindStringSubmatchIndex(code); {
		case m == nil:
		case aCall.MatchString(code[m[2]:m[3]]):
			return nil
		default:
			return split(code[m[2]:m[3]], word{file: w.file, line: line, column: m[2] + 1, function: w.function})
		}
	}
	return nil
}

// passed returns the words of the arguments that a parameter gets.
func (s *situation) passed(w word) []word {
	id := s.function(w)
	if id == 0 {
		return nil
	}
	f := &s.program.Funcs[id]
	index := slices.IndexFunc(f.Params, func(r ir.Reg) bool { return f.Regs[r].Name == w.text })
	if index < 0 {
		return nil
	}
	if t := f.Params[0]; f.Regs[t].Name == "" {
		index-- // where the result goes
	}
	var out []word
	for k := range s.program.Funcs {
		caller := &s.program.Funcs[k]
		for _, in := range caller.Instrs() {
			if in.Op == ir.OpCall && in.Func == id {
				at := in.Pos.In(s.program.Files, caller.Name)
				out = append(out, s.argument(at, f.Name, index)...)
			}
		}
	}
	return out
}

// argument returns the words of an argument of a call at a place.
func (s *situation) argument(at verdict.Location, callee string, index int) []word {
	const lines = 8 // at most
	var text strings.Builder
	for k := range lines {
		text.WriteString(s.line(at.File, at.Line+k) + "\n")
	}
	code := text.String()
	from := strings.Index(code, callee)
	if from < 0 {
		return nil
	}
	depth, argument, begins := 0, 0, -1
	for i := from + len(callee); i < len(code); i++ {
		switch c := code[i]; {
		case c == '(' || c == '[' || c == '{':
			if depth++; depth == 1 {
				begins = i + 1
			}
		case c != ')' && c != ']' && c != '}' && (c != ',' || depth != 1):
		case depth == 1 && argument == index:
			before := code[:begins]
			w := word{file: at.File, line: at.Line + strings.Count(before, "\n"), column: begins - strings.LastIndexByte(before, '\n'), function: at.Function}
			return split(code[begins:i], w)
		case c == ',':
			argument, begins = argument+1, i+1
		default:
			if depth--; depth == 0 {
				return nil
			}
		}
	}
	return nil
}
