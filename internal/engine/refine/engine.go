package refine

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/efsm"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/depth"
	"github.com/heddle-mc/heddle/internal/engine/search"
	"github.com/heddle-mc/heddle/internal/engine/unroll"
	"github.com/heddle-mc/heddle/internal/member"
	"github.com/heddle-mc/heddle/internal/reduction"
	"github.com/heddle-mc/heddle/internal/sat"
	"github.com/heddle-mc/heddle/internal/solver"
	"github.com/heddle-mc/heddle/internal/term"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// Engine is the engine.
type Engine struct {
	order string // the only one that is tried; empty: all
	plain bool   // all interleavings are looked at, which makes no answer another
}

var _ engine.Engine = (*Engine)(nil)

// uncertified is because of what proofs of which certifying is not possible are not: they are about some of the interleavings.
const uncertified = "reduction"

// Stats counts what only this engine counts.
type Stats struct {
	Order      string `json:"order,omitempty" text:"-"` // in which a proof was found
	Rounds     int    `json:"rounds,omitempty"`         // of refinement
	Places     int    `json:"places,omitempty"`         // of the last reduction
	Controls   int    `json:"controls,omitempty"`
	Checks     int    `json:"checks,omitempty"`     // questions to the solver
	Remembered int    `json:"remembered,omitempty"` // that were answered without it
	Hard       int    `json:"hard,omitempty"`       // that it had no answer to
}

// run is the work on one problem.
type run struct {
	*Engine
	*search.Run
	decider *decider
	model   *reduction.Model
	stats   Stats
}

// Model returns the transition system that an outcome of this engine is about.
func (*Engine) Model(ctx context.Context, p *engine.Problem, _ *engine.Outcome) (member.Model, error) {
	s, err := depth.Arrays(ctx, p)
	if err != nil {
		return nil, err
	}
	return member.NewSystem(s), nil
}

// Run implements engine.Engine.
func (e *Engine) Run(ctx context.Context, p *engine.Problem) (*engine.Outcome, error) {
	r := &run{Engine: e, Run: search.Begin(p)}
	if r.Problem.NewSolver == nil {
		r.Problem.NewSolver = quick
	}
	out, err := r.Grow(ctx, func(ctx context.Context) (bool, error) { return false, r.prove(ctx) })
	if err == nil && r.decider != nil {
		r.stats.Checks, r.stats.Remembered, r.stats.Hard, r.stats.Controls = r.decider.checks, r.decider.remembered, r.decider.hard, r.model.Controls()
		out.Stats.Own = r.stats
	}
	return out, err
}

// quick makes a solver for many small questions, which are not worth being simplified.
func quick(terms *term.Store) solver.Solver {
	return solver.New(terms, sat.Options{Without: sat.Eliminate | sat.Probe | sat.Vivify | sat.Substitute})
}

// prove tries one order after the other.
func (r *run) prove(ctx context.Context) error {
	s, err := depth.BeginArrays(ctx, r.Run)
	if s == nil {
		return err
	}
	r.Found.Stats.Threads = len(s.Threads) - 1
	if r.model, err = reduction.New(s, r.Problem.Property); err != nil {
		r.Unsupported = err.Error()
		return nil
	}
	defer r.Stage("refine")(0)
	r.decider = newDecider(r.Run, s.Terms)
	weaker := r.model
	relaxed, err := reduction.Relax(s, r.Problem.Property, func(id term.ID) (bool, error) { return r.decider.refuted(ctx, nil, id) })
	if relaxed != nil {
		weaker, err = reduction.New(relaxed, r.Problem.Property)
	}
	if err != nil {
		return err
	}
	attempts := func(m *reduction.Model, products bool, orders []order) (list []*attempt) {
		for _, o := range orders {
			if r.order == "" || r.order == o.name {
				list = append(list, &attempt{model: m, order: o, words: words(m, products)})
			}
		}
		return list
	}
	tries := attempts(r.model, false, orders(r.model))
	for turn := 0; len(tries) > 0 || turn <= alone; turn++ {
		switch turn {
		case others:
			more := splits(r.model)
			if len(s.Threads) <= 4 && r.order != "split" {
				more = nil // of two threads that is what lockstep is
			}
			tries = append(tries, attempts(r.model, false, more)...)
			if weaker != r.model {
				tries = append(tries, attempts(weaker, false, append(orders(weaker), more...))...)
			}
		case alone:
			tries = append(tries, attempts(r.model, true, orders(r.model))...)
		}
		var left []*attempt
		for _, a := range tries {
			decided, learned, err := r.refine(ctx, a)
			if decided || err != nil {
				return err
			}
			if learned {
				left = append(left, a)
			}
		}
		tries = left
	}
	r.Found.Reason, r.Found.Detail = verdict.NotProved, "no assertions were found that prove it"
	return nil
}

