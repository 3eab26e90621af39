package threads

import (
	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Bounds on memory in loops (threadproof.CellBound). If no other thread writes the cell concurrently, the
// thread may treat it like a register. So a bound that holds when control enters the loop, and that
// each iteration preserves, holds whenever control is at the loop head.

// isCellBound reports whether a bound is well formed and about cells of globals.
func (c *checker) isCellBound(b *threadproof.CellBound) bool {
	if c.blockAt(b.At) == nil || b.At.Instr != 0 || !c.isWord(b.Cell) {
		return false
	}
	switch b.Relation {
	case threadproof.NotBelow, threadproof.NotAbove:
		return b.Than == 0 && b.If == 0
	case threadproof.Below: // no edge leads to block 1, so no edge could prove the bound there
		return b.At.Block != 1 && c.isWord(b.Than) && c.proof.Cells[b.Cell].Size == c.proof.Cells[b.Than].Size && c.isNumber(b.At.Node, b.If)
	}
	return false
}

// isWord reports whether a cell is a single place in a global, of at most 64 bits.
func (c *checker) isWord(x threadproof.CellID) bool {
	if !c.isCell(x) {
		return false
	}
	cell := &c.proof.Cells[x]
	o := &c.proof.Objects[cell.Object]
	return o.Kind == threadproof.Global && o.Base == 0 && !cell.Mixed && cell.Strong && cell.Step == 0 && cell.Size > 0 && cell.Size <= 8
}

// word returns the number in a cell. It is unknown if other threads may write the cell.
func (e *exec) word(x threadproof.CellID) (t term.ID, known bool) {
	if !e.onlyOwn(x) || e.st.mem[x].unwritten {
		return term.False, false
	}
	return e.number(e.contents(x)), true
}

// noteCells records the contents of cells when control enters a loop.
func (r *run) noteCells(e *exec) {
	for _, b := range r.c.proof.CellBounds {
		if b.At != e.at || b.Relation == threadproof.Below {
			continue
		}
		delete(r.frame.held, b) // of another time that control entered the loop
		if t, known := e.word(b.Cell); known {
			r.frame.held[b] = t
		}
	}
}

// keeps returns the condition that a bound holds. It is unknown if other threads may write its cells.
func (r *run) keeps(e *exec, b threadproof.CellBound) (holds term.ID, known bool) {
	now, known := e.word(b.Cell)
	if !known {
		return term.False, false
	}
	if b.Relation == threadproof.Below {
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
	case b.Relation == threadproof.NotBelow:
		return e.s.Sle(first, now), true
	}
	return e.s.Sle(now, first), true
}

// assumeCells assumes the bounds of the loop whose head control has reached.
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

// requireCells proves the bounds at an edge into a block. Bounds on the old value are proved at back
// edges only; the others also where the loop is entered.
func (r *run) requireCells(e *exec, to ir.BlockID) {
	for i, b := range r.c.proof.CellBounds {
		if b.At != (threadproof.At{Node: e.node, Block: to}) || b.Relation != threadproof.Below && !r.frame.nest.Dom.Dominates(to, e.at.Block) {
			continue
		}
		holds, known := r.keeps(e, b)
		if !known {
			holds = term.False
		}
		e.add(goal{what: cellLeavesBound, cells: i + 1}, holds)
	}
}
