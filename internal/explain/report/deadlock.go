package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/explain/story"
)

// deadlockLines describes the waits of a deadlock.
func deadlockLines(s *story.Story) []string {
	isJoin := func(w story.Wait) bool { return w.For == "join" }
	waits := slices.DeleteFunc(slices.Clone(s.Failure.Waits), isJoin)
	for _, w := range s.Failure.Waits {
		if isJoin(w) {
			waits = append(waits, w) // joins come last
		}
	}
	var lines []string
	for i := range waits {
		w := &waits[i]
		text := fmt.Sprintf("  %s waits for %s %s", label(s, w.Thread), awaited(w), here(s, w.Thread, w.Place, w.Source))
		lines = append(lines, text)
		lines = append(lines, callers("    ", s, w.Stack)...)
		for _, h := range w.Owners {
			if h.Since != nil {
				ended := ""
				if h.Ended {
					ended = ", which has ended,"
				}
				lines = append(lines, fmt.Sprintf("    held by %s%s since %s", h.Thread, ended, within(s, *h.Since)))
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
				lines = append(lines, fmt.Sprintf("    while it holds %s since %s", h.Lock, within(s, *h.Since)))
			}
		}
	}
	if slices.ContainsFunc(waits, func(w story.Wait) bool { return w.For != "lock" && w.For != "join" }) {
		lines = append(lines, "  "+nobodyLeft(s))
	}
	return lines
}

// nobodyLeft describes why no other thread can end the waits of a deadlock that every other thread
// could end.
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

// awaited returns a description of the object for which a thread waits.
func awaited(w *story.Wait) string {
	switch w.For {
	case "join":
		var names []string
		for _, h := range w.Owners {
			names = append(names, h.Thread)
		}
		return "the end of " + strings.Join(names, ", ")
	case "lock":
		if len(w.Owners) == 1 && w.Owners[0].Thread == w.Thread {
			return cmp.Or(w.Object, "a lock") + ", which it holds itself,"
		}
		return cmp.Or(w.Object, "a lock")
	case "condition":
		return "a signal on " + cmp.Or(w.Object, "a condition")
	}
	return strings.TrimSpace(w.For + " " + w.Object)
}

// lastSignal describes the last signal to the condition that a thread waits for.
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
