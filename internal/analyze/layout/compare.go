package layout

import (
	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// markRange is the number of the smallest, and of the largest, integers that are treated as marks of
// programs and not as addresses.
const markRange = 4096

// isMark reports whether a value is a number outside all objects, or cannot be an address at all.
func (f *finder) isMark(at instr, v ssa.ValueID) bool {
	if c, ok := at.view.Const(v); ok {
		top := ^uint64(0) >> (64 - f.prog.Model.PtrBits())
		return c.Lo < markRange || c.Lo > top-markRange
	}
	for _, l := range f.pts.PointsTo(at.node, v) {
		if l == pointsto.Num || l == pointsto.Wild {
			return false
		}
	}
	return len(f.address(at, v)) == 0
}

// compared returns the possible addresses of the operands of a comparison. It returns none if the
// comparison depends on no addresses, or compares an address with a number. Models may compare
// pointers: the objects are known there, and the models do not depend on the order of two objects.
func (f *finder) compared(at instr, pos ir.Pos, x, y ssa.ValueID, pointers bool) (a, b []pointsto.Loc) {
	a, b = f.address(at, x), f.address(at, y)
	switch {
	case len(a)+len(b) == 0, at.view.IR.Model && pointers, f.isMark(at, x), f.isMark(at, y):
		return nil, nil
	case len(a) == 0 || len(b) == 0:
		f.add(at, verdict.AddressBound, pos, pointers)
		return nil, nil
	}
	return a, b
}

// equality handles a comparison of two values for equality.
func (f *finder) equality(at instr, pos ir.Pos, x, y ssa.ValueID, pointers bool) {
	a, b := f.compared(at, pos, x, y, pointers)
	for _, p := range a {
		for _, q := range b {
			switch {
			case f.known(p.Obj) || f.known(q.Obj) || p.Obj == q.Obj && f.par.Single(p.Obj):
			case (f.mortal[p.Obj] || f.mortal[q.Obj]) && f.share(p.Obj, q.Obj):
				f.add(at, verdict.ReuseBound, pos, pointers)
			case f.atEnd(p) && f.atStart(q) || f.atEnd(q) && f.atStart(p):
				f.add(at, verdict.AddressBound, pos, false)
			}
		}
	}
}

// known reports whether an object is compared by identity: a function, or an object of the models, such
// as a thread handle.
func (f *finder) known(o pointsto.ObjID) bool {
	k := f.pts.Objects[o].Kind
	return k == pointsto.Function || k == pointsto.Model
}

// share reports whether two objects may have the same storage at different times: both are heap
// objects, or in frames of one thread.
func (f *finder) share(a, b pointsto.ObjID) bool {
	x, y := &f.pts.Objects[a], &f.pts.Objects[b]
	if x.Kind == pointsto.Heap || y.Kind == pointsto.Heap {
		return x.Kind == y.Kind
	}
	return inFrame(x) && inFrame(y) && f.pts.Nodes[x.Node].Thread == f.pts.Nodes[y.Node].Thread &&
		(a != b || !f.par.SingleInThread(pointsto.At{Node: x.Node, Block: x.Block, Instr: x.Instr}))
}

func inFrame(o *pointsto.Object) bool { return o.Kind == pointsto.Local || o.Kind == pointsto.Stack }

func (f *finder) atEnd(l pointsto.Loc) bool {
	return l.Step == 0 && l.Off == f.pts.Objects[l.Obj].Size
}

func (f *finder) atStart(l pointsto.Loc) bool { return l.Step == 0 && l.Off == 0 }

// order handles a comparison of two values by order.
func (f *finder) order(at instr, pos ir.Pos, x, y ssa.ValueID, pointers bool) {
	a, b := f.compared(at, pos, x, y, pointers)
	for _, p := range a {
		for _, q := range b {
			if (p.Obj != q.Obj || !f.par.Single(p.Obj)) && !f.onlyBetween(at) {
				f.add(at, verdict.AddressBound, pos, pointers)
				return
			}
		}
	}
}

// difference handles a difference of two values. Instances of one object are not distinguished, since
// their distance is undefined (C11 6.5.6).
func (f *finder) difference(at instr, pos ir.Pos, x, y ssa.ValueID) {
	if at.view.IR.Model {
		return
	}
	a, b := f.address(at, x), f.address(at, y)
	if (len(a) == 0) != (len(b) == 0) && !f.isMark(at, x) && !f.isMark(at, y) {
		f.add(at, verdict.AddressBound, pos, false)
		return
	}
	for _, p := range a {
		for _, q := range b {
			if p.Obj != q.Obj && !f.onlyWithin(at, q) {
				f.add(at, verdict.AddressBound, pos, false)
				return
			}
		}
	}
}
