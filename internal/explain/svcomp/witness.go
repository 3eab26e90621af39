package svcomp

import (
	"fmt"
	"time"
)

// Kind tells violation witnesses and correctness witnesses apart.
type Kind uint8

// The kinds of witness.
const (
	Violation Kind = iota
	Correctness
)

// String returns the kind as a word.
func (k Kind) String() string { return [...]string{"violation", "correctness"}[k] }

// Witness is a verification witness.
type Witness struct {
	Kind     Kind
	Metadata Metadata
	Segments []Segment // of a violation witness

	// Of a correctness witness.
	Invariants []Invariant
	Ghosts     []Ghost
	Updates    []Update

	Warnings []*Error // parts that the reader did not understand, or read in another sense
	Dropped  []*Error // constraints that the reader dropped; so the result allows more executions than the witness
}

// Metadata identifies the program and the producer of a witness. With several entries it is the first
// entry's.
type Metadata struct {
	FormatVersion string // 2.0, 2.1, 2.1-goblint, 2.2; 1.0: GraphML
	UUID          string // of the first entry; others continue it
	Created       time.Time
	Producer      string
	Version       string // of the producer
	Files         []string
	Hashes        []string // of Files, in their order: SHA-256 in lower-case hexadecimal
	Specification string   // as the file has it
	DataModel     string   // ILP32 or LP64
}

// Place is a place in a file. Line and Column count from 1; 0: not given.
type Place struct{ Line, Column int }

// Location is the place of a waypoint or invariant.
type Location struct {
	File     string
	Place           // in the program; Column 0: the leftmost suitable one
	Function string // empty: not given
	AnyFile  bool   // the line may be in another file, since GraphML names only one
}

// Type is the type of a waypoint or invariant.
type Type string

// The types of waypoints and invariants.
const (
	Assumption        Type = "assumption"
	Branching         Type = "branching"
	FunctionEnter     Type = "function_enter"
	FunctionReturn    Type = "function_return"
	Target            Type = "target"
	LoopInvariant     Type = "loop_invariant"
	LocationInvariant Type = "location_invariant"
)

// The formats of constraints and invariants.
const (
	CExpression    = "c_expression"
	ExtCExpression = "ext_c_expression"
	ACSLExpression = "acsl_expression"
)

// AnyThread is the thread of a waypoint without a thread.
const AnyThread = -1

// MainThread is the number of the main thread.
const MainThread = 0

// Segment is a part of an execution. It ends when Follow is first evaluated.
type Segment struct {
	Avoid  []Waypoint
	Follow []Waypoint // one waypoint; in the last segment one target, or the two of a race in any order
	At     Place      // in the witness
}

// Waypoint is a place that an execution reaches, with a condition that holds there.
type Waypoint struct {
	Type     Type
	Location Location
	Value    string // the constraint; empty: none
	Format   string // of Value; empty: not given
	Thread   int    // its number (Creates); AnyThread: not given
	At       Place  // in the witness
	After    bool   // for an assumption: it is evaluated after its statement, as in GraphML
	Callee   string // for a call in GraphML: the function; empty: unknown
	Starts   string // for a function_enter in GraphML: the function of the created thread; empty: unknown
}

// Invariant is a condition that always holds at a place.
type Invariant struct {
	Type     Type
	Location Location
	Value    string
	Format   string
	At       Place
}

// Ghost is a global variable that exists only in the witness.
type Ghost struct {
	Name, CType string
	Initial     string // its value in C
	At          Place
}

// Update sets ghosts atomically with the statement at a place, in their order.
type Update struct {
	Location Location
	Sets     []Set
	At       Place
}

// Set assigns a value to a ghost.
type Set struct {
	Variable, Value string
	At              Place
}

// Creates reports whether a waypoint to follow numbers a thread. In the order of the file, the k-th
// such waypoint gives the number k to the thread that it creates.
func (w *Waypoint) Creates() bool { return w.Type == FunctionEnter }

// Error is a mistake in a witness. Line and column count from 1, the column in bytes; 0: no place.
type Error struct {
	Name string
	Place
	Text string
}

// Error implements error.
func (e *Error) Error() string {
	switch {
	case e.Line == 0:
		return e.Name + ": " + e.Text
	case e.Column == 0:
		return fmt.Sprintf("%s:%d: %s", e.Name, e.Line, e.Text)
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.Name, e.Line, e.Column, e.Text)
}
