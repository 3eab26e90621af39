package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/explain/story"
)

// raceObject returns the name of the object of a race: the accesses' name if they agree, or else the
// name of the memory.
func raceObject(f *story.Failure) string {
	a, b := &f.Race[0], &f.Race[1]
	if b.What == "free" && a.Object != "" {
		return a.Object
	}
	if a.Object != "" && a.Object == b.Object && !openIndex().MatchString(a.Object) {
		return a.Object
	}
	return cmp.Or(a.Memory, b.Memory, a.Object, b.Object, "an object")
}

// raceLines describes the accesses of a race.
func raceLines(s *story.Story) []string {
	f := &s.Failure
	a, b := &f.Race[0], &f.Race[1]
	object := raceObject(f)
	var lines []string
	if functions, ok := strings.CutPrefix(object, "the state of "); ok {
		lines = append(lines, fmt.Sprintf("  nothing orders these two calls, and %s need not be thread-safe (POSIX 2018, 2.9.1)", functions))
	}
	if a.Of != "" && a.Of == b.Of && a.Object == object {
		lines = append(lines, fmt.Sprintf("  %s is in %s", object, a.Of))
	}
	for _, x := range []*story.RaceAccess{a, b} {
		what := x.What
		if name := cmp.Or(x.Spelled, x.Object); name != "" && name != object {
			what += " of " + name
		}
		step := ""
		if x.Step > 0 {
			step = fmt.Sprintf(" in step %d", x.Step)
		}
		lines = append(lines, fmt.Sprintf("  %s by %s%s, holding %s, %s", what, label(s, x.Thread), step,
			cmp.Or(strings.Join(x.Locks, ", "), "no lock"), here(s, x.Thread, x.Place, x.Source)))
		lines = append(lines, callers("    ", s, x.Stack)...)
	}
	return append(lines, missingOrder(s)...)
}

// missingOrder describes how the two accesses of a race could have been ordered.
func missingOrder(s *story.Story) []string {
	f := &s.Failure
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
			lines = append(lines, fmt.Sprintf("  %s joins threads only later, at %s", x.Thread, within(s, *x.Joins)))
		}
	}
	return lines
}
