package depth

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/search"
	"github.com/heddle-mc/heddle/internal/engine/unroll"
	"github.com/heddle-mc/heddle/internal/host/cputime"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/model/efsm/fromir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/prove/inclusion"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// DefaultDepth is the depth at which a search ends that nothing else ends.
const DefaultDepth = 2000

// Engine judges a problem by the models of its transition system.
type Engine struct {
	Options
	Weight func(*efsm.State) int // how many depths a state takes
	// New makes the model of a problem's system at depth 0, in a solver for the terms of a store. The depth
	// will not exceed maxDepth.
	New func(p *engine.Problem, s *efsm.System, host solver.Solver, terms *term.Store, maxDepth int) Unrolling

	done int // the instances (run.instances) of the system of the last outcome; 0: there is none
}

var _ engine.Engine = (*Engine)(nil)

// run is the work on one problem.
type run struct {
	*engine.Problem
	search *search.Run
	engine *Engine
	system *efsm.System
	model  Unrolling // nil: it is not built
	host   solver.Solver
	terms  *term.Store
	start  time.Time
	used   time.Duration // processor time before that
	depth  int           // the present depth
	probe  int           // the depth at which it is next worth asking whether threads run
	max    int           // the last depth to search
	// instances is the largest number of threads or objects that one place creates, and the depth of
	// recursion. It grows when all executions within it are known.
	instances int
	grown     bool // the model is of fewer
	finished  bool // the search with some number of instances was complete
	passes    int  // token-passing sets found
	stats     Stats
}

// Run implements engine.Engine.
func (e *Engine) Run(ctx context.Context, p *engine.Problem) (*engine.Outcome, error) {
	r := &run{search: search.Begin(p), engine: e, start: time.Now(), used: cputime.Used(), max: cmp.Or(e.Depth, DefaultDepth),
		instances: cmp.Or(p.Bounds.Unwind, fromir.DefaultInstances)}
	e.done = 0
	r.Problem = r.search.Problem
	out, err := r.search.Grow(ctx, r.level)
	if err != nil || r.model == nil {
		return out, err
	}
	r.count(&out.Stats)
	if out.Verdict == verdict.Bounded && out.Reason != verdict.NoReason && !r.finished {
		r.cut(out)
	}
	return out, nil
}

// cut sets the outcome of a search that was interrupted: the depth that it completed.
func (r *run) cut(out *engine.Outcome) {
	if NotAdjacent(r.Problem, r.system) != "" || slices.ContainsFunc(r.model.Asked().Marks, func(m unroll.Mark) bool { return m.At.Unsupported != "" }) {
		out.Verdict = verdict.Unknown // it was not checked whether executions reach them
		return
	}
	if n := len(r.stats.Depths); n > 0 {
		out.Marks = append(out.Marks, verdict.Mark{Bound: verdict.DepthBound, Limit: r.stats.Depths[n-1].Depth})
	}
}

// level searches for violations up to the present depth. It then moves to the next depth, unless the
// present one is the last, and reports whether it did.
func (r *run) level(ctx context.Context) (deeper bool, err error) {
	if r.model == nil || r.grown {
		if built, err := r.build(ctx); err != nil || !built {
			return false, err
		}
	}
	r.search.Aside(false)
	if err := r.violations(ctx); err != nil || r.enough() || r.search.Unsupported != "" {
		return false, err
	}
	r.search.Aside(true)
	r.completed()
	running := r.model.Running()
	if running != term.False && (r.depth >= r.probe || r.depth == r.max) {
		result, err := r.model.Check(ctx, running)
		if err := search.Answered(ctx, result, err); err != nil {
			return false, err
		}
		r.probe = r.depth + r.depth/4 + 1
		if result.Status == sat.Unsatisfiable {
			running = term.False
		}
	}
	if running == term.False || r.depth == r.max {
		return r.finish(ctx, running != term.False)
	}
	if ctx.Err() != nil {
		return false, context.Cause(ctx)
	}
	r.search.Limit(r.terms.Bytes())
	r.depth++
	r.model.Extend()
	return true, nil
}

// build makes the system and its model at depth 0. It returns false if the program has no transition
// system. Then a system with fewer instances is kept, if there is one.
func (r *run) build(ctx context.Context) (bool, error) {
	s, err := begin(ctx, r.search, func() (*efsm.System, error) { return System(ctx, With(r.Problem, r.instances), r.engine.Weight) })
	if s == nil {
		if r.grown {
			r.search.Unsupported = ""
		}
		return false, err
	}
	if r.grown {
		r.search.Close()
		r.grown, r.depth, r.probe, r.stats.Depths = false, 0, 0, nil
	} else {
		r.engine.done = r.instances
	}
	r.system = s
	r.terms = term.New(term.Options{})
	r.host = r.search.Open(r.terms)
	r.model = r.engine.New(r.Problem, s, r.host, r.terms, r.max)
	return true, nil
}

