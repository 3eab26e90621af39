package narrate

import (
	"strings"

	"github.com/heddle-mc/heddle/internal/explain/story"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// failure adds the failure at the end of the execution.
func (n *Narrator) failure(v *interp.Violation) {
	f := &n.told.Failure
	f.Property, f.Kind, f.Message, f.Thread = v.Property.String(), string(v.Kind), v.Message, v.Thread
	if f.Message == interp.NeverInitialised {
		f.Kind = "" // it has no kind
	}
	f.Message += n.trace.MemoryNote()
	f.Place = n.place(interp.Location{Func: v.Func, Pos: v.Pos})
	f.Source = n.source(f.Place)
	if t := n.m.Named(v.Thread); t != nil && v.First == nil && v.Other == nil && v.Property != verdict.Deadlock {
		reads, guards, passed := n.flow.decided(t)
		f.Reads, f.Branches, f.Earlier = n.actions(reads), n.actions(guards), n.actions(passed)
	}
	_, outside := outsideModels(v.Stack)
	for _, l := range outside {
		f.Stack = append(f.Stack, n.place(l))
	}
	switch {
	case v.First != nil:
		n.race(v)
	case v.Property == verdict.Deadlock: // added when it was reached
	case v.Property.IsTemporal(): // no step fails
	case v.Other != nil:
		n.meeting(v.Other)
	case v.Kind == verdict.Leak:
		n.lost(v)
	default:
		a := story.Action{Step: int(n.trace.Steps()), Thread: v.Thread, Kind: story.Fault, Place: f.Place, Source: f.Source}
		if len(f.Stack) > 1 {
			a.Stack = f.Stack[1:]
		}
		if v.Property == verdict.Memory && n.fault != nil {
			n.faulted()
			a.Object, a.Of, a.Memory, a.Location = f.Object, f.Of, n.fault.memory, location(n.fault.Object, n.fault.Offset)
		}
		n.add(a)
	}
}

// meeting adds the places of the two threads of an exclusion.
func (n *Narrator) meeting(o *interp.Standing) {
	f := &n.told.Failure
	f.Other = &story.Position{Thread: o.Thread, Place: n.place(interp.Location{Func: o.Func, Pos: o.Pos})}
	f.Other.Source = n.source(f.Other.Place)
	_, outside := outsideModels(o.Stack)
	for _, l := range outside {
		f.Other.Stack = append(f.Other.Stack, n.place(l))
	}
	here := func(thread string, at verdict.Location, source string, stack []verdict.Location) {
		a := story.Action{Thread: thread, Kind: story.Here, Place: at, Source: source, Stack: stack[min(1, len(stack)):]}
		if t := n.m.Named(thread); t != nil {
			n.flow.at(t)
			guards, passed := n.flow.branches(t)
			a.Branches, a.Earlier = n.actions(guards), n.actions(passed)
		}
		n.add(a)
	}
	here(f.Thread, f.Place, f.Source, f.Stack)
	here(o.Thread, f.Other.Place, f.Other.Source, f.Other.Stack)
}

// lost adds the lost object of a leak and the action that removed the last pointer to it from memory. Copies
// in registers and whole structures are no actions: without such an action there is no place.
func (n *Narrator) lost(v *interp.Violation) {
	f := &n.told.Failure
	f.Object = n.names.object(n.m, v.Object)
	if f.Place.Line > 0 {
		created := f.Place
		f.Created = &created
	}
	holds := make(map[string]bool) // by location
	last := -1
	drop := func(i int, location string) {
		if holds[location] {
			delete(holds, location)
			last = i
		}
	}
	for i := range n.told.Actions {
		switch a := &n.told.Actions[i]; a.Kind {
		case story.Write, story.Update:
			if drop(i, a.Location); a.Location != "" && leadsTo(a.Value, f.Object) {
				holds[a.Location] = true
			}
		case story.Free, story.Dies:
			object, _, _ := strings.Cut(a.Location, "+")
			for location := range holds {
				if of, _, _ := strings.Cut(location, "+"); of == object {
					drop(i, location)
				}
			}
		}
	}
	if last >= 0 && len(holds) == 0 {
		f.Lost = originOf(&n.told.Actions[last])
	}
}

// leadsTo reports whether a value is a pointer into an object.
func leadsTo(value, object string) bool {
	rest, ok := strings.CutPrefix(value, "&"+object)
	return ok && (rest == "" || strings.ContainsAny(rest[:1], ".[ +"))
}

// faulted adds the object of a failed access.
func (n *Narrator) faulted() {
	f := &n.told.Failure
	f.Object, f.Of = n.fault.name, n.fault.of
	info, ok := n.m.ObjectInfo(n.fault.Object)
	if !ok {
		return
	}
	if info.Born.Pos.IsValid() {
		at := n.place(info.Born)
		f.Created = &at
	}
	if i, ok := n.died[n.fault.Object]; ok && info.Dead {
		f.Freed = originOf(&n.told.Actions[i])
	}
}

// race adds the two accesses of a race.
func (n *Narrator) race(v *interp.Violation) {
	at := func(function string, pos ir.Pos) verdict.Location {
		return n.place(interp.Location{Func: function, Pos: pos})
	}
	location := location(v.Object, v.Offset)
	second := n.lastAccess(v.Thread, at(v.Func, v.Pos), location, len(n.told.Actions))
	before := second
	if second < 0 {
		before = len(n.told.Actions)
	}
	first := n.lastAccess(v.First.Thread, at(v.First.Func, v.First.Pos), location, before)
	_, what, _ := strings.Cut(v.Message, "races with the ")
	n.told.Failure.Race = []story.RaceAccess{
		n.raceAccess(first, v.First.Thread, accessWord(what), at(v.First.Func, v.First.Pos)),
		n.raceAccess(second, v.Thread, accessWord(v.Message), at(v.Func, v.Pos)),
	}
	for i, creator := range []string{v.First.Thread, v.Thread} {
		created := []string{v.Thread, v.First.Thread}[i]
		if !strings.HasPrefix(created, creator+".") {
			continue
		}
		if join, ok := n.flow.later(n.m.Named(creator), ir.Role{Verb: ir.VerbJoin, Object: ir.OnThread}); ok {
			place := n.place(join)
			n.told.Failure.Race[i].Joins = &place
		}
	}
}

// accessWord returns the kind of access with which a text of package interp begins.
func accessWord(text string) string {
	for _, word := range []string{"free", "initialisation", "atomic read", "atomic write", "read", "write"} {
		if strings.HasPrefix(text, word) {
			return word
		}
	}
	return "access"
}

// lastAccess returns the last action of a thread, before a given one, on the object of a location at a
// place, or -1. It prefers actions in visible operations, since a library model may access memory of
// its thread afterwards. Among these it prefers accesses of the same location, since a line may access
// many parts of an object.
func (n *Narrator) lastAccess(thread string, at verdict.Location, location string, before int) int {
	last, best := -1, -1
	for i := range before {
		a := &n.told.Actions[i]
		if a.Thread != thread || a.Place != at || root(a.Location) != root(location) {
			continue
		}
		rank := 0
		if a.Step > 0 {
			rank = 2
		}
		if a.Location == location {
			rank++
		}
		if rank >= best {
			last, best = i, rank
		}
	}
	return last
}

func (n *Narrator) raceAccess(i int, thread, what string, at verdict.Location) story.RaceAccess {
	r := story.RaceAccess{Thread: thread, What: what, Place: at, Source: n.source(at)}
	if i >= 0 {
		a := &n.told.Actions[i]
		r.Object, r.Of, r.Memory, r.Spelled = a.Object, a.Of, a.Memory, a.Spelled
		r.Step, r.Stack, r.Locks = a.Step, a.Stack, a.Locks
	}
	return r
}

// deadlock adds the waits of the threads, and the holders of the objects that they wait for.
func (n *Narrator) deadlock(threads []string) {
	for _, name := range threads {
		t := n.m.Named(name)
		if t == nil || n.m.Probe(t) {
			continue
		}
		n.m.Step(t) // it has to wait: no state changes, and the object that it waits for is observed
		wait := t.Waiting()
		_, outside := outsideModels(t.Stack())
		w := story.Wait{Thread: name, For: waitWords[wait.Kind], Holds: n.holds(name)}
		w.Place, w.Source, w.Stack = n.places(outside)
		n.flow.at(t)
		guards, passed := n.flow.branches(t)
		w.Branches, w.Earlier = n.actions(guards), n.actions(passed)
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
		n.told.Failure.Waits = append(n.told.Failure.Waits, w)
	}
}

var waitWords = map[interp.WaitKind]string{
	interp.WaitLock: "lock", interp.WaitJoin: "join", interp.WaitCondition: "condition",
	interp.WaitSemaphore: "semaphore", interp.WaitBarrier: "barrier", interp.WaitWriter: "writer of",
	interp.WaitInput: "input",
}

// owner returns the holder of a lock, with the place where it was taken.
func (n *Narrator) owner(thread, lock string) story.Holder {
	for _, h := range n.holds(thread) {
		if h.Lock == lock {
			return h
		}
	}
	return story.Holder{Thread: thread}
}

func (n *Narrator) holds(thread string) []story.Holder {
	var list []story.Holder
	for _, h := range n.held[thread] {
		at := h.place
		list = append(list, story.Holder{Thread: thread, Lock: h.name, Since: &at})
	}
	return list
}
