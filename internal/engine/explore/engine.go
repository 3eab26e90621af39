package explore

import (
	"context"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
)

// Engine explores. It implements engine.Joint.
type Engine struct{}

var _ engine.Joint = (*Engine)(nil)

// New returns an engine.
func New() *Engine { return &Engine{} }

// Run implements engine.Engine. Bounds on thread switches are obeyed without
// partial-order reduction, which cannot be combined with them, and without
// random schedules.
func (*Engine) Run(ctx context.Context, p *engine.Problem) (*engine.Outcome, error) {
	r, err := Explore(ctx, taskOf(p, interp.PropertySet(p.Property)))
	if err != nil {
		return nil, err
	}
	return &r.Outcome, nil
}

// Joins implements engine.Joint.
func (*Engine) Joins(verdict.Property) bool { return true }

// RunJointly implements engine.Joint.
func (*Engine) RunJointly(ctx context.Context, p *engine.Problem, properties interp.Properties, tell func(verdict.Property, *engine.Outcome)) error {
	return Jointly(ctx, taskOf(p, properties), tell)
}

func taskOf(p *engine.Problem, properties interp.Properties) Task {
	b := p.Bounds
	task := Task{
		Code: p.Code(), Properties: properties, Environment: p.Environment,
		Unwind: b.Unwind, Threads: b.Threads, All: p.All, Memory: p.Memory, Progress: p.Progress,
		Reduction: smc.DPOR, Random: b == engine.Bounds{},
	}
	if b.Contexts != 0 || b.Rounds != 0 {
		task.Reduction = smc.Hashing
		if b.Contexts != 0 {
			task.Bounds.Contexts = smc.AtMost(b.Contexts)
		}
		if b.Rounds != 0 {
			task.Bounds.Rounds = smc.AtMost(b.Rounds)
		}
	}
	return task
}