// enough reports whether the search may stop: a violation was found, and the problem does not ask for more.
func (r *run) enough() bool {
	return len(r.search.Found.Violations) > 0 && !r.All && r.passes >= r.engine.Witnesses
}

// violations searches the model for violations up to the present depth, one after the other, until it has
// no more or enough were found.
func (r *run) violations(ctx context.Context) error {
	if !r.model.Asked().Open() {
		return nil
	}
	for {
		w, passes, result, err := r.model.Find(ctx)
		if err := search.Answered(ctx, result, err); err != nil {
			return err
		}
		if w == nil {
			return nil
		}
		if err := r.found(ctx, w, passes); err != nil || r.search.Unsupported != "" || r.enough() {
			return err
		}
		if r.engine.Witnesses == 0 {
			r.model.Asked().Exclude(r.system, w)
		} else if !r.model.Block() {
			return nil
		}
	}
}

// found replays a witness and keeps its trace.
func (r *run) found(ctx context.Context, w *unroll.Witness, passes string) error {
	v, err := Replay(r.search, r.system, w)
	if v.Trace == nil || err != nil {
		return err
	}
	r.passes++
	now := Found{
		Depth: r.model.Stats().Depth, Time: time.Since(r.start), CPU: cputime.Used() - r.used, Memory: r.host.Stats().Memory,
		Passes: passes, Place: placeOf(r.system, w),
	}
	if !slices.ContainsFunc(r.stats.Witnesses, func(other Found) bool { return other.Place == now.Place }) {
		r.search.Found.Violations = append(r.search.Found.Violations, v)
	}
	r.stats.Witnesses = append(r.stats.Witnesses, now)
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

// finish sets the verdict's facts after a search without violation: the marks that cut executions, and
// whether threads still run at the last depth. It reports whether a search with more instances would see
// more executions.
func (r *run) finish(ctx context.Context, running bool) (more bool, err error) {
	met, err := r.marks(ctx, func(m *efsm.Mark) bool { return m.Unsupported != "" })
	if err != nil {
		return false, err
	}
	if len(met) > 0 {
		r.search.Unsupported = Construct(r.system, met[0].Unsupported, met[0].Origin)
		return false, nil
	}
	if r.search.Unsupported = NotAdjacent(r.Problem, r.system); r.search.Unsupported != "" {
		return false, nil
	}
	if met, err = r.marks(ctx, func(m *efsm.Mark) bool { return m.Unsupported == "" }); err != nil {
		return false, err
	}
	r.search.Found.Marks = Marks(met)
	if running {
		r.search.Found.Marks = append(r.search.Found.Marks, verdict.Mark{Bound: verdict.DepthBound, Limit: r.max})
	}
	r.finished, r.engine.done = true, r.instances
	if !running && r.grows(met) {
		r.instances, r.grown = MoreInstances(r.instances), true
	}
	return r.grown, nil
}

// grows reports whether a system with more instances is next. met are the marks that executions reach.
func (r *run) grows(met []*efsm.Mark) bool {
	return len(r.search.Found.Violations) == 0 && Outgrown(r.Problem, met, r.instances)
}

// Model returns the transition system that the last outcome is about; nil if there is none.
func (e *Engine) Model(ctx context.Context, p *engine.Problem, _ *engine.Outcome) (inclusion.Model, error) {
	if p = e.Last(p); p == nil {
		return nil, nil
	}
	s, err := System(ctx, p, e.Weight)
	if err != nil {
		return nil, err
	}
	return inclusion.NewSystem(s)
}

// Last returns a problem with the bounds of the system that the last outcome is about; nil if
// there is no system.
func (e *Engine) Last(p *engine.Problem) *engine.Problem {
	if e.done == 0 {
		return nil
	}
	return With(p, e.done)
}

// marks returns the marks of a kind that executions reach, each place once.
func (r *run) marks(ctx context.Context, kind func(*efsm.Mark) bool) ([]*efsm.Mark, error) {
	var met []*efsm.Mark
	for {
		any := term.False
		for _, m := range r.model.Asked().Marks {
			if kind(m.At) && !slices.ContainsFunc(met, func(k *efsm.Mark) bool { return k.Origin == m.At.Origin && k.Bound == m.At.Bound }) {
				any = r.terms.Or(any, m.Holds)
			}
		}
		if any == term.False {
			return met, nil
		}
		result, err := r.model.Check(ctx, any)
		if err := search.Answered(ctx, result, err); err != nil {
			return nil, err
		}
		if result.Status == sat.Unsatisfiable {
			return met, nil
		}
		for _, m := range r.model.Asked().Marks {
			if kind(m.At) && !r.host.Value(m.Holds).IsZero() {
				met = append(met, m.At)
			}
		}
		slices.SortStableFunc(met, func(a, b *efsm.Mark) int { return comparePos(a, b) })
		met = slices.CompactFunc(met, func(a, b *efsm.Mark) bool { return a.Origin == b.Origin && a.Bound == b.Bound })
	}
}
