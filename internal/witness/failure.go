package witness

import (
	"strings"

	"github.com/heddle-mc/heddle/internal/interp"
	"github.com/heddle-mc/heddle/internal/report"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// tellFailure tells what the execution led to.
func (n *teller) tellFailure(v *interp.Violation) {
	f := &n.story.Failure
	f.Property, f.Kind, f.Message, f.Thread = v.Property.String(), string(v.Kind), v.Message, v.Thread
	f.Place = n.place(interp.Location{Func: v.Func, Pos: v.Pos})
	f.Source = n.source(f.Place)
	_, outside := outsideModels(v.Stack)
	for _, l := range outside {
		f.Stack = append(f.Stack, n.place(l))
	}
	switch {
	case v.First != nil:
		n.tellRace(v)
	case v.Property == verdict.Deadlock:
		n.tellDeadlock(v)
	case v.Other != nil:
		n.tellMeeting(v.Other)
	case v.Property == verdict.Memory && v.Kind == verdict.Leak:
	default:
		a := report.Action{Step: n.steps, Thread: v.Thread, Kind: report.Fault, Place: f.Place, Source: f.Source}
		if len(f.Stack) > 1 {
			a.Stack = f.Stack[1:]
		}
		if v.Property == verdict.Memory && n.fault != nil {
			n.tellFault()
			a.Object, a.Location = f.Object, n.fault.location()
		}
		n.add(a)
	}
}

// tellMeeting tells where the two threads of an exclusion are.
func (n *teller) tellMeeting(o *interp.Standing) {
	f := &n.story.Failure
	f.Other = &report.Standing{Thread: o.Thread, Place: n.place(interp.Location{Func: o.Func, Pos: o.Pos})}
	f.Other.Source = n.source(f.Other.Place)
	_, outside := outsideModels(o.Stack)
	for _, l := range outside {
		f.Other.Stack = append(f.Other.Stack, n.place(l))
	}
	here := func(thread string, at verdict.Location, source string, stack []verdict.Location) {
		n.add(report.Action{Thread: thread, Kind: report.Here, Place: at, Source: source, Stack: stack[min(1, len(stack)):]})
	}
	here(f.Thread, f.Place, f.Source, f.Stack)
	here(o.Thread, f.Other.Place, f.Other.Source, f.Other.Stack)
}

// tellFault tells which object an access that failed was of.
func (n *teller) tellFault() {
	f := &n.story.Failure
	info, ok := n.m.ObjectInfo(n.fault.Object)
	if !ok {
		return
	}
	f.Object = n.fault.name
	if info.Born.Pos.IsValid() {
		at := n.place(info.Born)
		f.Created = &at
	}
	if i, ok := n.died[n.fault.Object]; ok && info.Dead {
		f.Freed = originOf(&n.story.Actions[i])
	}
}

// tellRace tells the two accesses of a race.
func (n *teller) tellRace(v *interp.Violation) {
	second := n.lastAccess(v.Thread, n.place(interp.Location{Func: v.Func, Pos: v.Pos}), "", len(n.story.Actions))
	object := ""
	if second >= 0 {
		object, _, _ = strings.Cut(n.story.Actions[second].Location, "+")
	} else {
		second = len(n.story.Actions)
	}
	at := n.place(interp.Location{Func: v.First.Func, Pos: v.First.Pos})
	first := n.lastAccess(v.First.Thread, at, object, second)
	_, before, _ := strings.Cut(v.Message, "races with the ")
	n.story.Failure.Race = []report.RaceAccess{
		n.raceAccess(first, v.First.Thread, accessWord(before), at),
		n.raceAccess(second, v.Thread, accessWord(v.Message), n.place(interp.Location{Func: v.Func, Pos: v.Pos})),
	}
}

// accessWord returns what kind of access a text of package interp begins with.
func accessWord(text string) string {
	for _, word := range []string{"free", "initialisation", "atomic read", "atomic write", "read", "write"} {
		if strings.HasPrefix(text, word) {
			return word
		}
	}
	return "access"
}

// lastAccess returns the last action before a given one that a thread did at a
// place, to an object if one is given, or -1. One that is part of a visible operation
// is preferred: behind it, a library model may go on with memory of its thread.
func (n *teller) lastAccess(thread string, at verdict.Location, object string, before int) int {
	last := -1
	for i := before - 1; i >= 0; i-- {
		a := &n.story.Actions[i]
		if a.Thread != thread || a.Place != at || a.Location == "" {
			continue
		}
		if root, _, _ := strings.Cut(a.Location, "+"); object != "" && root != object {
			continue
		}
		if a.Step > 0 {
			return i
		}
		last = max(last, i)
	}
	return last
}

func (n *teller) raceAccess(i int, thread, what string, at verdict.Location) report.RaceAccess {
	r := report.RaceAccess{Thread: thread, What: what, Place: at, Source: n.source(at)}
	if i >= 0 && i < len(n.story.Actions) {
		a := &n.story.Actions[i]
		r.Object, r.Step, r.Stack, r.Locks = a.Object, a.Step, a.Stack, a.Locks
	}
	return r
}

// tellDeadlock tells who waits for what, and who has it.
func (n *teller) tellDeadlock(v *interp.Violation) {
	for _, name := range v.Threads {
		t := n.thread(name)
		if t == nil {
			continue
		}
		n.records = n.records[:0]
		n.m.Step(t) // it has to wait: nothing changes, and what it waits for is observed
		wait := t.Waiting()
		_, outside := outsideModels(t.Stack())
		w := report.Wait{Thread: name, For: waitWords[wait.Kind], Holds: n.holds(name)}
		for i, l := range outside {
			if i == 0 {
				w.Place = n.place(l)
				w.Source = n.source(w.Place)
				continue
			}
			w.Stack = append(w.Stack, n.place(l))
		}
		for i := range n.records {
			if r := &n.records[i]; r.user && (w.Object == "" || r.Kind == interp.ObservedBlocked) {
				w.Object = r.name
			}
		}
		n.records = n.records[:0]
		for _, owner := range wait.Owners {
			h := n.owner(owner.Name(), w.Object)
			h.Ended = owner.State() == interp.Finished
			w.Owners = append(w.Owners, h)
		}
		n.story.Failure.Waits = append(n.story.Failure.Waits, w)
	}
}

var waitWords = map[interp.WaitKind]string{
	interp.WaitLock: "lock", interp.WaitJoin: "join", interp.WaitCondition: "condition",
	interp.WaitSemaphore: "semaphore", interp.WaitBarrier: "barrier", interp.WaitWriter: "writer of",
}

// owner returns who holds a lock, and since where.
func (n *teller) owner(thread, lock string) report.Holder {
	for _, h := range n.holds(thread) {
		if h.Lock == lock {
			return h
		}
	}
	return report.Holder{Thread: thread}
}

func (n *teller) holds(thread string) []report.Holder {
	var list []report.Holder
	for _, h := range n.held[thread] {
		at := h.place
		list = append(list, report.Holder{Thread: thread, Lock: h.name, Since: &at})
	}
	return list
}
