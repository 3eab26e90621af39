package threads

import (
	"github.com/heddle-mc/heddle/internal/analysis/modular"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/term"
)

// What a thread has read from one place it finds there again, as long as nobody writes in between:
//
//	if (a[i] > INT_MIN) n = -a[i];
//
// A cell with a step is many places, of which what is stated of the cell does not say that one of them keeps what it holds. Two places are
// one if they are in one object of which there is one instance at most, and their offsets are one term.
//
// It is kept of a cell that no other thread writes beside others, and that is no element with a lock of its own, until the
// thread itself may write to the cell: by an instruction, in a call, in an iteration of a loop, or since threads end that ran beside. A byte that was never written is the same whenever it is
// read (semantics 5.6), but of what copies such bytes nothing is known (semantics 5.8).

// place is one place of a cell, by its offset in the object.
type place struct {
	cell modular.CellID
	off  term.ID
}

// finding is what was read at a place, and the condition under which it was.
type finding struct {
	read term.ID
	v    *sval
}

// again returns what is read at a place, v if it was not read before.
func (e *exec) again(in *ir.Instr, x modular.CellID, a alt, cond term.ID, v *sval) *sval {
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

// isOnePlace reports whether an offset in an object names one place, which no other thread changes.
func (e *exec) isOnePlace(o modular.ObjectID, x modular.CellID) bool {
	kind := e.object(o).Kind
	return (kind == modular.Global || kind == modular.Alloc) && e.object(o).Base == 0 && e.single(o) && len(e.c.owns[x]) == 0 && e.onlyOwn(x)
}

// forget forgets what was read in a cell.
func (s *state) forget(x modular.CellID) {
	for k := range s.read {
		if k.cell == x {
			delete(s.read, k)
		}
	}
}

// forgetChanged forgets what was read in cells that calls may change.
func (e *exec) forgetChanged(callees []modular.NodeID) {
	if e.run == nil { // what they change is not known yet
		clear(e.st.read)
		return
	}
	for x := range e.c.changedBy(callees) {
		e.st.forget(x)
	}
}

// readInBoth returns what was read on both of two ways.
func readInBoth(x, y *state) map[place]finding {
	out := make(map[place]finding)
	for k, f := range x.read {
		if y.read[k] == f {
			out[k] = f
		}
	}
	return out
}
