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

// modeller is an engine that says what it looked at in place of the program: a model
// that executions can be held against. It is asked after Run, with the same problem and
// Run's outcome; a nil model means that there is none.
type modeller interface {
	Model(ctx context.Context, p *engine.Problem, out *engine.Outcome) (inclusion.Model, error)
}

// paranoidExecutions is how many random executions Options.Paranoid tries.
const paranoidExecutions = 200

// doubt tries a safe or bounded answer of a property of executions with random executions, if that is asked for: none
// may violate what is called safe, each must be one that the engine looked at or come
// to a bound, and to none in what is safe. What is wrong is an *InternalError with the
// execution's trace. When there is no time left the rest is not tried.
func (r *runner) doubt(ctx context.Context, property verdict.Property, a *answer, j *Judgement) error {
	if !r.opts.Paranoid || property == verdict.Exclusion || a.Verdict != verdict.Safe && a.Verdict != verdict.Bounded {
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

// wrongError says that an answer is wrong.
type wrongError struct {
	from      string
	execution *inclusion.Execution
	msg       string
}

// Error says what is wrong with whose answer.
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
