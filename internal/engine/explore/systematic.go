package explore

import (
	"context"
	"slices"
	"time"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
)

// maxSteps and maxDepth are how many instructions and visible operations an execution may have. A longer
// execution is cut, with a mark.
const (
	maxSteps = 20_000_000
	maxDepth = 50_000
)

// constantFactor gives the bound of loops with a constant number of iterations while the bound on other
// loops grows: it is constantFactor times that bound.
const constantFactor = 64

// margin is how long before the deadline exploration ends. In that time the results are reported.
const margin = 50 * time.Millisecond

// systematic explores every interleaving with one bound on loops, for a part of the time left. It reports
// whether a greater bound is worth trying.
func (r *run) systematic(ctx context.Context, bound, share int) (again bool, err error) {
	began := time.Now()
	r.outOfTime = false
	r.tell("explore", bound)
	opts := smc.Options{
		Properties: r.task.Properties, Environment: r.task.Environment, Reduction: r.task.Reduction, Bounds: r.task.Bounds,
		StopAtFirst: !r.task.All, MaxSteps: maxSteps, MaxDepth: maxDepth, MaxMemory: r.memory(memoryShare), Memory: r.memory(memoryShare),
		Loops: interp.CutAwait, Unwind: bound, Threads: r.task.Threads,
	}
	if r.task.Unwind == 0 {
		opts.ConstantUnwind = bound * constantFactor
	}
	if d, limited := r.left(); limited {
		opts.Budget = max((d-margin)/time.Duration(share), time.Millisecond)
	}
	x, err := smc.Explore(ctx, r.task.Code, opts)
	if err != nil {
		return false, err
	}
	s := &r.out.Counts
	s.Executions += x.Executions
	s.Traces, s.Blocked, s.States, s.Redundant = x.Traces, x.Blocked, x.States, x.Redundant
	s.Steps += x.Steps
	r.out.Depth = max(r.out.Depth, x.Depth)
	r.stage("explore", began, int(x.Executions))
	for _, v := range x.Violations {
		r.add(v)
	}
	if len(x.Violations) > 0 && !r.task.All {
		return false, nil
	}
	return r.judge(x, bound), nil
}

// judge fills in the answer of an exploration without a violation. It reports whether a greater bound is
// worth trying.
func (r *run) judge(x *smc.Exploration, bound int) (again bool) {
	o := &r.out
	grows := r.task.Unwind == 0 && slices.ContainsFunc(x.Cuts, func(m verdict.Mark) bool { return m.Bound == verdict.LoopBound })
	if r.outOfTime = x.OutOfTime; r.outOfTime {
		r.unfinished(verdict.Timeout)
		return grows
	}
	o.Marks, o.Reason, o.Detail = slices.Clone(x.Cuts), "", ""
	spent := false // with more memory executions would go on
	for _, end := range x.Limits {
		switch end.Kind {
		case interp.Unsupported:
			o.Verdict, o.Reason, o.Marks = verdict.Unknown, verdict.Unsupported, nil
			if o.Detail = end.Text; end.Pos.IsValid() {
				o.Detail += " at " + r.location(end.Pos, "").String()
			}
			return false
		case interp.StepLimit:
			o.Marks = append(o.Marks, verdict.Mark{Bound: verdict.StepBound, Limit: maxSteps, Location: r.location(end.Pos, "")})
		case interp.MemoryLimit:
			o.Marks = append(o.Marks, verdict.Mark{Bound: verdict.AllocBound, Location: r.location(end.Pos, "")})
			spent = r.task.Memory > 0 && r.memory(memoryShare) < interp.DefaultMaxMemory
		default:
			o.Verdict, o.Reason, o.Detail = verdict.Unknown, verdict.NoReason, end.Kind.String()
			return false
		}
	}
	if x.Bounded {
		o.Marks = append(o.Marks, verdict.Mark{Bound: verdict.SwitchBound})
	}
	o.Verdict = verdict.Bounded
	switch {
	case !x.Complete && len(o.Marks) == 0:
		o.Verdict, o.Reason, o.Detail = verdict.Unknown, verdict.NoReason, x.Incomplete
		return false
	case len(o.Marks) > 0:
		if again = grows; spent {
			o.Reason = verdict.OutOfMemory
		}
	case !x.Exact:
		o.Reason = verdict.Inputs
	default:
		o.Verdict = verdict.Safe
	}
	r.complete = true
	o.Stats.Bound = bound
	return again
}

func (r *run) location(pos ir.Pos, function string) verdict.Location {
	return pos.In(r.task.Code.Program().Files, function)
}
