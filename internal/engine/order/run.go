package order

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/search"
	"github.com/heddle-mc/heddle/internal/order/consistency"
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/order/unwind"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// maxReports bounds the checks that look for further marks to report, once one
// is known to be reachable.
const maxReports = 16

// Stats counts the work that is specific to these engines.
type Stats struct {
	Nodes      int `json:"nodes,omitempty"`      // visible operations of the graph
	Events     int `json:"events,omitempty"`     // reads and writes of the graph
	Candidates int `json:"candidates,omitempty"` // rf and ws literals
}

// run is the work on one problem.
type run struct {
	*engine.Problem
	search *search.Run
	opts   Options

	violated []event.Obligation         // the places of violations, but of races
	raced    []consistency.LocationPair // those of races
	doubts   []string                   // of this round: deadlocks that may not stand
	joint    *joint                     // nil: of one property
	graph    *event.Graph               // of the last bounds, after all passes
	whole    *event.Graph               // of the last bounds, before narrowing, if narrowing decides something; else nil
	began    time.Time
	allowed  string // with a weaker memory model: what one of its executions does; empty: nothing
}

func newRun(p *engine.Problem, opts Options) *run {
	s := search.Begin(p)
	s.Found.Layout, s.GoesOn = engine.TellsApart, true
	return &run{Problem: s.Problem, search: s, opts: opts, began: time.Now()}
}

// round judges the program unwound to a bound, and reports whether a larger one could improve the result.
func (r *run) round(ctx context.Context, bound search.Unwinding) (more bool, err error) {
	r.search.Now = engine.Progress{Bound: bound.Loop}
	g, err := r.unwind(ctx, term.New(term.Options{}), bound)
	if err != nil {
		return false, err
	}
	g, candidates, err := r.narrow(ctx, g)
	if err != nil {
		return false, err
	}
	r.doubts, r.graph = nil, g
	if g.Settled() {
		r.completed(bound.Loop, "", nil)
		return false, nil
	}
	host := r.search.Open(g.Terms)
	defer r.search.Close()
	e, err := r.encode(ctx, g, candidates, host)
	if err != nil {
		return false, err
	}
	if err := r.restrict(g, e, host); err != nil {
		return false, err
	}
	end := r.search.Stage("solve")
	defer func() { end(host.Stats().Search.Clauses) }()
	found, err := r.find(ctx, g, e)
	if found && (!r.All || r.Model != "") || err != nil {
		return false, err
	}
	return r.cuts(ctx, g, e, bound.Loop)
}

func (r *run) completed(bound int, unsupported string, marks []verdict.Mark) {
	r.search.Completed, r.search.Unsupported = true, unsupported
	if r.Model == engine.IMM || r.Model == engine.AArch64 || r.Model == engine.RISCV { // the theory leaves these executions out
		marks = append(marks, verdict.Mark{Bound: verdict.CycleBound})
	}
	r.search.Found.Stats.Bound, r.search.Found.Marks = bound, marks
}

func (r *run) unwind(ctx context.Context, terms *term.Store, bound search.Unwinding) (*event.Graph, error) {
	end := r.search.Stage("unwind")
	g, err := r.search.Unwind(ctx, terms, bound, unwind.Options{Also: r.also(), Weak: r.Model != ""})
	if err != nil {
		return nil, fmt.Errorf("unwind: %w", err)
	}
	stats := &r.search.Found.Stats
	events := len(g.Events) - 1
	stats.Threads, stats.Terms, stats.Own = len(g.Threads)-1, terms.Len(), Stats{Nodes: len(g.Nodes) - 1, Events: events}
	r.search.Now.Events = events
	end(events)
	return g, r.Made("unwind", g)
}

// narrow makes the graph's terms smaller by the values that they can have. It also
// returns the candidates of reads, if it finds them.
func (r *run) narrow(ctx context.Context, g *event.Graph) (*event.Graph, []event.Candidates, error) {
	if !r.Uses(narrowing) || g.Settled() || r.Model != "" {
		return g, nil, nil
	}
	end := r.search.Stage("narrow")
	n, err := consistency.Narrow(ctx, g)
	if err != nil {
		return nil, nil, fmt.Errorf("narrow: %w", err)
	}
	end(n.Reads)
	r.search.Found.Stats.Reject(narrowing, n.Rejected)
	r.whole = nil
	if len(g.Events) <= againEvents && decides(g, n.Graph) {
		r.whole = g
	}
	return n.Graph, n.Candidates, r.Made(narrowing, n.Graph)
}

