package depth

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/heddle-mc/heddle/internal/cputime"
	"github.com/heddle-mc/heddle/internal/efsm"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/schedule"
	"github.com/heddle-mc/heddle/internal/engine/unroll"
	"github.com/heddle-mc/heddle/internal/interp"
	"github.com/heddle-mc/heddle/internal/sat"
	"github.com/heddle-mc/heddle/internal/solver"
	"github.com/heddle-mc/heddle/internal/term"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// DefaultDepth is the depth at which a search ends that nothing else ends.
const DefaultDepth = 2000

// NewModel makes the model of a system at depth 0, in a solver of the terms of a
// store. It will not be asked for a depth beyond maxDepth. It returns the system that
// witnesses are about: the one that it got, or what it made of it.
type NewModel func(s *efsm.System, host solver.Solver, terms *term.Store, maxDepth int) (Model, *efsm.System)

// run is the work on one problem.
type run struct {
	*engine.Problem
	system *efsm.System
	model  Model
	host   solver.Solver
	terms  *term.Store
	start  time.Time
	used   time.Duration // processor time before that
	max    int           // the last depth to look at
	out    *engine.Outcome
	passes int // token-passing sets found
}

// Run judges a problem by an engine's models.
func Run(ctx context.Context, p *engine.Problem, newModel NewModel) (*engine.Outcome, error) {
	b := p.Bounds
	if b != (engine.Bounds{Depth: b.Depth}) {
		return refused("this engine can bound nothing but the depth"), nil
	}
	if p.Property == verdict.Exclusion && p.Places == nil {
		return nil, errors.New("no places are asked about")
	}
	alone := *p
	alone.Environment = p.Environment.For(p.Property)
	r := &run{
		Problem: &alone, start: time.Now(), used: cputime.Used(), max: b.Depth, out: &engine.Outcome{},
	}
	if r.max == 0 {
		r.max = DefaultDepth
	}
	r.tell("build", 0)
	var err error
	if r.system, err = build(ctx, &alone); err != nil {
		var no *Refusal
		switch {
		case errors.As(err, &no) && ctx.Err() == nil:
			return refused(no.construct), nil
		case ctx.Err() != nil:
			r.end(verdict.Unknown, engine.WhyEnded(ctx))
			return r.out, nil
		}
		return nil, fmt.Errorf("transition system: %w", err)
	}
	if !p.Without.Has(engine.CXT) {
		r.system = r.system.Contexts()
	}
	r.add("build", r.start, len(r.system.Vars))
	r.terms = term.New(term.Options{})
	if p.NewSolver != nil {
		r.host = p.NewSolver(r.terms)
	} else {
		r.host = solver.New(r.terms, sat.Options{})
	}
	if c, ok := r.host.(io.Closer); ok {
		defer c.Close()
	}
	r.model, r.system = newModel(r.system, r.host, r.terms, r.max)
	err = r.search(ctx)
	r.count()
	if errors.Is(err, errSpent) {
		err = nil
	}
	if err != nil {
		return nil, err
	}
	return r.out, nil
}

func refused(construct string) *engine.Outcome {
	return &engine.Outcome{Verdict: verdict.Unknown, Reason: verdict.Unsupported, Detail: construct}
}

// end sets the verdict, unless violations were found.
func (r *run) end(v verdict.Verdict, reason verdict.Reason) {
	if len(r.out.Violations) > 0 {
		v, reason = verdict.Violation, verdict.NoReason
	}
	r.out.Verdict, r.out.Reason = v, reason
}

// errSpent says that a limit was reached; the outcome says which.
var errSpent = errors.New("a limit was reached")

// search lets the depth grow until there is an answer.
func (r *run) search(ctx context.Context) error {
	probe := 0 // the depth at which it is next worth asking whether threads run
	for d := 0; ; d++ {
		if err := r.violations(ctx); err != nil {
			return err
		}
		if r.enough() {
			r.end(verdict.Violation, verdict.NoReason)
			return nil
		}
		r.level()
		running := r.model.Running()
		if running != term.False && (d >= probe || d == r.max) {
			result, err := r.model.Check(ctx, running)
			if err := r.answered(ctx, result, err); err != nil {
				return err
			}
			probe = d + d/4 + 1
			if result.Status == sat.Unsatisfiable {
				running = term.False
			}
		}
		if running == term.False || d == r.max {
			return r.finish(ctx, running != term.False)
		}
		if ctx.Err() != nil {
			return r.answered(ctx, solver.Result{Status: sat.Unknown}, nil)
		}
		r.limit()
		r.model.Extend()
	}
}

// enough reports whether no further violation is asked for.
func (r *run) enough() bool {
	return len(r.out.Violations) > 0 && !r.All && r.passes >= r.Witnesses
}

// violations looks for what is violated up to the present depth.
func (r *run) violations(ctx context.Context) error {
	if !r.model.News() {
		return nil
	}
	for {
		w, passes, result, err := r.model.Find(ctx)
		if err := r.answered(ctx, result, err); err != nil {
			return err
		}
		if w == nil {
			return nil
		}
		if err := r.found(ctx, w, passes); err != nil {
			return err
		}
		if r.enough() {
			return nil
		}
		if r.Witnesses == 0 {
			r.model.Exclude()
		} else if !r.model.Block() {
			return nil
		}
	}
}

// answered returns an error unless a check has an answer.
func (r *run) answered(ctx context.Context, result solver.Result, err error) error {
	switch {
	case err != nil && ctx.Err() == nil:
		return err
	case err == nil && result.Status != sat.Unknown:
		return nil
	case ctx.Err() != nil:
		r.end(r.soFar(), engine.WhyEnded(ctx))
	case result.Reason == sat.ReasonMemory:
		r.end(r.soFar(), verdict.OutOfMemory)
	default:
		r.out.Detail = "the solver gave up: " + result.Reason.String()
		r.end(r.soFar(), verdict.Timeout)
	}
	return errSpent
}

