package verdict

import (
	"fmt"
	"slices"
)

// Property is a kind of failure that Heddle looks for (semantics 16).
type Property uint8

// The properties.
const (
	Assert      Property = iota // an assertion fails
	Reach                       // reach_error or __VERIFIER_error is called
	Race                        // a data race
	Deadlock                    // threads block one another for ever
	Memory                      // null, bounds, use-after-free, use-after-scope, double free, invalid free, leak
	Lock                        // misuse of a lock
	Overflow                    // signed integer overflow
	Div                         // division by zero
	Shift                       // shift by a negative amount or by the width or more
	Uninit                      // an uninitialised value is read
	Exclusion                   // two threads are at the two given places at the same time
	LTL                         // the given formula of linear-time logic does not hold for an execution
	Termination                 // an execution has no end
	Progress                    // a thread reaches the first of two given places and never the second
	NumProperties
)

var propertyNames = [NumProperties]string{
	"assert", "reach", "race", "deadlock", "memory", "lock", "overflow", "div", "shift", "uninit", "exclusion", "ltl", "termination", "progress",
}

// String returns the name that the command line and JSON use.
func (p Property) String() string {
	if p < NumProperties {
		return propertyNames[p]
	}
	return fmt.Sprintf("property(%d)", uint8(p))
}

// ParseProperty is the inverse of Property.String.
func ParseProperty(s string) (Property, error) {
	for p, name := range propertyNames {
		if name == s {
			return Property(p), nil
		}
	}
	return 0, fmt.Errorf("unknown property %q", s)
}

// EndsProcess reports whether the process ends where a check of p fails and p is not
// judged (semantics 5.4 to 5.7).
func (p Property) EndsProcess() bool { return p == Assert || p == Reach || p == Memory || p == Div }

// IsTemporal reports whether a property is about whole executions. A violation of such a property is a
// lasso: a stem, and a loop that is repeated for ever (semantics 17).
func (p Property) IsTemporal() bool { return p == LTL || p == Termination || p == Progress }

// Kind names one way to violate a property; Memory has several.
type Kind string

// These are the kinds of violations whose names differ from the name of their property.
const (
	NullDereference  Kind = "null-dereference"
	OutOfBounds      Kind = "out-of-bounds"
	UseAfterFree     Kind = "use-after-free"
	UseAfterScope    Kind = "use-after-scope"
	DoubleFree       Kind = "double-free"
	InvalidFree      Kind = "invalid-free"
	Leak             Kind = "leak"
	ReadOnlyWrite    Kind = "read-only-write"
	Overlap          Kind = "overlap" // a copy between objects that overlap
	UnlockNotOwned   Kind = "unlock-not-owned"
	UnlockFree       Kind = "unlock-free"
	DestroyHeld      Kind = "destroy-held"
	InitHeld         Kind = "init-held"      // initialised again
	OverwriteHeld    Kind = "overwrite-held" // its bytes written by the program
	EndHeld          Kind = "end-held"       // its thread has ended
	UseAfterDestroy  Kind = "use-after-destroy"
	NeverInitialised Kind = "never-initialised" // a mutex whose bytes the program wrote, and which look destroyed; a barrier or semaphore of zeros
	TwoMutexes       Kind = "two-mutexes"       // of threads that wait at one condition variable
)

var kinds = [NumProperties][]Kind{
	Memory: {NullDereference, OutOfBounds, UseAfterFree, UseAfterScope, DoubleFree, InvalidFree, Leak, ReadOnlyWrite, Overlap},
	Lock:   {UnlockNotOwned, UnlockFree, DestroyHeld, InitHeld, OverwriteHeld, EndHeld, UseAfterDestroy, NeverInitialised, TwoMutexes},
}

// Of reports whether k is a kind of p; of a property without several it is empty.
func (k Kind) Of(p Property) bool {
	return slices.Contains(kinds[p], k) || k == "" && kinds[p] == nil
}
