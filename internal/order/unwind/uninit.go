package unwind

import (
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// If the property uninit is checked, each cell of an object that begins without values has a second cell
// beside it. Its bits tell which bits of the first have a value. Both are read and written together. A
// value read by a copying load carries its bits without a value (value.lack), and a copying store writes
// them.

// beside returns, for a granule, the granule that tells which of its bits have a value. The bytes of an
// external object always have a value, which is merely unknown.
func (u *unwinder) beside(p place) (place, bool) {
	c := p.c
	if u.opts.Property != verdict.Uninit || c.kind != event.Data || !c.obj.uninit || c.obj.external {
		return place{}, false
	}
	if c.has == nil {
		c.has = u.newCell(c.obj, event.Init, c.off, c.granule, c.width, c.count)
		c.has.step = c.step
		u.w.changed = true
	}
	return place{c.has, p.k, p.index}, true
}

// given tells which of the written bits get a value by a store. The zero value means all bits.
type given struct {
	field ir.Field // of a bit-field, these
	lack  term.ID  // of a copy, all but these; term.None: all
}

// fieldMask returns the bits of a bit-field among w bits of its unit from lo on.
func (u *unwinder) fieldMask(f ir.Field, lo, w uint) term.ID {
	s := u.terms
	if f.Bits == 0 {
		return s.BvNot(s.Uint(0, w))
	}
	mask := s.Uint(0, w)
	for i := max(lo, uint(f.First)); i < min(lo+w, uint(f.First)+uint(f.Bits)); i++ {
		mask = s.BvOr(mask, s.Shl(s.Uint(1, w), s.Uint(uint64(i-lo), w)))
	}
	return mask
}

// initialise records that granules, lowest first, have a value now.
func (t *thread) initialise(st *state, n *node, list []place, cond term.ID, g given) {
	s := t.terms
	lo := uint(0)
	for _, p := range list {
		w := p.c.width
		if b, ok := t.u.beside(p); ok {
			has := t.u.fieldMask(g.field, lo, w)
			if g.field.Bits != 0 && has != s.BvNot(s.Uint(0, w)) {
				has = s.BvOr(has, t.u.bits(t.read(st, n, b, cond, ir.NonAtomic)))
			}
			if g.lack != term.None {
				has = s.BvNot(s.Extract(g.lack, lo+w-1, lo))
			}
			t.write(st, n, b, cond, value{bits: has}, ir.NonAtomic)
		}
		lo += w
	}
}

// initialised requires a value for all bits that a load reads, unless the load copies. Loads in
// library models are checked, too.
func (t *thread) initialised(st *state, a *access, in *ir.Instr) bool {
	u := t.u
	if u.opts.Property != verdict.Uninit || in.Flags&ir.Copying != 0 {
		return true
	}
	s := u.terms
	ok := term.True
	for _, c := range a.cases {
		list := u.places(c.obj, c.off, in.Type.Bytes(u.w.prog.Model))
		lo := uint(0)
		for _, p := range list {
			if b, checked := t.u.beside(p); checked {
				has, mask := u.bits(t.read(st, a.node, b, c.cond, ir.NonAtomic)), u.fieldMask(in.Field, lo, p.c.width)
				ok = s.And(ok, s.Implies(c.cond, s.Eq(s.BvAnd(has, mask), mask)))
			}
			lo += p.c.width
		}
	}
	why := failure{property: verdict.Uninit, text: "read of bytes that have no value"}
	if a.visible {
		why.node = a.node
	}
	return t.require(st, ok, why)
}

// lacking returns which bits read by a copying load have no value; term.None: none.
func (t *thread) lacking(st *state, a *access, in *ir.Instr) term.ID {
	u := t.u
	if u.opts.Property != verdict.Uninit {
		return term.None
	}
	s := u.terms
	size := in.Type.Bytes(u.w.prog.Model)
	all, any := s.Uint(0, uint(8*size)), false
	for _, c := range a.cases {
		lack := term.None
		for _, p := range u.places(c.obj, c.off, size) {
			part := s.Uint(0, p.c.width)
			if b, checked := t.u.beside(p); checked {
				part, any = s.BvNot(u.bits(t.read(st, a.node, b, c.cond, ir.NonAtomic))), true
			}
			if lack == term.None {
				lack = part
			} else {
				lack = s.Concat(part, lack)
			}
		}
		if lack != term.None {
			all = s.Ite(c.cond, lack, all)
		}
	}
	if !any {
		return term.None
	}
	return all
}
