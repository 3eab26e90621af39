package refine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/depth"
	"github.com/heddle-mc/heddle/internal/engine/search"
	"github.com/heddle-mc/heddle/internal/engine/unroll"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/model/por"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/prove/confirm/reduced"
	"github.com/heddle-mc/heddle/internal/prove/inclusion"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Engine is the engine.
type Engine struct {
	order string // the only one to try; empty: all
	plain bool   // all interleavings are explored, which changes no answer
}

var _ engine.Engine = (*Engine)(nil)

// uncertified is the reason for proofs that cannot be certified: they cover some of the interleavings only.
const uncertified = "reduction"

// Stats counts the work that is specific to this engine.
type Stats struct {
	Order      string `json:"order,omitempty" text:"-"` // in which proofs were found
	Rounds     int    `json:"rounds,omitempty"`         // of refinement
	Places     int    `json:"places,omitempty"`         // with assertions, of the proofs' reductions
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
	parts   []*part        // that are not proved
	proofs  []*exploration // of those that are
	// confirmed has, by thread, the reason why its part of the proof is not confirmed; empty: it is.
	confirmed map[efsm.ThreadID]string
	stats     Stats
}

// Model returns the transition system that an outcome of this engine is about.
func (*Engine) Model(ctx context.Context, p *engine.Problem, _ *engine.Outcome) (inclusion.Model, error) {
	s, err := depth.Arrays(ctx, p)
	if err != nil {
		return nil, err
	}
	return inclusion.NewSystem(s)
}

// Run implements engine.Engine.
func (e *Engine) Run(ctx context.Context, p *engine.Problem) (*engine.Outcome, error) {
	r := &run{Engine: e, Run: search.Begin(p), confirmed: make(map[efsm.ThreadID]string)}
	if r.Problem.NewSolver == nil {
		r.Problem.NewSolver = quick
	}
	out, err := r.Grow(ctx, func(ctx context.Context) (bool, error) { return false, r.prove(ctx) })
	if err == nil && r.decider != nil {
		r.stats.Checks, r.stats.Remembered, r.stats.Hard = r.decider.checks, r.decider.remembered, r.decider.hard
		out.Stats.Own = r.stats
	}
	return out, err
}

// quick makes a solver for many small questions, which are not worth being simplified.
func quick(terms *term.Store) solver.Solver {
	return solver.New(terms, sat.Options{Without: sat.Eliminate | sat.Probe | sat.Vivify | sat.Substitute})
}

// prove proves one thread's part after the other's: all have turns, until none is left.
func (r *run) prove(ctx context.Context) error {
	s, err := depth.BeginArrays(ctx, r.Run)
	if s == nil {
		return err
	}
	r.Found.Stats.Threads = len(s.Threads) - 1
	defer r.Stage("refine")(0)
	r.decider = newDecider(r.Run, s.Terms)
	if err := r.divide(ctx, s); err != nil || r.Unsupported != "" {
		return err
	}
	for turn := 0; len(r.parts) > 0; turn++ {
		var left []*part
		for _, p := range r.parts {
			decided, proved, err := r.attempt(ctx, p, turn)
			switch {
			case decided || err != nil:
				return err
			case len(p.tries) == 0 && turn > p.products() && !proved:
				r.Found.Reason, r.Found.Detail = verdict.NotProved, "no assertions were found that prove it"
				return nil
			case !proved:
				left = append(left, p)
			}
		}
		r.parts = left
	}
	if err := r.certify(ctx); err != nil {
		return err
	}
	r.Completed = true
	for _, t := range reduced.Threads(s, r.Problem.Property) {
		if why, ok := r.confirmed[t]; !ok || why != "" {
			r.Found.Uncertified = cmp.Or(why, uncertified)
		}
	}
	r.Found.Proof = &engine.Proof{Summary: fmt.Sprintf("assertions at %d places of a reduction, in %s order", r.stats.Places, r.stats.Order)}
	return nil
}

