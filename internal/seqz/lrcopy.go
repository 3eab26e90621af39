package seqz

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/heddle-mc/heddle/internal/ir"
)

// copies is the memory of a program in which each of a number of rounds (or
// contexts) has its own copy of what threads share. The copies of an object lie in
// one array. Pointers are those of the program: they point to the object itself, and
// only an access is turned to a copy.
type copies struct {
	*driver
	*sharing
	n int // copies
}

// newCopies makes the copies of a flat program's shared objects. The first has the
// object's initial bytes.
func newCopies(d *driver, s *sharing, n int) *copies {
	d.Copies = make(map[string]ir.GlobalID)
	for _, o := range s.shared {
		g := d.Program.Globals[o.global]
		o.stride = 1 << bits.Len64(uint64(g.Size-1))
		o.copies = d.add(ir.Global{Name: g.Name + ".copies", Size: o.stride*int64(n-1) + g.Size, Align: max(g.Align, 1),
			Init: g.Init, External: g.External, Model: true, CType: d.arrayOf(g.CType, n, o.stride), Pos: g.Pos})
		d.Copies[d.Program.Globals[o.copies].Name] = o.global
	}
	return &copies{d, s, n}
}

// arrayOf returns the declared type of an array of copies, if they lie side by side.
func (d *driver) arrayOf(elem ir.CTypeID, n int, stride int64) ir.CTypeID {
	types := d.Program.CTypes
	if elem == 0 || types[elem].Size != stride {
		return 0
	}
	d.Program.CTypes = append(slices.Clip(types), ir.CType{Kind: ir.CArray, Size: int64(n) * stride, Elem: elem, Len: int64(n)})
	return ir.CTypeID(len(types))
}

// alignOf returns the alignment of a cell of every copy.
func (c *copies) alignOf(o *sharedObject, at *cell) int32 {
	align := c.Program.Globals[o.copies].Align | o.stride | at.off
	return int32(align & -align)
}

// add adds a global whose name is made unique.
func (d *driver) add(g ir.Global) ir.GlobalID {
	name, n := g.Name, 1
	for slices.ContainsFunc(d.Program.Globals, func(other ir.Global) bool { return other.Name == g.Name }) {
		n++
		g.Name = fmt.Sprintf("%s.%d", name, n)
	}
	d.Program.Globals = append(d.Program.Globals, g)
	return ir.GlobalID(len(d.Program.Globals) - 1)
}

// cellAt returns a pointer to a cell of a copy.
func (c *copies) cellAt(o *sharedObject, k int, at *cell) ir.Operand {
	p := c.b.GlobalAddr(o.copies)
	if off := int64(k)*o.stride + at.off; off != 0 {
		p = c.b.PtrAdd(p, c.b.Int(c.Program.Model.PtrInt(), uint64(off)))
	}
	return p
}

// get returns the value of a cell of a copy.
func (c *copies) get(o *sharedObject, k int, at *cell) ir.Operand {
	return c.b.Load(at.typ, c.cellAt(o, k, at), ir.Access{Align: c.alignOf(o, at)})
}

// set sets a cell of a copy.
func (c *copies) set(o *sharedObject, k int, at *cell, v ir.Operand) {
	c.b.Store(c.cellAt(o, k, at), v, ir.Access{Align: c.alignOf(o, at)})
}

// guess returns any value that a cell may hold. Of pointers these are the ones that
// the program may store there, so that what is guessed can be followed, and numbers
// where there may be some.
func (c *copies) guess(at *cell) ir.Operand {
	b := c.b
	var v ir.Operand
	switch {
	case !at.typ.IsPtr():
		v = b.Choose(at.typ, ir.ChooseNondet)
	case at.num:
		v = b.Convert(ir.OpIntToPtr, ir.Ptr, b.Choose(c.Program.Model.PtrInt(), ir.ChooseNondet))
	default:
		v = b.Null()
	}
	for _, h := range at.hold {
		var p ir.Operand
		if h.fn != 0 {
			p = b.FuncAddr(h.fn)
		} else {
			p = c.anyPlace(h.target)
		}
		if !at.typ.IsPtr() {
			p = b.Convert(ir.OpPtrToInt, at.typ, p)
		}
		v = b.Select(b.Choose(ir.I1, ir.ChooseNondet), p, v)
	}
	return v
}

// anyPlace returns a pointer to any of the places of a target.
func (c *copies) anyPlace(t target) ir.Operand {
	b := c.b
	word := c.Program.Model.PtrInt()
	p := b.GlobalAddr(t.global)
	if t.step == 0 {
		if t.off != 0 {
			p = b.PtrAdd(p, b.Int(word, uint64(t.off)))
		}
		return p
	}
	last := uint64(max(0, (c.Program.Globals[t.global].Size-t.off)/t.step))
	k := b.Temp(word)
	b.Emit(ir.Instr{Op: ir.OpChooseRange, Type: word, Dst: k, Sub: uint8(ir.ChooseNondet), Args: []ir.Operand{b.Int(word, 0), b.Int(word, last)}})
	off := b.Binary(ir.OpAdd, 0, b.Binary(ir.OpMul, 0, ir.RegOperand(k), b.Int(word, uint64(t.step))), b.Int(word, uint64(t.off)))
	return b.PtrAdd(p, off)
}

// equal returns whether two values of a cell are the same.
func (c *copies) equal(x, y ir.Operand) ir.Operand { return c.b.Compare(ir.OpEq, x, y) }

func (d *driver) assume(cond ir.Operand) {
	d.b.Emit(ir.Instr{Op: ir.OpAssume, Args: []ir.Operand{cond}})
}
