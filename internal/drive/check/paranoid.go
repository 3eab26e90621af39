package check

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/prove/inclusion"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// modeller is an engine that can return the model that it explored in place of the program. Executions can
// be compared with the model. Model is called after Run, with the same problem and Run's outcome; nil means
// that there is no model.
type modeller interface {
	Model(ctx context.Context, p *engine.Problem, out *engine.Outcome) (inclusion.Model, error)
}

// paranoidExecutions is how many random executions Options.Paranoid tries.
const paranoidExecutions = 200

// doubt tests a safe or bounded answer with random executions, if the options ask for it. No execution may
// violate a property that is safe. Each must be an execution of the engine's model, or reach a mark of a
// bound if the answer is bounded. A contradiction is an *InternalError with the execution's trace. When
// time is up, the rest is not tested.
func (r *runner) doubt(ctx context.Context, property verdict.Property, a *answer, j *Judgement) error {
	if !r.opts.Paranoid || property.Is(verdict.PlaceCheck) || a.Verdict != verdict.Safe && a.Verdict != verdict.Bounded {
		return nil
	}
	start := time.Now()
	tried, err := executing(ctx, r, func(ctx context.Context, code *interp.Code) (int, error) { return r.try(ctx, code, property, a) })
	j.Stats.Stages = append(j.Stats.Stages, engine.StageStats{Name: "paranoid", Time: time.Since(start), Size: tried})
	switch {
	case err == nil, ctx.Err() != nil, Abandoned(err):
		return nil
	}
	e := internalError("paranoid", property, err)
	if w, ok := err.(*wrongError); ok {
		e.Trace = w.execution.Found
	}
	return e
}

// wrongError is the error for a wrong answer.
type wrongError struct {
	from      string
	execution *inclusion.Execution
	msg       string
}

// Error describes the contradiction and names the engine.
func (e *wrongError) Error() string {
	return fmt.Sprintf("the answer of %s is wrong: %s", e.from, e.msg)
}

// try executes the program, and returns how often.
func (r *runner) try(ctx context.Context, code *interp.Code, property verdict.Property, a *answer) (int, error) {
	var model inclusion.Model
	if m, ok := a.by.(modeller); ok {
		var err error
		if model, err = m.Model(ctx, a.problem, &a.Outcome); err != nil {
			return 0, err
		}
	}
	safe := a.Verdict == verdict.Safe
	for n := range paranoidExecutions {
		e, err := inclusion.Random(ctx, code, inclusion.Options{Property: property, Environment: r.env.For(property), Seed: uint64(n)})
		if err != nil {
			return n, err
		}
		wrong := func(format string, args ...any) error {
			return &wrongError{a.from.Name, e, fmt.Sprintf(format, args...)}
		}
		if v := e.Violation; v != nil && safe {
			return n, wrong("an execution violates %s at %s: %s", property, cmp.Or(v.Pos.Text(r.program.Files), "no place"), v.Message)
		}
		if model == nil {
			continue
		}
		out, err := model.Check(ctx, e)
		switch {
		case err != nil && ctx.Err() == nil:
			return n, wrong("%v", err)
		case err != nil:
			return n, err
		case out.Cut != nil && safe:
			return n, wrong("an execution comes to %s", out.Cut.Text())
		}
	}
	return paranoidExecutions, nil
}
