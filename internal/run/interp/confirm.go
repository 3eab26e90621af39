package interp

import (
	"context"
	"slices"

	"github.com/heddle-mc/heddle/internal/program/trace"
)

// Whether a candidate deadlock is one may depend on a thread that was stopped in a loop, or that
// the end of the process came before: it can run, and may unlock what it does not own,
// later (semantics 11). Such a deadlock counts if none of its members can go on in some
// executions that go on from there and let every loop run for a while. That a member did not go on says nothing: the
// process may have ended before its turn came.
const (
	continuations     = 8
	continuationSteps = 200_000 // instructions of each
)

// Spins reports whether a thread was stopped in a loop, which it may leave later.
func (m *Machine) Spins() bool {
	return slices.ContainsFunc(m.threads, func(t *Thread) bool { return t.spin.stopped })
}

// Others reports whether threads beside a number of blocked ones are not finished.
func (m *Machine) Others(blocked int) bool { return blocked+m.finished < len(m.threads) }

// ConfirmDeadlock executes what may come after a candidate deadlock, which a trace with a
// failure leads to, in several ways: others may run on and unlock what they do not own.
// all says that it stays a deadlock in all executions, for a while; end says
// that it does in one that comes to its end. What cannot be executed counts, but not for want of time. Of opts only
// Environment and MaxMemory matter.
func ConfirmDeadlock(ctx context.Context, c *Code, t *trace.Trace, opts Options) (all, end bool) {
	opts.Schedule, opts.MaxSteps = t, continuationSteps
	stay := 0
	for seed := range continuations {
		opts.Seed = uint64(seed)
		r, err := newRunner(ctx, c, opts)
		if err != nil {
			return true, end
		}
		r.members = t.Failure.Threads
		if err := r.loop(ctx); err != nil {
			return ctx.Err() == nil, end
		}
		if !r.released {
			stay++
			limit := r.m.end.Kind == StepLimit || r.m.end.Kind == MemoryLimit
			end = end || !limit
		}
	}
	return stay == continuations, end
}

// release notes that, behind the given schedule, members of a candidate deadlock are in one no more.
func (r *runner) release() {
	if len(r.members) == 0 || r.released || r.m.end.Kind != Running || r.hasGiven() {
		return
	}
	set := r.m.Deadlock()
	if m := r.m; m.steps > m.conf.MaxSteps || m.live > m.conf.MaxMemory {
		return // what looked at the threads was cut off, and they count as able to go on
	}
	for _, name := range r.members {
		r.released = r.released || !slices.ContainsFunc(set, func(t *Thread) bool { return t.name == name })
	}
}
