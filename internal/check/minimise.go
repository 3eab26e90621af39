package check

import (
	"context"
	"time"

	"github.com/heddle-mc/heddle/internal/interp"
	"github.com/heddle-mc/heddle/internal/minimize"
	"github.com/heddle-mc/heddle/internal/trace"
)

// minimiser makes a trace as small as it can in a time.
type minimiser func(ctx context.Context, code *interp.Code, t *trace.Trace, budget time.Duration) (*trace.Trace, error)

// minimiseSteps is how many visible operations the minimiser may execute: about a
// second's worth. More of them rarely find anything.
const minimiseSteps = 300_000

func minimise(ctx context.Context, code *interp.Code, t *trace.Trace, budget time.Duration) (*trace.Trace, error) {
	small, _, err := minimize.Minimize(ctx, code, t, minimize.Options{Budget: budget, Steps: minimiseSteps})
	return small, err
}
