package raceproof

import (
	"github.com/heddle-mc/heddle/internal/ir"
)

// Position is an instruction of a function: Instr counts from 0, and one past the
// last is the terminator.
type Position struct {
	Func  ir.FuncID
	Block ir.BlockID
	Instr int
}

// Pair is two instructions that may race: A is not after B in the program.
type Pair struct {
	A, B       Position
	PosA, PosB ir.Pos // in the source; of a library model's, of one of its calls
	Object     string // one of those that they may race on, for people
}

// Reason says why two accesses that may be to one byte do not race.
type Reason uint8

// The reasons.
const (
	None      Reason = iota // they may race
	Ordered                 // one thread is not created yet, or was joined, when the other does its access
	OneThread               // only one thread does them
	Sections                // both are in atomic sections
	Locked                  // both threads hold one lock
	Apart                   // each thread has its own place
	Fresh                   // one is done before any other thread can reach the object
	numReasons
)

// Result is what the analysis found. It is immutable.
type Result struct {
	Program *ir.Program
	// Lost says why nothing was proved; empty: see Pairs.
	Lost     string
	Pairs    []Pair // that may race, in order, each once for every place in the source
	Accesses int    // to memory that several threads can reach, by context
	Excluded [numReasons]int

	pairs int
}

// RaceFree reports whether no execution has a data race, under the assumptions in
// the package comment.
func (r *Result) RaceFree() bool { return r.Lost == "" && len(r.Pairs) == 0 }
