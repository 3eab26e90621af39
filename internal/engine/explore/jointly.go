package explore

import (
	"context"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// Jointly judges a task's properties, each as if alone (semantics 5), with executions that serve many of
// them. Races are no properties of states, so there are two groups: races, and the others. Each group is
// explored for a short time before any is for a longer one. When a violation of a property is found,
// exploration begins again without that property. tell is called once for each property, as soon as its
// answer is known, or when ctx ends.
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
	// each explores for each group of the open properties. It continues without a property once that is
	// violated.
	races := interp.PropertySet(verdict.Race)
	each := func(properties interp.Properties, explore func(*run) error, final bool) error {
		for _, group := range []interp.Properties{races, ^races} {
			for left&group&properties != 0 {
				t := task.only(left & group)
				t.Random, t.All = false, false
				r := newRun(ctx, t)
				if err := r.finish(ctx, explore(r)); err != nil {
					return err
				}
				violations(&r.out)
				if r.out.Verdict == verdict.Violation {
					continue
				}
				for p := range verdict.NumProperties {
					if t.Properties.Has(p) && (final || r.out.Verdict == verdict.Safe) {
						answer(p, r.out.Outcome)
					}
				}
				break
			}
		}
		return nil
	}
	if task.Random {
		single := func(r *run) error {
			_, err := r.single(ctx)
			return err
		}
		if err := each(left, single, false); err != nil || left == 0 {
			return err
		}
		again := left
		for _, d := range []time.Duration{quickTime / 10, quickTime} {
			now := again
			again = 0
			quick := func(r *run) error {
				_, err := r.quick(ctx, d)
				if r.outOfTime {
					again |= r.task.Properties
				}
				return err
			}
			if err := each(now, quick, false); err != nil || left == 0 {
				return err
			}
		}
		t := task
		t.Properties, t.All = left, true
		r := newRun(ctx, t)
		if err := r.finish(ctx, r.random(ctx, violations)); err != nil {
			return err
		}
	}
	return each(left, func(r *run) error { return r.explore(ctx) }, true)
}
