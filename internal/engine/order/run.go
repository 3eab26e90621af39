package order

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/heddle-mc/heddle/internal/consistency"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/event"
	"github.com/heddle-mc/heddle/internal/interp"
	"github.com/heddle-mc/heddle/internal/intervals"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/sat"
	"github.com/heddle-mc/heddle/internal/solver"
	"github.com/heddle-mc/heddle/internal/term"
	"github.com/heddle-mc/heddle/internal/trace"
	"github.com/heddle-mc/heddle/internal/unwind"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// maxReports bounds the checks that look for further marks to report, once one
// is known to be reachable.
const maxReports = 16

// run is the work on one problem.
type run struct {
	*engine.Problem
	opts Options
	id   string // of the program

	violations  []engine.Violation
	violated    []event.Obligation      // their places, but of races
	raced       []consistency.PlacePair // those of races
	doubts      []string                // of this round: deadlocks that may not stand
	unsupported string                  // a construct that is reachable
	marks       []verdict.Mark          // of the last completed bound, that are reachable
	reason      verdict.Reason          // why the search ended early
	detail      string
	stats       engine.Stats
}

// round judges the program unwound to a bound and reports whether a larger one
// could say more. What it finds out is in r; an error that is the cause of the
// context's end leaves what was known before.
func (r *run) round(ctx context.Context, bound limits) (more bool, err error) {
	terms := term.New(term.Options{})
	g, err := r.unwind(ctx, terms, bound)
	if err != nil {
		return false, err
	}
	g, candidates, err := r.narrow(ctx, g, bound.loop)
	if err != nil {
		return false, err
	}
	r.doubts = nil
	if settled(g) {
		r.stats.Bound, r.unsupported, r.marks = bound.loop, "", nil
		return false, nil
	}
	host := r.solver(g.Terms)
	if c, ok := host.(io.Closer); ok {
		defer c.Close()
	}
	e, err := r.encode(ctx, g, candidates, host, bound.loop)
	if err != nil {
		return false, err
	}
	defer func(start time.Time) { r.solved(host, start) }(time.Now())
	r.tell("solve", bound.loop, g, host)
	found, err := r.search(ctx, g, e)
	if found && !r.All || err != nil {
		return false, err
	}
	return r.cuts(ctx, g, e, bound.loop)
}

// graph unwinds the program to a bound, with further options.
func (r *run) graph(ctx context.Context, terms *term.Store, bound limits, o unwind.Options) (*event.Graph, error) {
	o.Property, o.Environment, o.Loop, o.Concrete = r.Property, r.Environment, bound.loop, bound.concrete
	return unwind.Unwind(ctx, r.Code.Facts(), terms, o)
}

// unwind makes the event graph.
func (r *run) unwind(ctx context.Context, terms *term.Store, bound limits) (*event.Graph, error) {
	start := time.Now()
	r.tell("unwind", bound.loop, nil, nil)
	g, err := r.graph(ctx, terms, bound, unwind.Options{})
	if err != nil {
		return nil, fmt.Errorf("unwind: %w", err)
	}
	r.stats.Threads, r.stats.Nodes, r.stats.Events = len(g.Threads)-1, len(g.Nodes)-1, len(g.Events)-1
	r.stats.Terms = terms.Len()
	r.add("unwind", time.Since(start), r.stats.Events)
	return g, nil
}

// narrow makes the graph's terms smaller by what is known of their values.
// It returns where reads may see what they see, too, if it finds that.
func (r *run) narrow(ctx context.Context, g *event.Graph, bound int) (*event.Graph, []event.Candidates, error) {
	if r.opts.Wide || settled(g) {
		return g, nil, nil
	}
	start := time.Now()
	r.tell("narrow", bound, g, nil)
	candidates, err := consistency.ReadCandidates(ctx, g)
	if err != nil {
		return nil, nil, fmt.Errorf("narrow: %w", err)
	}
	values, err := intervals.Analyse(ctx, g, candidates, intervals.Options{})
	if err != nil {
		return nil, nil, fmt.Errorf("narrow: %w", err)
	}
	g = values.Narrow()
	r.add("narrow", time.Since(start), values.Stats().Reads)
	return g, candidates, nil
}

