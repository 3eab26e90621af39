package order

import (
	"context"
	"slices"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/order/consistency"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// confirm reports whether the members of a candidate deadlock, to which a trace leads, stay blocked in an
// execution that ends, or else in all that were tried.
func (r *run) confirm(ctx context.Context, t *trace.Trace) bool {
	all, end := interp.ConfirmDeadlock(ctx, r.Code(), t, interp.Options{})
	return all || end
}

// deadlock records a candidate deadlock whose trace was replayed, if it is confirmed. The graph does not
// know whether a thread outside the cycle later unlocks a lock that it does not own (semantics 11). If that
// cannot be excluded, the candidate becomes a doubt, and a verdict without violation is unknown. It reports
// whether the search is over; if not, deadlocks with the same waits are excluded from now on.
func (r *run) deadlock(ctx context.Context, e *consistency.Encoding, v *consistency.Found, found engine.Violation) (over bool, err error) {
	ctx = context.WithoutCancel(ctx)
	confirmed := r.confirm(ctx, found.Trace)
	if !confirmed {
		if found, err = r.Replay(ctx, v.Longer); err != nil {
			return false, err
		}
		confirmed = r.confirm(ctx, found.Trace)
	}
	t := found.Trace
	switch {
	case !confirmed:
		r.doubts = append(r.doubts, "a deadlock that may end when somebody unlocks what another thread owns, at "+placeOf(t.Failure))
		if len(r.doubts) == maxReports {
			return true, nil
		}
	case !r.All:
		r.search.Found.Violations = append(r.search.Found.Violations, found)
		return true, nil
	case !r.reported(t.Failure):
		r.search.Found.Violations = append(r.search.Found.Violations, found)
	}
	e.ExcludeTogether(v.Members)
	return false, nil
}

func placeOf(f *trace.Failure) string {
	return verdict.Location{File: f.File, Line: f.Line, Column: f.Column}.String()
}

// reported reports whether there is a violation at the place of a failure.
func (r *run) reported(f *trace.Failure) bool {
	return slices.ContainsFunc(r.search.Found.Violations, func(v engine.Violation) bool { return placeOf(v.Trace.Failure) == placeOf(f) })
}
