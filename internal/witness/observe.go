package witness

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/interp"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/report"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// record is an observation with what is needed to tell it later.
type record struct {
	interp.Observation
	thread string
	call   string            // the library function, or nothing
	role   ir.Role           // of call
	stack  []interp.Location // outside the library, innermost first
	user   bool              // Object is the program's, not a model's
	name   string            // of the object
}

// Observe implements interp.Observer.
func (n *teller) Observe(m *interp.Machine, t *interp.Thread, o *interp.Observation) {
	if o.Kind == interp.ObservedRollback {
		return // of a step that waits: stepped is not called
	}
	r := record{Observation: *o, thread: t.Name()}
	call, rest := outsideModels(t.Stack())
	r.call, r.role, r.stack = call.Func, call.Role, rest
	if info, ok := m.ObjectInfo(o.Object); ok {
		r.user = !info.Model && !info.Function
	}
	switch {
	case o.Kind == interp.ObservedFault:
		r.name = n.names.location(m, o.Object, o.Offset, 0, 0)
		n.fault = &r
		return
	case !r.user:
	case o.Bookkeeping, o.Kind == interp.ObservedAcquire, o.Kind == interp.ObservedRelease,
		o.Kind == interp.ObservedLockState, o.Kind == interp.ObservedBlocked:
		r.name = n.names.library(m, o.Object, o.Offset)
	case o.Kind == interp.ObservedDeath:
		r.name = n.names.object(m, o.Object)
	default:
		ctype := ir.CTypeID(0)
		if o.Instr != nil && r.call == "" {
			ctype = o.Instr.CType
		}
		r.name = n.names.location(m, o.Object, o.Offset, o.Size, ctype)
	}
	n.records = append(n.records, r)
}

// stepped turns what was observed into actions of a step of t. Invisible
// operations before and after it, also those of threads that it created, are not
// part of the step.
func (n *teller) stepped(t *interp.Thread) {
	n.steps++
	records := n.records
	for len(records) > 0 {
		k := 1
		if records[0].ofCall() {
			for k < len(records) && records[k].ofCall() && records[k].thread == records[0].thread && records[k].call == records[0].call {
				k++
			}
			n.tellCall(t.Name(), records[:k])
		} else {
			n.tellAccess(t.Name(), &records[0])
		}
		records = records[k:]
	}
	n.records = n.records[:0]
}

// ofCall reports whether the record is told as part of a library call.
func (r *record) ofCall() bool {
	if r.Kind == interp.ObservedFence {
		return false
	}
	return r.Bookkeeping || r.Kind >= interp.ObservedAcquire && (r.Kind != interp.ObservedDeath || r.call != "")
}

// begin returns an action of a record.
func (n *teller) begin(stepping string, kind report.Kind, r *record) report.Action {
	a := report.Action{Thread: r.thread, Kind: kind, Call: r.call, Object: r.name}
	if r.thread == stepping {
		a.Step = n.steps
	}
	for i, l := range r.stack {
		if i == 0 {
			a.Place = n.place(l)
			a.Source = n.source(a.Place)
			continue
		}
		a.Stack = append(a.Stack, n.place(l))
	}
	if r.user {
		a.Location = r.location()
	}
	return a
}

// location identifies the bytes that a record is about: the object, a plus sign,
// and the rest.
func (r *record) location() string { return fmt.Sprintf("%x+%x", r.Object, r.Offset) }

// add appends an action, with the locks that its thread holds.
func (n *teller) add(a report.Action) int {
	for _, h := range n.held[a.Thread] {
		a.Locks = append(a.Locks, h.name)
	}
	n.story.Actions = append(n.story.Actions, a)
	return len(n.story.Actions) - 1
}

