package check

import (
	"context"
	"time"

	"github.com/heddle-mc/heddle/internal/explain/minimize"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// minimiser makes a trace as small as it can in a time. It gets the result of the trace's execution.
type minimiser func(ctx context.Context, code *interp.Code, t *trace.Trace, replayed *interp.Result, budget time.Duration) (*trace.Trace, error)

// These are the limits of the minimiser: minimiseSteps visible operations, or minimiseRepeats times the
// trace if that is more. It takes about a tenth of a second for a trace of thirty steps. Most violations
// are found faster than that, and more steps rarely find a shorter trace (lab/performance.md).
const (
	minimiseSteps   = 20_000
	minimiseRepeats = 16
)

func minimise(ctx context.Context, code *interp.Code, t *trace.Trace, replayed *interp.Result, budget time.Duration) (*trace.Trace, error) {
	small, _, err := minimize.Minimize(ctx, code, t, minimize.Options{Budget: budget, Replayed: replayed, Steps: max(minimiseSteps, minimiseRepeats*t.Steps())})
	return small, err
}
