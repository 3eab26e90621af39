package raceproof

import (
	"time"

	"github.com/heddle-mc/heddle/internal/program/ir"
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
	PosA, PosB ir.Pos // in the source; in a library model, the place of one of its calls
	Location   *Location
	Kind       Kind
	Update     bool // both write, and one is x++ or similar without an atomic operation: an update may be lost

	x, y  *access
	tally *tally
}

// Reason is the reason why two accesses that may touch the same byte do not race.
type Reason uint8

// The reasons.
const (
	None      Reason = iota // they may race
	Ordered                 // one thread is not created yet, or was joined, at the access of the other
	OneThread               // the same thread does both
	Sections                // both are in atomic sections
	Locked                  // both threads hold one lock
	Apart                   // each thread has its own place
	Fresh                   // one comes before any other thread can reach the object
	Later                   // so it is if no other pair races: this one is not the first race of an execution
	numReasons
)

// Result is the result of the analysis. It is immutable.
type Result struct {
	Program *ir.Program
	// Lost is the reason why nothing was proved; empty: see Pairs.
	Lost     string
	Pairs    []Pair // that may race, also later (Later), in order, each once for each pair of places in the source
	Accesses int    // number of accesses, by context, to memory that several threads can reach
	Excluded [numReasons]int
	Shared   int           // number of objects with such accesses
	Unjudged int           // number of pairs for which there was no time; Excluded counts them as None
	Pointers time.Duration // for the targets of pointers
	Beyond   []string      // what the judgements of pairs assume (Survey); empty: nothing
	Teams    bool          // some judgement rests on what constructs of OpenMP promise to teams of threads

	pairs, steps, arrivals int
}

// Text describes the reason in a few words.
func (r Reason) Text() string {
	return [...]string{"not proved", "ordered by creation and joining", "one thread", "atomic sections", "a common lock", "places of their own", "not shared yet", "not shared yet unless another pair races first"}[r]
}

// NumReasons is the number of reasons, None among them.
const NumReasons = int(numReasons)

// RaceFree reports whether no execution has a data race, under the assumptions in
// the package comment.
func (r *Result) RaceFree() bool {
	return r.Lost == "" && r.Excluded[None] == 0 && len(r.Beyond) == 0
}

// Text describes the kind in a few words.
func (k Kind) Text() string {
	return [...]string{"one is not under the lock", "no common lock", "one may be to another part", "under a lock that may not exclude other threads", "not shared yet unless another pair races first"}[k]
}