// soFar is the verdict when the search ends early: it is bounded by what was
// completed, unless this is nothing or has something unsupported in it.
func (r *run) soFar() verdict.Verdict {
	if r.Property == verdict.Race {
		if construct, _ := NotAdjacent(r.Code.Program()); construct != "" {
			return verdict.Unknown
		}
	}
	if len(r.out.Stats.Depths) == 0 || slices.ContainsFunc(r.model.Marks(), func(m Mark) bool { return m.At.Unsupported != "" }) {
		return verdict.Unknown
	}
	return verdict.Bounded
}

// found replays a witness and keeps its trace.
func (r *run) found(ctx context.Context, w *unroll.Witness, passes string) error {
	t, err := Follow(r.Problem, r.system, w)
	var first *schedule.FirstValueError
	if errors.As(err, &first) {
		if len(r.out.Violations) == 0 {
			r.out.Detail = "what was never written (an address, or an object that is made again)" +
				place(r.system, efsm.Origin{Func: first.At.Func, Pos: first.At.Pos})
		}
		r.end(verdict.Unknown, verdict.Unsupported)
		return errSpent
	}
	if err != nil {
		return &engine.TraceError{Trace: t, Err: err}
	}
	_, err = interp.ReplayCode(context.WithoutCancel(ctx), r.Code, t, interp.ReplayOptions{Properties: interp.PropertySet(r.Property)})
	if err != nil {
		return &engine.TraceError{Trace: t, Err: err}
	}
	r.passes++
	r.out.Stats.Witnesses = append(r.out.Stats.Witnesses, engine.WitnessStats{
		Depth: r.model.Stats().Depth, Time: time.Since(r.start), CPU: cputime.Used() - r.used, Memory: r.host.Stats().Memory,
		Passes: passes, Place: placeOf(r.system, w),
	})
	if places := r.out.Stats.Witnesses; !slices.ContainsFunc(places[:len(places)-1], func(o engine.WitnessStats) bool { return o.Place == places[len(places)-1].Place }) {
		r.out.Violations = append(r.out.Violations, engine.Violation{Trace: t})
	}
	return nil
}

// placeOf names the place of a violation, or the places of a race's accesses.
func placeOf(s *efsm.System, w *unroll.Witness) string {
	name := func(at unroll.Step) string {
		o := s.Threads[at.Thread].States[at.State].Origin
		return fmt.Sprintf("%s:%d:%d", o.Func, o.Pos.Line, o.Pos.Col)
	}
	if w.Together != nil {
		return name(unroll.Step{Thread: w.Together[0].Thread, State: w.Together[0].State}) + "/" +
			name(unroll.Step{Thread: w.Together[1].Thread, State: w.Together[1].State})
	}
	last := w.Steps[len(w.Steps)-1]
	if w.Violated(s) != nil {
		return name(last)
	}
	return name(w.Steps[w.First]) + "/" + name(last)
}

// finish judges what has no violation: by what cut executions, and whether threads
// are still running.
func (r *run) finish(ctx context.Context, running bool) error {
	met, err := r.marks(ctx, func(m *efsm.Mark) bool { return m.Unsupported != "" })
	if err != nil {
		return err
	}
	if len(met) > 0 {
		r.out.Detail = met[0].Unsupported + place(r.system, met[0].Origin)
		r.end(verdict.Unknown, verdict.Unsupported)
		return nil
	}
	if r.Property == verdict.Race {
		if construct, at := NotAdjacent(r.Code.Program()); construct != "" {
			r.out.Detail = "a race of accesses that are not adjacent: " + construct + place(r.system, at)
			r.end(verdict.Unknown, verdict.Unsupported)
			return nil
		}
	}
	if met, err = r.marks(ctx, func(m *efsm.Mark) bool { return m.Unsupported == "" }); err != nil {
		return err
	}
	for _, m := range met {
		r.out.Marks = append(r.out.Marks, verdict.Mark{Bound: m.Bound, Limit: m.Limit, Location: m.Origin.Pos.In(r.system.Files, m.Origin.Func)})
	}
	if running {
		r.out.Marks = append(r.out.Marks, verdict.Mark{Bound: verdict.DepthBound, Limit: r.max})
	}
	if len(r.out.Marks) > 0 {
		r.end(verdict.Bounded, verdict.NoReason)
		return nil
	}
	r.end(verdict.Safe, verdict.NoReason)
	return nil
}

// marks returns those of the marks of a kind that an execution meets, each place
// once.
func (r *run) marks(ctx context.Context, kind func(*efsm.Mark) bool) ([]*efsm.Mark, error) {
	var met []*efsm.Mark
	for {
		any := term.False
		for _, m := range r.model.Marks() {
			if kind(m.At) && !slices.ContainsFunc(met, func(k *efsm.Mark) bool { return k.Origin == m.At.Origin && k.Bound == m.At.Bound }) {
				any = r.terms.Or(any, m.Holds)
			}
		}
		if any == term.False {
			return met, nil
		}
		result, err := r.model.Check(ctx, any)
		if err := r.answered(ctx, result, err); err != nil {
			return nil, err
		}
		if result.Status == sat.Unsatisfiable {
			return met, nil
		}
		for _, m := range r.model.Marks() {
			if kind(m.At) && !r.host.Value(m.Holds).IsZero() {
				met = append(met, m.At)
			}
		}
		slices.SortStableFunc(met, func(a, b *efsm.Mark) int { return comparePos(a, b) })
		met = slices.CompactFunc(met, func(a, b *efsm.Mark) bool { return a.Origin == b.Origin && a.Bound == b.Bound })
	}
}