func (r *run) encode(ctx context.Context, g *event.Graph, candidates []event.Candidates, host solver.Solver) (*consistency.Encoding, error) {
	end := r.search.Stage("encode")
	opts := consistency.Options{Eager: r.opts.Eager, Candidates: candidates}
	if r.Model != "" {
		var err error
		if opts.Model, err = consistency.ModelOf(r.Model); err != nil {
			return nil, err
		}
	}
	if !r.Uses(pruning) {
		opts.Without = consistency.AllPruning
	}
	e, err := consistency.New(ctx, g, host, opts)
	if err != nil {
		return nil, err
	}
	arcs := len(e.Relations().Arcs)
	own := r.search.Found.Stats.Own.(Stats)
	own.Candidates = arcs
	r.search.Found.Stats.Own = own
	end(arcs)
	r.search.Limit(e.Bytes() + g.Terms.Bytes() + eventBytes*int64(len(g.Events)+len(g.Nodes)))
	return e, nil
}

// eventBytes is the approximate memory of an event or a node, in bytes, with its terms and table entries.
const eventBytes = 128

// find looks for one violation, or for all new ones if the problem wants all. It reports whether there are
// any.
func (r *run) find(ctx context.Context, g *event.Graph, e *consistency.Encoding) (found bool, err error) {
	for i := range r.violated {
		r.exclude(g, e, &r.violated[i])
	}
	for _, at := range r.raced {
		e.ExcludeRace(at)
	}
	for {
		res, err := e.Check(ctx)
		if err := search.Answered(ctx, res, err); err != nil {
			return false, err
		}
		if res.Status == sat.Unsatisfiable {
			return len(r.search.Found.Violations) > 0, nil
		}
		if r.Model != "" {
			r.allowed = e.Named()
			return true, nil
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
		judged := *r.Problem
		judged.Property = g.Obligations[v.Obligation].Property
		found, err := judged.Replay(ctx, v.Trace)
		if err != nil {
			return false, err
		}
		if r.joint != nil {
			if r.told(g, e, v.Obligation, found) {
				return true, nil
			}
			continue
		}
		if r.Property == verdict.Deadlock {
			if over, err := r.deadlock(ctx, e, v, found); over || err != nil {
				return len(r.search.Found.Violations) > 0, err
			}
			continue
		}
		r.search.Found.Violations = append(r.search.Found.Violations, found)
		if !r.All {
			return true, nil
		}
		r.violated = append(r.violated, g.Obligations[v.Obligation])
		r.exclude(g, e, &g.Obligations[v.Obligation])
	}
}

// exclude excludes all violations at the place of an obligation from later searches.
func (r *run) exclude(g *event.Graph, e *consistency.Encoding, at *event.Obligation) {
	for i := range g.Obligations {
		if o := &g.Obligations[i]; o.Kind == at.Kind && o.Pos == at.Pos && o.Func == at.Func {
			e.Exclude(i)
		}
	}
}

// cuts finds the marks that executions reach, once no violation is left, and reports whether a larger bound
// would cut fewer executions.
func (r *run) cuts(ctx context.Context, g *event.Graph, e *consistency.Encoding, bound int) (more bool, err error) {
	var reached [3][]int
	for kind := range reached {
		if reached[kind], err = r.reachable(ctx, g, e, markKind(kind)); err != nil {
			return false, err
		}
	}
	construct := ""
	if list := reached[unsupported]; len(list) > 0 {
		m := &g.Marks[list[0]]
		construct = search.Construct(m.Unsupported, m.Location)
	} else if len(r.doubts) > 0 {
		construct = r.doubts[0]
	}
	var marks []verdict.Mark
	for _, i := range append(reached[growing], reached[fixed]...) {
		if m := g.Marks[i].Mark; !slices.Contains(marks, m) {
			marks = append(marks, m)
		}
	}
	r.completed(bound, construct, marks)
	return len(reached[growing]) > 0, nil
}

// markKind classifies marks by the effect of larger bounds.
type markKind int

const (
	unsupported markKind = iota // nothing, and nothing is known beyond it
	growing                     // larger bounds cut later
	fixed                       // nothing
)

func (r *run) kindOf(m *event.Mark) markKind {
	switch {
	case m.Unsupported != "":
		return unsupported
	case !m.Bound.Grows(), m.Bound == verdict.ThreadBound && m.Limit == r.Bounds.Threads:
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
			return r.kindOf(&g.Marks[i]) == kind && !seen[g.Marks[i].Mark]
		})
		if err := search.Answered(ctx, res, err); err != nil {
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
