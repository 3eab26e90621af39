package seq

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/heddle-mc/heddle/internal/analysis"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/event"
	"github.com/heddle-mc/heddle/internal/sat"
	"github.com/heddle-mc/heddle/internal/seqz"
	"github.com/heddle-mc/heddle/internal/seqz/mu"
	"github.com/heddle-mc/heddle/internal/solver"
	"github.com/heddle-mc/heddle/internal/term"
	"github.com/heddle-mc/heddle/internal/trace"
	"github.com/heddle-mc/heddle/internal/unwind"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// run is the work on one problem.
type run struct {
	problem  *engine.Problem
	method   *method
	schedule seqz.Schedule

	violations  []engine.Violation
	unsupported string
	marks       []verdict.Mark // of the last completed bounds, that are reachable
	reason      verdict.Reason
	detail      string
	stats       engine.Stats
}

// errSpent says that a limit of the solver was reached; run.reason says which.
var errSpent = errors.New("a limit of the solver was reached")

// work judges the program within bounds and returns larger ones, those that
// executions reached having grown.
func (r *run) work(ctx context.Context, at limits) (next limits, err error) {
	seq, g, err := r.build(ctx, at)
	if err != nil {
		return at, err
	}
	host := r.solver(g.Terms)
	if c, ok := host.(io.Closer); ok {
		defer c.Close()
	}
	for _, f := range g.Facts {
		host.Assert(f)
	}
	start := time.Now()
	r.tell("solve", at, host)
	defer func() {
		s := host.Stats()
		r.stats.Variables, r.stats.Clauses = s.Search.Vars, s.Search.Clauses
		r.stats.Conflicts += s.Search.Conflicts
		r.add("solve", time.Since(start), r.stats.Clauses)
	}()
	if l, ok := host.(solver.Limiter); ok && r.problem.Memory > 0 {
		l.SetLimits(sat.Limits{Memory: max(1, r.problem.Memory-g.Terms.Bytes())})
	}
	violated := term.False
	for i := range g.Obligations {
		o := &g.Obligations[i]
		violated = g.Terms.Or(violated, g.Terms.And(o.Guard, g.Terms.Not(o.Cond)))
	}
	sat, err := r.satisfiable(ctx, g, host, violated)
	if err != nil {
		return at, err
	}
	if sat {
		t, err := r.decode(ctx, seq, g, host)
		if errors.Is(err, errUndefined) {
			r.unsupported = err.Error()
			return at, nil
		}
		if err != nil {
			return at, err
		}
		r.violations = append(r.violations, engine.Violation{Trace: t})
		return at, nil
	}
	return r.cuts(ctx, seq, g, host, at)
}

// build makes the sequential program and its obligations.
func (r *run) build(ctx context.Context, at limits) (*seqz.Sequential, *event.Graph, error) {
	start := time.Now()
	r.tell("inline", at, nil)
	inlined, err := seqz.Inline(ctx, r.problem.Code.Program(), r.method.inlineOptions(r.problem, at))
	if err != nil {
		return nil, nil, err
	}
	seq, err := r.method.make(ctx, inlined, seqz.Limits{Schedule: r.schedule, Number: at.number})
	if err != nil {
		return nil, nil, err
	}
	r.stats.Threads, r.stats.Nodes = len(inlined.Threads), 0
	for _, t := range inlined.Threads {
		r.stats.Nodes += len(t.Steps)
	}
	r.add("inline", time.Since(start), r.stats.Nodes)
	start = time.Now()
	r.tell("unwind", at, nil)
	terms := term.New(term.Options{})
	g, err := unwind.Unwind(ctx, analysis.Of(seq.Program), terms, unwind.Options{Property: r.problem.Property, Environment: r.problem.Environment, Loop: 1})
	if err != nil {
		return nil, nil, fmt.Errorf("unwind: %w", err)
	}
	r.stats.Terms = terms.Len()
	r.add("unwind", time.Since(start), r.stats.Terms)
	return seq, g, nil
}

// solver returns a new solver.
func (r *run) solver(terms *term.Store) solver.Solver {
	if r.problem.NewSolver != nil {
		return r.problem.NewSolver(terms)
	}
	return solver.New(terms, sat.Options{})
}

// satisfiable decides whether a term can hold.
func (r *run) satisfiable(ctx context.Context, g *event.Graph, host solver.Solver, f term.ID) (bool, error) {
	if f == term.False {
		return false, nil
	}
	res, err := host.Check(ctx, f)
	switch {
	case err != nil:
		return false, err
	case res.Status != sat.Unknown:
		return res.Status == sat.Satisfiable, nil
	case ctx.Err() != nil:
		return false, context.Cause(ctx)
	}
	r.reason, r.detail = verdict.Timeout, "the solver gave up: "+res.Reason.String()
	if res.Reason == sat.ReasonMemory {
		r.reason = verdict.OutOfMemory
	}
	return false, errSpent
}

// cuts looks at which bounds executions reach, once there is no violation.
func (r *run) cuts(ctx context.Context, seq *seqz.Sequential, g *event.Graph, host solver.Solver, at limits) (limits, error) {
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
			continue // which of the objects made of the program's comes first is nobody's question
		}
		seq.Marks = append(seq.Marks, m.Mark)
		guards = append(guards, m.Guard)
	}
	for i := range seq.Marks {
		m := &seq.Marks[i]
		if m.Unsupported == "" && slices.Contains(marks, *m) {
			continue
		}
		if m.Unsupported != "" && unsupported != "" {
			continue
		}
		reached, err := r.satisfiable(ctx, g, host, guards[i])
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
	r.stats.Bound, r.unsupported, r.marks = max(at.loop, at.number), unsupported, marks
	return next, nil
}

// grow makes the bound larger that an execution reached.
func (r *run) grow(next *limits, at limits, bound verdict.Bound) {
	switch bound {
	case verdict.LoopBound, verdict.RecursionBound:
		next.loop = grow(at.loop)
		if next.visible = 2 * at.visible; next.visible >= seqz.DefaultConcrete {
			next.visible = 0
		}
	case verdict.ThreadBound:
		if r.method.measure != bySwitches {
			next.threads = min(4*max(at.threads, seqz.DefaultThreads), mu.MaxThreads)
		}
	case verdict.SwitchBound:
		next.number = grow(at.number)
	case verdict.WriteBound:
		next.number = min(grow(at.number), mu.MaxWrites)
	}
}

// trace of the sequential program: the inputs of the model, in their order.
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
			main.Inputs = append(main.Inputs, trace.Input{Reason: in.Reason.String(), Width: int(in.Width), Value: trace.Bits{Lo: v.Lo, Hi: v.Hi}})
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

// add adds to the cost of a stage; its size is that of the last bound.
func (r *run) add(name string, d time.Duration, size int) {
	for i := range r.stats.Stages {
		if s := &r.stats.Stages[i]; s.Name == name {
			s.Time += d
			s.Size = size
			return
		}
	}
	r.stats.Stages = append(r.stats.Stages, engine.StageStats{Name: name, Time: d, Size: size})
}

// tell reports progress.
func (r *run) tell(stage string, at limits, host solver.Solver) {
	if r.problem.Progress == nil {
		return
	}
	p := engine.Progress{Stage: stage, Bound: at.loop, Conflicts: r.stats.Conflicts}
	if host != nil {
		p.Clauses = host.Stats().Search.Clauses
	}
	r.problem.Progress(p)
}
