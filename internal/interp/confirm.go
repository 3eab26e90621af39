package interp

import (
	"context"
	"slices"

	"github.com/heddle-mc/heddle/internal/trace"
)

// Whether a candidate deadlock is one may depend on a thread that was stopped in a loop: it can
// run, and may unlock what it does not own, later (semantics 11). Such a deadlock
// counts if its members stay where they are in some executions that go on from
// there and let every loop run for a while.
const (
	continuations     = 8
	continuationSteps = 200_000 // instructions of each
)

// Spins reports whether a thread was stopped in a loop, which it may leave later.
func (m *Machine) Spins() bool {
	return slices.ContainsFunc(m.threads, func(t *Thread) bool { return t.spin.stopped })
}

// ConfirmDeadlock executes what may come after a candidate deadlock, which a trace with a
// failure leads to, in several ways: others may run on and unlock what they do not own.
// all says that its members stay where they are in all executions, for a while; end says
// that they do in one that comes to its end. What cannot be executed counts. Of opts only
// Environment and MaxMemory matter.
func ConfirmDeadlock(ctx context.Context, c *Code, t *trace.Trace, opts Options) (all, end bool) {
	opts.Schedule, opts.MaxSteps = t, continuationSteps
	stay := 0
	for seed := range continuations {
		opts.Seed = uint64(seed)
		res, longer, err := RunCode(ctx, c, opts)
		if err != nil {
			return true, end
		}
		limit := res.End.Kind == StepLimit || res.End.Kind == MemoryLimit
		if n := len(longer.Schedule); n > 0 && limit {
			longer.Schedule[n-1].Steps-- // it ended in an attempt, which may have to wait
		}
		stays := !slices.ContainsFunc(t.Failure.Threads, func(name string) bool {
			return stepsOf(longer, name) > stepsOf(t, name)
		})
		if stays {
			stay++
			end = end || !limit
		}
	}
	return stay == continuations, end
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
