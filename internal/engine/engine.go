// Package engine owns the interface between the driver and the ways to explore
// interleavings: what an engine is asked, and what it may answer. The engines
// themselves are packages of the floor above. It decides nothing.
//
// An engine never prints, parses flags or knows a file format. Its answers are
// claims until the driver has replayed them: a violation carries a trace.
package engine

import (
	"context"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/heddle-mc/heddle/internal/interp"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/solver"
	"github.com/heddle-mc/heddle/internal/term"
	"github.com/heddle-mc/heddle/internal/trace"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// Engine answers problems. It is for one goroutine at a time.
type Engine interface {
	// Run judges one property that its kind supports, within bounds that it obeys. When ctx is done it returns what it has: a
	// violation found before, else verdict.Unknown with a reason. An error means
	// that the engine failed, never that the program did.
	Run(ctx context.Context, p *Problem) (*Outcome, error)
}

// Joint is an engine that can judge several properties with one exploration.
type Joint interface {
	Engine
	// RunJointly judges properties, each as if alone, whatever p.Property says.
	// It tells each one's answer once, as soon as it is known, and all before it
	// returns; on an error some may be missing.
	RunJointly(ctx context.Context, p *Problem, properties interp.Properties, tell func(verdict.Property, *Outcome)) error
}

// Problem is what an engine is asked.
type Problem struct {
	Program     *ir.Program
	Property    verdict.Property
	Places      *[2]ir.Place   // of verdict.Exclusion: what two threads must not be at at once; else nil
	Environment ir.Environment // choices of the environment that are on (semantics 12)
	Bounds      Bounds
	// NewSolver makes the solver of symbolic engines; nil: the embedded one. Engines
	// with a theory need a solver.Host. A solver that is an io.Closer is closed.
	NewSolver func(*term.Store) solver.Solver
	// Prepare makes the program's form for the interpreter, which Code returns; nil:
	// interp.Prepare does. It is called by the goroutine of the engine.
	Prepare func() *interp.Code
	// Progress, if not nil, is told now and then how far the engine is.
	Progress func(Progress)
	// Memory bounds what the engine may hold, in bytes, nearly; 0: no bound.
	Memory int64
	// All asks for every violation that the engine finds, each place once, and
	// not only the first.
	All bool
	// Without names passes that are left out (Kind.Passes).
	Without []string
	// After, if not nil, is shown what passes make. Its error ends the run.
	After func(pass string, form io.WriterTo) error
}

// Uses reports whether a pass is not left out.
func (p *Problem) Uses(pass string) bool { return !slices.Contains(p.Without, pass) }

// Made shows what a pass made.
func (p *Problem) Made(pass string, form io.WriterTo) error {
	if p.After == nil {
		return nil
	}
	return p.After(pass, form)
}

// Code returns the program as the interpreter executes it, made when first asked for.
func (p *Problem) Code() *interp.Code {
	if p.Prepare == nil {
		p.Prepare = sync.OnceValue(func() *interp.Code { return interp.Prepare(p.Program) })
	}
	return p.Prepare()
}

// Alone returns the problem with those choices of the environment that are on for its
// property alone.
func (p *Problem) Alone() *Problem {
	alone := *p
	alone.Environment = p.Environment.For(p.Property)
	return &alone
}

// Bounds cut executions; zero means none.
type Bounds struct {
	Unwind      int // arrivals at the head of a loop whose number of iterations is not a constant; nested calls of a function
	Preemptions int // switches away from a thread that could go on; -1: none at all
	Contexts    int // uninterrupted runs of one thread
	Rounds      int // round-robin rounds
	Writes      int // writes to shared memory
	Threads     int // threads of an execution, main included
}

// Outcome is what an engine answers.
type Outcome struct {
	Verdict    verdict.Verdict
	Violations []Violation    // of verdict.Violation: at least one
	Reason     verdict.Reason // of verdict.Unknown and verdict.Bounded without marks
	Detail     string         // for people: the construct that is unsupported, which limit …
	Marks      []verdict.Mark // of verdict.Bounded: the bounds that executions hit
	Assumed    []string       // of verdict.Safe: what this engine assumes beyond what all do
	Layout     Layout         // of verdict.Safe and verdict.Bounded
	Stats      Stats
}

// Layout is what an answer says of executions in which objects lie elsewhere in memory
// than ir.Space has them, or at addresses that were freed (package analysis/layout).
type Layout uint8

// The layouts.
const (
	OneLayout   Layout = iota // nothing
	TellsApart                // it has marks where pointers to different objects are compared and that makes a difference
	EveryLayout               // it holds for all of them
)

// Violation is a failure and the trace that leads to it.
type Violation struct {
	Trace *trace.Trace // with Failure
}

// Progress says how far an engine is.
type Progress struct {
	Stage     string // "unwind", "encode", "solve", "explore"
	Bound     int    // the loop bound being worked on; 0: none
	Events    int
	Clauses   int
	Conflicts int64
	Steps     uint64 // visible operations executed
}

// NowhereError says that no thread has anything to do at a place that is asked about:
// there is no answer to whether two are there at once.
type NowhereError struct {
	File string
	Line int // from 1
}

// Error names the place.
func (e *NowhereError) Error() string {
	return fmt.Sprintf("%s:%d: no thread comes here to do anything", e.File, e.Line)
}

// Stats counts what an engine did. What an engine has no notion of is zero.
type Stats struct {
	Bound      int          `json:"bound,omitempty"` // the last loop bound completed
	Threads    int          `json:"threads,omitempty"`
	Nodes      int          `json:"nodes,omitempty"`      // visible operations of the graph
	Events     int          `json:"events,omitempty"`     // reads and writes of the graph
	Candidates int          `json:"candidates,omitempty"` // rf and ws literals
	Terms      int          `json:"terms,omitempty"`
	Variables  int          `json:"variables,omitempty"`
	Clauses    int          `json:"clauses,omitempty"`
	Conflicts  int64        `json:"conflicts,omitempty"`
	Executions uint64       `json:"executions,omitempty"`
	Traces     uint64       `json:"traces,omitempty"` // executions that are not equivalent
	Redundant  uint64       `json:"redundant,omitempty"`
	States     uint64       `json:"states,omitempty"`
	Steps      uint64       `json:"steps,omitempty"` // visible operations, re-executed ones included
	Stages     []StageStats `json:"stages,omitempty"`

	// Of engines that unroll transition systems.
	Depth     int            `json:"depth,omitempty"`     // the last depth that was looked at
	Reachable int            `json:"reachable,omitempty"` // control states that can be reached, summed over threads and depths
	Pairs     int            `json:"pairs,omitempty"`     // pairs of a read_sync and a write_sync
	Pruned    int            `json:"pruned,omitempty"`    // pairs that locks rule out
	Copied    int            `json:"copied,omitempty"`    // shared variables that follow the token
	Depths    []DepthStats   `json:"depths,omitempty"`    // what it took to get so far
	Witnesses []WitnessStats `json:"witnesses,omitempty"` // in the order in which they were found
}

// StageStats is the cost of one stage, summed over bounds.
type StageStats struct {
	Name string        `json:"name"`
	Time time.Duration `json:"time_ns"`
	Size int           `json:"size"` // in the stage's unit: events, terms, clauses
}

// Stage returns the cost of a stage, to be added to.
func (s *Stats) Stage(name string) *StageStats {
	for i := range s.Stages {
		if s.Stages[i].Name == name {
			return &s.Stages[i]
		}
	}
	s.Stages = append(s.Stages, StageStats{Name: name})
	return &s.Stages[len(s.Stages)-1]
}

// DepthStats is what it took to know all violations up to a depth.
type DepthStats struct {
	Depth     int           `json:"depth"`
	Time      time.Duration `json:"time_ns"`      // since the engine began
	CPU       time.Duration `json:"cpu_ns"`       // of the whole process since then; 0: not known
	Memory    int64         `json:"memory_bytes"` // of formula and search
	Reachable int           `json:"reachable"`    // as in Stats, so far
	Pairs     int           `json:"pairs"`
}

// WitnessStats is one violation that was found.
type WitnessStats struct {
	Depth  int           `json:"depth"`
	Time   time.Duration `json:"time_ns"` // since the engine began
	CPU    time.Duration `json:"cpu_ns"`  // of the whole process since then; 0: not known
	Memory int64         `json:"memory_bytes"`
	Passes string        `json:"passes"` // how the token went; empty: the engine has none
	Place  string        `json:"place"`  // of the violation; of both accesses of a race
}
