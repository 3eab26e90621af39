package explore

import (
	"context"
	"time"

	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/weak"
)

// graphs explores the execution graphs of the task's memory model, under growing bounds on loops.
func (r *run) graphs(ctx context.Context) error {
	judge, err := Judge(r.task.Model)
	if err != nil {
		return err
	}
	if r.allowed, err = Allowed(r.task.Model); err != nil {
		return err
	}
	if bound := r.task.Unwind; bound > 0 {
		if _, err := r.graphsWithin(ctx, bound, judge); err != nil {
			return err
		}
		return r.cyclic(ctx, bound)
	}
	for bound := firstBound; bound <= lastBound; bound *= boundFactor {
		if again, err := r.graphsWithin(ctx, bound, judge); err != nil || r.outOfTime {
			return err
		} else if !again || bound*boundFactor > lastBound {
			return r.cyclic(ctx, bound)
		}
	}
	return nil
}

// cyclic counts the executions with a cycle of po ∪ rf. No trace shows a violation in such an execution, so it makes the
// verdict unknown.
func (r *run) cyclic(ctx context.Context, bound int) error {
	o := &r.out.Outcome
	if !r.task.Cycles || !r.task.Model.Cycles() || !r.task.All && len(r.out.Violations) > 0 || o.Verdict == verdict.Unknown {
		return nil
	}
	opts := r.options(bound)
	opts.Properties = r.task.Properties &^ interp.PropertySet(verdict.Race)
	opts.Cycles = true
	x, err := weak.Explore(ctx, r.task.Code, opts)
	switch {
	case ctx.Err() != nil:
		return nil // the executions without a cycle are known
	case err != nil:
		return err
	}
	c := &x.Cyclic
	if c.Complete {
		r.out.Counts.Executions += c.Executions
		r.out.Counts.Cyclic = c.Executions
	}
	if v := c.Violation; v != nil {
		o.Verdict, o.Reason, o.Marks = verdict.Unknown, verdict.WeakMemory, nil
		o.Detail = "in an execution with a cycle of program order and reads-from, which no trace shows: " + v.Message + " at " + r.location(v.Pos, v.Func).String()
	}
	return nil
}

// options returns the options of an exploration with a bound on loops.
func (r *run) options(bound int) weak.Options {
	opts := weak.Options{Model: r.task.Model, Properties: r.task.Properties, Environment: r.task.Environment,
		MaxSteps: maxSteps, MaxMemory: r.memory(memoryShare), Unwind: bound, ConstantUnwind: bound, Allowed: r.allowed}
	if r.task.Unwind == 0 {
		opts.ConstantUnwind = bound * constantFactor
	}
	if d, limited := r.left(); limited {
		opts.Budget = max(d-margin, time.Millisecond)
	}
	return opts
}

// graphsWithin explores with one bound on loops. It reports whether a greater bound is worth trying.
func (r *run) graphsWithin(ctx context.Context, bound int, judge func(*weak.Execution) error) (again bool, err error) {
	began := time.Now()
	r.outOfTime = false
	r.tell("explore", bound)
	opts := r.options(bound)
	opts.StopAtFirst, opts.Judge = !r.task.All, judge
	x, err := weak.Explore(ctx, r.task.Code, opts)
	if err != nil {
		return false, err
	}
	r.out.Counts = Stats{Executions: x.Executions, Blocked: x.Blocked, Steps: r.out.Counts.Steps + x.Steps}
	if opts.Model = opts.Model.Chains(); opts.Model != nil && x.Continued && x.Complete {
		if err := r.chains(ctx, opts); err != nil {
			return false, err
		}
	}
	r.out.Depth = max(r.out.Depth, x.Depth)
	r.stage("explore", began, int(x.Runs))
	if r.out.Race = x.Race; r.task.Properties.Has(verdict.Race) {
		r.out.Race = nil
	}
	for _, v := range x.Violations {
		r.add(v)
	}
	if len(x.Violations) > 0 && !r.task.All {
		return false, nil
	}
	again = r.judge(&x.Exploration, bound)
	if x.Refused != "" {
		r.out.Verdict, r.out.Reason, r.out.Marks = verdict.Unknown, verdict.Unsupported, nil
		r.out.Detail = x.Refused
		if x.RefusedAt.IsValid() {
			r.out.Detail += " at " + r.location(x.RefusedAt, "").String()
		}
		return false, nil
	}
	if o := &r.out.Outcome; r.task.Model.Cycles() && (o.Verdict == verdict.Safe || o.Verdict == verdict.Bounded) {
		o.Verdict, o.Marks = verdict.Bounded, append(o.Marks, verdict.Mark{Bound: verdict.CycleBound})
	}
	return again, nil
}

// chains counts the executions with the release sequences of C++20 instead of those of C11, by which properties are judged.
func (r *run) chains(ctx context.Context, opts weak.Options) error {
	opts.Properties, opts.StopAtFirst, opts.Allowed = 0, false, nil
	if d, limited := r.left(); limited {
		opts.Budget = max(d-margin, time.Millisecond)
	}
	x, err := weak.Explore(ctx, r.task.Code, opts)
	if err == nil && x.Complete {
		r.out.Counts.Executions, r.out.Counts.Blocked = x.Executions, x.Blocked
		r.out.Counts.Steps += x.Steps
	}
	return err
}
