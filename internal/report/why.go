package report

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/story"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// conclusion says what went wrong and why.
func conclusion(s *story.Story) []string {
	f := &s.Failure
	var lines []string
	switch {
	case len(f.Waits) > 0:
		lines = append(lines, deadlockLines(s)...)
	case len(f.Race) == 2:
		lines = append(lines, raceLines(s)...)
	case f.Other != nil:
		lines = append(lines, "two threads are at the two places at once:")
		for _, p := range []story.Position{{Thread: f.Thread, Place: f.Place, Source: f.Source, Stack: f.Stack}, *f.Other} {
			lines = append(lines, fmt.Sprintf("  %s is at %s", label(s, p.Thread), placeIn(p.Place)))
			if p.Source != "" {
				lines = append(lines, "    "+p.Source)
			}
			lines = append(lines, callers("    ", p.Stack[min(1, len(p.Stack)):])...)
		}
	default:
		if f.Thread != "" {
			lines = append(lines, fmt.Sprintf("%s: %s", f.Thread, f.Message))
		}
		if f.Place.Line > 0 {
			lines = append(lines, "  at "+placeIn(f.Place))
		}
		if f.Place.Line > 0 && f.Source != "" {
			lines = append(lines, fmt.Sprintf("       %s", f.Source))
		}
		lines = append(lines, callers("  ", f.Stack[min(1, len(f.Stack)):])...)
		lines = append(lines, memoryLines(f)...)
		lines = append(lines, because(s)...)
	}
	for i := range s.Actions {
		if a := &s.Actions[i]; a.Kind == story.Spurious {
			lines = append(lines, fmt.Sprintf("%s wakes up in step %d without a signal, as POSIX allows: a wait needs a loop around it", a.Thread, a.Step))
			break
		}
	}
	mentioned := make(map[string]bool)
	for _, line := range lines {
		for _, name := range objectName.FindAllString(line, -1) {
			mentioned[name] = true
		}
	}
	for _, o := range s.Objects {
		if mentioned[o.Name] {
			lines = append(lines, fmt.Sprintf("%s: %d bytes, allocated by %s at %s", o.Name, o.Size, o.Thread, placeIn(o.Place)))
		}
	}
	return lines
}

// objectName is the name of an object without a declaration.
var objectName = regexp.MustCompile(`\w+#\d+`)

// memoryLines says where the object that was accessed comes from and went.
func memoryLines(f *story.Failure) []string {
	var lines []string
	if f.Freed != nil {
		step := ""
		if f.Freed.Step > 0 {
			step = fmt.Sprintf(" (step %d)", f.Freed.Step)
		}
		end := "ceased to exist in"
		if f.Created != nil {
			end = "was freed by"
		}
		object := cmp.Or(f.Object, "the object")
		if f.Of != "" {
			object += " is in " + f.Of + ", which"
		}
		lines = append(lines, fmt.Sprintf("  %s %s %s at %s%s", object, end, f.Freed.Thread, placeIn(f.Freed.Place), step))
	}
	return lines
}