// tellAccess tells an access or the end of an object's life.
func (n *teller) tellAccess(stepping string, r *record) {
	kind := report.Read
	switch r.Kind {
	case interp.ObservedWrite:
		kind = report.Write
	case interp.ObservedUpdate:
		kind = report.Update
	case interp.ObservedDeath:
		kind = report.Dies
	case interp.ObservedFence:
		kind = report.Fence
	}
	if kind != report.Fence && !r.user {
		return
	}
	kind = r.lockKind(kind)
	a := n.begin(stepping, kind, r)
	if !r.Shared && kind != report.Fence {
		a.Step = 0 // a private object: no part of the visible operation
	}
	switch kind {
	case report.Lock:
		n.hold(r, a.Place, false)
	case report.Unlock:
		n.give(r)
	case report.Read:
		a.Value = n.value(r, r.Old)
		a.From, a.Initial = n.origin(r)
	case report.Write:
		a.Value = n.value(r, r.New)
	case report.Update:
		a.Old, a.Value = n.value(r, r.Old), n.value(r, r.New)
		a.From, a.Initial = n.origin(r)
	}
	i := n.add(a)
	if r.Kind == interp.ObservedWrite || r.Kind == interp.ObservedUpdate {
		for k := range r.Size {
			n.writes[spot{r.Object, r.Offset + k}] = i
		}
	}
	if kind == report.Dies {
		n.died[r.Object] = i
	}
}

// lockKind returns what an atomic access is called, given what it is by itself, if a
// function of the program does it whose role is to lock or unlock: that happens where a
// word that is zero becomes another one, and back.
func (r *record) lockKind(kind report.Kind) report.Kind {
	if r.Instr == nil || r.Instr.Order == ir.NonAtomic {
		return kind
	}
	isZero := func(v interp.Value) bool { return v.Lo == 0 && v.Hi == 0 }
	for _, l := range r.stack {
		switch verb := l.Role.Verb; {
		case !l.Role.Object.IsLock():
		case kind == report.Update && !isZero(r.New) && (verb == ir.VerbLock || verb == ir.VerbTryLock):
			if isZero(r.Old) {
				return report.Lock
			}
			return report.TryLock
		case (kind == report.Update || kind == report.Write) && isZero(r.New) && verb == ir.VerbUnlock:
			return report.Unlock
		}
	}
	return kind
}

// origin returns the write that a read saw if another thread made it, and whether
// there was none.
func (n *teller) origin(r *record) (from *report.Origin, initial bool) {
	for k := range r.Size {
		i, ok := n.writes[spot{r.Object, r.Offset + k}]
		if !ok {
			continue
		}
		if w := &n.story.Actions[i]; w.Thread != r.thread {
			return originOf(w), false
		}
		return nil, false
	}
	return nil, true
}

func originOf(a *report.Action) *report.Origin {
	return &report.Origin{Thread: a.Thread, Step: a.Step, Place: a.Place}
}

// tellCall tells what a library call did in one step, or outside one.
func (n *teller) tellCall(stepping string, list []record) {
	pick := func(kinds ...interp.ObservedKind) *record {
		for i := range list {
			if slices.Contains(kinds, list[i].Kind) {
				return &list[i]
			}
		}
		return nil
	}
	acquired, released := pick(interp.ObservedAcquire), pick(interp.ObservedRelease)
	if list[0].role.Object == ir.OnCondition && n.tellCondition(stepping, list, acquired, released) {
		return
	}
	if r := pick(interp.ObservedSpawn); r != nil {
		a := n.begin(stepping, report.Create, r)
		a.Other = r.Other.Name()
		n.add(a)
		return
	}
	if r := pick(interp.ObservedJoin); r != nil {
		a := n.begin(stepping, report.Join, r)
		a.Other = r.Other.Name()
		n.add(a)
		return
	}
	if r := pick(interp.ObservedExit); r != nil {
		n.add(n.begin(stepping, report.End, r))
		return
	}
	if r := pick(interp.ObservedHalt); r != nil {
		n.add(n.begin(stepping, report.Exit, r))
		return
	}
	if r := pick(interp.ObservedDeath); r != nil {
		n.died[r.Object] = n.add(n.begin(stepping, report.Free, r))
		return
	}
	if acquired != nil {
		n.take(stepping, acquired)
		return
	}
	if released != nil {
		n.give(released)
		n.add(n.begin(stepping, report.Unlock, released))
		return
	}
	if r := pick(interp.ObservedLockState); r != nil {
		kind := report.Call
		if r.role.Verb.Tries() {
			kind = report.TryLock
		}
		n.add(n.begin(stepping, kind, r))
		return
	}
	n.tellOther(stepping, list)
}

