package report

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/heddle-mc/heddle/internal/explain/story"
	"github.com/heddle-mc/heddle/internal/host/pattern"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// heads describes the accesses of a race, or the waits of a deadlock, with callers and locks.
func heads(s *story.Story) []string {
	f := &s.Failure
	switch {
	case len(f.Waits) > 0:
		return deadlockLines(s)
	case len(f.Race) == 2:
		return raceLines(s)
	case f.Other != nil:
		var lines []string
		for _, p := range []story.Position{{Thread: f.Thread, Place: f.Place, Source: f.Source, Stack: f.Stack}, *f.Other} {
			lines = append(lines, fmt.Sprintf("  %s is %s", label(s, p.Thread), here(s, p.Thread, p.Place, p.Source)))
			lines = append(lines, callers("    ", s, p.Stack[min(1, len(p.Stack)):])...)
		}
		return lines
	}
	lines := callers("  ", s, f.Stack[min(1, len(f.Stack)):])
	if len(lines) > 0 && f.Thread != "" {
		lines[0] = fmt.Sprintf("  by %s in %s, %s", f.Thread, f.Place.Function, strings.TrimSpace(lines[0]))
	}
	return append(lines, memoryLines(s)...)
}

// conclusion explains the failure.
func conclusion(s *story.Story) []string {
	var lines []string
	if f := &s.Failure; len(f.Waits) == 0 && len(f.Race) != 2 && f.Other == nil {
		lines = because(s)
	}
	for i := range s.Actions {
		if a := &s.Actions[i]; a.Kind == story.Spurious {
			return append(lines, fmt.Sprintf("%s wakes up in step %d without a signal, as POSIX allows: a wait needs a loop around it", a.Thread, a.Step))
		}
	}
	return lines
}

// objectName matches the name of an object without a declaration.
var objectName = pattern.Lazy(`\w+#\d+`)

// origins describes the origins of the objects that the texts mention, and the creators of the threads
// of a race or a deadlock.
func origins(s *story.Story, texts ...[]string) []string {
	var lines []string
	mentioned := make(map[string]bool)
	for _, text := range texts {
		for _, line := range text {
			for _, name := range objectName().FindAllString(line, -1) {
				mentioned[name] = true
			}
		}
	}
	for _, o := range s.Objects {
		if mentioned[o.Name] {
			lines = append(lines, fmt.Sprintf("  %s: %d bytes, allocated by %s at %s", o.Name, o.Size, o.Thread, within(s, o.Place)))
		}
	}
	var started []string
	for i := range s.Actions {
		if a := &s.Actions[i]; a.Kind == story.Create && involved(&s.Failure, a.Other) {
			started = append(started, fmt.Sprintf("%s by %s at %s", a.Other, a.Thread, within(s, a.Place)))
		}
	}
	if len(started) > 0 {
		lines = append(lines, "  started: "+strings.Join(started, ", "))
	}
	return lines
}

// involved reports whether a thread is one of a race or of a deadlock.
func involved(f *story.Failure, thread string) bool {
	for i := range f.Race {
		if f.Race[i].Thread == thread {
			return true
		}
	}
	for i := range f.Waits {
		if f.Waits[i].Thread == thread {
			return true
		}
	}
	return false
}

// memoryLines describes the end of the accessed object's lifetime, or of the last pointer to a lost object.
func memoryLines(s *story.Story) []string {
	f := &s.Failure
	if f.Lost != nil {
		step := ""
		if f.Lost.Step > 0 {
			step = fmt.Sprintf(" (step %d)", f.Lost.Step)
		}
		return []string{fmt.Sprintf("  the last pointer to %s was lost by %s at %s%s", f.Object, f.Lost.Thread, within(s, f.Lost.Place), step)}
	}
	if f.Freed == nil {
		return nil
	}
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
	return []string{fmt.Sprintf("  %s %s %s at %s%s", object, end, f.Freed.Thread, within(s, f.Freed.Place), step)}
}

// within returns a place with its function, short if it is in the file of the failure.
func within(s *story.Story, l verdict.Location) string {
	if l.Line == 0 || l.File != s.Failure.Place.File {
		return placeIn(l)
	}
	if l.Function == "" {
		return fmt.Sprintf("line %d", l.Line)
	}
	return fmt.Sprintf("line %d in %s", l.Line, l.Function)
}

// here describes the place of a thread, with the text of the line.
func here(s *story.Story, thread string, l verdict.Location, text string) string {
	at := "at " + within(s, l)
	for _, t := range s.Threads {
		if t.Name == thread && t.Function == l.Function {
			at = strings.TrimSuffix(at, " in "+l.Function) // the thread's name contains it
		}
	}
	if loc := remark().FindStringIndex(text); loc != nil {
		text = text[:loc[0]]
	}
	if text == "" {
		return at
	}
	return at + ": " + text
}

// remark matches a comment behind code.
var remark = pattern.Lazy(`\s+(?://.*|/\*.*\*/\s*)$`)

// callers describes the calls that led to a function.
func callers(indent string, s *story.Story, stack []verdict.Location) []string {
	var lines []string
	for _, c := range stack {
		lines = append(lines, indent+"called from "+within(s, c))
	}
	return lines
}
