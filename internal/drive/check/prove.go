package check

import (
	"context"
	"time"

	"github.com/heddle-mc/heddle/internal/host/cputime"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// tryTime is the processor time of the exploring engines before a proof is tried, and teamTime that for a program with
// teams of threads, whose proofs take longer.
const (
	tryTime  = 50 * time.Millisecond
	teamTime = 4 * tryTime
)

// tryBefore runs exploring engines for a moment before a proof is tried. It does so if the only property is an
// assertion and the strategy wants it for the program, or a race and the program makes teams of threads. With several
// properties, the analysis is shared and comes first.
func (r *runner) tryBefore(list []*question, joint *company) {
	if r.opts.Engine != Auto || r.opts.All || len(list) != 1 {
		return
	}
	auto, q := r.table.auto, list[0]
	switch k := r.table.kind(auto.teams); {
	case q.property.Is(verdict.StatedCheck) && auto.before != nil && auto.before(r.facts):
		ctx, cancel := r.worth(r.budget.Context(), tryTime)
		defer cancel()
		r.askFor(ctx, q, joint, 1)
	case q.property == verdict.Race && k != nil && makesTeams(r.facts):
		ctx, cancel := r.worth(r.budget.Context(), teamTime)
		defer cancel()
		if a, err := r.one(ctx, q.property, k, r.memoryFor(1), r.progress(q.property)); err == nil && a.Verdict == verdict.Violation {
			q.decided = true
			q.judge(r, a, nil)
		}
	}
}

// proveEach tries to prove the open properties. It skips a property as soon as a parallel joint
// exploration has found a violation. Then it takes over the verdicts of that exploration.
func (r *runner) proveEach(list []*question, joint *company) {
	violated := func(a *answer) bool { return a.Verdict == verdict.Violation }
	for _, q := range list {
		if q.decided {
			continue
		}
		start := time.Now()
		ctx, end := joint.of(q.property).watch(r.budget.Context(), q.property, violated)
		a, err := r.proved(ctx, q.property)
		end()
		q.asked += time.Since(start)
		if q.decided = err != nil || a != nil; q.decided {
			q.judge(r, a, err)
		}
	}
	for _, q := range list {
		if a, err := joint.of(q.property).answer(q.property); !q.decided && err == nil && a != nil && a.sound() {
			q.decided = true
			q.judge(r, a, nil)
		}
	}
}

// proved runs the engine that proves a property without exploring, if the driver chooses the engines. It
// returns nil if there is no proof.
func (r *runner) proved(ctx context.Context, property verdict.Property) (*answer, error) {
	k := r.table.kind(r.table.auto.prover)
	if r.opts.Engine != Auto || k == nil || !k.Supports(property) || ctx.Err() != nil {
		return nil, nil
	}
	left := min(r.budget.remaining(), unlimited)
	ctx, cancel := r.worth(ctx, scaled(left, r.proverShare()))
	defer cancel()
	a, err := r.one(ctx, property, k, r.memoryFor(1), r.progress(property))
	if err != nil || a.Verdict != verdict.Safe {
		return nil, err
	}
	return a, nil
}

// largeProgram is the number of instructions from which on a program is large.
const largeProgram = 4000

// proverShare returns the prover's part of the time.
func (r *runner) proverShare() float64 {
	n := 0
	for range r.program.Instrs() {
		if n++; n >= largeProgram {
			return r.table.auto.largeShare
		}
	}
	return r.table.auto.proverShare
}

// stretch is how many times as long as on idle processors a part of the time may last.
const stretch = 3

// worth returns a context for a part of the time, measured as on idle processors. If other processes keep
// them busy, it lasts longer, up to a bound. So a problem that needs only a moment of the processors does
// not fail.
func (r *runner) worth(ctx context.Context, part time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeoutCause(ctx, stretch*part, errTimeout)
	ctx, end := context.WithCancelCause(ctx)
	began := cputime.Used()
	go func() {
		for left := part; left > 0; left = part - (cputime.Used()-began)/time.Duration(r.opts.Jobs) {
			select {
			case <-ctx.Done():
				return
			case <-time.After(max(left, part/10)):
			}
		}
		end(errTimeout)
	}()
	return ctx, func() {
		end(nil)
		cancel()
	}
}