// tellOther tells a call that is not of locks or threads: inputs, and calls that
// touch the program's objects.
func (n *teller) tellOther(stepping string, list []record) {
	var touched *record
	var old, value string
	wrote := false
	for i := range list {
		r := &list[i]
		switch {
		case r.Kind == interp.ObservedChoice && !r.Bookkeeping:
			a := n.begin(stepping, report.Input, r)
			a.Step, a.Value = 0, n.chosen(r)
			if r.Instr != nil && ir.ChooseReason(r.Instr.Sub) == ir.ChooseOrder {
				a.Kind, a.Value = report.Order, operandFirst(r)
			}
			n.add(a)
		case r.user && r.Shared:
			if touched == nil {
				touched = r
			}
			wrote = wrote || r.Kind == interp.ObservedWrite
			if r.Offset != touched.Offset || r.Object != touched.Object {
				break
			}
			switch r.Kind {
			case interp.ObservedRead:
				old = n.value(r, r.Old)
			case interp.ObservedWrite:
				value = n.value(r, r.New)
			}
		}
	}
	if touched == nil {
		return
	}
	kind := report.Call
	if touched.role.Object == ir.OnBarrier {
		kind = report.Leave
		if wrote {
			kind = report.Arrive
		}
	}
	a := n.begin(stepping, kind, touched)
	if touched.role.Object == ir.OnSemaphore {
		a.Old, a.Value = old, value
	}
	n.add(a)
}

// take tells that a lock is taken.
func (n *teller) take(stepping string, r *record) {
	a := n.begin(stepping, report.Lock, r)
	a.Shared = r.Instr != nil && ir.LockMode(r.Instr.Sub) == ir.Shared
	n.hold(r, a.Place, a.Shared)
	n.add(a)
}

func (n *teller) hold(r *record, at verdict.Location, shared bool) {
	n.held[r.thread] = append(n.held[r.thread], holding{r.Object, r.Offset, r.name, shared, at})
}

// give takes the lock of a record away from its thread, or else from whoever
// holds it.
func (n *teller) give(r *record) {
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

// tellCondition tells an operation on a condition variable. It reports whether
// it was one.
func (n *teller) tellCondition(stepping string, list []record, acquired, released *record) bool {
	var cond *record
	cleared, raised := uint64(0), uint64(0)
	var mask interp.Value
	for i := range list {
		r := &list[i]
		if !r.user || !r.Bookkeeping || acquired != nil && r.name == acquired.name || released != nil && r.name == released.name {
			continue
		}
		if cond == nil {
			cond = r
		}
		if r.Offset != cond.Offset && r.Offset != cond.Offset-16 || r.Size != 8 {
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
	if cond == nil {
		return false
	}
	waiting := n.waiters[cond.name]
	if waiting == nil {
		waiting = make(map[string]uint64)
		n.waiters[cond.name] = waiting
	}
	self := list[0].thread
	switch verb := list[0].role.Verb; {
	case released != nil:
		waiting[self] = raised
		n.give(released)
		a := n.begin(stepping, report.Enqueue, cond)
		a.Value = released.name
		n.add(a)
	case acquired != nil:
		kind := report.Woken
		if _, unsignalled := waiting[self]; unsignalled && slices.ContainsFunc(list, spurious) {
			kind = report.Unsignalled
		}
		delete(waiting, self)
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
		a := n.begin(stepping, report.Signal, cond)
		a.Other, a.All = strings.Join(woken, ", "), all
		n.add(a)
	default:
		return false
	}
	return true
}

// spurious reports whether a record is the choice to wake up without a signal.
func spurious(r record) bool {
	return r.Kind == interp.ObservedChoice && r.Instr != nil && ir.ChooseReason(r.Instr.Sub).IsSpurious() && r.New.Lo != 0
}
