package narrate

import (
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/explain/story"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/program/wide"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// lockKind returns the kind of an atomic access, given its kind without context. In a function of the
// program whose role is to lock or unlock, taking the lock changes a word from zero to another value,
// and releasing it changes the word back.
func (r *record) lockKind(kind story.Kind) story.Kind {
	if r.Instr == nil || r.Instr.Order == ir.NonAtomic {
		return kind
	}
	isZero := func(v wide.Word) bool { return v.Lo == 0 && v.Hi == 0 }
	for _, l := range r.stack {
		switch verb := l.Role.Verb; {
		case !l.Role.Object.IsLock():
		case kind == story.Update && !isZero(r.New) && (verb == ir.VerbLock || verb == ir.VerbTryLock):
			if isZero(r.Old) {
				return story.Lock
			}
			return story.TryLock
		case (kind == story.Update || kind == story.Write) && isZero(r.New) && verb == ir.VerbUnlock:
			return story.Unlock
		}
	}
	return kind
}

// take adds the taking of a lock.
func (n *Narrator) take(stepping string, r *record) {
	a := n.begin(stepping, story.Lock, r)
	a.Shared = r.Instr != nil && ir.LockMode(r.Instr.Sub) == ir.Shared
	n.hold(r, a.Place, a.Shared)
	n.add(a)
}

func (n *Narrator) hold(r *record, at verdict.Location, shared bool) {
	n.held[r.thread] = append(n.held[r.thread], holding{r.Object, r.Offset, r.name, shared, at})
}

// give removes the lock of a record from the locks of its thread, or else from those of its holder.
func (n *Narrator) give(r *record) {
	names := []string{r.thread}
	for _, t := range n.m.Threads() {
		names = append(names, t.Name())
	}
	for _, name := range names {
		list := n.held[name]
		for i := len(list) - 1; i >= 0; i-- {
			if list[i].object == r.Object && list[i].offset == r.Offset {
				n.held[name] = slices.Delete(list, i, i+1)
				return
			}
		}
	}
}

// tellCondition adds an operation on a condition variable. It reports whether there was one.
func (n *Narrator) tellCondition(stepping string, list []record, acquired, released *record) bool {
	var cond *record
	ofCondition := func(r *record) bool { return r.user && r.Bookkeeping && !r.inLock(acquired) && !r.inLock(released) }
	for i := range list {
		r := &list[i]
		if ofCondition(r) && (cond == nil || r.Size == 8 && (cond.Size != 8 || r.Offset < cond.Offset)) {
			cond = r // it begins with the mask of the waiting threads
		}
	}
	cleared, raised := uint64(0), uint64(0)
	var mask wide.Word
	for i := range list {
		r := &list[i]
		if !ofCondition(r) || r.Offset != cond.Offset || r.Size != 8 {
			continue
		}
		switch r.Kind {
		case interp.ObservedRead:
			mask = r.Old
		case interp.ObservedWrite:
			cleared |= mask.Lo &^ r.New.Lo
			raised |= r.New.Lo &^ mask.Lo
		}
	}
	self := list[0].thread
	if at, ok := n.enqueued[self]; ok && cond == nil && acquired != nil {
		left := *acquired // the condition was destroyed meanwhile
		left.Object, left.Offset, left.name, left.of, left.memory = at.Object, at.Offset, at.name, at.of, at.memory
		cond = &left
	}
	if cond == nil {
		return false
	}
	waiting := n.waiters[cond.name]
	if waiting == nil {
		waiting = make(map[string]uint64)
		n.waiters[cond.name] = waiting
	}
	switch verb := list[0].role.Verb; {
	case released != nil:
		n.enqueued[self] = *cond
		if n.unsignalled[self] = slices.ContainsFunc(list, spurious); !n.unsignalled[self] {
			waiting[self] = raised
		}
		n.give(released)
		a := n.begin(stepping, story.Enqueue, cond)
		a.Value = released.name
		n.add(a)
	case acquired != nil:
		kind := story.Woken
		if n.unsignalled[self] {
			kind = story.Spurious
		}
		delete(waiting, self)
		delete(n.enqueued, self)
		a := n.begin(stepping, kind, cond)
		a.Value = acquired.name
		n.hold(acquired, a.Place, false)
		n.add(a)
	case verb == ir.VerbSignal, verb == ir.VerbBroadcast:
		all := verb == ir.VerbBroadcast
		var woken []string
		for _, t := range n.m.Threads() {
			if bit, ok := waiting[t.Name()]; ok && (all || bit&cleared != 0) {
				woken = append(woken, t.Name())
				delete(waiting, t.Name())
			}
		}
		a := n.begin(stepping, story.Signal, cond)
		a.Other, a.All = strings.Join(woken, ", "), all
		n.add(a)
	default:
		return false
	}
	return true
}

// lockBytes is the greatest number of bytes of a mutex that the library model uses.
const lockBytes = 20

// inLock reports whether a record accesses a part of the mutex that another record takes or releases.
func (r *record) inLock(lock *record) bool {
	return lock != nil && r.Object == lock.Object && 0 <= r.Offset-lock.Offset && r.Offset-lock.Offset < lockBytes
}

// spurious reports whether a record is the choice to wake up without a signal.
func spurious(r record) bool {
	return r.Kind == interp.ObservedChoice && r.Instr != nil && ir.ChooseReason(r.Instr.Sub).IsSpurious() && r.New.Lo != 0
}
