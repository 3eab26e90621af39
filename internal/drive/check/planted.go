package check

import (
	"context"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/coverage"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// reacher is the engine that looks for an execution that evaluates a check, if no random one does. It has
// one of reachPart parts of the time of the answers.
const (
	reacher   = "order"
	reachPart = 20
)

// search looks for an execution that evaluates a check of assert or reach, as for a violation in the
// program in which every check fails. It executes the program along it. A failure of the engine counts as
// none found.
func (r *runner) search(c *coverage.Coverage, property verdict.Property) error {
	k := r.table.kind(reacher)
	if !property.Is(verdict.StatedCheck) || k == nil || k.Refusal(r.opts.Bounds, nil) != "" {
		return nil
	}
	ctx, cancel := r.budget.afterwards(max(coveredTime, r.budget.Elapsed()/reachPart))
	defer cancel()
	found, err := Within(ctx, r.budget, func(ctx context.Context) (*engine.Outcome, error) {
		return k.New(nil).Run(ctx, &engine.Problem{
			Program: coverage.Planted(r.program, property), Property: property, Environment: r.env, Bounds: r.opts.Bounds, Memory: r.memoryFor(1),
		})
	})
	if err != nil || found == nil || len(found.Violations) == 0 {
		return nil
	}
	_, err = executing(ctx, r, func(ctx context.Context, code *interp.Code) (struct{}, error) {
		_, _, err := c.Run(ctx, code, interp.Options{Schedule: found.Violations[0].Trace, Environment: r.env, MaxSteps: coveredInstructions, MaxMemory: triedMemory})
		return struct{}{}, err
	})
	if Abandoned(err) || ctx.Err() != nil {
		return nil
	}
	return err
}
