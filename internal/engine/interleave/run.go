package interleave

import (
	"context"
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/search"
	"github.com/heddle-mc/heddle/internal/model/interleave"
	"github.com/heddle-mc/heddle/internal/order/consistency"
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/order/unwind"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// limits are the bounds of a round of work.
type limits struct {
	unwinding search.Unwinding
	contexts  int // 0: any number
}

// maxContexts is the last bound on contexts that is tried.
const maxContexts = 1 << 16

// unwound is a program within bounds.
type unwound struct {
	within     search.Unwinding
	graph      *event.Graph
	candidates []event.Candidates // of its reads; nil: all
	granules   interleave.Granules
}

// run is the work on one problem.
type run struct {
	*Interleave
	problem *engine.Problem
	search  *search.Run
	program unwound // of the last round
	// Violations that were found, for problems that ask for all.
	violated []event.Obligation
	raced    []consistency.LocationPair
}

func (e *Interleave) begin(p *engine.Problem) *run {
	r := &run{Interleave: e, search: search.Begin(p)}
	r.problem, r.search.Found.Layout = r.search.Problem, engine.TellsApart
	r.search.GoesOn = p.Property != verdict.Deadlock // of deadlocks one is kept
	return r
}

// Run implements engine.Engine.
func (e *Interleave) Run(ctx context.Context, p *engine.Problem) (*engine.Outcome, error) {
	r := e.begin(p)
	given := p.Bounds.Contexts
	at := limits{search.FirstUnwinding(p.Bounds), given}
	if given == 0 || r.one { // most violations need few switches, and few are searched quickly
		at.contexts = 1
	}
	if e.sleep && given == 0 { // a bound lets fewer threads sleep
		at.contexts = 0
	}
	return r.search.Grow(ctx, func(ctx context.Context) (bool, error) {
		next, err := r.round(ctx, at)
		if err != nil {
			return false, fmt.Errorf("bounds %+v: %w", at, err)
		}
		if p.Bounds.Unwind > 0 {
			next.unwinding = at.unwinding
		}
		if given > 0 {
			next.contexts = min(next.contexts, given)
		}
		more := next != at && next.unwinding.Loop <= search.MaxLoop && next.contexts <= maxContexts
		at = next
		return more, nil
	})
}

// asker is the interleave.Solver of an engine.
type asker struct{ solver.Solver }

// Satisfiable implements interleave.Solver.
func (a asker) Satisfiable(ctx context.Context, assumptions ...term.ID) (bool, error) {
	res, err := a.Check(ctx, assumptions...)
	return res.Status == sat.Satisfiable, search.Answered(ctx, res, err)
}

// looker searches the interleavings of a graph.
type looker interface {
	// search reports whether one has a violation, which keep then keeps.
	search(ctx context.Context) (bool, error)
	keep(ctx context.Context) error
	// Reached lists marks, by their indices in the graph, and reports whether an execution needs
	// more contexts.
	Reached(ctx context.Context) (marks []int, cut bool, err error)
	Stats() interleave.Stats
}

// round judges the program within bounds. It returns larger bounds: the bounds that executions reached
// have grown.
func (r *run) round(ctx context.Context, at limits) (next limits, err error) {
	r.search.Now = engine.Progress{Bound: at.unwinding.Loop}
	if r.program.graph == nil || r.program.within != at.unwinding { // more contexts need no other graph
		if r.program, err = r.unwind(ctx, at.unwinding, unwind.Options{}); err != nil {
			return at, err
		}
		if ordered := r.problem.Property == verdict.Race || r.problem.Property == verdict.Deadlock; !ordered && r.problem.Uses(splitting) {
			if err := r.split(ctx); err != nil {
				return at, err
			}
		}
	}
	g := r.program.graph
	if g.Settled() {
		return r.cuts(g, at, nil, false), nil
	}
	host := r.search.Open(g.Terms)
	defer r.search.Close()
	r.search.Limit(g.Terms.Bytes())
	end := r.search.Stage("solve")
	l, err := r.look(ctx, host, at.contexts)
	if err != nil {
		return at, err
	}
	found, err := l.search(ctx)
	var marks []int
	var cut bool
	if err == nil && !found {
		r.search.Aside(true)
		marks, cut, err = l.Reached(ctx)
	}
	stats := l.Stats()
	r.search.Found.Stats.Own, r.search.Found.Stats.Terms = stats, g.Terms.Len()
	end(stats.Checks)
	switch {
	case err != nil:
		return at, err
	case found:
		return at, l.keep(ctx)
	}
	return r.cuts(g, at, marks, cut), nil
}

// tree returns the reachability tree of a program.
func (r *run) tree(p *interleave.Program, s asker, contexts int) *interleave.Tree {
	t := interleave.NewTree(p, s, contexts)
	t.Sleep = r.sleep
	if !r.problem.Uses(merging) {
		t.KeepApart()
	}
	return t
}

// look returns the looker for the property and the method.
func (r *run) look(ctx context.Context, host solver.Solver, contexts int) (looker, error) {
	g := r.program.graph
	p, s := interleave.Prepare(g, r.program.granules), asker{host}
	if r.problem.Property == verdict.Race || r.problem.Property == verdict.Deadlock {
		return r.ordered(ctx, p, s, contexts)
	}
	x := &executed{run: r, g: g, host: host}
	if r.one {
		t := r.tree(p, s, contexts)
		if r.problem.All {
			x.all(t)
		}
		x.interleavings = t
		return x, nil
	}
	f := interleave.NewFormula(p, s, contexts)
	if r.widen {
		f.Narrow()
	}
	x.interleavings = f
	return x, nil
}

// unwind makes the graph of the program, narrowed by the values that reads can see in any interleaving.
func (r *run) unwind(ctx context.Context, bound search.Unwinding, o unwind.Options) (p unwound, err error) {
	end := r.search.Stage("unwind")
	g, err := r.search.Unwind(ctx, term.New(term.Options{}), bound, o)
	if err != nil {
		return p, fmt.Errorf("unwind: %w", err)
	}
	r.search.Found.Stats.Threads = len(g.Threads) - 1
	end(len(g.Nodes) - 1)
	p.within, p.graph = bound, g
	if err := r.problem.Made("unwind", g); err != nil || !r.problem.Uses(narrowing) || g.Settled() {
		return p, err
	}
	end = r.search.Stage(narrowing)
	n, err := consistency.Narrow(ctx, g)
	if err != nil {
		return p, fmt.Errorf("narrow: %w", err)
	}
	end(n.Reads)
	r.search.Found.Stats.Reject(narrowing, n.Rejected)
	p.graph, p.candidates = n.Graph, n.Candidates
	return p, r.problem.Made(narrowing, n.Graph)
}

// splitEffort bounds a question about an index, in conflicts: most need none.
const splitEffort = 1000

// split finds the granules that the accesses of the program touch. Each query is about one thread alone,
// and a separate solver answers it.
func (r *run) split(ctx context.Context) (err error) {
	end := r.search.Stage(splitting)
	s := solver.New(r.program.graph.Terms, sat.Options{})
	s.SetLimits(sat.Limits{Conflicts: splitEffort, Memory: r.problem.Memory})
	r.program.granules, err = interleave.FindGranules(ctx, r.program.graph, asker{s})
	end(len(r.program.granules))
	return err
}

// cuts sets the result of a search without violation, and returns larger bounds.
func (r *run) cuts(g *event.Graph, at limits, reached []int, cut bool) (next limits) {
	next = at
	var marks []verdict.Mark
	unsupported := ""
	for _, i := range reached {
		m := g.Marks[i].Mark
		switch {
		case m.Unsupported != "":
			if unsupported == "" {
				unsupported = search.Construct(m.Unsupported, m.Location)
			}
			continue
		case !slices.Contains(marks, m):
			marks = append(marks, m)
		}
		if m.Bound.Grows() && !(m.Bound == verdict.ThreadBound && m.Limit == r.problem.Bounds.Threads) {
			next.unwinding = at.unwinding.Next()
		}
	}
	if cut {
		marks = append(marks, verdict.Mark{Bound: verdict.SwitchBound, Limit: at.contexts})
		next.contexts = search.Larger(at.contexts)
	}
	r.search.Completed, r.search.Unsupported = true, unsupported
	r.search.Found.Stats.Bound, r.search.Found.Marks = at.unwinding.Loop, marks
	return next
}
