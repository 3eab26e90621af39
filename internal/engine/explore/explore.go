package explore

import (
	"context"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/run/weak"
)

// Task holds the input of an exploration: the program, the properties, the bounds and the method.
type Task struct {
	Code        *interp.Code
	Properties  interp.Properties // each judged as if alone (semantics 5)
	Environment ir.Environment
	Reduction   smc.Reduction
	Unwind      int        // the bound on loops; 0: it grows
	Threads     int        // that begin; 0: all
	Bounds      smc.Bounds // of thread switches; they cannot be combined with smc.DPOR
	Random      bool       // random schedules first
	// Model is the memory model of a task whose execution graphs are explored; nil: the interleavings are,
	// which are sequentially consistent. Reduction, Bounds, Threads and Random do not count then.
	Model    *weak.Model
	Cycles   bool  // with Model: executions with a cycle of po ∪ rf are counted as well
	All      bool  // every violation that is found, each place once, and not only the first
	Memory   int64 // bytes, nearly; 0: no bound
	Progress func(engine.Progress)
}

// Report holds the result of an exploration.
type Report struct {
	engine.Outcome
	Found  []smc.Counterexample // those of Outcome.Violations
	Depth  int                  // most visible operations of one execution
	Counts Stats                // Outcome.Stats.Own
	Race   *interp.Violation    // with Task.Model: a race, if that is not a property of the task
}

// Stats counts the work that is specific to this engine.
type Stats struct {
	Executions uint64 `json:"executions,omitempty"`
	Traces     uint64 `json:"traces,omitempty"` // executions that are not equivalent, without blocked ones
	Redundant  uint64 `json:"redundant,omitempty"`
	States     uint64 `json:"states,omitempty"`
	Blocked    uint64 `json:"blocked,omitempty"` // executions in which a thread waits for ever: not in Traces; with Task.Model not in Executions
	Cyclic     uint64 `json:"cyclic,omitempty"`  // of Executions: those with a cycle of po ∪ rf
	Steps      uint64 `json:"steps,omitempty"`   // visible operations, re-executed ones included
}

// The bound on loops grows from firstBound by boundFactor up to lastBound.
const (
	firstBound  = 1
	boundFactor = 4
	lastBound   = 1024
)

// The survey: with bounds up to lastSurvey, each for that part of the time left.
const (
	lastSurvey  = 16
	surveyShare = 10
)

// Explore explores until the task is done or ctx is. An error means that
// exploration failed, never that the program did, nor that time was up.
func Explore(ctx context.Context, task Task) (*Report, error) {
	r := newRun(ctx, task.only(task.Properties))
	if err := r.finish(ctx, r.explore(ctx)); err != nil {
		return nil, err
	}
	return &r.out, nil
}

// only returns the task for some of its properties, judged by the same executions.
func (t Task) only(properties interp.Properties) Task {
	t.Properties = properties
	if properties.Has(verdict.Race) { // which other properties lose nothing by
		t.Environment = t.Environment.For(verdict.Race)
	}
	return t
}

// run is the state of one exploration.
type run struct {
	task     Task
	began    time.Time
	deadline time.Time // zero: none
	out      Report
	complete bool                       // a bound was explored completely
	allowed  func(*weak.Execution) bool // weak.Options.Allowed

	outOfTime bool // the last exploration did not end
}

func newRun(ctx context.Context, task Task) *run {
	r := &run{task: task, began: time.Now()}
	r.deadline, _ = ctx.Deadline()
	r.out.Layout = engine.TellsPieces
	return r
}

// finish completes the report when exploration has ended with err, which it
// returns unless the end of ctx is its reason.
func (r *run) finish(ctx context.Context, err error) error {
	if err != nil {
		if ctx.Err() == nil {
			return err
		}
		r.unfinished(r.timeUp())
	}
	r.out.Stats.Own = r.out.Counts
	if len(r.out.Violations) > 0 {
		if r.task.All {
			rest := r.out.Outcome
			rest.Violations = nil
			r.out.Rest = &rest
		}
		r.out.Verdict, r.out.Reason, r.out.Detail, r.out.Marks = verdict.Violation, "", "", nil
	}
	return nil
}

func (r *run) explore(ctx context.Context) error {
	if r.task.Model != nil {
		return r.graphs(ctx)
	}
	if r.task.Random {
		if done, err := r.single(ctx); done || err != nil {
			return err
		}
		if done, err := r.quick(ctx, quickTime); done || err != nil {
			return err
		}
		if err := r.random(ctx, nil); err != nil {
			return err
		}
		if len(r.out.Violations) > 0 && !r.task.All {
			return nil
		}
	}
	if r.task.Unwind > 0 {
		_, err := r.systematic(ctx, r.task.Unwind, 1)
		return err
	}
	bound, err := r.survey(ctx)
	if err == nil && bound > 0 {
		done, err := r.states(ctx)
		if done || err != nil {
			return err
		}
	}
	for again := err == nil && bound > 0; again && bound <= lastBound; bound *= boundFactor {
		if again, err = r.systematic(ctx, bound, 1); err != nil || r.outOfTime {
			return err
		}
	}
	return err
}

