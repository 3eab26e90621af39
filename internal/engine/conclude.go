package engine

import (
	"context"
	"errors"

	"github.com/heddle-mc/heddle/internal/verdict"
)

// Conclude completes an outcome of what was found with growing bounds: Violations,
// Marks, Reason, Detail and Stats are given, and what is unsupported, if anything is.
// A violation counts whatever else came up; but without one, what is unsupported
// leaves nothing to be said. Without marks and a reason to stop, no execution is
// left; else the last bound that was completed stands, if there is one.
func Conclude(found Outcome, unsupported string) *Outcome {
	marks := found.Marks
	found.Marks = nil
	switch {
	case len(found.Violations) > 0:
		found.Verdict, found.Reason, found.Detail = verdict.Violation, verdict.NoReason, ""
	case unsupported != "":
		found.Verdict, found.Reason, found.Detail = verdict.Unknown, verdict.Unsupported, unsupported
	case found.Reason == verdict.NoReason && len(marks) == 0:
		found.Verdict = verdict.Safe
	case found.Stats.Bound > 0:
		found.Verdict, found.Marks = verdict.Bounded, marks
	default:
		found.Verdict = verdict.Unknown
	}
	return &found
}

// WhyEnded returns the reason why a context has ended.
func WhyEnded(ctx context.Context) verdict.Reason {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return verdict.Timeout
	}
	return verdict.Interrupted
}