// The turns at which attempts begin that are not among the first: with more orders, and of the relaxed system; with
// products.
const (
	others = 3
	alone  = 4
)

// attempt is an order in which a proof is looked for, and what assertions can say in it. Attempts take
// turns, since there is no telling which succeeds.
type attempt struct {
	model *reduction.Model // of the system, or of one with more executions
	order order
	words *vocabulary
}

// refine looks for assertions that hold in the reduction of an order, and finds more to say where
// they do not do.
func (r *run) refine(ctx context.Context, a *attempt) (decided, learned bool, err error) {
	r.stats.Rounds++
	a.words.renew()
	x := &exploration{decider: r.decider, model: a.model, of: r.model.System, property: r.Problem.Property, words: a.words, order: a.order, plain: r.plain, nodes: make(map[place][]*node)}
	bad, err := x.run(ctx)
	r.stats.Places = len(x.list)
	if err != nil {
		return false, false, err
	}
	if len(bad) == 0 {
		r.stats.Order = a.order.name
		r.Completed = true
		if r.Found.Uncertified, err = r.certify(ctx, x); err != nil {
			return false, false, err
		}
		r.Found.Proof = &engine.Proof{Summary: fmt.Sprintf("assertions at %d places of a reduction, in %s order", len(x.list), a.order.name)}
		return true, false, nil
	}
	for _, b := range bad {
		p := x.follow(b)
		status, err := x.feasible(ctx, p)
		switch {
		case err != nil:
			return false, false, err
		case status == sat.Satisfiable && a.model != r.model:
			return false, false, nil // perhaps of the other system only
		case status == sat.Satisfiable:
			return true, false, r.reached(ctx, x, p)
		case status == sat.Unknown:
			continue
		}
		for i, id := range x.predicates(p) {
			learned = a.words.learn(p.nodes[i].control, id) || learned
		}
	}
	return false, learned || a.words.renew(), nil
}

// reached notes the violation or the mark that an execution comes to.
func (r *run) reached(ctx context.Context, x *exploration, p *path) error {
	if p.failure.Obligation < 0 {
		m := &r.model.System.Threads[p.failure.Thread].States[p.failure.State].Marks[p.failure.Mark]
		if m.Unsupported != "" {
			r.Unsupported = depth.Construct(r.model.System, m.Unsupported, m.Origin)
			return nil
		}
		r.Found.Reason, r.Found.Detail = verdict.NotProved, "executions meet a bound"
		r.Found.Marks = depth.Marks([]*efsm.Mark{m})
		return nil
	}
	arrays := slices.ContainsFunc(r.model.System.Vars, func(v efsm.Var) bool { return v.Sort.IsArray() })
	if arrays {
		// Objects are of any size in the system, and small in what executes the program.
		if status, err := x.decide(ctx, append(x.small(p), p.guards...), term.True); status != sat.Satisfiable {
			r.Found.Reason, r.Found.Detail = verdict.NotProved, "a violation was found that takes large objects"
			return err
		}
	}
	w := x.witness(p)
	if !unroll.Confirm(r.model.System, w) {
		if arrays {
			r.Found.Reason, r.Found.Detail = verdict.NotProved, "a violation was found that takes elements of arrays that were never written"
			return nil
		}
		return errors.New("an execution of the reduction is none of the system")
	}
	t, err := depth.Replay(ctx, r.Run, r.model.System, w)
	if t == nil || err != nil {
		return err
	}
	r.Found.Violations = append(r.Found.Violations, engine.Violation{Trace: t})
	return nil
}
