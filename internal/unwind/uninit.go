package unwind

import (
	"github.com/heddle-mc/heddle/internal/event"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/term"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// Where the property uninit is checked, cells of objects that are born without
// values have another cell beside them that says whether they have one now. It is
// written and read with them.

// beside returns, for a granule, the one that says whether it has a value.
func (u *unwinder) beside(p place) (place, bool) {
	c := p.c
	if u.opts.Property != verdict.Uninit || c.kind != event.Data || !c.obj.uninit || c.obj.external(u) {
		return place{}, false
	}
	if c.has == nil {
		c.has = u.newCell(c.obj, event.Init, c.off, c.granule, 1, c.count)
		c.has.step = c.step
		u.changed = true
	}
	return place{c.has, p.k, p.index}, true
}

// external reports whether an object's bytes are not unspecified but merely
// unknown.
func (o *object) external(u *unwinder) bool {
	return o.global != 0 && u.prog.Globals[o.global].External
}

// initialise notes that granules have a value now.
func (t *thread) initialise(st *state, n *node, list []place, cond term.ID) {
	for _, p := range list {
		if b, ok := t.beside(p); ok {
			t.write(st, n, b, cond, value{bits: t.terms.Uint(1, 1)}, ir.NonAtomic)
		}
	}
}

// initialised demands that what an instruction reads has a value. Copies of
// aggregates and library models may read what has none; it has one afterwards.
func (t *thread) initialised(st *state, a *access, in *ir.Instr) bool {
	u := t.unwinder
	if u.opts.Property != verdict.Uninit {
		return true
	}
	s := u.terms
	mayLack := in.Flags&ir.Copying != 0 || t.frames[len(t.frames)-1].fn.Model
	ok := term.True
	for _, c := range a.cases {
		list := u.places(c.obj, c.off, in.Type.Bytes(u.prog.Model))
		if mayLack {
			t.initialise(st, a.node, list, c.cond)
			continue
		}
		for _, p := range list {
			if b, checked := t.beside(p); checked {
				has := u.isOne(u.bits(t.read(st, a.node, b, c.cond, ir.NonAtomic)))
				ok = s.And(ok, s.Implies(c.cond, has))
			}
		}
	}
	why := failure{property: verdict.Uninit, text: "read of bytes that have no value"}
	if a.visible {
		why.node = a.node
	}
	return t.require(st, ok, why)
}
