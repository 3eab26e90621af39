package cemit

import (
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/wide"
)

// flow turns the control-flow graph of a function into statements. Blocks are placed along the
// dominator tree, as in Ramsey's "Beyond Relooper" (ICFP 2022). A block with one predecessor is in the
// predecessor's branch. A block where paths join is after the block that dominates it. The head of a
// loop, and the blocks of the loop that it dominates, are in a loop statement, and the exits of the
// loop after it. A jump that is neither the next statement nor a break or continue becomes a goto.
type flow struct {
	f        *funcPrinter
	dom      *ir.Dominators
	preds    [][]ir.BlockID
	loop     []ir.BlockID        // by BlockID: the head of the innermost loop, or 0
	outer    []ir.BlockID        // by BlockID of a head: the head of the loop around it
	after    [][]ir.BlockID      // by BlockID: blocks placed after it, in order
	inBranch []bool              // by BlockID: placed in the branch of its predecessor
	heads    map[ir.BlockID]bool // heads of loops
}

// jump holds the targets of control at the end of statements: next without a jump statement, brk of
// break, and cont of continue.
type jump struct{ next, brk, cont ir.BlockID }

func newFlow(f *funcPrinter) *flow {
	n, nest := len(f.fn.Blocks), f.fn.Loops()
	w := &flow{
		f: f, dom: nest.Dom,
		preds: make([][]ir.BlockID, n), loop: make([]ir.BlockID, n), outer: make([]ir.BlockID, n),
		after: make([][]ir.BlockID, n), inBranch: make([]bool, n), heads: make(map[ir.BlockID]bool),
	}
	for _, b := range w.dom.Order {
		for _, to := range successors(&f.fn.Blocks[b].Term) {
			w.preds[to] = append(w.preds[to], b)
		}
	}
	for i := range nest.Loops {
		l := &nest.Loops[i]
		w.heads[l.Header] = true
		w.outer[l.Header] = w.loop[l.Header]
		for _, b := range l.Blocks {
			w.loop[b] = l.Header
		}
	}
	w.place()
	return w
}

// successors lists the targets of a terminator, each once.
func successors(t *ir.Term) []ir.BlockID {
	var out []ir.BlockID
	for _, to := range t.Targets {
		if !slices.Contains(out, to) {
			out = append(out, to)
		}
	}
	return out
}

func (w *flow) contains(head, b ir.BlockID) bool {
	for h := w.loop[b]; h != 0; h = w.outer[h] {
		if h == head {
			return true
		}
	}
	return false
}

// place decides where each block stands.
func (w *flow) place() {
	for _, b := range w.dom.Order[1:] {
		at := w.dom.Parent(b)
		var left ir.BlockID // the outermost loop that is left on the way
		for h := w.loop[at]; h != 0; h = w.outer[h] {
			if !w.contains(h, b) {
				left = h
			}
		}
		switch {
		case left != 0:
			w.after[left] = append(w.after[left], b)
		case len(w.preds[b]) == 1 || w.heads[b] && w.entries(b) == 1:
			w.inBranch[b] = true
		default:
			w.after[at] = append(w.after[at], b)
		}
	}
}

// entries counts the predecessors of a loop's head outside the loop.
func (w *flow) entries(head ir.BlockID) int {
	n := 0
	for _, p := range w.preds[head] {
		if !w.dom.Dominates(head, p) {
			n++
		}
	}
	return n
}

// block adds the statements of b and of all that stands with it.
func (w *flow) block(list *[]stmt, b ir.BlockID, j jump) {
	*list = append(*list, stmt{kind: stmtLabel, label: b})
	if !w.heads[b] {
		w.sequence(list, b, w.after[b], j)
		return
	}
	var inside, behind []ir.BlockID
	for _, a := range w.after[b] {
		if w.contains(b, a) {
			inside = append(inside, a)
		} else {
			behind = append(behind, a)
		}
	}
	out := j.next
	if len(behind) > 0 {
		out = behind[0]
	}
	var body []stmt
	w.sequence(&body, b, inside, jump{next: b, brk: out, cont: b})
	*list = append(*list, stmt{kind: stmtLoop, body: body})
	w.chain(list, behind, j)
}

