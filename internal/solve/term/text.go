package term

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// The canonical text of some roots is a list of lines, one per variable and
// operator below them in topological order, so its length is linear in the size
// of the DAG:
//
//	var x bv32
//	var "main::i 2" bv32
//	%1 = bvadd x 0x1:32
//	%2 = extract[7:0] %1
//	%3 = bvult %1 "main::i 2"
//	root %2
//	root %3
//
// Constants are written in place: true, false, or value:width. Lines are
// numbered from 1, independently of IDs. When two variables have the same name,
// the later ones get #2, #3, … appended.

// WriteText writes the canonical text of the roots.
func (s *Store) WriteText(w io.Writer, roots ...ID) error {
	p := newPrinter(s)
	out := bufio.NewWriter(w)
	walk := NewWalk(s)
	for _, r := range roots {
		walk.Visit(r, func(id ID) {
			switch s.Op(id) {
			case OpConst:
			case OpVar:
				p.label[id] = p.unique(s.Name(id))
				fmt.Fprintf(out, "var %s %s\n", p.label[id], s.Sort(id))
			default:
				p.lines++
				fmt.Fprintf(out, "%%%d = %s\n", p.lines, p.application(id))
				p.label[id] = "%" + strconv.Itoa(p.lines)
			}
		})
	}
	for _, r := range roots {
		fmt.Fprintf(out, "root %s\n", p.operand(r))
	}
	return out.Flush()
}

// Text returns the canonical text of the roots.
func (s *Store) Text(roots ...ID) string {
	var b strings.Builder
	s.WriteText(&b, roots...) // a strings.Builder never fails
	return b.String()
}

// Line returns one line that shows a term, for messages: constants and variables
// as in the text, arguments that are applications by their IDs.
func (s *Store) Line(id ID) string {
	p := newPrinter(s)
	if op := s.Op(id); op == OpConst || op == OpVar {
		return p.operand(id)
	}
	return p.application(id)
}

// printer holds the labels of the lines written so far.
type printer struct {
	s     *Store
	label map[ID]string
	taken map[string]bool // labels of variables
	lines int
}

func newPrinter(s *Store) *printer {
	return &printer{s: s, label: make(map[ID]string), taken: make(map[string]bool)}
}

// unique returns a label for a variable name that no other variable has.
func (p *printer) unique(name string) string {
	label := quote(name)
	for i := 2; p.taken[label]; i++ {
		label = quote(name + "#" + strconv.Itoa(i))
	}
	p.taken[label] = true
	return label
}

func (p *printer) application(id ID) string {
	var b strings.Builder
	b.WriteString(p.s.Head(id))
	for _, a := range p.s.Args(id) {
		b.WriteByte(' ')
		b.WriteString(p.operand(a))
	}
	return b.String()
}

// Head returns the operator of an application as the text writes it, with its
// parameter.
func (s *Store) Head(id ID) string {
	op := s.Op(id)
	switch opTable[op].param {
	case paramBounds:
		hi, lo := s.Bounds(id)
		return fmt.Sprintf("%s[%d:%d]", op, hi, lo)
	case paramWidth, paramAmount:
		return fmt.Sprintf("%s[%d]", op, s.Param(id))
	case paramFormat, paramRound, paramConvert, paramInteger:
		return fmt.Sprintf("%s[%s]", op, s.Float(id).text(opTable[op].param))
	}
	return op.String()
}

func (p *printer) operand(id ID) string {
	if label, ok := p.label[id]; ok {
		return label
	}
	switch p.s.Op(id) {
	case OpConst:
		v, _ := p.s.Value(id)
		if p.s.Sort(id) == Bool {
			return strconv.FormatBool(!v.IsZero())
		}
		return fmt.Sprintf("%s:%d", v, p.s.Width(id))
	case OpVar:
		return quote(p.s.Name(id))
	}
	return fmt.Sprintf("%%%d", id)
}

// quote returns a name as the text writes it: in Go quotes unless it is an
// identifier that is no constant.
func quote(name string) string {
	if isIdent(name) && name != "true" && name != "false" {
		return name
	}
	return strconv.Quote(name)
}

// isIdent reports whether a name is a letter or underscore followed by letters,
// digits and any of _ . ! @ #.
func isIdent(name string) bool {
	for i := range len(name) {
		c := name[i]
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_'
		if !letter && (i == 0 || !('0' <= c && c <= '9' || strings.IndexByte(".!@#", c) >= 0)) {
			return false
		}
	}
	return name != ""
}