// deadlockLines says who waits for what.
func deadlockLines(s *story.Story) []string {
	lines := []string{fmt.Sprintf("deadlock: none of %s can ever go on", threadList(waiting(&s.Failure)))}
	if len(s.Failure.Waits) == 1 {
		lines[0] = fmt.Sprintf("deadlock: %s can never go on", s.Failure.Waits[0].Thread)
	}
	isJoin := func(w story.Wait) bool { return w.For == "join" }
	waits := slices.DeleteFunc(slices.Clone(s.Failure.Waits), isJoin)
	for _, w := range s.Failure.Waits {
		if isJoin(w) {
			waits = append(waits, w) // those for the end of others last
		}
	}
	for i := range waits {
		w := &waits[i]
		lines = append(lines, fmt.Sprintf("  %s waits for %s", label(s, w.Thread), what(w)))
		lines = append(lines, frames(w.Place, w.Source, w.Stack)...)
		for _, h := range w.Owners {
			if h.Since != nil {
				ended := ""
				if h.Ended {
					ended = ", which has ended,"
				}
				lines = append(lines, fmt.Sprintf("    held by %s%s since %s", h.Thread, ended, placeIn(*h.Since)))
			}
		}
		switch w.For {
		case "condition":
			lines = append(lines, lastSignal(s, w))
		case "barrier":
			if names := arrived(s, w.Object); len(names) > 0 {
				lines = append(lines, fmt.Sprintf("    %s arrived, which is not enough", threadList(names)))
			}
		}
		for _, h := range w.Holds {
			if h.Since != nil && !wanted(s, h.Lock) {
				lines = append(lines, fmt.Sprintf("    while it holds %s since %s", h.Lock, placeIn(*h.Since)))
			}
		}
	}
	if slices.ContainsFunc(waits, func(w story.Wait) bool { return w.For != "lock" && w.For != "join" }) {
		lines = append(lines, "  "+nobodyLeft(s))
	}
	return lines
}

// nobodyLeft says why nobody else can end the waits of a deadlock that every
// other thread could end.
func nobodyLeft(s *story.Story) string {
	var ended []string
	for i := range s.Actions {
		if s.Actions[i].Kind == story.End {
			ended = append(ended, s.Actions[i].Thread)
		}
	}
	switch len(ended) {
	case 0:
		return "no other thread is there to end that"
	case 1:
		return "no other thread is left to end that: " + ended[0] + " has ended"
	}
	return "no other thread is left to end that: " + threadList(ended) + " have ended"
}

// arrived returns the threads that have arrived at a barrier and not left.
func arrived(s *story.Story, barrier string) []string {
	var names []string
	for i := range s.Actions {
		a := &s.Actions[i]
		if a.Object != barrier || a.Kind != story.Arrive && a.Kind != story.Leave {
			continue
		}
		names = slices.DeleteFunc(names, func(n string) bool { return n == a.Thread })
		if a.Kind == story.Arrive {
			names = append(names, a.Thread)
		}
	}
	return names
}

// wanted reports whether a thread of the deadlock waits for a lock.
func wanted(s *story.Story, lock string) bool {
	for i := range s.Failure.Waits {
		if w := &s.Failure.Waits[i]; w.For == "lock" && w.Object == lock {
			return true
		}
	}
	return false
}

// what says what a thread waits for.
func what(w *story.Wait) string {
	switch w.For {
	case "join":
		var names []string
		for _, h := range w.Owners {
			names = append(names, h.Thread)
		}
		return "the end of " + strings.Join(names, ", ")
	case "lock":
		if len(w.Owners) == 1 && w.Owners[0].Thread == w.Thread {
			return cmp.Or(w.Object, "a lock") + ", which it holds itself"
		}
		return cmp.Or(w.Object, "a lock")
	case "condition":
		return "a signal on " + cmp.Or(w.Object, "a condition")
	}
	return strings.TrimSpace(w.For + " " + w.Object)
}

// lastSignal says when the condition that a thread waits for was signalled last.
func lastSignal(s *story.Story, w *story.Wait) string {
	for i := len(s.Actions) - 1; i >= 0; i-- {
		a := &s.Actions[i]
		if a.Kind != story.Signal || a.Object != w.Object {
			continue
		}
		if a.Other == "" {
			return fmt.Sprintf("    the last signal was sent by %s in step %d, when nobody waited: it is lost", a.Thread, a.Step)
		}
		return fmt.Sprintf("    the last signal was sent by %s in step %d and woke %s", a.Thread, a.Step, a.Other)
	}
	return "    nobody has signalled it"
}

// frames says where a thread is: the place with its line, and the callers.
func frames(at verdict.Location, source string, stack []verdict.Location) []string {
	return append([]string{fmt.Sprintf("    at %s: %s", placeIn(at), source)}, callers("    ", stack)...)
}

func callers(indent string, stack []verdict.Location) []string {
	var lines []string
	for _, c := range stack {
		lines = append(lines, indent+"called from "+placeIn(c))
	}
	return lines
}

