package svcomp

import (
	"fmt"
	"time"
)

// Kind says what a witness shows.
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
	Segments []Segment // of a violation

	// Of a correctness witness.
	Invariants []Invariant
	Ghosts     []Ghost
	Updates    []Update

	Warnings []*Error // what the reader did not understand, or takes in another sense
	Dropped  []*Error // constraints that the reader left out: more executions are represented than the witness has
}

// Metadata says of what a witness is. Of several entries it is the first's.
type Metadata struct {
	FormatVersion string // 2.0, 2.1, 2.2; 1.0: GraphML
	UUID          string // of the first entry; others count on
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

// Location is what a waypoint or invariant is at.
type Location struct {
	File     string
	Place           // of the program; Column 0: the leftmost that is suitable
	Function string // empty: not given
	AnyFile  bool   // the line may be of another file: GraphML names one only
}

// Type is what a waypoint or invariant is.
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

// AnyThread is the thread of a waypoint that names none.
const AnyThread = -1

// MainThread is the number of the main thread.
const MainThread = 0

// Segment is a part of an execution: it ends where Follow is evaluated for the first time.
type Segment struct {
	Avoid  []Waypoint
	Follow []Waypoint // one; of the last segment one target, or the two of a race in any order
	At     Place      // in the witness
}

// Waypoint is a place that an execution comes to, and what holds there.
type Waypoint struct {
	Type     Type
	Location Location
	Value    string // the constraint; empty: none
	Format   string // of Value; empty: not given
	Thread   int    // its number (Numbered); AnyThread: not given
	At       Place  // in the witness
	After    bool   // of an assumption: it is evaluated behind its statement, as in GraphML
	Callee   string // of a call, its function, for GraphML; empty: not known
	Starts   string // of a function_enter, what the created thread runs, for GraphML; empty: not known
}

// Invariant is a condition that always holds at a place.
type Invariant struct {
	Type     Type
	Location Location
	Value    string
	Format   string
	At       Place
}

// Ghost is a global variable that only the witness has.
type Ghost struct {
	Name, CType string
	Initial     string // its value in C
	At          Place
}

// Update sets ghosts at once with the statement at a place, in their order.
type Update struct {
	Location Location
	Sets     []Set
	At       Place
}

// Set gives a ghost a value.
type Set struct {
	Variable, Value string
	At              Place
}

// Creates reports whether a waypoint to be followed numbers a thread: the k-th that does, in
// the order of the file, numbers the thread that it creates k.
func (w *Waypoint) Creates() bool { return w.Type == FunctionEnter }

// Targets returns the waypoints of the last segment.
func (w *Witness) Targets() []Waypoint {
	if len(w.Segments) == 0 {
		return nil
	}
	return w.Segments[len(w.Segments)-1].Follow
}

// Error is a mistake in a witness. Line and column count from 1, the column in bytes; 0: at
// no place.
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
