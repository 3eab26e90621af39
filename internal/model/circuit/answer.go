package circuit

import (
	"context"
	"errors"
	"slices"

	"github.com/heddle-mc/heddle/internal/solve/bitblast"
	"github.com/heddle-mc/heddle/internal/solve/sat"
)

// Answer is a checker's answer about some bad signals.
type Answer struct {
	Status Status
	// For Reached: an execution before whose last step Bad holds. Bad is one of the signals in
	// question.
	Execution *Execution
	Bad       int
	// For Proved, unless it is exhaustive: clauses that hold in every reachable state and exclude the
	// signals.
	Invariant []Clause
	// States, unless it is NoEdge, is the same invariant as an edge over the latches.
	States bitblast.Edge
	Steps  int        // for Induction and Exhausted: k
	Reason sat.Reason // for Unknown: the reason that ended the search
}

// Status is the result of a check.
type Status uint8

// The results of a check.
const (
	Unknown   Status = iota // no result
	Bounded                 // not reachable within the number of steps that the checker was allowed
	Reached                 // one of the signals can be reached
	Proved                  // none can be reached; the invariant proves it
	Induction               // none can be reached; k-induction proves it
	Claimed                 // none can be reached, as another program claims
	Exhausted               // none can be reached: all executions end after k steps, except for steps without progress
)

// Checker decides whether bad signals of one circuit can be reached.
type Checker interface {
	// Check decides whether any of the given bad signals can be reached. It keeps learned clauses for
	// the next call, which may give fewer signals.
	Check(ctx context.Context, bads []int) (*Answer, error)
	// Depth returns the greatest number of steps known to reach none of the signals of the last Check;
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
	Memory    int64 // bytes, approximately
}

// StatsOf returns the counters of a solver.
func StatsOf(s *sat.Solver, checks int) Stats {
	t := s.Stats()
	return Stats{Checks: checks, Variables: t.Vars, Clauses: t.Clauses + t.Binary, Conflicts: t.Conflicts, Memory: t.Memory}
}

// GaveUp returns the answer Unknown with the solver's reason.
func GaveUp(s *sat.Solver) *Answer { return &Answer{Reason: s.Reason()} }

// Found executes an execution that a checker found, and returns the answer Reached for it.
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
