package cemit

import (
	"fmt"
	"strings"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// stmt is a statement of the printed function.
type stmt struct {
	kind  stmtKind
	text  string // plain statements
	ends  bool   // plain statements: control does not come to the next one
	cond  value  // the condition, or the operand of a switch
	body  []stmt
	other []stmt // the else branch
	cases []branch
	label ir.BlockID // labels and gotos
	pos   ir.Pos
}

type stmtKind uint8

const (
	stmtPlain stmtKind = iota
	stmtIf
	stmtLoop  // while (1)
	stmtWhile // while (cond)
	stmtDo    // do … while (cond)
	stmtSwitch
	stmtLabel
	stmtGoto
	stmtBreak
	stmtContinue
)

// branch is a part of a switch.
type branch struct {
	labels []string // "case 1:", "default:"
	body   []stmt
}

// terminates reports whether control never reaches the code after the statements.
func terminates(list []stmt) bool {
	if len(list) == 0 {
		return false
	}
	switch s := &list[len(list)-1]; s.kind {
	case stmtPlain:
		return s.ends
	case stmtGoto, stmtBreak, stmtContinue:
		return true
	case stmtIf:
		return terminates(s.body) && terminates(s.other)
	case stmtLoop:
		return !breaks(s.body)
	}
	return false
}

// breaks reports whether the statements leave the loop that they are the body of.
func breaks(list []stmt) bool {
	for i := range list {
		switch s := &list[i]; s.kind {
		case stmtBreak:
			return true
		case stmtIf:
			if breaks(s.body) || breaks(s.other) {
				return true
			}
		}
	}
	return false
}

// continues reports whether the statements have a continue of the loop that they are
// the body of.
func continues(list []stmt) bool {
	for i := range list {
		switch s := &list[i]; s.kind {
		case stmtContinue:
			return true
		case stmtIf:
			if continues(s.body) || continues(s.other) {
				return true
			}
		case stmtSwitch:
			for _, c := range s.cases {
				if continues(c.body) {
					return true
				}
			}
		}
	}
	return false
}

// tidy brings statements into the usual form: no else after a branch that ends, one condition in place
// of two nested ones, conditions in the head of loops.
func (f *funcPrinter) tidy(list []stmt) []stmt {
	var out []stmt
	for _, s := range list {
		switch s.kind {
		case stmtIf:
			s.body, s.other = f.tidy(s.body), f.tidy(s.other)
			if len(s.body) == 0 && len(s.other) == 0 {
				if !isVariable(s.cond.text) {
					out = append(out, stmt{text: "(void)" + s.cond.in(precUnary) + ";", pos: s.pos})
				}
				continue
			}
			if len(s.body) == 0 || len(s.other) > 0 && terminates(s.other) && (!terminates(s.body) || len(s.other) < len(s.body)) {
				s.cond = f.negate(s.cond)
				s.body, s.other = s.other, s.body
			}
			if len(s.other) == 0 && len(s.body) == 1 && s.body[0].kind == stmtIf && len(s.body[0].other) == 0 {
				s.cond, s.body = andThen(s.cond, s.body[0].cond), s.body[0].body
			}
			if terminates(s.body) {
				rest := s.other
				s.other = nil
				out = append(append(out, s), rest...)
				continue
			}
		case stmtLoop:
			s.body = f.tidy(s.body)
			if n := len(s.body); n > 0 && s.body[n-1].kind == stmtContinue {
				s.body = s.body[:n-1]
			}
			s = f.loopHead(s)
		case stmtSwitch:
			for i := range s.cases {
				s.cases[i].body = f.tidy(s.cases[i].body)
			}
		}
		out = append(out, s)
	}
	return out
}

// isVariable reports whether an expression is a name only.
func isVariable(text string) bool { return identifier(text) == text }

// loopHead moves a condition into the head or the end of a loop.
func (f *funcPrinter) loopHead(s stmt) stmt {
	n := len(s.body)
	if n == 0 {
		return s
	}
	if first := &s.body[0]; first.kind == stmtIf && len(first.other) == 0 && len(first.body) == 1 && first.body[0].kind == stmtBreak {
		s.kind, s.cond, s.body = stmtWhile, f.negate(first.cond), s.body[1:]
		return s
	}
	if last := &s.body[n-1]; n > 1 && last.kind == stmtIf && len(last.other) == 0 && len(last.body) == 1 &&
		last.body[0].kind == stmtBreak && !continues(s.body) {
		s.kind, s.cond, s.body = stmtDo, f.negate(last.cond), s.body[:n-1]
	}
	return s
}

// gotos collects the labels that are jumped to.
func gotos(list []stmt, used map[ir.BlockID]bool) {
	for i := range list {
		s := &list[i]
		if s.kind == stmtGoto {
			used[s.label] = true
		}
		gotos(s.body, used)
		gotos(s.other, used)
		for _, c := range s.cases {
			gotos(c.body, used)
		}
	}
}

// unlabelled leaves out the labels that nothing jumps to.
func unlabelled(list []stmt, used map[ir.BlockID]bool) []stmt {
	var out []stmt
	for _, s := range list {
		if s.kind == stmtLabel && !used[s.label] {
			continue
		}
		s.body, s.other = unlabelled(s.body, used), unlabelled(s.other, used)
		for i := range s.cases {
			s.cases[i].body = unlabelled(s.cases[i].body, used)
		}
		out = append(out, s)
	}
	return out
}

// writer lays statements out.
type writer struct {
	p    *printer
	b    strings.Builder
	last ir.Pos // the line that was named last
}

// line writes a line, with its source line when that is another one.
func (w *writer) line(depth int, text string, pos ir.Pos) {
	for range depth {
		w.b.WriteByte('\t')
	}
	w.b.WriteString(text)
	if pos.IsValid() && (pos.File != w.last.File || pos.Line != w.last.Line) {
		w.last = pos
		fmt.Fprintf(&w.b, " /* %s:%d */", commentText(baseName(w.p.prog.Files[pos.File])), pos.Line)
	}
	w.b.WriteByte('\n')
}

func baseName(file string) string { return file[strings.LastIndexByte(file, '/')+1:] }

// commentText keeps a text from ending a comment.
func commentText(s string) string { return strings.ReplaceAll(s, "*/", "* /") }

// isShort reports whether a list is a single statement that needs no braces.
func isShort(list []stmt) bool {
	if len(list) != 1 {
		return false
	}
	switch s := &list[0]; s.kind {
	case stmtPlain:
		before, after, ends := strings.Cut(s.text, ";")
		return ends && before != "" && (after == "" || strings.HasPrefix(after, " /*"))
	case stmtGoto, stmtBreak, stmtContinue:
		return true
	}
	return false
}

func (w *writer) list(depth int, list []stmt) {
	for i := range list {
		w.stmt(depth, &list[i], i+1 == len(list))
	}
}

func (w *writer) stmt(depth int, s *stmt, last bool) {
	switch s.kind {
	case stmtPlain:
		w.line(depth, s.text, s.pos)
	case stmtGoto:
		w.line(depth, fmt.Sprintf("goto L%d;", s.label), s.pos)
	case stmtBreak:
		w.line(depth, "break;", s.pos)
	case stmtContinue:
		w.line(depth, "continue;", s.pos)
	case stmtLabel:
		text := fmt.Sprintf("L%d:", s.label)
		if last {
			text += ";"
		}
		w.line(max(depth-1, 0), text, ir.Pos{})
	case stmtIf:
		if len(s.other) == 0 && isShort(s.body) {
			w.line(depth, "if ("+s.cond.text+")", s.pos)
			w.list(depth+1, s.body)
			return
		}
		w.line(depth, "if ("+s.cond.text+") {", s.pos)
		w.list(depth+1, s.body)
		for len(s.other) == 1 && s.other[0].kind == stmtIf {
			s = &s.other[0]
			w.line(depth, "} else if ("+s.cond.text+") {", s.pos)
			w.list(depth+1, s.body)
		}
		if len(s.other) > 0 {
			w.line(depth, "} else {", ir.Pos{})
			w.list(depth+1, s.other)
		}
		w.line(depth, "}", ir.Pos{})
	case stmtLoop:
		w.line(depth, "while (1) {", s.pos)
		w.list(depth+1, s.body)
		w.line(depth, "}", ir.Pos{})
	case stmtWhile:
		w.line(depth, "while ("+s.cond.text+") {", s.pos)
		w.list(depth+1, s.body)
		w.line(depth, "}", ir.Pos{})
	case stmtDo:
		w.line(depth, "do {", s.pos)
		w.list(depth+1, s.body)
		w.line(depth, "} while ("+s.cond.text+");", ir.Pos{})
	case stmtSwitch:
		w.line(depth, "switch ("+s.cond.text+") {", s.pos)
		for _, c := range s.cases {
			for _, l := range c.labels {
				w.line(depth, l, ir.Pos{})
			}
			w.list(depth+1, c.body)
		}
		w.line(depth, "}", ir.Pos{})
	}
}
