package interp

import (
	"context"
	"slices"

	"github.com/heddle-mc/heddle/internal/program/trace"
)

// A candidate deadlock may end if a thread was stopped in a loop, or did not run before the end of the
// process. That thread can run later and unlock a lock that it does not own (semantics 11). So the
// candidate is continued in several executions, which let every loop run for a while. It counts if none of
// its members can continue in them. In the original execution, a member may not have continued only because
// the process ended before its turn.
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

// ConfirmDeadlock executes several continuations of a candidate deadlock. t is its trace, with a failure.
// Other threads may run and unlock locks that they do not own. all reports that it stays a deadlock in
// every continuation, for a while. end reports that it does in a continuation that reaches its end. A
// continuation that cannot be executed counts as keeping the deadlock, but not if ctx is done. Only
// Environment and MaxMemory of opts are used.
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

// release records that, after the given schedule, the members of a candidate deadlock are no longer in one.
func (r *runner) release() {
	if len(r.members) == 0 || r.released || r.m.end.Kind != Running || r.hasGiven() {
		return
	}
	set := r.m.Deadlock()
	if m := r.m; m.steps > m.most || m.live > m.conf.MaxMemory {
		return // the test of the threads was cut off, and they count as able to continue
	}
	for _, name := range r.members {
		r.released = r.released || !slices.ContainsFunc(set, func(t *Thread) bool { return t.name == name })
	}
}
