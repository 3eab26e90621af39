package threads

import (
	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// A thread that reads a place twice reads the same value, if nothing is written there in between:
//
//	if (a[i] > INT_MIN) n = -a[i];
//
// A cell with a step stands for many places, so the statement about the cell does not say that one of
// them keeps its value. Two places are the same if they are in the same object, which has at most one
// instance, and their offsets are the same term.
//
// Values are remembered only for cells that no other thread writes concurrently and that are not
// elements with locks of their own. A value is forgotten when the thread itself may write to the cell:
// by an instruction, in a call, or in an iteration of a loop. It is also forgotten when threads end
// that ran in parallel. A byte that was never written has the same value at every read (semantics 5.6),
// but nothing is known of an instruction that copies such bytes (semantics 5.8).

// place is one place of a cell, by its offset in the object.
type place struct {
	cell threadproof.CellID
	off  term.ID
}

// finding is the value that was read at a place, and the condition under which it was read.
type finding struct {
	read term.ID
	v    *sval
}

// again returns the value read at a place: the remembered one, or v if the place was not read before.
func (e *exec) again(in *ir.Instr, x threadproof.CellID, a alt, cond term.ID, v *sval) *sval {
	if !e.isOnePlace(a.object, x) || in.Flags&ir.Copying != 0 {
		return v
	}
	k := place{x, a.bits}
	f, known := e.st.read[k]
	if known {
		return e.ite(f.read, f.v, v)
	}
	if e.st.read == nil {
		e.st.read = make(map[place]finding)
	}
	e.st.read[k] = finding{cond, v}
	return v
}

// isOnePlace reports whether an offset in an object names a single place that no other thread changes.
func (e *exec) isOnePlace(o threadproof.ObjectID, x threadproof.CellID) bool {
	kind := e.object(o).Kind
	return (kind == threadproof.Global || kind == threadproof.Alloc) && e.object(o).Base == 0 && e.single(o) && len(e.c.owns[x]) == 0 && e.onlyOwn(x)
}

// forget forgets the values read from a cell.
func (s *state) forget(x threadproof.CellID) {
	for k := range s.read {
		if k.cell == x {
			delete(s.read, k)
		}
	}
}

// forgetChanged forgets the values read from cells that calls may change.
func (e *exec) forgetChanged(callees []threadproof.NodeID) {
	if e.run == nil { // the changes of the callees are not known yet
		clear(e.st.read)
		return
	}
	for x := range e.c.changedBy(callees) {
		e.st.forget(x)
	}
}

// readInBoth returns the values that were read on both of two paths.
func readInBoth(x, y *state) map[place]finding {
	out := make(map[place]finding)
	for k, f := range x.read {
		if y.read[k] == f {
			out[k] = f
		}
	}
	return out
}
