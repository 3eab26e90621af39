package check

import (
	"context"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/wakeup"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// findWaits finds the waits that no loop repeats, if property lock is judged and waits may return without a signal.
func (r *runner) findWaits() {
	if !r.env.Has(ir.ChooseSpurious) || !slices.Contains(r.opts.Properties, verdict.Lock.String()) {
		return
	}
	found, err := Within(r.budget.Context(), r.budget, func(ctx context.Context) ([]wakeup.Wait, error) {
		return wakeup.Find(ctx, r.facts), nil
	})
	if err == nil {
		r.waits.Store(&found)
	}
}

// reportSuspects adds the suspects to a judgement: pairs of accesses that an engine judged, if there is neither a race nor
// a proof, and waits.
func (r *runner) reportSuspects(j *Judgement) {
	switch {
	case j.Property == verdict.Race.String() && (j.Verdict == verdict.Bounded || j.Verdict == verdict.Unknown):
		j.Races = r.races.Load()
	case j.Property == verdict.Lock.String() && r.waits.Load() != nil:
		j.Waits = *r.waits.Load()
	}
}
