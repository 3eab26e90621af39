package check

import (
	"context"
	"fmt"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// The engines that judge slices if the options name none.
const (
	DividingEngine = "order"  // whose question is divided
	ProvingEngine  = "static" // which proves without exploring, quickly or not at all
)

// Divide divides the executions that the requested engine judges for the first property, or those of opts.Part,
// into n parts or fewer; none: there is nothing to divide. An error means that this engine cannot divide them.
//
// requires: as Run.
func Divide(b *Budget, p *ir.Program, opts Options, n int) ([]engine.Part, error) {
	k := everything().kind(opts.Engine)
	if k == nil {
		return nil, fmt.Errorf("the engine %s divides no executions", opts.Engine)
	}
	by, divides := k.New(opts.Settings).(engine.Divider)
	if !divides {
		return nil, fmt.Errorf("the engine %s divides no executions", opts.Engine)
	}
	r, problem, err := first(b, p, opts, k)
	if err != nil {
		return nil, err
	}
	problem.Environment = r.env.In(p)
	problem.Memory = r.memoryFor(1)
	parts, err := put(b.Context(), r, problem, func(ctx context.Context, p *engine.Problem) ([]engine.Part, error) { return by.Divide(ctx, p, n) })
	return parts, err
}
