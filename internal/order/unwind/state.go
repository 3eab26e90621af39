package unwind

import (
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// state is the state of a thread at a place: the path to it, its view of memory, and the registers of the
// innermost frame.
type state struct {
	thread  *instance
	path    *path
	mem     trie
	regs    []value // of the frame; then the current instances of its Locals
	section *section
	depth   int32  // of nested sections
	kinds   uint64 // of those, the innermost in the lowest bit: 1 is a library model's
}

// fork returns a copy of a state on another path. The state itself may be used
// on.
func (u *unwinder) fork(st *state, p *path) *state {
	c := *st
	c.path = p
	c.mem = st.mem.fork()
	c.regs = append([]value(nil), st.regs...)
	return &c
}

// mergeable reports whether two states can become one.
func mergeable(a, b *state) bool {
	return a.section == b.section && a.depth == b.depth && a.kinds == b.kinds
}

// mergeInto makes a the state of all executions in a or b. live has the registers that matter; nil: all.
func (u *unwinder) mergeInto(a, b *state, live []bool) {
	both, isA := u.join(a.path, b.path)
	if both == nil {
		both = a.path
	}
	a.path = both
	for i := range a.regs {
		if i < len(live) && !live[i] {
			a.regs[i] = value{}
			continue
		}
		if a.regs[i] != b.regs[i] {
			a.regs[i] = u.merge(isA, a.regs[i], b.regs[i])
		}
	}
	old := a.mem
	inA, inB := trie{root: old.root}, trie{root: b.mem.root}
	a.mem = trie{old.root, new(byte)}
	a.mem.merge(&b.mem, func(key int32, x, y *slot) slot {
		return u.mergeSlots(isA, key, x, y, inA, inB)
	})
}

// mergeSlots merges the slots of two states under a key.
func (u *unwinder) mergeSlots(isA term.ID, key int32, x, y *slot, a, b trie) slot {
	info := &u.w.slots[key]
	if info.overlay {
		return u.mergeOverlays(isA, x, y)
	}
	if info.cell == nil {
		zero := slot{value: info.zero}
		if x == nil {
			x = &zero
		}
		if y == nil {
			y = &zero
		}
		return slot{value: u.merge(isA, x.value, y.value)}
	}
	if x == nil || y == nil {
		// A path that did not create an object knows no value of it. A thread-local object exists on every
		// path, even if its address was not used yet.
		if o := info.cell.obj; o.born != 0 && o.kind != kindThreadLocal {
			bornA, bornB := a.get(o.born-1) != nil, b.get(o.born-1) != nil
			if bornA != bornB {
				if x != nil {
					return *x
				}
				return *y
			}
		}
		first := slot{value: u.initial(info.cell, info.index)}
		if x == nil {
			x = &first
		} else {
			y = &first
		}
	}
	return slot{value: u.merge(isA, x.value, y.value)}
}

// mergeOverlays merges the effects of an atomic section on a cell on two paths. Only those of the latest
// section count.
func (u *unwinder) mergeOverlays(isA term.ID, x, y *slot) slot {
	none := func(like *slot) *slot {
		return &slot{value: like.value, section: like.section, valid: term.False, written: term.False}
	}
	switch {
	case x == nil || y != nil && y.section > x.section:
		x = none(y)
	case y == nil || x.section > y.section:
		y = none(x)
	}
	s := u.terms
	v := value{}
	switch {
	case x.valid == term.False:
		v = y.value
	case y.valid == term.False:
		v = x.value
	default:
		v = u.merge(isA, x.value, y.value)
	}
	return slot{value: v, section: x.section,
		valid:   s.Ite(isA, x.valid, y.valid),
		written: s.Ite(isA, x.written, y.written)}
}

func (t *thread) arg(st *state, f *frame, o ir.Operand) value {
	if !o.IsConst() {
		r := o.Reg()
		if v := st.regs[r]; v != (value{}) {
			return v
		}
		return t.u.zeroOf(f.fn.Regs[r].Type)
	}
	if f.consts[o.Const()] == (value{}) {
		f.consts[o.Const()] = t.u.constant(f.fn.Consts[o.Const()])
	}
	return f.consts[o.Const()]
}

func (u *unwinder) constant(c ir.Const) value {
	switch {
	case c.Type.IsPtr():
		return u.pointTo(nil, u.ptrConst(c.Lo))
	case c.Type == ir.I1:
		return value{bits: u.terms.Bool(c.Lo != 0)}
	}
	return value{bits: u.terms.Const(c.Word, uint(c.Type.Bits(u.w.prog.Model)))}
}
