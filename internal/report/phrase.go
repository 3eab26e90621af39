package report

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/heddle-mc/heddle/internal/verdict"
)

// phrase says what an action is, in the present tense, without its thread.
func (a *Action) phrase() string {
	switch a.Kind {
	case Read:
		return "reads " + a.Object + ": " + a.Value
	case Write:
		return "writes " + a.Object + ": " + a.Value
	case Update:
		if a.Old == a.Value {
			return "updates " + a.Object + ": " + a.Value
		}
		return "updates " + a.Object + ": " + a.Old + " → " + a.Value
	case Lock:
		if a.Shared {
			return "read-locks " + a.Object
		}
		return "locks " + a.Object
	case Unlock:
		return "unlocks " + a.Object
	case TryLock:
		return "cannot lock " + a.Object
	case Create:
		return "starts " + a.Other
	case Join:
		return "joins " + a.Other
	case End:
		return "ends"
	case Exit:
		return "ends the process"
	case Free:
		return "frees " + a.Object
	case Dies:
		return "ends the life of " + a.Object
	case Enqueue:
		return "unlocks " + a.Value + ", waits for " + a.Object
	case Woken:
		return "wakes up, locks " + a.Value
	case Unsignalled:
		return "wakes up without a signal, locks " + a.Value
	case Signal:
		verb := "signals "
		if a.All {
			verb = "broadcasts "
		}
		if a.Other == "" {
			return verb + a.Object + ": nobody waits"
		}
		return verb + a.Object + ": wakes " + a.Other
	case Arrive:
		return "arrives at " + a.Object
	case Leave:
		return "leaves " + a.Object
	case Input:
		return "input: " + a.Value
	case Order:
		return "evaluates " + a.Value
	case Fence:
		return "fence"
	case Here:
		return "is about to do this"
	case Fault:
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

// changesLocks reports whether the phrase says itself what is held.
func (a *Action) changesLocks() bool {
	switch a.Kind {
	case Lock, Unlock, Enqueue, Woken, Unsignalled:
		return true
	}
	return false
}

// origin says where the value came from, when another thread wrote it.
func (o *Origin) phrase() string {
	if o.Step > 0 {
		return fmt.Sprintf("by %s, step %d", o.Thread, o.Step)
	}
	return "by " + o.Thread
}

// place returns file:line:column, or what there is of it.
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
