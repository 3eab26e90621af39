package interp

import (
	"context"
	"errors"
	"io"
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Options holds the options of a run.
type Options struct {
	Seed        uint64
	Schedule    *trace.Trace // when given, its schedule and inputs come first; then the seed decides
	Properties  Properties
	Environment ir.Environment
	Output      io.Writer
	MaxSteps    uint64
	Alone       uint64 // as in Config
	MaxMemory   uint64
	Observer    Observer // nil: none
	Blocks      bool     // as in Config
	Threads     int      // as in Config
	Ahead       uint64   // as in Config
	AtRace      bool     // the execution ends with its first race, though it might violate other properties later
}

// Result holds the result of an execution.
type Result struct {
	End          End
	Violation    *Violation  // of End.Kind Violated and Deadlocked
	Races        []Violation // all data races of the execution, in order; Violation is one of these if nothing else was violated
	Instructions uint64
	Steps        uint64         // visible operations
	Alone        bool           // no thread was created
	Cuts         []verdict.Mark // places where the result depends on the layout of memory, or a bound stopped a thread
	Hash         uint64         // identifies the sequence of visible operations and their values
}

// RunCode executes a program once, with a schedule and inputs that the seed determines. It returns the
// result and a trace that replays to it. An error means that there is no result: the context ended, or the
// output could not be written.
func RunCode(ctx context.Context, c *Code, opts Options) (*Result, *trace.Trace, error) {
	r, err := newRunner(ctx, c, opts)
	if err != nil {
		return nil, nil, err
	}
	if err := r.loop(ctx); err != nil {
		return nil, nil, err
	}
	if err := r.m.Flush(); err != nil {
		return nil, nil, err
	}
	res := r.result()
	return res, r.trace(res), nil
}

func newRunner(ctx context.Context, c *Code, opts Options) (*runner, error) {
	r := &runner{
		opts:   opts,
		policy: newPolicy(opts.Seed),
		source: &source{fallback: newRandom(c, opts.Seed, 2)},
	}
	if opts.Schedule != nil {
		if len(opts.Schedule.Reads) > 0 {
			return nil, errors.New("a run cannot follow a schedule with reads of older writes; heddle replay can")
		}
		if err := r.source.load(opts.Schedule); err != nil {
			return nil, err
		}
		r.given = slices.Clone(opts.Schedule.Schedule)
		env, err := EnvironmentOf(opts.Schedule)
		if err != nil {
			return nil, err
		}
		opts.Environment |= env
	}
	r.m = NewMachine(c, Config{
		Properties: opts.Properties, Environment: opts.Environment, Source: r.source,
		Output: opts.Output, MaxSteps: opts.MaxSteps, Alone: opts.Alone, MaxMemory: opts.MaxMemory, Done: ctx.Done(),
		Observer: opts.Observer, Blocks: opts.Blocks, Threads: opts.Threads, Ahead: opts.Ahead,
	})
	return r, nil
}

// runner drives a machine with random decisions.
type runner struct {
	opts      Options
	m         *Machine
	policy    *policy
	source    *source
	given     []trace.Segment
	taken     trace.Trace // the schedule so far
	steps     uint64
	spins     int // attempts that made choices and failed, since the last progress
	candidate *candidate
	race      *moment  // the first race
	members   []string // of a candidate deadlock that the given schedule leads to; nil: of none (confirm.go)
	released  bool     // they are in one no more
}

// maxRetries bounds how often sections that fail after choices are attempted
// again when nothing else can run.
const maxRetries = 1000

// segmentCost is the memory of a segment of the schedule, in bytes.
const segmentCost = 32

// loop runs until the execution ends. waited holds, by thread, the machine's
// version at which it had to wait, plus one.
func (r *runner) loop(ctx context.Context) error {
	var waited []uint64
	var ready []*Thread
	for n := 0; r.m.end.Kind == Running; n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		for len(waited) < len(r.m.threads) {
			waited = append(waited, 0)
		}
		ready = ready[:0]
		for _, t := range r.m.ready {
			fresh := waited[t.index] != r.m.version+1
			if fresh || t.wait.Retry && r.spins < maxRetries {
				ready = append(ready, t)
			}
		}
		if len(ready) == 0 {
			r.stuck(ctx)
			return nil
		}
		t := r.pick(ready)
		switch r.m.Step(t) {
		case Stepped:
			segments := len(r.taken.Schedule)
			r.taken.AddStep(t.name)
			r.m.charge(uint64(len(r.taken.Schedule)-segments) * segmentCost)
			r.steps++
			r.spins = 0
			r.policy.stepped(t)
			r.reconsider()
			if r.release(); r.released {
				return nil
			}
			if r.raced() {
				r.candidate = nil // others may end it yet
				r.confirm(ctx)
				return nil
			}
		case Waits:
			waited[t.index] = r.m.version + 1
			if t.wait.Retry {
				r.spins++
			}
			if t.wait.Blocked() && r.deadlock() {
				return nil
			}
		}
	}
	if r.m.end.Kind == Interrupted {
		return context.Cause(ctx)
	}
	r.confirm(ctx)
	return nil
}

// pick returns the next thread of the given schedule while that fits; then the policy decides.
func (r *runner) pick(ready []*Thread) *Thread {
	for len(r.given) > 0 {
		s := &r.given[0]
		if s.Steps > 0 {
			for _, t := range ready {
				if t.name == s.Thread {
					s.Steps--
					return t
				}
			}
		}
		r.given = r.given[1:]
	}
	return r.policy.pick(ready)
}

// hasGiven reports whether steps of the given schedule are left.
func (r *runner) hasGiven() bool {
	return slices.ContainsFunc(r.given, func(s trace.Segment) bool { return s.Steps > 0 })
}

func (r *runner) result() *Result { return r.m.result(r.steps) }

func (m *Machine) result(steps uint64) *Result {
	res := &Result{End: m.end, Instructions: m.steps, Steps: steps, Alone: len(m.threads) == 1, Cuts: m.cuts, Hash: m.hash, Races: m.Races()}
	if len(m.violations) > 0 && (m.end.Kind == Violated || m.end.Kind == Deadlocked) {
		v := m.violations[len(m.violations)-1]
		res.Violation = &v
	}
	return res
}

// ResultOf returns the result of an execution of some steps so far, which has violated v.
func (m *Machine) ResultOf(v *Violation, steps uint64) *Result {
	res := m.result(steps)
	res.Violation = v
	return res
}

// trace returns the trace of the execution so far.
func (r *runner) trace(res *Result) *trace.Trace {
	t := r.m.Trace(res.Violation)
	t.Schedule = r.taken.Schedule
	return t
}
