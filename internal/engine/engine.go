// Package engine defines the interface between the driver and the engines: the problem that an engine gets,
// and the outcome that it returns. This package takes no decisions. Each engine is a package below it:
//
//	explore         executes the program: random schedules, then every interleaving
//	static          proofs from the program text
//	stored          proofs from a file, confirmed
//	order           the event graph with the ordering theory, or with clocks
//	interleave      chosen interleavings of the event graph
//	sequentialized  a sequential program in place of the threads
//	circuit         a sequential circuit and its model checkers
//	token, eager    transition systems, unrolled with a token or with a scheduler
//	refine          assertions that prove a reduction of a system's interleavings
//
// Packages search (growing bounds), depth and unroll (unrolled systems) and record (traces of systems) have the
// common parts.
//
// An engine never prints, parses flags or knows a file format. Its answers are claims until the driver has
// replayed them: a violation carries a trace. Package drive/check makes Problems and runs the engines. The
// public package and drive/relax call engine explore directly, by explore.Explore.
package engine

import (
	"context"
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/prove/certificate"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Engine answers problems. It is for one goroutine at a time.
type Engine interface {
	// Run judges one property that the engine's Kind supports, within bounds that the Kind accepts. When
	// ctx is done it returns the violation that it has found, else verdict.Unknown with a reason. An error
	// means that the engine failed, never that the program did.
	Run(ctx context.Context, p *Problem) (*Outcome, error)
}

// Joint is an engine that can judge several properties with one exploration.
type Joint interface {
	Engine
	// Joins reports whether one exploration can judge a property beside others.
	Joins(verdict.Property) bool
	// RunJointly judges properties, each as if alone, and ignores p.Property. It calls tell once for each
	// property, as soon as the answer is known, and for all of them before it returns; on an error some
	// calls may be missing.
	RunJointly(ctx context.Context, p *Problem, properties interp.Properties, tell func(verdict.Property, *Outcome)) error
}

// Problem holds the input of an engine: the program, the property, and how to search.
type Problem struct {
	Program     *ir.Program
	Known       *analyze.Facts // of the program, which Facts returns; nil: analyze.Of
	Property    verdict.Property
	Places      *[2]ir.Place   // of verdict.Exclusion: the places at which two threads must not be at once; of verdict.Progress: from where to where; else nil
	Temporal    *Temporal      // of a property of executions as a whole; else nil
	Environment ir.Environment // choices of the environment that are on (semantics 12)
	Bounds      Bounds
	Part        *Part  // of a Divider: the executions to judge; nil: all
	Model       string // the memory model, one of Kind.Models; empty: sequential consistency
	// NewSolver makes the solver of symbolic engines; nil: the embedded one. Engines
	// with a theory need a solver.Host. A solver that is an io.Closer is closed.
	NewSolver func(*term.Store) solver.Solver
	// Prepare makes the program's form for the interpreter, which Code returns; nil:
	// interp.Prepare does. It is called by the goroutine of the engine.
	Prepare func() *interp.Code
	// Progress, if not nil, is called from time to time with the engine's stage and counters.
	Progress func(Progress)
	// Races, if not nil, is called with a report on the pairs of accesses that holds until the outcome has another. It
	// is the answer if the engine does not end in its time.
	Races func(*Races)
	// Memory bounds the memory that the engine may hold, in bytes, approximately; 0: no bound.
	Memory int64
	// Shared: other engines wait for the rest of the time. An engine that would begin anew with a larger
	// system ends instead.
	Shared bool
	// All requests every violation that the engine finds, each place once, and not only the first.
	All bool
	// Without names passes that are left out (Kind.Passes).
	Without []string
	// After, if not nil, is called with the result of each pass. Its error ends the run.
	After func(pass string, form io.WriterTo) error
}

// Uses reports whether a pass is not left out.
func (p *Problem) Uses(pass string) bool { return !slices.Contains(p.Without, pass) }

// Made checks an event graph that a pass made, and hands the form that a pass made to After. An error
// is one of Heddle: no verdict may rest on the form.
func (p *Problem) Made(pass string, form io.WriterTo) error {
	if g, ok := form.(*event.Graph); ok {
		if err := event.Check(g); err != nil {
			return fmt.Errorf("after pass %s: %w", pass, err)
		}
	}
	if p.After == nil {
		return nil
	}
	return p.After(pass, form)
}

// Facts returns the results of the analyses of the program. They are computed once and kept in Known.
func (p *Problem) Facts() *analyze.Facts {
	if p.Known == nil {
		p.Known = analyze.Of(p.Program)
	}
	return p.Known
}

// Code returns the program in the form that the interpreter executes. It is made on the first call.
func (p *Problem) Code() *interp.Code {
	if p.Prepare == nil {
		p.Prepare = sync.OnceValue(func() *interp.Code { return interp.PrepareFrom(p.Facts()) })
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
	Unwind   int // arrivals at the head of a loop whose number of iterations is not a constant; nested calls of a function
	Contexts int // uninterrupted runs of one thread
	Rounds   int // round-robin rounds
	Writes   int // writes to shared memory
	Threads  int // threads of an execution that begin, main included
}

// Outcome holds the answer of an engine.
type Outcome struct {
	Verdict    verdict.Verdict
	Violations []Violation    // of verdict.Violation: at least one
	Reason     verdict.Reason // of verdict.Unknown and verdict.Bounded without marks
	Detail     string         // for people: the construct that is unsupported, which limit …
	Marks      []verdict.Mark // of verdict.Bounded: the bounds that executions hit
	Assumed    []string       // of verdict.Safe: assumptions of this engine beyond those of all engines
	Proof      *Proof         // of verdict.Safe; nil: there is none
	// Certificate is, with verdict.Safe, the proof as it was confirmed, without properties; nil: there is
	// none to write down.
	Certificate *certificate.Claim
	// Uncertified, with verdict.Safe, is the reason why the proof was not confirmed for the program's whole
	// model. It is empty if the proof was confirmed, or if the engine has no proofs of this property to
	// confirm.
	Uncertified string
	Layout      Layout // of verdict.Safe and verdict.Bounded
	Stats       Stats
	Races       *Races // of an unknown answer about races: the pairs that were judged; nil: none

	// Rest holds the answer for the executions without a violation; it accompanies verdict.Violation with
	// Problem.All. nil: the engine does not continue after a violation.
	Rest *Outcome
}

// Races reports which pairs of accesses were shown not to race, when not all were.
type Races struct {
	Shared   int       `json:"shared"` // objects that several threads may access
	Pairs    int       `json:"pairs"`  // pairs of accesses that may touch the same byte, by calling context
	Proved   []Proved  `json:"proved"` // of the pairs, by reason
	Assumed  []string  `json:"assumed"`
	Suspects []Suspect `json:"suspects"` // the other pairs, each once for each pair of places, the best first
}

// Proved is a number of pairs that cannot race, with the reason.
type Proved struct {
	Reason string `json:"reason"`
	Pairs  int    `json:"pairs"`
}

// Suspect is two places whose accesses may race: nothing shows that they do, or do not.
type Suspect struct {
	Object   string           `json:"object"`
	Location string           `json:"location"` // the part of the object, such as a member, with the name of the object
	First    verdict.Location `json:"first"`
	Second   verdict.Location `json:"second"`
	Kind     string           `json:"kind"`
	// Locked and Open are the numbers of pairs of accesses to the location that a lock keeps apart, and that are
	// not proved.
	Locked int `json:"locked"`
	Open   int `json:"open"`
	// Guard is the lock under which most places are that access the location: Guarded of Places.
	Guard   string `json:"guard,omitempty"`
	Guarded int    `json:"guarded"`
	Places  int    `json:"places"`
	Atomic  int    `json:"atomic,omitempty"` // of the Places: those with atomic accesses only
	Waits   bool   `json:"waits,omitempty"`  // a wait for a condition depends on the value
	Update  bool   `json:"update,omitempty"` // both write, and one is x++ or similar without an atomic operation: an update may be lost
}

// Proof is the explanation of a proved property, for output.
type Proof struct {
	Summary   string   // which kind of proof it is, without a stop
	Conjuncts []string // of the invariant, over names of the program
}

// Layout reports how far an answer covers executions in which objects lie elsewhere in memory than ir.Space
// places them, or at addresses that were freed (package analyze/layout).
type Layout uint8

// The layouts.
const (
	OneLayout   Layout = iota // nothing
	TellsApart                // it has marks where pointers to different objects are compared and that makes a difference
	TellsPieces               // so it has, and marks where a library model reads single bytes of a pointer
	EveryLayout               // it holds for all of them
)

// Violation is a failure and the trace that leads to it.
type Violation struct {
	Trace    *trace.Trace   // with Failure
	Replayed *interp.Result // of an execution of the trace; nil: the engine has only found it
}

// Progress holds the state of an engine's work.
type Progress struct {
	Stage     string // "unwind", "encode", "solve", "explore"
	Bound     int    // the loop bound being worked on; 0: none
	Depth     int    // steps of the executions being looked for, of engines that go deeper step by step; 0: none
	States    int    // control states that threads can be in within these steps
	Events    int
	Clauses   int
	Conflicts int64
	Steps     uint64 // visible operations executed
}

// InputError is the error for a question that is malformed, or does not fit the program.
type InputError struct{ Err error }

// Error implements error.
func (e *InputError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *InputError) Unwrap() error { return e.Err }
