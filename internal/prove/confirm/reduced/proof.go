package reduced

import (
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// States of threads that are not at a state of the system.
const (
	Ended   efsm.StateID = 0
	Stopped efsm.StateID = -1 // the thread never continues, after a step that others can see
)

// Proof gives the assertions at the places of some interleavings.
type Proof struct {
	System   *efsm.System // terms are those of its store
	Of       *efsm.System // the system in question, if System is a weaker one; nil: System itself
	Property verdict.Property
	Thread   efsm.ThreadID // whose steps violate nothing, if no other thread's did before
	Places   []Place       // executions begin at the first
}

// Place gives the state of each thread and the knowledge there.
type Place struct {
	At      []efsm.StateID  // by thread
	Passing bool            // a single step leads to the place; the knowledge there follows from this step
	Holds   []term.ID       // assertions over the variables; empty for a place in passing
	Sleep   []efsm.ThreadID // ascending
	Enough  []efsm.ThreadID // ascending: every violation has a step of one of these threads
	Turns   []Turn          // in their order
}

// Turn is the step of one thread at a place.
type Turn struct {
	Thread efsm.ThreadID
	Ends   []End // ways that are missing cannot be gone
}

// End is one way in which a step ends.
type End struct {
	Path []efsm.StateID // the states that are executed
	At   efsm.StateID   // where the thread is then
	To   int            // index of the place that this leads to
}

// Uncovered says what a proof relies on that Confirm cannot check.
type Uncovered struct{ What string }

// Error returns a message that names it.
func (e *Uncovered) Error() string { return "not covered: " + e.What }

// Refuted says which part of a proof was not confirmed.
type Refuted struct{ What string }

// Error returns a message that names it.
func (e *Refuted) Error() string { return "not confirmed: " + e.What }
