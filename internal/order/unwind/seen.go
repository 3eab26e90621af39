package unwind

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// The search for leaks needs three facts about pointers to heap objects: which threads ever had one, where
// they may be stored, and which of them were converted to integers.

// look is the use of the address bits of an object by a thread.
type look struct {
	thread *instance
	pass   int
	cond   term.ID // in that pass
}

// sees records the heap objects to which a register of the thread points.
func (t *thread) sees(v value) {
	if v.ptr == nil {
		return
	}
	for _, c := range v.ptr.cases {
		if o := c.obj; o != nil && o.kind == kindHeap && !t.inst.saw[o] {
			if t.inst.saw == nil {
				t.inst.saw = make(map[*object]bool)
			}
			t.inst.saw[o], t.u.w.changed = true, true
		}
	}
}

// looksAt records that the thread uses the bits of a pointer.
func (t *thread) looksAt(st *state, v value) {
	if v.ptr == nil {
		return
	}
	for _, c := range v.ptr.cases {
		if c.obj == nil || c.obj.kind != kindHeap {
			continue
		}
		cond := t.terms.And(st.path.term, c.cond)
		i := slices.IndexFunc(c.obj.looks, func(l look) bool { return l.thread == t.inst })
		switch {
		case i < 0:
			c.obj.looks = append(c.obj.looks, look{t.inst, t.u.pass, cond})
			t.u.w.changed = true
		case c.obj.looks[i].pass != t.u.pass:
			c.obj.looks[i] = look{t.inst, t.u.pass, cond}
		default:
			c.obj.looks[i].cond = t.terms.Or(c.obj.looks[i].cond, cond)
		}
	}
}

// mayPoint returns the heap objects into which a cell may point.
func (u *unwinder) mayPoint(c *cell) []*object {
	if c.kind != event.Data || c.width != u.ptrBits {
		return nil
	}
	var list []*object
	add := func(o *object) {
		if o.kind == kindHeap && !slices.Contains(list, o) {
			list = append(list, o)
		}
	}
	for _, o := range c.objects {
		add(o.obj)
	}
	for _, v := range c.values {
		at, _ := u.objectsAt(v)
		for _, o := range at {
			add(o)
		}
	}
	return list
}

// scattered records that the bytes of a pointer are stored in pieces, or in a cell with too many targets to
// list them. The pointer may then be anywhere.
func (u *unwinder) scattered(v value) {
	if v.ptr == nil {
		return
	}
	for _, c := range v.ptr.cases {
		if o := c.obj; o != nil && o.kind == kindHeap {
			u.w.changed = u.w.changed || !u.loose(o)
			o.scattered = u.pass
		}
	}
}

// likeAddress records that a stored number is the address of a heap object, and will be treated as a
// pointer to it.
func (u *unwinder) likeAddress(c *cell, v term.ID) {
	w, ok := u.terms.Value(v)
	if !ok || w.Lo == 0 || c.width != u.ptrBits || !u.leaks() {
		return
	}
	at, off := u.objectsAt(w.Lo)
	for _, o := range at {
		u.scattered(u.pointTo(o, u.ptrConst(uint64(off))))
	}
}

// loose reports whether pointers to a heap object may be outside of all known cells: in this pass so far,
// or in the one before, whose layout may have been different.
func (u *unwinder) loose(o *object) bool { return o.scattered > 0 && o.scattered >= u.pass-1 }

// keeps returns the registers that are kept where states meet before a block: the live ones and, if leaks
// are looked for, all pointers of source variables.
func (f *frame) keeps(b ir.BlockID) []bool {
	kept := f.flow.kept
	if kept[b] == nil {
		kept[b] = f.flow.Live.Before(b, 0)
		for r := range kept[b] {
			kept[b][r] = kept[b][r] || f.t.u.leaks() && f.fn.Regs[r].Name != "" && f.fn.Regs[r].Type.IsPtr()
		}
	}
	return kept[b]
}
