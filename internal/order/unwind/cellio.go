package unwind

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// read returns the value of a granule under the path and cond.
func (t *thread) read(st *state, n *node, p place, cond term.ID, order ir.MemOrder) value {
	u := t.u
	c := p.c
	see := t.mustSee(c, order)
	if c.stable(t.inst) && !see {
		v := u.viewed(st, p)
		if c.count > maxElements && c.width == u.ptrBits && v.ptr == nil {
			return t.named(st, c, v, cond)
		}
		return v
	}
	known, ok := u.known(c)
	if ok && len(known) == 1 && len(c.objects) == 0 && !see {
		return u.withTargets(c, value{bits: known[0]})
	}
	u.reads(c)
	s := u.terms
	guard := s.And(st.path.term, cond)
	stepwise := t.stepwise(st, c, order)
	if c.count > 1 || stepwise {
		switch {
		case st.section != nil && !stepwise:
			return t.readSection(st, p, guard, known, ok, order)
		case st.section != nil:
			return t.readStep(st, n, p, guard, u.fresh(c, known, ok), order)
		}
		v := u.fresh(c, known, ok)
		t.event(n, event.Read, c, t.eventIndex(p), guard, u.bits(v), order)
		return v
	}
	old := slot{valid: term.False}
	hold := t.guard(st, c)
	if t.pointOf(c, order) != 0 {
		hold = 0
	}
	if st.section != nil {
		old = overlay(st, c)
	}
	if hold != 0 && old.valid != term.True {
		if o := during(st, c, hold); old.valid == term.False || o.valid == term.True {
			old.value, old.valid = o.value, o.valid
		}
	}
	if old.valid == term.True {
		return old.value
	}
	v := u.fresh(c, known, ok)
	t.event(n, event.Read, c, term.None, s.And(guard, s.Not(old.valid)), u.bits(v), order)
	if old.valid != term.False {
		v = u.merge(old.valid, old.value, v)
	}
	valid := s.Or(old.valid, cond)
	if hold != 0 {
		u.remember(st, c, hold, valid, v)
	}
	if sec := st.section; sec != nil {
		st.mem.put(c.over, slot{value: v, valid: valid, written: overlay(st, c).written, section: sec.id})
	}
	return v
}

// reads records that a cell is read by events.
func (u *unwinder) reads(c *cell) {
	u.w.changed = u.w.changed || !c.shared
	c.shared = true
	c.obj.shares = c.obj.shares || c.kind == event.Data
}

// named finds out where a pointer from a large private array points: it is one of
// the values that are written there.
func (t *thread) named(st *state, c *cell, v value, cond term.ID) value {
	u := t.u
	known, all := u.known(c)
	p := u.fresh(c, known, all)
	if p.ptr == nil {
		return v
	}
	s := u.terms
	u.fact(s.Implies(s.And(st.path.term, cond), s.Eq(p.bits, v.bits)))
	return p
}

// overlay returns the contents of a cell as far as the running section has read or written it.
func overlay(st *state, c *cell) slot {
	if o := st.mem.get(c.over); o != nil && o.section == st.section.id {
		return *o
	}
	return slot{valid: term.False, written: term.False, section: st.section.id}
}

// readSection reads a granule of a shared array in a section. The value is the section's own write, if
// there was one before, else one from outside.
func (t *thread) readSection(st *state, p place, guard term.ID, known []term.ID, all bool, order ir.MemOrder) value {
	u := t.u
	s := u.terms
	index := t.eventIndex(p)
	outside := guard
	for _, w := range st.section.writes {
		if w.cell == p.c {
			outside = s.And(outside, s.Not(s.And(w.guard, s.Eq(w.index, index))))
		}
	}
	v := u.fresh(p.c, known, all)
	if outside != term.False {
		t.event(st.section.node, event.Read, p.c, index, outside, u.bits(v), order)
	}
	for _, w := range st.section.writes {
		if w.cell == p.c {
			v = u.merge(s.And(w.guard, s.Eq(w.index, index)), w.value, v)
		}
	}
	return v
}

// eventIndex returns the index of a place in its region.
func (t *thread) eventIndex(p place) term.ID {
	if p.c.count == 1 {
		return term.None
	}
	return p.index
}

// word and setWord are read and write of a cell that is no array.
func (t *thread) word(st *state, n *node, c *cell, cond term.ID) term.ID {
	return t.u.bits(t.read(st, n, place{c: c}, cond, ir.NonAtomic))
}

func (t *thread) setWord(st *state, n *node, c *cell, cond, v term.ID) {
	t.write(st, n, place{c: c}, cond, value{bits: v}, ir.NonAtomic)
}

