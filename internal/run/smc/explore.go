package smc

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/program/wide"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// Reduction is how much of the search Explore may leave out. The executions left out have no other
// violations than the executed ones.
type Reduction uint8

// The reductions. Hashing cannot be combined with DPOR: a state that was visited
// is left with races unreversed that depend on how it was reached.
const (
	// NoReduction executes every interleaving.
	NoReduction Reduction = iota
	// Hashing abandons an execution in a state that was visited before. It is
	// not used for races, which depend on how a state was reached.
	Hashing
	// DPOR executes one interleaving of each Mazurkiewicz trace.
	DPOR
)

var reductionNames = [...]string{"none", "hashing", "dpor"}

// String returns the name of the reduction.
func (r Reduction) String() string { return reductionNames[r] }

// Options holds the properties, the reduction and the bounds of an exploration.
type Options struct {
	// Properties are the properties to judge, each as if alone (semantics 5).
	Properties  interp.Properties
	Environment ir.Environment
	Domain      func(interp.Choice) (values []wide.Word, exact bool) // by the choice without its Index; nil: Corners
	Reduction   Reduction
	Bounds      Bounds // of thread switches; without DPOR only
	StopAtFirst bool   // at the first violation
	// Counts reports whether a violation of the machine's execution counts; nil: all do. The result must
	// depend only on the past of the violation in the execution.
	Counts     func(*interp.Machine, *interp.Violation) bool
	Executions uint64        // at most, redundant and curtailed ones included; 0: no limit
	Budget     time.Duration // at most; 0: no limit
	Memory     uint64        // bytes for visited states, approximately, beyond which none is kept; 0: DefaultStateMemory
	MaxSteps   uint64        // instructions of one execution; 0: DefaultMaxSteps
	MaxDepth   int           // visible operations of one execution; 0: DefaultMaxDepth
	MaxMemory  uint64        // bytes of one execution; 0: DefaultMaxMemory
	// Loops and the bounds on them are those of Config. When states are hashed no loop is cut: a thread
	// that waits in one reaches a visited state.
	Loops                  interp.Loops
	Unwind, ConstantUnwind int
	Threads                int // that begin, as in Config; 0: all
}

// The defaults of Options.
const (
	DefaultStateMemory = 1 << 30
	DefaultMaxDepth    = 1 << 16
)

// Exploration holds the results of Explore.
type Exploration struct {
	Violations []Counterexample // each place once
	OutOfTime  bool             // Incomplete because the budget of time is spent
	Cuts       []verdict.Mark   // where bounds stopped threads, each place once
	Limits     []interp.End     // of kind Unsupported, StepLimit, MemoryLimit, Mismatch: executions' ends, each place once
	Executions uint64           // that were executed to their end
	Redundant  uint64           // abandoned where everything was explored already
	Curtailed  uint64           // executions that Bounds did not allow to continue
	Traces     uint64           // DPOR: Mazurkiewicz traces that were executed to their end, blocked ones not
	Blocked    uint64           // DPOR: those in which a thread waits for ever
	States     uint64           // Hashing: distinct states
	Steps      uint64           // visible operations, re-executed ones included
	Depth      int              // most visible operations of one execution
	Complete   bool             // everything within the bounds was executed, for the values of the domains
	Exact      bool             // the domains had every value of the choices
	Bounded    bool             // Bounds left something out
	Incomplete string           // why, if not Complete
}

// Counterexample is a violation and a trace that leads to it.
type Counterexample struct {
	Violation interp.Violation
	Trace     *trace.Trace
}

// ErrBoundedDPOR is the error for a combination of options that would miss violations.
var ErrBoundedDPOR = errors.New("bounds on thread switches cannot be combined with partial-order reduction")

// Explore executes the interleavings of a program at its visible operations, with every value of the
// domains of its choices. It executes all of them, or the interleavings that the reduction keeps. There are
// no snapshots: each execution begins anew and repeats the decisions of the former one up to the last that
// has an alternative. A program that can run for ever is cut by MaxSteps and MaxDepth, and the exploration
// is incomplete.
//
// All properties are judged in one search, with two exceptions. If a property alone would end an execution
// with a violation, the execution continues for the others. And when states are hashed, races are searched
// for separately from other properties. An error other than ErrBoundedDPOR means that the context ended.
func Explore(ctx context.Context, c *interp.Code, opts Options) (*Exploration, error) {
	if opts.Reduction == DPOR && opts.Bounds != (Bounds{}) {
		return nil, ErrBoundedDPOR
	}
	s := newSearch(ctx, c, opts)
	if s.cancel != nil {
		defer s.cancel()
	}
	race := interp.PropertySet(verdict.Race)
	switch {
	case opts.Reduction == DPOR:
		s.reduced()
	case opts.Reduction == Hashing && opts.Properties.Has(verdict.Race):
		if rest := opts.Properties &^ race; rest != 0 {
			s.opts.Properties = rest
			s.plain()
		}
		if !s.stopped() {
			s.opts.Properties, s.opts.Reduction = race, NoReduction
			s.plain()
		}
	default:
		s.plain()
	}
	if err := ctx.Err(); err != nil {
		return nil, context.Cause(ctx)
	}
	s.found.Complete = s.found.Incomplete == ""
	return &s.found, nil
}

// search holds the state that all ways of exploring share.
type search struct {
	code   *interp.Code
	opts   Options
	ctx    context.Context
	cancel context.CancelFunc
	outer  context.Context
	found  Exploration
}

