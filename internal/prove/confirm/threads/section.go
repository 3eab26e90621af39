package threads

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// sections has the kinds of the open sections, outermost first. It is unknown if they depend on the
// path.
type sections struct {
	stack []ir.SectionKind
	known bool
}

// meet records the sections with which control comes to a place, and reports whether the entry changed.
func meet(table map[threadproof.At]sections, at threadproof.At, s sections) bool {
	old, seen := table[at]
	switch {
	case !seen:
		table[at] = s
	case !old.known || s.known && slices.Equal(old.stack, s.stack):
		return false
	default:
		table[at] = sections{}
	}
	return true
}

// findSections finds the sections that are open at the entry of blocks, and at the return of functions
// (block 0). A function in a context begins with the sections that are open at its calls.
func (c *checker) findSections() {
	c.opened = make(map[threadproof.At]sections)
	var work []threadproof.At
	come := func(at threadproof.At, s sections) {
		if meet(c.opened, at, s) {
			work = append(work, at)
		}
	}
	for t := 1; t < len(c.proof.Threads); t++ {
		come(threadproof.At{Node: c.proof.Threads[t].Root, Block: 1}, sections{known: true})
	}
	for len(work) > 0 {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		if at.Block == 0 { // its callers continue
			for _, from := range c.proof.Nodes[at.Node].Callers {
				if from.Instr = 0; c.isOpened(from) {
					work = append(work, from)
				}
			}
			continue
		}
		b := c.blockAt(at)
		s, goesOn := c.openAt(threadproof.At{Node: at.Node, Block: at.Block, Instr: len(b.Instrs)}, func(callee threadproof.NodeID, s sections) {
			come(threadproof.At{Node: callee, Block: 1}, s)
		})
		if !goesOn {
			continue
		}
		for _, to := range b.Term.Targets {
			come(threadproof.At{Node: at.Node, Block: to}, s)
		}
		if b.Term.Op == ir.TermRet {
			come(threadproof.At{Node: at.Node}, s)
		}
	}
}

func (c *checker) isOpened(at threadproof.At) bool { _, seen := c.opened[at]; return seen }

// openAt returns the sections that are open at an instruction. goesOn says that control was found to
// reach it.
func (c *checker) openAt(at threadproof.At, calls func(threadproof.NodeID, sections)) (s sections, goesOn bool) {
	begin := threadproof.At{Node: at.Node, Block: at.Block}
	s, goesOn = c.opened[begin]
	s.stack = slices.Clone(s.stack)
	b := c.blockAt(at)
	for i := 0; i < at.Instr && goesOn; i++ {
		switch in := &b.Instrs[i]; in.Op {
		case ir.OpAtomicBegin:
			s.stack = append(s.stack, ir.SectionKind(in.Sub))
		case ir.OpAtomicEnd:
			if s.known && len(s.stack) > 0 {
				s.stack = s.stack[:len(s.stack)-1]
			}
		case ir.OpCall, ir.OpCallPtr:
			begin.Instr = i
			s, goesOn = c.openBehind(c.proof.Callees[begin], s, calls)
		}
	}
	if !s.known {
		s.stack = nil
	}
	return s, goesOn
}

// openBehind returns the sections that are open after a call.
func (c *checker) openBehind(callees []threadproof.NodeID, before sections, calls func(threadproof.NodeID, sections)) (out sections, returns bool) {
	for _, n := range callees {
		if calls != nil {
			calls(n, sections{slices.Clone(before.stack), before.known})
		}
		s, found := c.opened[threadproof.At{Node: n}]
		switch {
		case !found:
			continue
		case !returns:
			out, returns = sections{slices.Clone(s.stack), s.known}, true
		case !s.known || !slices.Equal(s.stack, out.stack):
			out = sections{}
		}
	}
	return out, returns
}

// sectionsAt returns the kinds of the sections that are open at an instruction.
func (c *checker) sectionsAt(at threadproof.At) (stack []ir.SectionKind, known bool) {
	s, comes := c.openAt(at, nil)
	return s.stack, comes && s.known
}
