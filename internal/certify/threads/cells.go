package threads

import (
	"github.com/heddle-mc/heddle/internal/analysis/modular"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/term"
)

// Bounds of loops on what memory holds (modular.CellBound). A cell that no other thread writes beside others holds what the thread knows,
// so that it is like a register: what holds of it when control enters the loop, and behind every iteration if it held before, holds
// whenever control is at the head.

// isCellBound reports whether a bound is one of parts of globals.
func (c *checker) isCellBound(b *modular.CellBound) bool {
	if c.blockAt(b.At) == nil || b.At.Instr != 0 || !c.isWord(b.Cell) {
		return false
	}
	switch b.Relation {
	case modular.NotBelow, modular.NotAbove:
		return b.Than == 0 && b.If == 0
	case modular.Below: // control comes to a block 1 from no edge where it could be shown
		return b.At.Block != 1 && c.isWord(b.Than) && c.proof.Cells[b.Cell].Size == c.proof.Cells[b.Than].Size && c.isNumber(b.At.Node, b.If)
	}
	return false
}

// isWord reports whether a cell is one place in a global, of at most 64 bits.
func (c *checker) isWord(x modular.CellID) bool {
	if !c.isCell(x) {
		return false
	}
	cell := &c.proof.Cells[x]
	o := &c.proof.Objects[cell.Object]
	return o.Kind == modular.Global && o.Base == 0 && !cell.Mixed && cell.Strong && cell.Step == 0 && cell.Size > 0 && cell.Size <= 8
}

// word returns the number that a cell holds; it is not known if other threads may write it.
func (e *exec) word(x modular.CellID) (t term.ID, known bool) {
	if !e.onlyOwn(x) || e.st.mem[x].unwritten {
		return term.False, false
	}
	return e.number(e.contents(x)), true
}

// noteCells takes note of what cells hold when control enters a loop.
func (r *run) noteCells(e *exec) {
	for _, b := range r.c.proof.CellBounds {
		if b.At != e.at || b.Relation == modular.Below {
			continue
		}
		delete(r.frame.held, b) // of another time that control entered the loop
		if t, known := e.word(b.Cell); known {
			r.frame.held[b] = t
		}
	}
}

// keeps returns whether a bound holds; nothing is known of it if others may write its cells.
func (r *run) keeps(e *exec, b modular.CellBound) (holds term.ID, known bool) {
	now, known := e.word(b.Cell)
	if !known {
		return term.False, false
	}
	if b.Relation == modular.Below {
		than, known := e.word(b.Than)
		if !known {
			return term.False, false
		}
		is := e.number(e.register(b.If))
		return e.s.Implies(e.s.Distinct(is, e.s.Uint(0, e.s.Width(is))), e.s.Slt(now, than)), true
	}
	first, known := r.frame.held[b]
	switch {
	case !known:
		return term.False, false
	case b.Relation == modular.NotBelow:
		return e.s.Sle(first, now), true
	}
	return e.s.Sle(now, first), true
}

// assumeCells assumes the bounds of the loop to the head of which control has come.
func (r *run) assumeCells(e *exec) {
	for _, b := range r.c.proof.CellBounds {
		if b.At != e.at {
			continue
		}
		if holds, known := r.keeps(e, b); known {
			e.assume(holds)
		}
	}
}

// requireCells has bounds shown where control goes to a block: those that speak of what was before where it comes round, others where it
// enters the loop, too.
func (r *run) requireCells(e *exec, to ir.BlockID) {
	for i, b := range r.c.proof.CellBounds {
		if b.At != (modular.At{Node: e.node, Block: to}) || b.Relation != modular.Below && !r.frame.nest.Dom.Dominates(to, e.at.Block) {
			continue
		}
		holds, known := r.keeps(e, b)
		if !known {
			holds = term.False
		}
		e.add(goal{what: cellLeavesBound, cells: i + 1}, holds)
	}
}
