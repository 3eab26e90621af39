package unwind

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// A lock has a slot with the thread's latest hold of it (event.HoldID), like an atomic section's overlay with
// the number of the hold in place of the section's. The thread began the hold if valid holds, and ended it if
// written does too. A thread begins with its creator's slots, so it knows only holds with greater numbers.

// latestHold returns the slot of the thread's latest hold of a lock; nil: there is none.
func (t *thread) latestHold(st *state, l *cell) *slot {
	if l.holdKey == 0 {
		return nil
	}
	if h := st.mem.get(l.holdKey - 1); h != nil && event.HoldID(h.section) > t.firstHold {
		return h
	}
	return nil
}

// holding returns the hold of a lock that the thread certainly began and did not end, or 0.
func (t *thread) holding(st *state, l *cell) int32 {
	if h := t.latestHold(st, l); h != nil && t.u.surely(st, h.valid) && t.u.surely(st, t.terms.Not(h.written)) {
		return h.section
	}
	return 0
}

// owns reports whether the thread certainly holds a lock, if only owners release it.
func (t *thread) owns(st *state, l *cell) bool {
	return t.holding(st, l) != 0 || t.u.viewedAt(st, l, 0).bits == t.me()
}

// beginHold records that the thread begins a hold of a lock if cond holds.
func (t *thread) beginHold(st *state, l *cell, hold event.HoldID, cond term.ID) {
	if l.holdKey == 0 {
		l.holdKey = t.u.w.newKeys(1, slotInfo{cell: l, overlay: true}) + 1
	}
	if !slices.Contains(t.locksSeen, l) {
		t.locksSeen = append(t.locksSeen, l)
	}
	st.mem.put(l.holdKey-1, slot{valid: cond, written: term.False, section: int32(hold)})
}

// endHold records that the thread releases a lock if cond holds.
func (t *thread) endHold(st *state, l *cell, cond term.ID) {
	if h := t.latestHold(st, l); h != nil {
		end := slot{valid: term.False, written: term.False, section: h.section}
		if cond == term.True && t.holding(st, l) != 0 {
			end.valid, end.written = term.True, term.True
		}
		st.mem.put(l.holdKey-1, end)
	}
}

// surely reports whether a condition is known to hold on the path of a state.
func (u *unwinder) surely(st *state, cond term.ID) bool {
	return cond == term.True || u.implied(st.path, cond) == term.True
}

// noteHold notes the operation of a thread on a lock at the last event of a node: the write of its word on the
// path and under a condition.
func (t *thread) noteHold(st *state, n *node, c *cell, cond term.ID) {
	if n == nil || c.kind != event.Lock {
		return
	}
	h := t.latestHold(st, c)
	sure := func(x term.ID) bool { return x == cond || t.u.surely(st, x) }
	if h == nil || !sure(h.valid) {
		return
	}
	switch e := &n.events[len(n.events)-1]; {
	case h.written == term.False:
		e.Lock, e.Hold = event.Acquire, event.HoldID(h.section)
	case sure(h.written):
		e.Lock, e.Hold = event.Release, event.HoldID(h.section)
	}
}
