package unwind

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Memory that is written only under a lock keeps its value while a thread holds that lock, except for the
// thread's own writes. So a thread reads it once per hold. The locks that guard a cell are found like all
// facts about cells: as the intersection, over all passes, of the locks that are certainly held at each
// write. Writes of main before it creates a thread do not count, since they come before all accesses of
// others.
//
// The contents known during a hold are in a slot like an atomic section's overlay, with the number of the
// hold in place of the section's.

// guardedBy records which locks are held at a write.
func (t *thread) guardedBy(st *state, c *cell) {
	if c.kind == event.Lock || t.inst.parent == nil && t.spawns == 0 {
		return
	}
	u := t.u
	if !c.guarded {
		c.guarded, u.w.changed = true, true
		c.guards = slices.Clone(t.locksSeen)
	}
	before := len(c.guards)
	c.guards = slices.DeleteFunc(c.guards, func(l *cell) bool { return l.foreign || t.holding(st, l) == 0 })
	if len(c.guards) != before {
		u.w.changed = true
	}
}

// guard returns the number of a hold during which a cell does not change, or 0.
func (t *thread) guard(st *state, c *cell) int32 {
	if !c.guarded || c.count > 1 || c.kind == event.Lock || t.u.opts.Weak {
		return 0
	}
	for _, l := range c.guards {
		if n := t.holding(st, l); n != 0 && !l.foreign {
			return n
		}
	}
	return 0
}

// during returns the contents of a cell as far as they are known during a hold.
func during(st *state, c *cell, hold int32) slot {
	if c.during != 0 {
		if o := st.mem.get(c.during - 1); o != nil && o.section == hold {
			return *o
		}
	}
	return slot{valid: term.False, written: term.False, section: hold}
}

// remember records the value of a cell during a hold, under cond.
func (u *unwinder) remember(st *state, c *cell, hold int32, cond term.ID, v value) {
	if c.during == 0 {
		c.during = u.w.newKeys(1, slotInfo{cell: c, overlay: true}) + 1
	}
	old := during(st, c, hold)
	if old.valid != term.False {
		v = u.merge(cond, v, old.value)
	}
	st.mem.put(c.during-1, slot{value: v, valid: u.terms.Or(old.valid, cond), written: term.False, section: hold})
}