// raceObject names what a race is about: as the accesses do, or, if they do not agree, as
// the memory is called.
func raceObject(f *story.Failure) string {
	a, b := &f.Race[0], &f.Race[1]
	if b.What == "free" && a.Object != "" {
		return a.Object
	}
	if a.Object != "" && a.Object == b.Object && !openIndex.MatchString(a.Object) {
		return a.Object
	}
	return cmp.Or(a.Memory, b.Memory, a.Object, b.Object, "an object")
}

// raceLines says which accesses race.
func raceLines(s *story.Story) []string {
	a, b := &s.Failure.Race[0], &s.Failure.Race[1]
	lines := []string{fmt.Sprintf("data race on %s: nothing orders these two accesses", raceObject(&s.Failure))}
	if functions, ok := strings.CutPrefix(raceObject(&s.Failure), "the state of "); ok {
		lines[0] = fmt.Sprintf("data race on %s: nothing orders these two calls, and %s need not be thread-safe (POSIX 2018, 2.9.1)",
			raceObject(&s.Failure), functions)
	}
	if a.Of != "" && a.Of == b.Of && a.Object == raceObject(&s.Failure) {
		lines = append(lines, fmt.Sprintf("  %s is in %s", raceObject(&s.Failure), a.Of))
	}
	for _, x := range []*story.RaceAccess{a, b} {
		what := x.What
		if name := cmp.Or(x.Spelled, x.Object); name != "" && name != raceObject(&s.Failure) {
			what += " of " + name
		}
		step := ""
		if x.Step > 0 {
			step = fmt.Sprintf(" (step %d)", x.Step)
		}
		lines = append(lines, fmt.Sprintf("  %s by %s%s, holding %s", what, label(s, x.Thread), step, cmp.Or(strings.Join(x.Locks, ", "), "no lock")))
		lines = append(lines, frames(x.Place, x.Source, x.Stack)...)
	}
	return append(lines, missingOrder(&s.Failure)...)
}

// missingOrder says what would have ordered the two accesses of a race.
func missingOrder(f *story.Failure) []string {
	a, b := &f.Race[0], &f.Race[1]
	object := raceObject(f)
	isAtomic := func(x *story.RaceAccess) bool { return strings.HasPrefix(x.What, "atomic") }
	isRead := func(x *story.RaceAccess) bool { return strings.HasSuffix(x.What, "read") }
	both := slices.DeleteFunc(slices.Clone(a.Locks), func(l string) bool { return !slices.Contains(b.Locks, l) })
	var lines []string
	switch {
	case b.What == "free":
		lines = append(lines, fmt.Sprintf("  %s frees it without waiting for %s", b.Thread, a.Thread))
	case isAtomic(a) != isAtomic(b):
		plain := a
		if isAtomic(a) {
			plain = b
		}
		lines = append(lines, fmt.Sprintf("  the %s by %s is not atomic", plain.What, plain.Thread))
	case len(both) > 0:
		lines = append(lines, fmt.Sprintf("  both hold %s, which orders nothing", strings.Join(both, ", ")))
	case len(a.Locks)+len(b.Locks) > 0:
		lines = append(lines, fmt.Sprintf("  no lock in common: %s holds %s, %s %s", a.Thread, cmp.Or(strings.Join(a.Locks, ", "), "none"),
			b.Thread, cmp.Or(strings.Join(b.Locks, ", "), "none")))
	case isRead(a) || isRead(b):
		lines = append(lines, fmt.Sprintf("  %s is written without synchronisation", object))
	case a.What == "write" && b.What == "write":
		lines = append(lines, fmt.Sprintf("  both threads write %s without synchronisation", object))
	}
	for _, x := range f.Race {
		if x.Joins != nil {
			lines = append(lines, fmt.Sprintf("  %s joins threads only later, at %s", x.Thread, placeIn(*x.Joins)))
		}
	}
	return lines
}