// quickTime is the time for exhaustive exploration before the random schedules: it is enough for most small
// programs. With several explorations, each has a tenth of it before any has the whole.
const quickTime = 100 * time.Millisecond

// quick explores for a time, and reports whether that decided the task.
func (r *run) quick(ctx context.Context, d time.Duration) (done bool, err error) {
	deadline := r.deadline
	defer func() { r.deadline = deadline }()
	if soon := time.Now().Add(d + margin); deadline.IsZero() || soon.Before(deadline) {
		r.deadline = soon
	}
	again := true
	for bound := firstBound; again && bound <= lastSurvey; bound *= boundFactor {
		if again, err = r.systematic(ctx, bound, 1); err != nil || r.outOfTime {
			return false, err
		}
	}
	return r.out.Verdict == verdict.Safe || len(r.out.Violations) > 0 && !(again && r.task.All), nil
}

// survey explores for a part of the time with each of the first bounds, since the
// least one may take all of the time and a fault need a greater one. It returns
// the least bound that is still to be explored, or zero when there is nothing left
// to do.
func (r *run) survey(ctx context.Context) (bound int, err error) {
	if _, limited := r.left(); !limited {
		return firstBound, nil
	}
	for next := firstBound; next <= lastSurvey; next *= boundFactor {
		again, err := r.systematic(ctx, next, surveyShare)
		switch {
		case err != nil:
			return 0, err
		case !again && !r.outOfTime:
			return 0, nil
		case !r.outOfTime:
			bound = 0
		case bound == 0:
			bound = next
		}
		if !again {
			break
		}
	}
	if bound == 0 {
		bound = lastSurvey * boundFactor
	}
	return bound, nil
}

// statesShare determines the time of the search for all states: one of statesShare parts of the time left.
const statesShare = 3

// states visits every state once, without bounds on loops, for a part of the time left. It reports whether
// that decided the task. A program with few states can have very many traces, or loops that never end; for
// programs with many states this stage is of no use. Races are not properties of states, so a task with
// races skips it.
func (r *run) states(ctx context.Context) (done bool, err error) {
	if _, limited := r.left(); !limited || r.task.Reduction != smc.DPOR || r.task.Properties.Has(verdict.Race) {
		return false, nil
	}
	task, out, complete := r.task, r.out, r.complete
	r.task.Reduction = smc.Hashing
	_, err = r.systematic(ctx, 0, statesShare)
	r.task = task
	if err != nil || len(r.out.Violations) > 0 || r.out.Verdict == verdict.Safe {
		return true, err
	}
	out.Stats.Stages, out.Counts.Executions, out.Counts.Steps = r.out.Stats.Stages, r.out.Counts.Executions, r.out.Counts.Steps
	r.out, r.complete, r.outOfTime = out, complete, false
	return false, nil
}

// left returns the time that may still be used, and whether there is a limit.
func (r *run) left() (d time.Duration, limited bool) {
	if r.deadline.IsZero() {
		return 0, false
	}
	return time.Until(r.deadline), true
}

// timeUp returns why a context ended.
func (r *run) timeUp() verdict.Reason {
	if d, limited := r.left(); limited && d <= 0 {
		return verdict.Timeout
	}
	return verdict.Interrupted
}

// unfinished is the answer when the budget is spent: bounded if some bound was
// explored completely.
func (r *run) unfinished(reason verdict.Reason) {
	r.out.Verdict, r.out.Reason = verdict.Unknown, reason
	if r.complete {
		r.out.Verdict = verdict.Bounded
	}
}

func (r *run) tell(stage string, bound int) {
	if r.task.Progress != nil {
		r.task.Progress(engine.Progress{Stage: stage, Bound: bound, Steps: r.out.Counts.Steps})
	}
}

// An execution's objects may take these parts of the memory. Of a random one nothing is kept
// but its trace, but many with objects of large random sizes end before the memory of the first is collected.
const (
	memoryShare = 4
	randomPart  = 16
	largePart   = 4 // of a random one, if the first needs more
)

// memory returns the bound on the bytes of one execution, a share of the memory; zero: the default.
func (r *run) memory(share uint64) uint64 {
	if r.task.Memory <= 0 {
		return 0
	}
	return min(uint64(r.task.Memory)/share, interp.DefaultMaxMemory)
}

// add records a violation at a new place, or a race of two places that are new as a pair.
func (r *run) add(x smc.Counterexample) {
	for i := range r.out.Found {
		if x.Violation.Same(&r.out.Found[i].Violation) {
			return
		}
	}
	r.out.Found = append(r.out.Found, x)
	r.out.Violations = append(r.out.Violations, engine.Violation{Trace: x.Trace})
}

// stage adds the cost of one stage to the statistics.
func (r *run) stage(name string, began time.Time, size int) {
	s := r.out.Stats.Stage(name)
	s.Time += time.Since(began)
	s.Size += size
}