// part is the proof task of one thread: no step of this thread is the first bad one.
type part struct {
	model   *por.Model
	relaxed *por.Model // of a system with more executions; nil: there is none
	tries   []*attempt
}

// divide finds the parts.
func (r *run) divide(ctx context.Context, s *efsm.System) error {
	relaxed, err := por.Relax(s, r.Problem.Property, func(id term.ID) (bool, error) { return r.decider.refuted(ctx, nil, id) })
	if err != nil {
		return err
	}
	for t := efsm.ThreadID(1); int(t) < len(s.Threads); t++ {
		if !slices.ContainsFunc(s.Threads[t].States, func(st efsm.State) bool { return por.Asks(&st, r.Problem.Property) }) {
			continue
		}
		p := &part{}
		if p.model, err = por.New(s, r.Problem.Property, t); err != nil {
			r.Unsupported = err.Error()
			return nil
		}
		if relaxed != nil {
			if p.relaxed, err = por.New(relaxed, r.Problem.Property, t); err != nil {
				return err
			}
		}
		r.parts = append(r.parts, p)
	}
	return nil
}

// attempts returns the attempts in the given orders. With products of variables every place has an
// assertion: the effect of a round on a product is found only step by step.
func (r *run) attempts(m *por.Model, products bool, orders []order) (list []*attempt) {
	for _, o := range orders {
		if r.order == "" || r.order == o.name {
			list = append(list, &attempt{
				model: m, order: o, words: words(m, products), dense: products, heads: make(map[place]bool), crowded: make(map[place]bool), patience: 1,
			})
		}
	}
	return list
}

// attempt tries one order after the other for a part.
func (r *run) attempt(ctx context.Context, p *part, turn int) (decided, proved bool, err error) {
	switch turn {
	case 0:
		p.tries = r.attempts(p.model, false, orders(p.model))
	case others:
		more := splits(p.model)
		if len(p.model.System.Threads) <= 4 && r.order != "split" {
			more = nil // with two threads it is the same as lockstep
		}
		more = append(more, paced(p.model)...)
		p.tries = append(p.tries, r.attempts(p.model, false, more)...)
		if p.relaxed != nil {
			p.tries = append(p.tries, r.attempts(p.relaxed, false, append(orders(p.relaxed), more...))...)
		}
	case p.products():
		p.tries = append(p.tries, r.attempts(p.model, true, orders(p.model))...)
	}
	var left []*attempt
	for _, a := range p.tries {
		decided, proved, more, err := r.refine(ctx, p, a)
		if decided || proved || err != nil {
			return decided, proved, err
		}
		if more {
			left = append(left, a)
		}
	}
	p.tries = left
	return false, false, nil
}

// The turns at which attempts begin that are not among the first: with more orders, and of the relaxed
// system; with products.
const (
	others       = 1
	products     = 4
	productsLate = 10 // of systems with arrays, whose elements have products, too
)

// products returns the turn at which attempts with them begin.
func (p *part) products() int {
	if slices.ContainsFunc(p.model.System.Vars, func(v efsm.Var) bool { return v.Sort.IsArray() }) {
		return productsLate
	}
	return products
}

// quantum is the cost of a turn, after which an exploration is interrupted.
const quantum = 1500

// attempt is a proof search in one order with one vocabulary. Attempts take turns of about the same cost,
// since it is unknown which will succeed.
type attempt struct {
	model *por.Model // of the system, or of one with more executions
	order order
	words *vocabulary
	dense bool           // assertions are made everywhere
	heads map[place]bool // where they are made else
	// crowded has the heads to which many ways lead. Their assertions keep only the common facts of these
	// ways.
	crowded  map[place]bool
	patience int          // how many times as many ways as at first there may be
	going    *exploration // that was interrupted; nil: there is none
}

// spread keeps ways apart for longer. It does so if the path to a bad state passes an assertion that exists
// only because of the number of ways, and that may be too weak.
func (a *attempt) spread(p *path) bool {
	if a.patience >= mostPatience || !slices.ContainsFunc(p.nodes, func(n *node) bool { return a.crowded[n.place] }) {
		return false
	}
	a.patience *= 4
	for at := range a.crowded {
		delete(a.heads, at)
	}
	clear(a.crowded)
	return true
}

