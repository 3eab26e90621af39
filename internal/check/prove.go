package check

import (
	"context"
	"time"

	"github.com/heddle-mc/heddle/internal/verdict"
)

// proofShare is the part of the time left that the engines get that prove without
// exploring. They hardly ever need it.
const proofShare = 0.1

// proved asks the engines that prove a property without exploring, if the engines
// are the driver's choice, and reports whether one did.
func (r *runner) proved(name string) (Judgement, bool, error) {
	property, err := verdict.ParseProperty(name)
	if err != nil || r.opts.Engine != Auto {
		return Judgement{}, false, nil
	}
	start := time.Now()
	for _, e := range r.table {
		if e.role != prover || !e.supports(property) {
			continue
		}
		left := min(r.budget.remaining(), unlimited)
		ctx, cancel := context.WithTimeoutCause(r.budget.Context(), scaled(left, proofShare), errTimeout)
		a, err := r.one(ctx, property, e, r.memoryFor(1), r.progress(property))
		cancel()
		if err != nil {
			return Judgement{Verdict: verdict.Unknown, Reason: Internal, Message: err.Error()}, true, err
		}
		if a.Verdict == verdict.Safe {
			j, err := r.conclude(r.budget.Context(), property, a, Judgement{Property: name, Time: time.Since(start)})
			return j, err == nil, err
		}
	}
	return Judgement{}, false, nil
}
