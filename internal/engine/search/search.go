package search

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Run is the work on one problem. It is for one goroutine.
type Run struct {
	Problem *engine.Problem // with the environment of its property alone
	// Found is the outcome so far: violations, and the marks that executions reach within the
	// last completed bounds.
	Found engine.Outcome
	// Unsupported is an unsupported construct that an execution reaches; empty: there is none.
	Unsupported string
	// Completed reports that at least one bound was searched to its end: a violation not found there does
	// not exist there.
	Completed bool
	// Now holds the counters that the next call of Problem.Progress gets. The package adds those of the
	// solver.
	Now engine.Progress
	// GoesOn: with Problem.All the rest is judged, too, when there are violations.
	GoesOn bool

	host solver.Solver // that works at present; nil: none
}

// Begin begins the work on a problem.
func Begin(p *engine.Problem) *Run { return &Run{Problem: p.Alone()} }

// Grow calls within for larger and larger bounds until it wants no more, or ctx or a limit ends it. An
// error of within is an error of the engine unless it is the end of ctx or a *LimitError.
func (r *Run) Grow(ctx context.Context, within func(context.Context) (more bool, err error)) (*engine.Outcome, error) {
	for {
		more, err := within(ctx)
		var limit *LimitError
		var ended *interp.LimitError // of a replay
		switch {
		case err == nil && more:
			continue
		case err == nil:
		case ctx.Err() != nil && (errors.Is(err, context.Cause(ctx)) || errors.Is(err, ctx.Err())):
			r.Found.Reason = whyEnded(ctx)
		case errors.As(err, &limit):
			r.Found.Reason, r.Found.Detail = limit.Reason, limit.Detail
		case errors.As(err, &ended):
			r.Found.Reason, r.Found.Detail = verdict.OutOfMemory, ended.Error()
		default:
			r.Close()
			return nil, err
		}
		r.Close()
		return r.conclude(), nil
	}
}

// conclude returns the outcome of the work.
func (r *Run) conclude() *engine.Outcome {
	out := r.rest()
	if len(out.Violations) > 0 {
		rest := *out
		rest.Violations = nil
		out.Verdict, out.Reason, out.Detail, out.Marks = verdict.Violation, verdict.NoReason, "", nil
		if r.GoesOn && r.Problem.All {
			out.Rest = &rest
		}
	}
	return out
}

// rest returns the outcome of the work apart from violations.
func (r *Run) rest() *engine.Outcome {
	out := r.Found
	out.Marks = nil
	switch {
	case r.Unsupported != "":
		out.Verdict, out.Reason, out.Detail = verdict.Unknown, verdict.Unsupported, r.Unsupported
	case out.Reason == verdict.NoReason && len(r.Found.Marks) == 0:
		out.Verdict = verdict.Safe
	case r.Completed:
		out.Verdict, out.Marks = verdict.Bounded, r.Found.Marks
	default:
		out.Verdict = verdict.Unknown
	}
	return &out
}

func whyEnded(ctx context.Context) verdict.Reason {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return verdict.Timeout
	}
	return verdict.Interrupted
}

// LimitError is the error for a limit other than time that ended the work.
type LimitError struct {
	Reason verdict.Reason
	Detail string
}

// Error names the limit.
func (e *LimitError) Error() string { return e.Detail }

// TooLarge returns the error for a program whose next form would exceed the memory.
func TooLarge(err error) error { return &LimitError{verdict.OutOfMemory, err.Error()} }

// Answered returns an error unless a check has an answer.
func Answered(ctx context.Context, res solver.Result, err error) error {
	switch {
	case err == nil && res.Status != sat.Unknown:
		return nil
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		return err
	}
	limit := &LimitError{verdict.Timeout, "the solver gave up: " + res.Reason.String()}
	if res.Reason == sat.ReasonMemory {
		limit.Reason = verdict.OutOfMemory
	}
	return limit
}

// Construct names a construct and its place, if it has one.
func Construct(text string, at verdict.Location) string {
	if at.Line > 0 {
		text += " at " + at.String()
	}
	return text
}

// Open makes the solver for the terms of a store. Close ends it, at the latest the end of
// Grow.
func (r *Run) Open(terms *term.Store) solver.Solver {
	if r.Problem.NewSolver != nil {
		r.host = r.Problem.NewSolver(terms)
	} else {
		r.host = solver.New(terms, sat.Options{})
	}
	return r.host
}

// Listener is a solver that distinguishes questions about bounds from questions about violations.
type Listener interface {
	// Aside is called with true before questions about bounds, and with false before those about violations.
	Aside(bool)
}

// Aside tells a Listener whether the next questions are about bounds.
func (r *Run) Aside(aside bool) {
	if l, ok := r.host.(Listener); ok {
		l.Aside(aside)
	}
}

// Close adds the counters of the solver to the statistics and closes the solver, if there is one.
func (r *Run) Close() {
	if r.host == nil {
		return
	}
	s, found := r.host.Stats().Search, &r.Found.Stats
	found.Variables, found.Clauses = s.Vars, s.Clauses
	found.Conflicts += s.Conflicts
	if c, ok := r.host.(io.Closer); ok {
		c.Close()
	}
	r.host = nil
}

// Limit sets the memory limit of the solver to the memory of the problem minus held, in bytes.
func (r *Run) Limit(held int64) {
	if l, ok := r.host.(solver.Limiter); ok && r.Problem.Memory > 0 {
		l.SetLimits(sat.Limits{Memory: max(1, r.Problem.Memory-held)})
	}
}

// Stage begins a stage. The function that it returns ends the stage; the size, in the
// stage's unit, is that within the last bounds, the time that within all.
func (r *Run) Stage(name string) (end func(size int)) {
	start := time.Now()
	r.Tell(name)
	return func(size int) {
		s := r.Found.Stats.Stage(name)
		s.Time += time.Since(start)
		s.Size = size
	}
}

// Tell calls Problem.Progress with the stage and the counters.
func (r *Run) Tell(stage string) {
	if r.Problem.Progress == nil {
		return
	}
	r.Now.Stage, r.Now.Clauses, r.Now.Conflicts = stage, 0, r.Found.Stats.Conflicts
	if r.host != nil {
		s := r.host.Stats().Search
		r.Now.Clauses = s.Clauses
		r.Now.Conflicts += s.Conflicts
	}
	r.Problem.Progress(r.Now)
}
