package explore

import (
	"context"
	"time"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
)

// An execution without choices gets more instructions in steps of singleFactor, up to singleSteps.
const (
	singleFactor = 32
	singleSteps  = 1 << 33
)

// single executes a program of one thread and process once, up to its end, as long as it makes no choice. If it makes none, there is no other
// execution. It reports whether that decided the task.
func (r *run) single(ctx context.Context) (done bool, err error) {
	r.out.Verdict = verdict.Unknown
	if p := r.task.Code.Program(); p.Has(ir.OpSpawn) || p.Has(ir.OpFork) {
		return false, nil
	}
	defer func(began time.Time) { r.stage("single", began, 1) }(time.Now())
	until := ctx
	if d, limited := r.left(); limited {
		var cancel context.CancelFunc
		until, cancel = context.WithTimeout(ctx, max(d-margin, 0))
		defer cancel()
	}
	opts := interp.Options{Properties: r.task.Properties, Environment: r.task.Environment, MaxMemory: r.memory(memoryShare)}
	for opts.MaxSteps = randomSteps; opts.MaxSteps < singleSteps; opts.MaxSteps *= singleFactor {
		res, t, err := interp.RunCode(until, r.task.Code, opts)
		if err != nil {
			if until.Err() != nil && ctx.Err() == nil {
				return false, nil
			}
			return false, err
		}
		r.out.Counts.Executions++
		r.out.Counts.Steps += res.Steps
		switch {
		case res.Violation != nil:
			r.add(smc.Counterexample{Violation: *res.Violation, Trace: t})
			return !r.task.All, nil
		case len(t.Threads)+len(t.Uninit) > 0:
			return false, nil
		case res.End.Kind == interp.Exited:
			r.out.Verdict, r.out.Marks, r.complete, r.out.Counts.Traces = verdict.Safe, res.Cuts, true, 1
			if len(res.Cuts) > 0 {
				r.out.Verdict = verdict.Bounded
			}
			return true, nil
		case res.End.Kind != interp.StepLimit:
			return false, nil
		}
	}
	return false, nil
}
