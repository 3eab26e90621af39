package testgen

import (
	"fmt"
	"strings"
)

// flow prints a graph of nodes as labels and gotos. A step backwards, to a node that
// is not behind this one, counts.
func (w *printer) flow(s *Stmt) {
	n := len(s.Nodes)
	label := func(to int) string { return fmt.Sprintf("at%d_%d", s.Dst, to) }
	used := map[int]bool{}
	for _, node := range s.Nodes {
		for _, to := range node.Targets {
			used[to] = true
		}
	}
	w.line("r%d = %d;", s.Dst, s.Count)
	for i := range s.Nodes {
		w.label(label(i), used[i])
		node := &s.Nodes[i]
		for k := range node.Body {
			w.stmt(&node.Body[k])
		}
		jump := func(to int, cond string) {
			if to <= i {
				cond = strings.TrimPrefix(cond+fmt.Sprintf(" && r%d-- > 0", s.Dst), " && ")
			}
			if cond == "" {
				w.line("goto %s;", label(to))
				return
			}
			w.line("if (%s)", cond)
			w.line("\tgoto %s;", label(to))
		}
		switch len(node.Targets) {
		case 0:
		case 1:
			jump(node.Targets[0], "")
		case 2:
			jump(node.Targets[0], w.sub(&node.Cond))
			jump(node.Targets[1], "")
		default:
			w.line("switch (%s & 3) {", w.sub(&node.Cond))
			for k, to := range node.Targets {
				w.line("case %d:", k)
				w.indent++
				jump(to, "")
				if to <= i {
					w.line("break;")
				}
				w.indent--
			}
			w.line("}")
		}
	}
	w.label(label(n), used[n])
}

// label prints a label, if anything goes to it.
func (w *printer) label(name string, used bool) {
	if used {
		fmt.Fprintf(&w.out, "%s:\n", name)
		w.line(";")
	}
}

// switchInto prints a loop whose first iteration begins at a node.
func (w *printer) switchInto(s *Stmt) {
	if s.Value2.Op == Truth {
		w.line("r%d = %d;", s.Dst, s.Count)
	} else {
		w.line("r%d = (%s & 1) + 1;", s.Dst, w.sub(&s.Value2))
	}
	w.line("switch (%s & 3) {", w.sub(&s.Value))
	for i := range s.Nodes {
		w.line("case %d:;", i)
		if i == 0 {
			w.line("\tdo {")
		}
		w.indent++
		w.body(s.Nodes[i].Body)
		w.indent--
	}
	w.line("\t} while (--r%d > 0);", s.Dst)
	w.line("}")
}
