package threads

import (
	"errors"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// A heap object is not lost if globals keep a pointer to it until the end (semantics 9.3;
// threadproof.Proof.Kept).

// leaksUnless adds the obligations that no memory is lost: cond holds.
func (e *exec) leaksUnless(cond term.ID) {
	for _, p := range verdict.Leak.Properties() {
		e.oblige(p, cond, "memory that may never be freed")
	}
}

// shapeKept confirms that the cells that keep objects are cells of globals.
func (c *checker) shapeKept() error {
	c.keepers = make(map[threadproof.CellID]bool)
	for o, list := range c.proof.Kept {
		if !c.isObject(o) || c.proof.Objects[o].Kind != threadproof.Alloc || c.proof.Objects[o].Base != 0 {
			return errors.New("what is kept is no object of the heap")
		}
		for _, x := range list {
			if !c.isCell(x) {
				return errors.New("what keeps an object is no cell")
			}
			cell := &c.proof.Cells[x]
			if in := &c.proof.Objects[cell.Object]; in.Kind != threadproof.Global || in.Base != 0 || cell.Mixed || !cell.Strong || cell.Step != 0 || 8*cell.Size != int64(c.prog.Model.PtrBits()) {
				return errors.New("what keeps an object is no global")
			}
			c.keepers[x] = true
		}
	}
	return nil
}

// loosen records that a heap object was made and no global keeps it yet.
func (e *exec) loosen(o threadproof.ObjectID) {
	if len(e.c.proof.Kept[o]) == 0 || !e.alone() || e.st.loose[o] {
		e.leaksUnless(term.False)
		return
	}
	e.st.loose[o] = true
}

// hasNoLoose adds the obligation that no heap object is lost where the thread or the process may end,
// or where other threads may start to run.
func (e *exec) hasNoLoose() {
	if len(sorted(e.st.loose)) > 0 {
		e.leaksUnless(term.False)
	}
}

// keepLoose records that a store of n bytes certainly puts the pointer to the last instance of an
// object in a global.
func (e *exec) keepLoose(p, v *sval, n int64) {
	if len(p.alts) != 1 || p.alts[0].guard != term.True || p.alts[0].object == 0 || len(v.alts) != 1 || v.alts[0].guard != term.True || v.uninit != term.False {
		return
	}
	to := v.alts[0]
	if off, constant := e.s.Value(to.bits); to.object == 0 || !constant || off.Lo != 0 {
		return
	}
	o := e.base(to.object)
	if !e.st.loose[o] || o == to.object && !e.object(o).Single {
		return // another instance may be meant
	}
	list, exact := e.reaches(p.alts[0], n)
	if exact == term.True && len(list) == 1 && slices.Contains(e.c.proof.Kept[o], list[0].cell) {
		delete(e.st.loose, o)
	}
}

// overwrites adds the obligation that a global that keeps objects holds no pointer to one before it is
// written.
func (e *exec) overwrites(x threadproof.CellID, cond term.ID) {
	if !e.c.keepers[x] {
		return
	}
	old := e.read(x)
	if e.st.mem[x].unwritten {
		e.leaksUnless(e.s.Not(cond))
	}
	for _, a := range old.alts {
		if a.object == 0 || e.object(a.object).Kind != threadproof.Alloc {
			continue
		}
		if k := ir.AllocKind(e.c.instr(e.object(e.base(a.object)).At).Sub); k == ir.HeapObject || k == ir.HeapZero {
			e.leaksUnless(e.s.Not(e.s.And(cond, a.guard)))
		}
	}
}
