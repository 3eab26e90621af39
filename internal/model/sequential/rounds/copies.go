package rounds

import (
	"math/bits"
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// makeCopies creates the copies of shared memory. The copies of an object are in one array. Pointers
// are those of the program: they point to the object itself, and only an access is redirected to a
// copy. The first copy has the object's initial bytes.
func (r *Program) makeCopies() {
	r.Seq.Copies = make(map[string]ir.GlobalID)
	for _, o := range r.sharing.shared {
		g := r.Seq.Program.Globals[o.global]
		o.stride = 1 << bits.Len64(uint64(g.Size-1))
		o.copies = r.Seq.AddGlobal(ir.Global{Name: g.Name + ".copies", Size: o.stride*int64(r.Rounds-1) + g.Size, Align: max(g.Align, 1),
			Init: g.Init, External: g.External, Model: true, CType: r.arrayOf(g.CType, o.stride), Pos: g.Pos})
		r.Seq.Copies[r.Seq.Program.Globals[o.copies].Name] = o.global
	}
}

// arrayOf returns the declared type of an array of copies, if they are adjacent.
func (r *Program) arrayOf(elem ir.CTypeID, stride int64) ir.CTypeID {
	types := r.Seq.Program.CTypes
	if elem == 0 || types[elem].Size != stride {
		return 0
	}
	n := int64(r.Rounds)
	r.Seq.Program.CTypes = append(slices.Clip(types), ir.CType{Kind: ir.CArray, Size: n * stride, Elem: elem, Len: n})
	return ir.CTypeID(len(types))
}

// alignOf returns the alignment of a cell of every copy.
func (r *Program) alignOf(o *sharedObject, at *cell) int32 {
	align := r.Seq.Program.Globals[o.copies].Align | o.stride | at.off
	return int32(align & -align)
}

// cellAt returns a pointer to a cell of a copy.
func (r *Program) cellAt(o *sharedObject, k int, at *cell) ir.Operand {
	return r.B.Moved(r.B.GlobalAddr(o.copies), int64(k)*o.stride+at.off)
}

func (r *Program) get(o *sharedObject, k int, at *cell) ir.Operand {
	return r.B.Load(at.typ, r.cellAt(o, k, at), ir.Access{Align: r.alignOf(o, at)})
}

func (r *Program) set(o *sharedObject, k int, at *cell, v ir.Operand) {
	r.B.Store(r.cellAt(o, k, at), v, ir.Access{Align: r.alignOf(o, at)})
}

// guess returns any value that a cell may hold. For pointers these are the pointers that the program
// may store there, so that a guessed pointer can be followed, and numbers if there may be some.
func (r *Program) guess(at *cell) ir.Operand {
	b := r.B
	var v ir.Operand
	switch {
	case !at.typ.IsPtr():
		v = b.Choose(at.typ, ir.ChooseNondet)
	case at.num:
		v = b.Convert(ir.OpIntToPtr, ir.Ptr, b.Choose(r.Seq.Program.Model.PtrInt(), ir.ChooseNondet))
	default:
		v = b.Null()
	}
	for _, h := range at.hold {
		var p ir.Operand
		if h.fn != 0 {
			p = b.FuncAddr(h.fn)
		} else {
			p = r.anyPlace(h.target)
		}
		if !at.typ.IsPtr() {
			p = b.Convert(ir.OpPtrToInt, at.typ, p)
		}
		v = b.Select(b.Choose(ir.I1, ir.ChooseNondet), p, v)
	}
	return v
}

// anyPlace returns a pointer to any of the places of a target.
func (r *Program) anyPlace(t target) ir.Operand {
	b := r.B
	word := r.Seq.Program.Model.PtrInt()
	p := b.GlobalAddr(t.global)
	if t.step == 0 {
		return b.Moved(p, t.off)
	}
	last := uint64(max(0, (r.Seq.Program.Globals[t.global].Size-t.off)/t.step))
	k := b.ChooseRange(b.Int(word, 0), b.Int(word, last), ir.ChooseNondet)
	off := b.Binary(ir.OpAdd, 0, b.Binary(ir.OpMul, 0, k, b.Int(word, uint64(t.step))), b.Int(word, uint64(t.off)))
	return b.PtrAdd(p, off)
}

// Guess sets the copy of a round to guessed values, and returns them.
func (r *Program) Guess(k int) []ir.Operand {
	var out []ir.Operand
	for o, c := range cells(r.sharing.shared) {
		v := r.guess(c)
		out = append(out, v)
		r.set(o, k, c, v)
	}
	return out
}

// Values returns the values of the copy of a round.
func (r *Program) Values(k int) []ir.Operand {
	var out []ir.Operand
	for o, c := range cells(r.sharing.shared) {
		out = append(out, r.get(o, k, c))
	}
	return out
}

// Restore sets the copy of a round to values.
func (r *Program) Restore(k int, values []ir.Operand) {
	for o, c := range cells(r.sharing.shared) {
		r.set(o, k, c, values[0])
		values = values[1:]
	}
}

// AssumeValues assumes that the copy of a round has the given values, under a condition if there is
// one.
func (r *Program) AssumeValues(k int, values []ir.Operand, where ir.Operand) {
	otherwise := ir.Operand(0)
	if where != 0 {
		otherwise = r.B.Not(where)
	}
	for i, v := range r.Values(k) {
		eq := r.B.Equal(v, values[i])
		if where != 0 {
			eq = r.B.Or(otherwise, eq)
		}
		r.B.Assume(eq)
	}
}

// Private returns the values of a thread's private memory.
func (r *Program) Private(tid int) []ir.Operand {
	var out []ir.Operand
	for o, c := range cells(r.sharing.own[tid]) {
		out = append(out, r.B.Load(c.typ, r.privateCell(o, c), ir.Access{Align: 1}))
	}
	return out
}

// RestorePrivate sets a thread's private memory to values.
func (r *Program) RestorePrivate(tid int, values []ir.Operand) {
	for o, c := range cells(r.sharing.own[tid]) {
		r.B.Store(r.privateCell(o, c), values[0], ir.Access{Align: 1})
		values = values[1:]
	}
}

func (r *Program) privateCell(o *sharedObject, at *cell) ir.Operand {
	return r.B.Moved(r.B.GlobalAddr(o.global), at.off)
}