// refine looks for assertions that hold in the reduction of an order. If they are too weak, it learns
// predicates. more reports that another turn may help.
func (r *run) refine(ctx context.Context, part *part, a *attempt) (decided, proved, more bool, err error) {
	x := a.going
	if x == nil {
		r.stats.Rounds++
		x = r.explore(a)
		x.of = part.model.System
		err = x.begin(ctx)
	}
	ended := false
	if err == nil {
		ended, err = x.run(ctx, r.decider.cost()+quantum)
	}
	if a.going = x; !ended || err != nil {
		return false, false, true, err
	}
	a.going = nil
	bad := x.bad
	if len(bad) == 0 {
		r.stats.Places += len(x.list)
		r.stats.Controls += a.model.Controls()
		if !strings.Contains(r.stats.Order, a.order.name) {
			r.stats.Order = strings.TrimPrefix(r.stats.Order+", "+a.order.name, ", ")
		}
		r.proofs = append(r.proofs, x)
		return false, true, false, nil
	}
	for _, b := range bad {
		p := x.follow(b)
		status, err := x.feasible(ctx, p)
		switch {
		case err != nil:
			return false, false, false, err
		case status == sat.Satisfiable && a.model != part.model:
			return false, false, false, nil // it may be a violation of the relaxed system only
		case status == sat.Satisfiable:
			return true, false, false, r.reached(ctx, x, p)
		case status == sat.Unknown:
			continue
		}
		if a.spread(p) {
			more = true
			continue
		}
		for i, id := range x.predicates(p) {
			if p.nodes[i].isRoot() {
				more = a.words.learn(p.nodes[i].control, id) || more
			}
		}
	}
	return false, false, more || a.words.renew(), nil
}

// explore returns a new exploration for an attempt.
func (r *run) explore(a *attempt) *exploration {
	a.words.renew()
	return &exploration{
		decider: r.decider, model: a.model, of: a.model.System, property: r.Problem.Property, words: a.words, order: a.order, plain: r.plain,
		dense: a.dense, heads: a.heads, crowded: a.crowded, patience: a.patience, nodes: make(map[place][]*node), ways: make(map[place]int),
	}
}

// reached records the violation or the mark that an execution reaches.
func (r *run) reached(ctx context.Context, x *exploration, p *path) error {
	if p.failure.Obligation < 0 {
		m := &x.of.Threads[p.failure.Thread].States[p.failure.State].Marks[p.failure.Mark]
		if m.Unsupported != "" {
			r.Unsupported = depth.Construct(x.of, m.Unsupported, m.Origin)
			return nil
		}
		r.Found.Reason, r.Found.Detail = verdict.NotProved, "executions meet a bound"
		r.Found.Marks = depth.Marks([]*efsm.Mark{m})
		return nil
	}
	arrays := slices.ContainsFunc(x.of.Vars, func(v efsm.Var) bool { return v.Sort.IsArray() })
	if arrays {
		// Objects are of any size in the system, but small when the interpreter executes the program.
		if status, err := x.decide(ctx, append(x.small(p), p.guards...), term.True); status != sat.Satisfiable {
			r.Found.Reason, r.Found.Detail = verdict.NotProved, "a violation was found that takes large objects"
			return err
		}
	}
	w := x.witness(p)
	if !unroll.Confirm(x.of, w) {
		if arrays {
			r.Found.Reason, r.Found.Detail = verdict.NotProved, "a violation was found that takes elements of arrays that were never written"
			return nil
		}
		return errors.New("an execution of the reduction is none of the system")
	}
	v, err := depth.Replay(r.Run, x.of, w)
	if v.Trace == nil || err != nil {
		return err
	}
	r.Found.Violations = append(r.Found.Violations, v)
	return nil
}
