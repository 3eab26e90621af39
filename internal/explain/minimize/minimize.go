package minimize

import (
	"context"
	"fmt"
	"time"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// Options bounds the effort.
type Options struct {
	Steps  uint64        // the total of executed visible operations; 0: the larger of DefaultSteps and 100 times the trace's
	Budget time.Duration // 0: DefaultBudget
	// Replayed is the result of an execution of the trace. If it is nil, Minimize executes the trace.
	Replayed *interp.Result
}

// The defaults of Options.
const (
	DefaultSteps  = 600_000
	DefaultBudget = 20 * time.Second
)

// Stats describes the work of a minimisation.
type Stats struct {
	Executions     uint64
	Steps          uint64 // visible operations executed
	SwitchesBefore int
	SwitchesAfter  int
	StepsBefore    uint64 // visible operations of the trace
	StepsAfter     uint64
	Searched       bool // no schedule with fewer switches (and not many more steps) reaches the failure with the trace's inputs
	Spent          bool // a budget ended the work
	Elapsed        time.Duration
}

// Minimize returns the smallest trace that it finds with the same failure as t. t must have a failure.
// When a budget is spent it returns the best trace so far, at worst t. An error means that t does not
// replay (then it is an *interp.MisfitError, wrapped), or that the context ended.
func Minimize(ctx context.Context, code *interp.Code, t *trace.Trace, opts Options) (*trace.Trace, Stats, error) {
	start := time.Now()
	if opts.Steps == 0 {
		opts.Steps = max(DefaultSteps, 100*t.Steps())
	}
	if opts.Budget == 0 {
		opts.Budget = DefaultBudget
	}
	stats := Stats{SwitchesBefore: t.Switches(), StepsBefore: t.Steps()}
	limited, cancel := context.WithTimeout(ctx, opts.Budget)
	defer cancel()
	z, err := newMinimizer(limited, code, t, opts)
	switch {
	case err != nil && ctx.Err() == nil && limited.Err() != nil:
		stats.SwitchesAfter, stats.StepsAfter, stats.Spent = stats.SwitchesBefore, stats.StepsBefore, true
		return t, stats, nil
	case err != nil:
		return nil, stats, err
	}
	z.stats = stats
	z.shrinkAll()
	z.stats.SwitchesAfter, z.stats.StepsAfter = z.best.Switches(), z.best.Steps()
	z.stats.Spent = z.spent()
	z.stats.Elapsed = time.Since(start)
	if ctx.Err() != nil {
		return nil, z.stats, context.Cause(ctx)
	}
	return z.best, z.stats, nil
}

// minimizer is the state of one minimisation.
type minimizer struct {
	ctx    context.Context // with the time budget
	code   *interp.Code
	opts   Options
	goal   goal
	env    ir.Environment
	places *[2]ir.Place // of a failure of exclusion
	best   *trace.Trace
	tried  map[string]bool // plans executed since best changed
	stats  Stats
	// maxSteps bounds the instructions of a candidate. A candidate with many more instructions than the
	// trace is in an infinite loop.
	maxSteps uint64
}

// newMinimizer determines the failure of the trace, from its execution.
func newMinimizer(ctx context.Context, code *interp.Code, t *trace.Trace, opts Options) (*minimizer, error) {
	if t.Failure == nil {
		return nil, fmt.Errorf("minimize: the trace leads to no failure")
	}
	property, err := verdict.ParseProperty(t.Failure.Property)
	if err != nil {
		return nil, fmt.Errorf("minimize: %w", err)
	}
	res := opts.Replayed
	if res == nil {
		if res, err = interp.ReplayCode(ctx, code, t, interp.ReplayOptions{}); err != nil {
			return nil, fmt.Errorf("minimize: %w", err)
		}
	}
	z := &minimizer{ctx: ctx, code: code, opts: opts, best: t, maxSteps: 10*res.Instructions + 100_000}
	if z.env, err = interp.EnvironmentOf(t); err != nil {
		return nil, fmt.Errorf("minimize: %w", err)
	}
	z.goal = goal{property: property, violation: *res.Violation}
	if z.places, err = interp.PlacesOf(code.Program(), t.Failure); err != nil {
		return nil, fmt.Errorf("minimize: %w", err)
	}
	if property == verdict.Deadlock {
		z.goal.waits = z.waitsOf(t)
	}
	return z, nil
}

// spent reports whether a budget is used up.
func (z *minimizer) spent() bool {
	return z.stats.Steps >= z.opts.Steps || z.ctx.Err() != nil
}

// longSchedule is the number of segments beyond which large changes come first, since small ones would
// use up the budget.
const longSchedule = 150

// shrinkAll makes the best trace as small as possible.
func (z *minimizer) shrinkAll() {
	if len(z.best.Schedule) > longSchedule {
		z.coarse()
	}
	z.slice()
	z.shrink()
	if z.coarse() {
		z.slice()
		z.shrink()
	}
	z.search()
	if z.inputs() {
		z.search()
	}
}
