package interp

import (
	"context"
	"slices"

	"github.com/heddle-mc/heddle/internal/trace"
)

// Whether a deadlock stands may depend on a thread that was stopped in a loop: it can
// run, and may unlock what it does not own, later (semantics 11). Such a deadlock
// counts if its members stay where they are in some executions that go on from
// there and let every loop run for a while.
const (
	continuations     = 8
	continuationSteps = 200_000 // instructions of each
)

// spins reports whether a thread was stopped in a loop, which it may leave later.
func (m *Machine) spins() bool {
	return slices.ContainsFunc(m.threads, func(t *Thread) bool { return t.spin.stopped })
}

// stands reports whether a deadlock that a trace leads to stands.
func (s *search) stands(v *Violation, t *trace.Trace) bool {
	opts := Options{Schedule: t, Environment: s.opts.Environment, MaxSteps: continuationSteps, MaxMemory: s.opts.MaxMemory}
	stay, _ := continueDeadlocked(s.ctx, s.code, opts, v.Threads)
	return stay == continuations
}

// DeadlockStands reports whether a deadlock that a trace leads to stands, although
// others may run on and unlock what they do not own: some executions that go on
// from there are tried. It stands if its members stay where they are in one that
// ends, or else in all of them for a while.
func DeadlockStands(ctx context.Context, c *Code, t *trace.Trace) bool {
	stay, ended := continueDeadlocked(ctx, c, Options{Schedule: t, MaxSteps: continuationSteps}, t.Failure.Threads)
	return stay == continuations || ended
}

// continueDeadlocked executes what may come after a trace to a deadlock. It returns
// in how many executions the threads do nothing more, and whether one of these
// comes to an end. What cannot be executed counts.
func continueDeadlocked(ctx context.Context, c *Code, opts Options, threads []string) (stay int, ended bool) {
	for seed := range continuations {
		opts.Seed = uint64(seed)
		res, longer, err := RunCode(ctx, c, opts)
		if err != nil {
			return continuations, ended
		}
		limit := res.End.Kind == StepLimit || res.End.Kind == MemoryLimit
		if n := len(longer.Schedule); n > 0 && limit {
			longer.Schedule[n-1].Steps-- // it ended in an attempt, which may have to wait
		}
		stays := !slices.ContainsFunc(threads, func(name string) bool {
			return stepsOf(longer, name) > stepsOf(opts.Schedule, name)
		})
		if stays {
			stay++
			ended = ended || !limit
		}
	}
	return stay, ended
}

// stepsOf returns how many visible operations a thread does in a trace.
func stepsOf(t *trace.Trace, thread string) (n uint64) {
	for _, seg := range t.Schedule {
		if seg.Thread == thread {
			n += seg.Steps
		}
	}
	return n
}