// write sets a granule under the path and cond.
func (t *thread) write(st *state, n *node, p place, cond term.ID, v value, order ir.MemOrder) {
	u := t.u
	c := p.c
	s := u.terms
	u.wrote(c, t, v)
	t.guardedBy(st, c)
	u.setView(st, p, cond, v)
	if !c.shared {
		return
	}
	if hold := t.guard(st, c); hold != 0 {
		u.remember(st, c, hold, cond, v)
	}
	guard := s.And(st.path.term, cond)
	sec := st.section
	switch stepwise := t.stepwise(st, c, order); {
	case sec != nil && stepwise && n != nil:
		t.event(n, event.Write, c, t.eventIndex(p), guard, u.bits(v), order)
		t.wroteStep(st, p, guard, v)
	case sec == nil:
		t.event(n, event.Write, c, t.eventIndex(p), guard, u.bits(v), order)
		t.noteHold(st, n, c, cond)
	case c.count > 1:
		sec.writes = append(sec.writes, sectionWrite{c, p.index, guard, v, order})
	default:
		old := overlay(st, c)
		if old.valid != term.False {
			v = u.merge(cond, v, old.value)
		}
		st.mem.put(c.over, slot{value: v, valid: s.Or(old.valid, cond), written: s.Or(old.written, cond), section: sec.id})
		if !slices.Contains(sec.touched, c) {
			sec.touched = append(sec.touched, c)
		}
	}
}

// viewed returns the value of a granule in the thread's own view.
func (u *unwinder) viewed(st *state, p place) value {
	c := p.c
	s := u.terms
	if c.count > maxElements {
		a := u.initialArrayOf(st, c)
		return u.withTargets(c, value{bits: s.Select(a, p.index)})
	}
	if p.k >= 0 {
		return u.viewedAt(st, c, p.k)
	}
	v := u.viewedAt(st, c, 0)
	w := indexBits(c.count)
	for k := int64(1); k < c.count; k++ {
		v = u.merge(s.Eq(p.index, s.Uint(uint64(k), w)), u.viewedAt(st, c, k), v)
	}
	return v
}

func (u *unwinder) viewedAt(st *state, c *cell, k int64) value {
	if v := st.mem.get(c.key + int32(k)); v != nil {
		return v.value
	}
	return u.initial(c, k)
}

func (u *unwinder) initialArrayOf(st *state, c *cell) term.ID {
	if v := st.mem.get(c.key); v != nil {
		return v.bits
	}
	return u.initialArray(c)
}

// setView sets a granule in the thread's own view.
func (u *unwinder) setView(st *state, p place, cond term.ID, v value) {
	c := p.c
	s := u.terms
	if c.count > maxElements {
		a := u.initialArrayOf(st, c)
		st.mem.put(c.key, slot{value: value{bits: s.Ite(cond, s.Store(a, p.index, u.bits(v)), a)}})
		return
	}
	if p.k >= 0 {
		if cond != term.True {
			v = u.merge(cond, v, u.viewedAt(st, c, p.k))
		}
		st.mem.put(c.key+int32(p.k), slot{value: v})
		return
	}
	w := indexBits(c.count)
	for k := range c.count {
		at := s.And(cond, s.Eq(p.index, s.Uint(uint64(k), w)))
		st.mem.put(c.key+int32(k), slot{value: u.merge(at, v, u.viewedAt(st, c, k))})
	}
}

// known returns the values that a cell may have, and whether these are all.
func (u *unwinder) known(c *cell) (list []term.ID, all bool) {
	all = !c.other
	if c.count > maxElements {
		if c.kind == event.Data && (c.obj.uninit || len(c.obj.init) > 0) {
			all = false
		} else {
			list = append(list, u.terms.Uint(0, c.width))
		}
	} else {
		for k := range c.count {
			for _, l := range u.leaves(u.bits(u.initial(c, k))) {
				if !u.terms.IsConst(l.term) {
					all = false
				} else if !slices.Contains(list, l.term) {
					list = append(list, l.term)
				}
			}
		}
	}
	for _, v := range c.values {
		if id := u.terms.Uint(v, c.width); !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	return list, all
}

// fresh returns a value that is read from outside the thread: a variable, or a
// choice between few constants.
func (u *unwinder) fresh(c *cell, known []term.ID, all bool) value {
	s := u.terms
	pointers := len(c.objects) > 0
	if c.width == u.ptrBits {
		for _, k := range known {
			w, _ := s.Value(k)
			pointers = pointers || w.Lo != 0 && u.isAddress(w.Lo)
		}
	}
	if !pointers && (!all || len(known) > maxValues) {
		return value{bits: s.Var("read", term.BV(c.width))}
	}
	options := known
	for _, o := range c.objects {
		options = append(options, u.somewhereIn(o))
	}
	if !all {
		bits := s.Var("read", term.BV(c.width))
		for _, k := range known {
			u.fact(s.Distinct(bits, k)) // otherwise it is one of the known
		}
		for _, o := range c.objects {
			u.fact(s.Ult(u.ptrConst(uint64(o.obj.size)), s.Sub(bits, o.obj.address(u))))
		}
		options = append(options, bits)
	}
	return u.withTargets(c, value{bits: u.anyOf(options)})
}

// withTargets adds the targets to the value of a cell, if it looks like a pointer.
func (u *unwinder) withTargets(c *cell, v value) value {
	if c.width != u.ptrBits {
		return v
	}
	p := u.resolve(v.bits)
	for _, k := range p.cases {
		if k.obj != nil {
			return value{bits: v.bits, ptr: p}
		}
	}
	return v
}
