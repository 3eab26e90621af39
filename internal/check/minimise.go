package check

import (
	"context"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/interp"
	"github.com/heddle-mc/heddle/internal/minimize"
	"github.com/heddle-mc/heddle/internal/trace"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// fewer looks for a trace of a violation with at most so many switches; nil,
// nil: there is none, or nobody knows.
type fewer func(ctx context.Context, switches int) (*trace.Trace, error)

// minimiser makes a trace as small as it can in a time.
type minimiser func(ctx context.Context, code *interp.Code, t *trace.Trace, budget time.Duration, less fewer) (*trace.Trace, error)

// minimiseSteps is how many visible operations the minimiser may execute: about a
// second's worth. More of them rarely find anything.
const minimiseSteps = 300_000

func minimise(ctx context.Context, code *interp.Code, t *trace.Trace, budget time.Duration, less fewer) (*trace.Trace, error) {
	small, _, err := minimize.Minimize(ctx, code, t, minimize.Options{Budget: budget, Steps: minimiseSteps, Fewer: less})
	return small, err
}

// fewer returns a function that asks the engine that found a violation for one
// with fewer switches. What the engine cannot answer is no answer; what it
// answers is replayed by the minimiser.
func (r *runner) fewer(property verdict.Property, from entry) fewer {
	return func(ctx context.Context, switches int) (*trace.Trace, error) {
		bounds := r.opts.Bounds
		bounds.Contexts = switches + 1
		out, err := from.make().Run(ctx, &engine.Problem{
			Code: interp.Prepare(r.program), Property: property, Places: r.opts.places, Environment: r.env,
			Bounds: bounds, Memory: r.memoryFor(1),
		})
		if err != nil || out == nil || out.Verdict != verdict.Violation || len(out.Violations) == 0 {
			return nil, ignoreEnd(ctx, err)
		}
		return out.Violations[0].Trace, nil
	}
}

// ignoreEnd returns err unless it is because ctx has ended.
func ignoreEnd(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}
