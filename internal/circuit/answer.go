package circuit

import (
	"context"
	"errors"
	"slices"

	"github.com/heddle-mc/heddle/internal/bitblast"
	"github.com/heddle-mc/heddle/internal/sat"
)

// Answer is what a checker says of some bad signals.
type Answer struct {
	Status Status
	// Of Reached: an execution before whose last step Bad, one of those asked for, holds.
	Execution *Execution
	Bad       int
	// Of Proved, unless it is exhaustive: clauses that hold in every state that can be
	// reached, whatever is bad, and in no state in which something asked for is.
	Invariant []Clause
	// States, unless it is NoEdge, is the same said by an edge over the latches.
	States bitblast.Edge
	Steps  int        // of Induction and Exhausted: k
	Reason sat.Reason // of Unknown: what ended the search
}

// Status says what is known.
type Status uint8

// What can be known.
const (
	Unknown   Status = iota // not known
	Bounded                 // not reached in as many steps as the checker was allowed
	Reached                 // one can be reached
	Proved                  // none can, which the invariant shows
	Induction               // none can, which k-induction shows
	Claimed                 // none can, which another program says
	Exhausted               // none can: executions have come to their end after k steps, but for those without progress
)

// Checker decides whether bad signals of one circuit can be reached.
type Checker interface {
	// Check judges some bad signals together. It keeps what it learned for the next
	// call, which may ask for fewer.
	Check(ctx context.Context, bads []int) (*Answer, error)
	// Depth returns how many steps are known to reach none of what was asked for last;
	// -1: none.
	Depth() int
	// Stats returns counters of the solvers.
	Stats() Stats
}

// Stats are counters of a checker.
type Stats struct {
	Checks    int
	Variables int
	Clauses   int
	Conflicts int64
	Memory    int64 // bytes, nearly
}

// StatsOf returns the counters of a solver.
func StatsOf(s *sat.Solver, checks int) Stats {
	t := s.Stats()
	return Stats{Checks: checks, Variables: t.Vars, Clauses: t.Clauses + t.Binary, Conflicts: t.Conflicts, Memory: t.Memory}
}

// GaveUp returns the answer for a solver that has none.
func GaveUp(s *sat.Solver) *Answer { return &Answer{Reason: s.Reason()} }

// Found returns the answer for an execution that a checker found, once it has been
// executed.
func Found(c *Circuit, e *Execution, bads []int) (*Answer, error) {
	held, err := c.Replay(e)
	if err != nil {
		return nil, err
	}
	for _, b := range bads {
		if slices.Contains(held, b) {
			return &Answer{Status: Reached, Execution: e, Bad: b}, nil
		}
	}
	return nil, errors.New("nothing bad is reached in an execution that was found")
}
