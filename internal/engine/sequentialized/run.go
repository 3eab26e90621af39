package sequentialized

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/search"
	"github.com/heddle-mc/heddle/internal/model/sequential"
	"github.com/heddle-mc/heddle/internal/model/sequential/mu"
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/order/unwind"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Stats counts the work that is specific to these engines.
type Stats struct {
	Nodes int `json:"nodes,omitempty"` // visible operations of the inlined form
}

// run is the work on one problem.
type run struct {
	problem   *engine.Problem
	search    *search.Run
	method    *method
	schedule  sequential.Schedule
	eachWrite bool
}

// work judges the program within bounds. It returns larger bounds: the bounds that executions reached
// have grown.
func (r *run) work(ctx context.Context, at limits) (next limits, err error) {
	r.search.Now = engine.Progress{Bound: at.loop}
	seq, g, err := r.build(ctx, at)
	if errors.Is(err, sequential.ErrTooLarge) {
		err = search.TooLarge(err)
	}
	if err != nil {
		return at, err
	}
	host := r.search.Open(g.Terms)
	defer r.search.Close()
	for _, f := range g.Facts {
		host.Assert(f)
	}
	end := r.search.Stage("solve")
	defer func() { end(host.Stats().Search.Clauses) }()
	r.search.Limit(g.Terms.Bytes())
	violated := term.False
	for i := range g.Obligations {
		o := &g.Obligations[i]
		violated = g.Terms.Or(violated, g.Terms.And(o.Guard, g.Terms.Not(o.Cond)))
	}
	sat, err := satisfiable(ctx, host, violated)
	if err != nil {
		return at, err
	}
	if sat {
		t, err := r.decode(ctx, seq, g, host)
		if errors.Is(err, errUndefined) {
			r.search.Unsupported = err.Error()
			return at, nil
		}
		if err != nil {
			return at, err
		}
		r.search.Found.Violations = []engine.Violation{{Trace: t}}
		return at, nil
	}
	r.search.Aside(true)
	return r.cuts(ctx, seq, g, host, at)
}

func (r *run) build(ctx context.Context, at limits) (*sequential.Sequential, *event.Graph, error) {
	end := r.search.Stage("inline")
	inlined, err := sequential.Inline(ctx, r.problem.Program, r.method.inlineOptions(r.problem, at))
	if err != nil {
		return nil, nil, err
	}
	seq, err := r.method.make(ctx, inlined, sequential.Limits{Schedule: r.schedule, Number: at.number, EachWrite: r.eachWrite})
	if err != nil {
		return nil, nil, err
	}
	stats := &r.search.Found.Stats
	stats.Threads = len(inlined.Threads)
	nodes := 0
	for _, t := range inlined.Threads {
		nodes += len(t.Steps)
	}
	stats.Own = Stats{Nodes: nodes}
	end(nodes)
	if err := r.problem.Made("sequentialise", seq.Program); err != nil {
		return nil, nil, err
	}
	end = r.search.Stage("unwind")
	terms := term.New(term.Options{})
	g, err := unwind.Unwind(ctx, analyze.Of(seq.Program), terms, unwind.Options{Property: r.problem.Property, Environment: r.problem.Environment, Loop: 1})
	if err != nil {
		return nil, nil, fmt.Errorf("unwind: %w", err)
	}
	stats.Terms = terms.Len()
	end(stats.Terms)
	return seq, g, r.problem.Made("unwind", g)
}

func satisfiable(ctx context.Context, host solver.Solver, f term.ID) (bool, error) {
	if f == term.False {
		return false, nil
	}
	res, err := host.Check(ctx, f)
	return res.Status == sat.Satisfiable, search.Answered(ctx, res, err)
}

// cuts finds the bounds that executions reach, once there is no violation.
func (r *run) cuts(ctx context.Context, seq *sequential.Sequential, g *event.Graph, host solver.Solver, at limits) (limits, error) {
	var marks []verdict.Mark
	unsupported := ""
	next := at
	guards := make([]term.ID, len(seq.Marks))
	for i := range guards {
		guards[i] = term.False
	}
	for i := range g.Marks {
		m := &g.Marks[i]
		if m.Number != 0 {
			guards[m.Number-1] = g.Terms.Or(guards[m.Number-1], m.Guard)
			continue
		}
		if m.Bound == verdict.AddressBound || m.Bound == verdict.ReuseBound {
			continue // the order of the objects made from the program's does not matter
		}
		seq.Marks = append(seq.Marks, m.Mark)
		guards = append(guards, m.Guard)
	}
	for i := range seq.Marks {
		m := &seq.Marks[i]
		if slices.Contains(marks, *m) || m.Unsupported != "" && unsupported != "" {
			continue
		}
		reached, err := satisfiable(ctx, host, guards[i])
		if err != nil {
			return at, err
		}
		switch {
		case !reached:
		case m.Unsupported != "":
			unsupported = m.Text()
		default:
			marks = append(marks, *m)
			r.grow(&next, at, m.Bound)
		}
	}
	r.search.Completed, r.search.Unsupported = true, unsupported
	r.search.Found.Stats.Bound, r.search.Found.Marks = max(at.loop, at.number), marks
	return next, nil
}

// grow makes the bound larger that an execution reached.
func (r *run) grow(next *limits, at limits, bound verdict.Bound) {
	switch bound {
	case verdict.LoopBound, verdict.RecursionBound:
		next.loop = search.Larger(at.loop)
		if next.visible = 2 * at.visible; next.visible >= sequential.DefaultConcrete {
			next.visible = 0
		}
	case verdict.ThreadBound:
		if r.method.measure != bySwitches {
			next.threads = min(4*max(at.threads, sequential.DefaultThreads), mu.MaxThreads)
		}
	case verdict.SwitchBound:
		next.number = search.Larger(at.number)
	case verdict.WriteBound:
		next.number = min(search.Larger(at.number), mu.MaxWrites)
	}
}

// inputs returns the inputs of the model, in their order, as a trace of the sequential program.
func inputs(g *event.Graph, host solver.Solver) *trace.Trace {
	t := &trace.Trace{Model: g.Program.Model.String()}
	main := trace.ThreadInputs{Thread: "main"}
	for i := range g.Inputs {
		in := &g.Inputs[i]
		if host.Value(in.Guard).Lo == 0 {
			continue
		}
		v := host.Value(in.Value)
		if in.Object == 0 {
			main.Inputs = append(main.Inputs, trace.Input{Reason: in.Reason.String(), Width: int(in.Width), Value: v})
			continue
		}
		if o := &g.Objects[in.Object]; o.Global != 0 {
			t.Uninit = append(t.Uninit, trace.Uninit{Object: trace.Object{Global: g.Program.Globals[o.Global].Name},
				Offset: uint64(in.Offset), Value: byte(v.Lo)})
		}
	}
	t.Threads = []trace.ThreadInputs{main}
	return t
}