// settled reports whether a graph has nothing that could be violated or cut.
func settled(g *event.Graph) bool {
	if len(g.Touches) > 0 {
		return false
	}
	for i := range g.Obligations {
		if o := &g.Obligations[i]; g.Terms.And(o.Guard, g.Terms.Not(o.Cond)) != term.False {
			return false
		}
	}
	for i := range g.Marks {
		if g.Marks[i].Guard != term.False {
			return false
		}
	}
	return true
}

// solver returns a new solver.
func (r *run) solver(terms *term.Store) solver.Solver {
	if r.NewSolver != nil {
		return r.NewSolver(terms)
	}
	return solver.New(terms, sat.Options{})
}

// encode puts the graph into a solver.
func (r *run) encode(ctx context.Context, g *event.Graph, candidates []event.Candidates, host solver.Solver, bound int) (*consistency.Encoding, error) {
	start := time.Now()
	r.tell("encode", bound, g, nil)
	e, err := consistency.New(ctx, g, host, consistency.Options{Eager: r.opts.Eager, Candidates: candidates})
	if err != nil {
		return nil, err
	}
	r.stats.Candidates = len(e.Relations().Arcs)
	r.add("encode", time.Since(start), r.stats.Candidates)
	if l, ok := host.(solver.Limiter); ok && r.Memory > 0 {
		left := r.Memory - e.Bytes() - g.Terms.Bytes() - eventBytes*int64(len(g.Events)+len(g.Nodes))
		l.SetLimits(sat.Limits{Memory: max(1, left)})
	}
	return e, nil
}

// eventBytes is about what an event or a node takes, with all that belongs to it and the
// tables that find it.
const eventBytes = 128

// solved adds up what the solver did.
func (r *run) solved(host solver.Solver, start time.Time) {
	s := host.Stats()
	r.stats.Variables, r.stats.Clauses = s.Search.Vars, s.Search.Clauses
	r.stats.Conflicts += s.Search.Conflicts
	r.add("solve", time.Since(start), r.stats.Clauses)
}

// search looks for violations: one, or all that are not known yet. It reports
// whether there are any.
func (r *run) search(ctx context.Context, g *event.Graph, e *consistency.Encoding) (found bool, err error) {
	for i := range r.violated {
		r.exclude(g, e, &r.violated[i])
	}
	for _, at := range r.raced {
		e.ExcludeRace(at)
	}
	for {
		res, err := e.Check(ctx)
		if err := r.complete(ctx, res, err); err != nil {
			return false, err
		}
		if res.Status == sat.Unsatisfiable {
			return len(r.violations) > 0, nil
		}
		if r.Property == verdict.Race {
			if err := r.race(ctx, g, e); err != nil {
				return false, err
			}
			if !r.All {
				return true, nil
			}
			continue
		}
		v, err := e.Decode()
		if err != nil {
			return false, err
		}
		if _, err := r.replay(ctx, v.Trace); err != nil {
			return false, err
		}
		if r.Property == verdict.Deadlock {
			if over, err := r.deadlock(ctx, e, v); over || err != nil {
				return len(r.violations) > 0, err
			}
			continue
		}
		r.violations = append(r.violations, engine.Violation{Trace: v.Trace})
		if !r.All {
			return true, nil
		}
		r.violated = append(r.violated, g.Obligations[v.Obligation])
		r.exclude(g, e, &g.Obligations[v.Obligation])
	}
}

// errSpent says that a limit of the solver was reached; run.reason says which.
var errSpent = errors.New("a limit of the solver was reached")

// complete returns an error unless a check has an answer.
func (r *run) complete(ctx context.Context, res solver.Result, err error) error {
	switch {
	case err != nil:
		return err
	case res.Status != sat.Unknown:
		return nil
	case ctx.Err() != nil:
		return context.Cause(ctx)
	}
	r.reason, r.detail = verdict.Timeout, "the solver gave up: "+res.Reason.String()
	if res.Reason == sat.ReasonMemory {
		r.reason = verdict.OutOfMemory
	}
	return errSpent
}

