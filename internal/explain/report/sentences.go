package report

import (
	"fmt"
	"strings"

	"github.com/heddle-mc/heddle/internal/explain/story"
)

// Headline describes the failure, without its place, with the results of undefined functions that it
// needs.
func Headline(s *story.Story) string {
	text := headline(s)
	if s.Failure.Place.Line > 0 {
		text = strings.TrimPrefix(text, s.Failure.Place.String()+": ")
	}
	return text + condition(&s.Failure)
}

// Phrase describes an action in the present tense, without its thread, and with its memory.
func Phrase(a *story.Action) string { return phraseOf(a) }

// Because explains in sentences what led to the failure, and for a race how it could have been ordered.
// The caller shows the accesses of a race and the waits of a deadlock.
func Because(s *story.Story) []string {
	f := &s.Failure
	var lines []string
	switch {
	case len(f.Waits) > 0:
		lines = waitLines(s)
	case len(f.Race) == 2:
		lines = missingOrder(s)
	case f.Other == nil:
		lines = append(memoryLines(s), because(s)...)
	}
	for i := range s.Actions {
		if a := &s.Actions[i]; a.Kind == story.Spurious {
			lines = append(lines, fmt.Sprintf("%s wakes up in step %d without a signal, as POSIX allows: a wait needs a loop around it", a.Thread, a.Step))
			break
		}
	}
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return lines
}

// waitLines explains why no thread ends the waits of a deadlock.
func waitLines(s *story.Story) []string {
	var lines []string
	only := true // locks and joins
	for i := range s.Failure.Waits {
		switch w := &s.Failure.Waits[i]; w.For {
		case "lock", "join":
			continue
		case "condition":
			lines = append(lines, fmt.Sprintf("%s waits for a signal on %s: %s", w.Thread, w.Object, strings.TrimSpace(lastSignal(s, w))))
		case "barrier":
			if names := arrived(s, w.Object); len(names) > 0 {
				lines = append(lines, fmt.Sprintf("%s arrived at %s, which is not enough", threadList(names), w.Object))
			}
		}
		only = false
	}
	if !only {
		lines = append(lines, nobodyLeft(s))
	}
	return lines
}

// WaitsFor names the object that a thread of a deadlock waits for.
func WaitsFor(w *story.Wait) string { return awaited(w) }

// RaceObject names the object of a race. The failure must have both accesses.
func RaceObject(f *story.Failure) string { return raceObject(f) }