func (w *flow) sequence(list *[]stmt, b ir.BlockID, after []ir.BlockID, j jump) {
	first := j
	if len(after) > 0 {
		first.next = after[0]
	}
	*list = append(*list, w.f.instructions(b)...)
	w.terminator(list, b, first)
	w.chain(list, after, j)
}

// chain places blocks one after another.
func (w *flow) chain(list *[]stmt, blocks []ir.BlockID, j jump) {
	for i, b := range blocks {
		next := j
		if i+1 < len(blocks) {
			next.next = blocks[i+1]
		}
		w.block(list, b, next)
	}
}

// to adds the statements that bring control to a block.
func (w *flow) to(list *[]stmt, from, b ir.BlockID, j jump, pos ir.Pos) {
	kind := stmtGoto
	switch {
	case w.inBranch[b] && w.dom.Parent(b) == from && !(w.heads[b] && w.dom.Dominates(b, from)):
		w.block(list, b, j)
		return
	case b == j.next:
		return
	case b == j.cont:
		kind = stmtContinue
	case b == j.brk:
		kind = stmtBreak
	}
	*list = append(*list, stmt{kind: kind, label: b, pos: pos})
}

func (w *flow) branch(from, b ir.BlockID, j jump, pos ir.Pos) []stmt {
	var list []stmt
	w.to(&list, from, b, j, pos)
	return list
}

func (w *flow) terminator(list *[]stmt, b ir.BlockID, j jump) {
	t := &w.f.fn.Blocks[b].Term
	switch t.Op {
	case ir.TermBr:
		w.to(list, b, t.Targets[0], j, ir.Pos{})
	case ir.TermCondBr:
		c := w.f.operand(t.Arg)
		if t.Targets[0] == t.Targets[1] {
			*list = append(*list, stmt{text: "(void)" + c.in(precUnary) + ";", pos: t.Pos})
			w.to(list, b, t.Targets[0], j, ir.Pos{})
			return
		}
		*list = append(*list, stmt{
			kind: stmtIf, cond: c, pos: t.Pos,
			body: w.branch(b, t.Targets[0], j, t.Pos), other: w.branch(b, t.Targets[1], j, t.Pos),
		})
	case ir.TermSwitch:
		*list = append(*list, w.switchOf(b, t, j))
	default:
		*list = append(*list, w.f.leave(b, t)...)
	}
}

// switchOf prints a switch. No case falls through to the next one.
func (w *flow) switchOf(b ir.BlockID, t *ir.Term, j jump) stmt {
	v := w.f.operand(t.Arg)
	inner := jump{brk: j.next, cont: j.cont}
	s := stmt{kind: stmtSwitch, cond: v, pos: t.Pos}
	var otherwise branch
	for i, to := range successors(t) {
		c := branch{}
		for k, target := range t.Targets {
			switch {
			case target != to:
			case k == 0:
				c.labels = append(c.labels, "default:")
			default:
				c.labels = append(c.labels, w.caseLabels(t.Cases[k-1], w.f.fn.TypeOf(t.Arg), v.typ.signed)...)
			}
		}
		c.body = w.branch(b, to, inner, t.Pos)
		if i == 0 {
			otherwise = c // it stands last
			continue
		}
		s.cases = append(s.cases, c)
	}
	s.cases = append(s.cases, otherwise)
	return s
}

// caseLabels returns the labels of a range of values, as signed or unsigned ones.
func (w *flow) caseLabels(c ir.Case, t ir.Type, signed bool) []string {
	text := func(x uint64) string { return w.f.p.constant(ir.Const{Type: t, Word: wide.Word{Lo: x}}, signed).text }
	if c.Lo == c.Hi {
		return []string{fmt.Sprintf("case %s:", text(c.Lo))}
	}
	sign := uint64(1) << (w.f.p.bitsOf(t) - 1)
	if signed && c.Lo < sign && c.Hi >= sign {
		return append(w.caseLabels(ir.Case{Lo: c.Lo, Hi: sign - 1}, t, signed), w.caseLabels(ir.Case{Lo: sign, Hi: c.Hi}, t, signed)...)
	}
	return []string{fmt.Sprintf("case %s ... %s:", text(c.Lo), text(c.Hi))}
}