// exclude leaves out what is violated at the place of an obligation.
func (r *run) exclude(g *event.Graph, e *consistency.Encoding, at *event.Obligation) {
	for i := range g.Obligations {
		if o := &g.Obligations[i]; o.Kind == at.Kind && o.Pos == at.Pos && o.Func == at.Func {
			e.Exclude(i)
		}
	}
}

// replay executes a trace, which must lead to its failure. It takes about as long
// as the program, and is done even if the budget ended meanwhile.
func (r *run) replay(ctx context.Context, t *trace.Trace) (*interp.Result, error) {
	t.Program = r.id
	for reason := ir.ChooseSpurious; r.Environment>>reason != 0; reason++ {
		if r.Environment.Has(reason) {
			t.Environment = append(t.Environment, reason.String())
		}
	}
	res, err := interp.ReplayCode(context.WithoutCancel(ctx), r.Code, t, interp.ReplayOptions{Properties: interp.PropertySet(r.Property)})
	if err != nil {
		return nil, &engine.TraceError{Trace: t, Err: err}
	}
	return res, nil
}

// cuts looks at what cut executions short, once no violation is left, and
// reports whether a larger bound would cut less.
func (r *run) cuts(ctx context.Context, g *event.Graph, e *consistency.Encoding, bound int) (more bool, err error) {
	var reached [3][]int
	for kind := range reached {
		if reached[kind], err = r.reachable(ctx, g, e, markKind(kind)); err != nil {
			return false, err
		}
	}
	r.stats.Bound, r.unsupported, r.marks = bound, "", nil
	for _, i := range reached[unsupported] {
		r.unsupported = g.Marks[i].Unsupported
		if at := g.Marks[i].Location; at.Line > 0 {
			r.unsupported += " at " + at.String()
		}
		break
	}
	if r.unsupported == "" && len(r.doubts) > 0 {
		r.unsupported = r.doubts[0]
	}
	for _, i := range append(reached[growing], reached[fixed]...) {
		if m := g.Marks[i].Mark; !slices.Contains(r.marks, m) {
			r.marks = append(r.marks, m)
		}
	}
	return len(reached[growing]) > 0, nil
}

// markKind says what can be done about a mark.
type markKind int

const (
	unsupported markKind = iota // nothing, and nothing is known beyond it
	growing                     // larger bounds cut later
	fixed                       // nothing
)

func kindOf(m *event.Mark) markKind {
	switch {
	case m.Unsupported != "":
		return unsupported
	case !m.Bound.Grows():
		return fixed
	}
	return growing
}

// reachable returns marks of a kind that executions reach, some of them at
// least if there are any; with a bound that is not to grow, nearly all.
func (r *run) reachable(ctx context.Context, g *event.Graph, e *consistency.Encoding, kind markKind) ([]int, error) {
	var list []int
	seen := make(map[verdict.Mark]bool)
	for range maxReports {
		res, reached, err := e.CheckMarks(ctx, func(i int) bool {
			return kindOf(&g.Marks[i]) == kind && !seen[g.Marks[i].Mark]
		})
		if err := r.complete(ctx, res, err); err != nil {
			return nil, err
		}
		for _, i := range reached {
			seen[g.Marks[i].Mark] = true
		}
		list = append(list, reached...)
		if len(reached) == 0 || r.Bounds.Unwind == 0 {
			break
		}
	}
	return list, nil
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
func (r *run) tell(stage string, bound int, g *event.Graph, host solver.Solver) {
	if r.Progress == nil {
		return
	}
	p := engine.Progress{Stage: stage, Bound: bound, Conflicts: r.stats.Conflicts}
	if g != nil {
		p.Events = len(g.Events) - 1
	}
	if host != nil {
		p.Clauses = host.Stats().Search.Clauses
	}
	r.Progress(p)
}
