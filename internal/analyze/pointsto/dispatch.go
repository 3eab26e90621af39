package pointsto

import (
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// A program may keep a function and its argument in one object:
//
//	e->run(e->data);
//
// The pointer e leads to one location. The function and the argument are both read from there. So each function
// gets the arguments of the locations that hold it, and no others.

// dispatch is a call of a function that is read from a structure, with arguments from the same structure.
type dispatch struct {
	at       At
	function int64           // the offset of the function
	args     map[int]dataArg // by the number of the argument
}

// dataArg is an argument that is read from the structure of the called function.
type dataArg struct {
	off int64
	t   ir.Type
}

// gives reports whether an argument is read from the structure of the called function.
func (d *dispatch) gives(k int) bool {
	if d == nil {
		return false
	}
	_, ok := d.args[k]
	return ok
}

// dispatchOf returns the pointer to the structure from which a call reads its function, if arguments are read from
// there as well.
func (s *solver) dispatchOf(at At, args []ssa.ValueID) (base ssa.ValueID, d *dispatch) {
	view := s.View(at.Node)
	base, off, ok := s.readFrom(at.Node, view, args[0])
	if !ok {
		return 0, nil
	}
	d = &dispatch{at: at, function: off, args: make(map[int]dataArg)}
	for k, v := range args[1:] {
		if from, off, ok := s.readFrom(at.Node, view, v); ok && from == base {
			d.args[k] = dataArg{off, view.Values[v].Type}
		}
	}
	if len(d.args) == 0 {
		return 0, nil
	}
	return base, d
}

// readFrom returns the base and the offset from which a pointer was loaded.
func (s *solver) readFrom(n NodeID, f *ssa.Func, v ssa.ValueID) (base ssa.ValueID, off int64, ok bool) {
	v = through(f, v)
	d := &f.Values[v]
	if d.Kind != ssa.Def || f.IR.Model {
		return 0, 0, false
	}
	if in := f.Instr(v); in.Op != ir.OpLoad || !in.Type.IsPtr() || in.Field != (ir.Field{}) {
		return 0, 0, false
	}
	base = through(f, f.Arg(d.Block, d.Index, 0))
	for range maxResolve {
		p, distance, found := splitPointer(f, base)
		if !found {
			break
		}
		by := s.strideOf(n, distance, maxResolve)
		if by.step != 0 {
			break
		}
		base, off = through(f, p), off+by.off
	}
	return base, off, true
}

// dispatchAt applies a dispatch to a location of its structure.
func (s *solver) dispatchAt(d *dispatch, l LocID) {
	width := int64(s.Program.Model.PtrBits() / 8)
	if at := s.shifted(l, d.function, 0); !s.Outside(s.Locs[at], width) {
		s.employ(s.readAt(at, width, true), use{kind: useCall, at: d.at, dispatch: d, from: l})
	}
}

// passData gives a callee the arguments that its structure holds.
func (s *solver) passData(d *dispatch, l LocID, callee NodeID) {
	width := int64(s.Program.Model.PtrBits() / 8)
	for k, v := range s.View(callee).Values {
		if v.Kind != ssa.Param {
			continue
		}
		if x, ok := d.args[v.Index]; ok {
			if at := s.shifted(l, x.off, 0); !s.Outside(s.Locs[at], width) {
				s.connect(s.readAt(at, width, true), between(x.t, v.Type, s.of(callee, ssa.ValueID(k))))
			}
		}
	}
}
