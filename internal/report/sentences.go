package report

import (
	"fmt"
	"strings"

	"github.com/heddle-mc/heddle/internal/story"
)

// Headline says what went wrong, without its place, and what functions that nobody defines
// have to do for it.
func Headline(s *story.Story) string {
	text := headline(s)
	if s.Failure.Place.Line > 0 {
		text = strings.TrimPrefix(text, s.Failure.Place.String()+": ")
	}
	return text + condition(&s.Failure)
}

// Phrase says what an action is, in the present tense, without its thread, and with the memory
// that it is about.
func Phrase(a *story.Action) string { return phraseOf(a) }

// Because says, a sentence each, what led to the failure, and of a race what did not order it.
// The accesses of a race and the waits of a deadlock are for the caller to show.
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

// waitLines says why nothing ends the waits of a deadlock.
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

// WaitsFor says what a thread of a deadlock waits for.
func WaitsFor(w *story.Wait) string { return what(w) }

// RaceObject names what a race is about.
func RaceObject(f *story.Failure) string { return raceObject(f) }
