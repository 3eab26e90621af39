package report

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/heddle-mc/heddle/internal/explain/story"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// phrase describes an action, in the present tense, without its thread.
func phrase(a *story.Action) string {
	switch a.Kind {
	case story.Read:
		return "reads " + a.Object + ": " + a.Value
	case story.Write:
		return "writes " + a.Object + ": " + a.Value
	case story.Update:
		if a.Old == a.Value {
			return "updates " + a.Object + ": " + a.Value
		}
		return "updates " + a.Object + ": " + a.Old + " → " + a.Value
	case story.Lock:
		if a.Shared {
			return "read-locks " + a.Object
		}
		return "locks " + a.Object
	case story.Unlock:
		return "unlocks " + a.Object
	case story.TryLock:
		return "cannot lock " + a.Object
	case story.Create:
		return "starts " + a.Other
	case story.Join:
		return "joins " + a.Other
	case story.End:
		if a.Call != "" && !strings.HasSuffix(a.Call, "_exit") { // pthread_exit and thrd_exit end the thread
			return "is cancelled in " + a.Call
		}
		return "ends"
	case story.Exit:
		return "ends the process"
	case story.Free:
		return "frees " + a.Object
	case story.Dies:
		return "ends the life of " + a.Object
	case story.Enqueue:
		return "unlocks " + a.Value + ", waits for " + a.Object
	case story.Woken:
		return "wakes up, locks " + a.Value
	case story.Spurious:
		return "wakes up without a signal, locks " + a.Value
	case story.Signal:
		verb := "signals "
		if a.All {
			verb = "broadcasts "
		}
		if a.Other == "" {
			return verb + a.Object + ": nobody waits"
		}
		return verb + a.Object + ": wakes " + a.Other
	case story.Arrive:
		return "arrives at " + a.Object
	case story.Leave:
		return "leaves " + a.Object
	case story.Input:
		if a.Object == "" && a.Call != "" {
			return "input from " + a.Call + ": " + a.Value
		}
		return strings.TrimSpace("input "+a.Object) + ": " + a.Value
	case story.Returned:
		if a.Value == "" {
			return a.Call + " does nothing (" + a.Call + " has no body)"
		}
		return a.Call + " returns " + a.Value + " (any value: " + a.Call + " has no body)"
	case story.Environment:
		return a.Value
	case story.Order:
		return "evaluates " + a.Value
	case story.Fence:
		return "fence"
	case story.Omitted:
		return fmt.Sprintf("%d further actions", a.Count)
	case story.Here:
		return "is about to do this"
	case story.Fault:
		if a.Object != "" {
			return "fails on " + a.Object
		}
		return "fails"
	}
	s := a.Call + " " + a.Object
	if a.Old != "" && a.Value != "" {
		s += ": " + a.Old + " → " + a.Value
	} else if a.Value != "" {
		s += ": " + a.Value
	}
	return strings.TrimSpace(s)
}

// changesLocks reports whether the phrase itself describes a change of the held locks.
func changesLocks(a *story.Action) bool {
	switch a.Kind {
	case story.Lock, story.Unlock, story.Enqueue, story.Woken, story.Spurious:
		return true
	}
	return false
}

// source describes the origin of a value that another thread wrote.
func source(o *story.Origin) string {
	if o.Step > 0 {
		return fmt.Sprintf("from step %d", o.Step)
	}
	return "from " + o.Thread
}

// Latest describes the latest write before a read that sees an older value; empty: it is not known.
func Latest(s *story.Story, a *story.Action) string {
	if a.Latest == 0 {
		return ""
	}
	w := &s.Actions[a.Latest-1]
	text := ": " + w.Thread + " wrote " + w.Value
	if w.Step > 0 {
		text += fmt.Sprintf(" in step %d", w.Step)
	}
	return text
}

// place returns file:line:column, or the known part of it.
func place(l verdict.Location) string {
	if l.Line == 0 {
		return cmp.Or(l.Function, "an unknown place")
	}
	return l.String()
}

// placeIn returns a place with its function.
func placeIn(l verdict.Location) string {
	if l.Function == "" || l.Line == 0 {
		return place(l)
	}
	return place(l) + " in " + l.Function
}