func newSearch(ctx context.Context, c *interp.Code, opts Options) *search {
	s := &search{code: c, opts: opts, ctx: ctx, outer: ctx, found: Exploration{Exact: true}}
	if opts.Domain == nil {
		s.opts.Domain = interp.Corners
	}
	if opts.MaxDepth == 0 {
		s.opts.MaxDepth = DefaultMaxDepth
	}
	if opts.Memory == 0 {
		s.opts.Memory = DefaultStateMemory
	}
	if opts.Budget > 0 {
		s.ctx, s.cancel = context.WithTimeout(ctx, opts.Budget)
	}
	return s
}

// config returns the options of the machines of the search. Violations that do not end the process never
// end an execution: the other properties are judged, too.
func (s *search) config(source interp.Source) interp.Config {
	c := interp.Config{Properties: s.opts.Properties, Environment: s.opts.Environment, Source: source, KeepGoing: true,
		MaxSteps: s.opts.MaxSteps, MaxMemory: s.opts.MaxMemory, Done: s.ctx.Done(),
		Loops: s.opts.Loops, Unwind: s.opts.Unwind, ConstantUnwind: s.opts.ConstantUnwind, Threads: s.opts.Threads}
	if s.opts.Reduction == Hashing {
		c.Loops, c.Unwind, c.ConstantUnwind = interp.RunLoops, 0, 0
	}
	return c
}

// cut records that the search leaves something out.
func (s *search) cut(why string) {
	if s.found.Incomplete == "" {
		s.found.Incomplete = why
	}
}

// limited records that an execution ended in a way that leaves something out.
func (s *search) limited(kind interp.EndKind) {
	switch kind {
	case interp.Unsupported, interp.StepLimit, interp.MemoryLimit, interp.Mismatch:
		s.cut("an execution ended: " + kind.String())
	}
}

// stopped reports whether the search is to end, and notes why.
func (s *search) stopped() bool {
	switch {
	case s.ctx.Err() != nil:
		if s.outer.Err() == nil {
			s.cut("the time budget is spent")
			s.found.OutOfTime = true
		}
	case s.opts.StopAtFirst && len(s.found.Violations) > 0:
		s.cut("it stopped at the first violation")
	default:
		return false
	}
	return true
}

// spent reports whether the budget of executions is used up, with work left.
func (s *search) spent() bool {
	if s.opts.Executions == 0 || s.found.Executions+s.found.Redundant+s.found.Curtailed < s.opts.Executions {
		return false
	}
	s.cut("the budget of executions is spent")
	return true
}

// wanted reports whether a violation is at a new place.
func (s *search) wanted(v *interp.Violation) bool {
	if s.opts.StopAtFirst && len(s.found.Violations) > 0 {
		return false
	}
	for i := range s.found.Violations {
		if s.found.Violations[i].Violation.Same(v) {
			return false
		}
	}
	return true
}

// counts reports whether a violation of a machine's execution is wanted and at a new place.
func (s *search) counts(m *interp.Machine, v *interp.Violation) bool {
	return s.wanted(v) && (s.opts.Counts == nil || s.opts.Counts(m, v))
}

// record records a wanted violation, with the trace of a machine's execution so far and its schedule.
func (s *search) record(m *interp.Machine, v interp.Violation, schedule []trace.Segment) {
	t := m.Trace(&v)
	t.Schedule = append([]trace.Segment(nil), schedule...)
	if v.Property == verdict.Deadlock && (m.Spins() || m.Others(len(t.Failure.Threads))) {
		opts := interp.Options{Environment: s.opts.Environment, MaxMemory: s.opts.MaxMemory}
		if all, _ := interp.ConfirmDeadlock(s.ctx, s.code, t, opts); !all {
			return
		}
	}
	s.found.Violations = append(s.found.Violations, Counterexample{v, t})
}

// judge calls found for the violations of a step that count. before has the properties that were violated
// earlier. The first violation of each property counts, since it would end the execution if the property
// were judged alone. All leaks count, which are found when it ends, and all races. judge returns the
// properties that were violated.
func judge(list []interp.Violation, before interp.Properties, found func(*interp.Violation)) (now interp.Properties) {
	for i := range list {
		v := &list[i]
		p := interp.PropertySet(v.Property)
		switch {
		case v.Property == verdict.Race:
			found(v)
			continue
		case before&p != 0, now&p != 0 && v.Kind != verdict.Leak:
			continue
		}
		now |= p
		found(v)
	}
	return now
}

// addCuts collects where bounds stopped the threads of an execution.
func (s *search) addCuts(m *interp.Machine, end interp.End) {
	s.found.NoteEnd(end)
	for _, c := range m.Cuts() {
		if !slices.Contains(s.found.Cuts, c) {
			s.found.Cuts = append(s.found.Cuts, c)
		}
	}
}

// NoteEnd records an execution's end if it leaves something out.
func (x *Exploration) NoteEnd(e interp.End) {
	switch e.Kind {
	case interp.Unsupported, interp.StepLimit, interp.MemoryLimit, interp.Mismatch:
		same := func(f interp.End) bool { return f.Kind == e.Kind && f.Pos == e.Pos && f.Text == e.Text }
		if !slices.ContainsFunc(x.Limits, same) {
			x.Limits = append(x.Limits, e)
		}
	}
}

func (s *search) values(c interp.Choice) []wide.Word {
	values, exact := s.opts.Domain(c)
	if len(values) == 0 {
		panic(fmt.Sprintf("interp: the domain of a choice (%s) is empty", c.Reason))
	}
	s.found.Exact = s.found.Exact && exact
	return values
}

// uninitValues are the alternatives for a byte without a value.
var uninitValues = []wide.Word{{}, {Lo: 0xff}}
