package unwind

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// refreshCell deletes the notes of an earlier pass.
func (u *unwinder) refreshCell(c *cell) {
	if c.pass != u.pass {
		c.pass, c.region, c.first, c.uninitVar = u.pass, 0, term.None, term.None
		c.firstVal = nil
	}
}

// initial returns the value of a granule before any write.
func (u *unwinder) initial(c *cell, k int64) value {
	u.refreshCell(c)
	if c.count > maxElements {
		return value{bits: u.initialArray(c)}
	}
	if c.firstVal == nil {
		c.firstVal = make([]value, c.count)
	}
	if c.firstVal[k] == (value{}) {
		c.firstVal[k] = u.computeInitial(c, k)
	}
	return c.firstVal[k]
}

func (u *unwinder) computeInitial(c *cell, k int64) value {
	s := u.terms
	switch c.kind {
	case event.Life:
		return value{bits: s.Uint(1, 1)}
	case event.Lock, event.Init:
		return value{bits: s.Uint(0, c.width)}
	}
	o := c.obj
	off := c.at(k)
	if o.uninit {
		v := s.Var(u.describe(o, off), term.BV(c.width))
		u.unspecified(o, off, v)
		return value{bits: v}
	}
	for i := range o.init {
		it := &o.init[i]
		if it.Offset == off && it.Bytes == nil && c.width == u.ptrBits {
			if it.Global != 0 && u.w.globals[it.Global] != nil {
				return u.pointTo(u.w.globals[it.Global], u.ptrConst(uint64(it.Addend)))
			}
			if it.Func != 0 {
				return u.pointTo(u.w.funcs[it.Func], u.ptrConst(uint64(it.Addend)))
			}
		}
	}
	var w term.Word
	for j := c.granule - 1; j >= 0; j-- {
		w = w.Shl(8).Or(term.WordOf(uint64(u.initialByte(o, off+j))))
	}
	return value{bits: s.Const(w, c.width)}
}

// initialByte returns a byte of an object with an initial value.
func (u *unwinder) initialByte(o *object, off int64) byte {
	for i := range o.init {
		it := &o.init[i]
		if it.Offset > off {
			break
		}
		at := off - it.Offset
		var addr uint64
		switch {
		case it.Global != 0:
			addr = u.w.space.Global(it.Global) + uint64(it.Addend)
		case it.Func != 0:
			addr = u.w.space.Func(it.Func) + uint64(it.Addend)
		default:
			if at < int64(len(it.Bytes)) {
				return it.Bytes[at]
			}
			continue
		}
		if at < int64(u.ptrBits/8) {
			return byte(addr >> (8 * at))
		}
	}
	return 0
}

// describe names a byte of an object in a variable.
func (u *unwinder) describe(o *object, off int64) string {
	if o.global == 0 {
		return fmt.Sprintf("object+%d", off)
	}
	return fmt.Sprintf("%s+%d", u.w.prog.Globals[o.global].Name, off)
}

// unspecified records that the bytes of a term are bytes of an object without initial value.
func (u *unwinder) unspecified(o *object, off int64, v term.ID) {
	s := u.terms
	guard := term.True
	if o.born != 0 {
		o.unborn(u)
		guard = o.bornIf
	}
	id := u.objectOf(o)
	for j := uint(0); j < s.Width(v)/8; j++ {
		u.graph.Inputs = append(u.graph.Inputs, event.Input{
			Thread: 1, Guard: guard, Reason: ir.ChooseUninit, Value: s.Extract(v, 8*j+7, 8*j), Width: 8,
			Object: id, Offset: off + int64(j),
		})
	}
}

// initialTerm returns the initial value of a cell in the form of a region.
func (u *unwinder) initialTerm(c *cell) term.ID {
	u.refreshCell(c)
	if c.first == term.None {
		switch {
		case c.count == 1:
			c.first = u.bits(u.initial(c, 0))
		case !c.obj.uninit && len(c.obj.init) == 0:
			c.first = u.terms.Uint(0, c.width)
		default:
			c.first = u.initialArray(c)
		}
	}
	return c.first
}

// initialArray returns the initial value of a cell as an array.
func (u *unwinder) initialArray(c *cell) term.ID {
	u.refreshCell(c)
	if c.uninitVar != term.None {
		return c.uninitVar
	}
	s := u.terms
	w := indexBits(c.count)
	if c.obj.uninit && c.kind == event.Data && c.count > maxElements {
		c.uninitVar = s.Var(u.describe(c.obj, 0), term.Array(w, c.width))
		for k := range min(c.count, maxUninit) {
			u.unspecified(c.obj, c.at(k), s.Select(c.uninitVar, s.Uint(uint64(k), w)))
		}
		return c.uninitVar
	}
	first := u.initial
	if c.count > maxElements {
		first = u.computeInitial
	}
	a := s.ConstArray(w, s.Uint(0, c.width))
	for k := range c.count {
		if c.count > maxElements && !u.covered(c, k) {
			continue
		}
		v := u.bits(first(c, k))
		a = s.Store(a, s.Uint(uint64(k), w), v)
	}
	c.uninitVar = a
	return a
}

// maxUninit bounds how many bytes of an array without values are recorded.
const maxUninit = 1 << 14

// covered reports whether an initialiser touches a granule.
func (u *unwinder) covered(c *cell, k int64) bool {
	lo := c.at(k)
	for i := range c.obj.init {
		it := &c.obj.init[i]
		n := int64(len(it.Bytes))
		if it.Bytes == nil {
			n = int64(u.ptrBits / 8)
		}
		if it.Offset < lo+c.granule && lo < it.Offset+n {
			return true
		}
	}
	return false
}
