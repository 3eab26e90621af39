package explore

import (
	"context"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/interp"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// Jointly judges a task's properties, each as if alone (DESIGN 5.5), but with
// executions that serve many: random schedules for one after the other, then all
// but races together, then races, which are no properties of states. When a
// violation of one is found, exploration begins again without it. Every
// property's answer is told once, as soon as it is known; until ctx is done,
// those that are told nothing get what there is at its end.
func Jointly(ctx context.Context, task Task, tell func(verdict.Property, *engine.Outcome)) error {
	left := task.Properties
	answer := func(p verdict.Property, o engine.Outcome) {
		if left.Has(p) {
			left &^= interp.PropertySet(p)
			tell(p, &o)
		}
	}
	violations := func(r *Report) {
		for _, x := range r.Found {
			answer(x.Violation.Property, engine.Outcome{
				Verdict: verdict.Violation, Violations: []engine.Violation{{Trace: x.Trace}}, Stats: r.Stats,
			})
		}
	}
	if task.Random {
		first := &run{task: task, began: time.Now()}
		first.task.All = true
		first.deadline, _ = ctx.Deadline()
		if err := first.random(ctx); err != nil && ctx.Err() == nil {
			return err
		}
		violations(&first.out)
	}
	races := interp.PropertySet(verdict.Race)
	task.Random, task.All = false, false
	for left != 0 {
		task.Properties = left &^ races
		if task.Properties == 0 {
			task.Properties = left
		}
		r, err := Explore(ctx, task)
		if err != nil {
			return err
		}
		violations(r)
		if r.Verdict == verdict.Violation {
			continue
		}
		for p := range verdict.NumProperties {
			if task.Properties.Has(p) {
				answer(p, r.Outcome)
			}
		}
	}
	return nil
}
