package check

import (
	"context"
	"time"

	"github.com/heddle-mc/heddle/internal/verdict"
)

// proved asks the engine that proves a property without exploring, if the engines
// are the driver's choice, and reports whether it did.
func (r *runner) proved(name string) (Judgement, bool, error) {
	property, err := verdict.ParseProperty(name)
	k := r.table.kind(r.table.auto.prover)
	if err != nil || r.opts.Engine != Auto || k == nil || !k.Supports(property) {
		return Judgement{}, false, nil
	}
	start := time.Now()
	left := min(r.budget.remaining(), unlimited)
	ctx, cancel := context.WithTimeoutCause(r.budget.Context(), scaled(left, r.table.auto.proverShare), errTimeout)
	a, err := r.one(ctx, property, k, r.memoryFor(1), r.progress(property))
	cancel()
	switch {
	case err != nil:
		return Judgement{Verdict: verdict.Unknown, Reason: Internal, Message: err.Error()}, true, err
	case a.Verdict != verdict.Safe:
		return Judgement{}, false, nil
	}
	j, err := r.conclude(r.budget.Context(), property, a, Judgement{Property: name, Time: time.Since(start)})
	return j, err == nil, err
}
