package check

import (
	"context"
	"slices"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// quietShare is the part of the time left that the search for a violation without spurious wake-ups may
// take. Like minimising, it may not take much longer than the first violation took.
const quietShare = 0.1

var spurious = ir.EnvironmentSet(ir.ChooseSpurious, ir.ChooseSpuriousAgain)

// quieter returns an execution of a violation without spurious wake-ups in place of one with them. It
// returns its argument if there is none, or no time to find one. Users trust such a violation more easily,
// and it can happen with every implementation of condition variables.
func (r *runner) quieter(ctx context.Context, property verdict.Property, from engine.Kind, found *execution) (*execution, error) {
	if !asksSpurious(found.trace) {
		return found, nil
	}
	quiet, err := r.replay(ctx, property, withoutSpurious(found.trace), false)
	switch {
	case err == nil && quiet != nil:
		return quiet, nil
	case err == nil:
		return found, nil // there was no time
	}
	t, err := r.askQuietly(ctx, property, from)
	if err != nil || t == nil {
		return found, err
	}
	quiet, err = r.replay(ctx, property, t, false)
	if err != nil || quiet == nil || r.accepts(property) && r.accept(property, quiet.violation, t) {
		return found, err
	}
	return quiet, nil
}

// askQuietly runs an engine for a violation without spurious wake-ups and returns its trace; nil: there is
// none, or it is unknown.
func (r *runner) askQuietly(ctx context.Context, property verdict.Property, from engine.Kind) (*trace.Trace, error) {
	left := min(scaled(min(r.budget.remaining(), unlimited), quietShare), minimiseLeast+r.budget.Elapsed())
	if left <= 0 {
		return nil, nil
	}
	short, cancel := context.WithTimeoutCause(ctx, left, errTimeout)
	defer cancel()
	problem := r.problem(property, r.memoryFor(1))
	problem.Environment &^= spurious
	problem.All, problem.Part = false, nil // the parts are those of another formula
	out, err := put(short, r, problem, from.New(nil).Run)
	switch {
	case err != nil && short.Err() == nil && blamed(err) == nil:
		return nil, internalError("engine "+from.Name, property, err)
	case err != nil || out == nil || len(out.Violations) == 0:
		return nil, nil
	}
	return out.Violations[0].Trace, nil
}

// wakesSpuriously reports whether a thread of a trace wakes up without a signal.
func wakesSpuriously(t *trace.Trace) bool {
	return slices.ContainsFunc(t.Threads, func(th trace.ThreadInputs) bool {
		return slices.ContainsFunc(th.Inputs, func(in trace.Input) bool { return isSpurious(in) && in.Value.Lo != 0 })
	})
}

// asksSpurious reports whether spurious wake-ups are on in a trace.
func asksSpurious(t *trace.Trace) bool {
	return slices.ContainsFunc(t.Environment, namesSpurious)
}

// withoutSpurious returns a copy of a trace without the choices of spurious wake-ups.
func withoutSpurious(t *trace.Trace) *trace.Trace {
	out := *t
	out.Environment = slices.DeleteFunc(slices.Clone(t.Environment), namesSpurious)
	out.Threads = slices.Clone(t.Threads)
	for i := range out.Threads {
		th := &out.Threads[i]
		th.Inputs = slices.DeleteFunc(slices.Clone(th.Inputs), isSpurious)
	}
	return &out
}

func isSpurious(in trace.Input) bool { return namesSpurious(in.Reason) }

func namesSpurious(reason string) bool {
	r, _ := ir.ParseChooseReason(reason)
	return r.IsSpurious()
}

// spuriousNote is added to the message of a violation in whose trace a thread wakes up
// without a signal.
func spuriousNote(t *trace.Trace) string {
	if wakesSpuriously(t) {
		return " (after a spurious wake-up)"
	}
	return ""
}
