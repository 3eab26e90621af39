package refine

import (
	"context"
	"slices"

	"github.com/heddle-mc/heddle/internal/engine/search"
	"github.com/heddle-mc/heddle/internal/solve/lia"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// newDecider returns a decider without any previous queries.
func newDecider(run *search.Run, terms *term.Store) *decider {
	return &decider{run: run, terms: terms, cores: make(map[term.ID][][]term.ID), samples: newSamples(terms), resolving: term.NewTranslator(terms, terms),
		choosing: term.NewTranslator(terms, terms)}
}

// decider answers queries with a solver, and remembers which terms can hold together and which cannot.
type decider struct {
	run        *search.Run
	terms      *term.Store
	host       solver.Solver
	checks     int
	conflicts  int64                   // of solvers that have given way
	core       []term.ID               // conjuncts, and perhaps the goal, of the last question that cannot hold together
	cores      map[term.ID][][]term.ID // by goal: conjuncts with which it cannot hold
	samples    *samples
	resolving  *term.Translator // of a step's terms, while its arrival is examined
	choosing   *term.Translator // of a case of it
	remembered int
	hard       int // questions that were too hard
}

// fresh is the number of clauses after which a solver is replaced by a new one. Clauses learned from old
// queries slow it down by then.
const fresh = 4_000

// refuted reports whether a goal cannot hold together with some conjuncts. It returns false if this is too
// hard to decide.
func (d *decider) refuted(ctx context.Context, facts []term.ID, goal term.ID) (bool, error) {
	if goal == term.False {
		return true, nil
	}
	if d.isKnown(facts, goal) {
		d.remembered++
		return true, nil
	}
	if d.samples.find(facts, goal) {
		d.remembered++
		return false, nil
	}
	status, err := d.decide(ctx, facts, goal)
	switch {
	case err != nil:
	case status == sat.Unsatisfiable:
		d.remember(goal, d.core)
	case status == sat.Satisfiable:
		d.samples.of[goal] = kept(d.samples.of[goal], d.host.Model())
	}
	return status == sat.Unsatisfiable, err
}

// isKnown reports whether it is remembered that a goal cannot hold.
func (d *decider) isKnown(facts []term.ID, goal term.ID) bool {
	for _, core := range d.cores[goal] {
		if !slices.ContainsFunc(core, func(id term.ID) bool { return !slices.Contains(facts, id) }) {
			return true
		}
	}
	return false
}

// remember records the reason why a goal could not hold in a query.
func (d *decider) remember(goal term.ID, core []term.ID) {
	d.cores[goal] = append(d.cores[goal], without(core, goal))
}

// perCheck is the number of conflicts, or of queries answered without the solver, that cost about as much
// as one check.
const perCheck = 30

// cost returns the cost of all queries so far, in checks.
func (d *decider) cost() int {
	n := d.conflicts + int64(d.remembered)
	if d.host != nil {
		n += d.host.Stats().Search.Conflicts
	}
	return d.checks + int(n/perCheck)
}

// How many conflicts a question may cost, before linear arithmetic is tried, and in all.
const (
	few  = 300
	most = 10_000
)

// decide decides whether a goal can hold together with some conjuncts. If so, the solver has values; if
// not, core is set. Unknown: it is too hard.
func (d *decider) decide(ctx context.Context, facts []term.ID, goal term.ID) (sat.Status, error) {
	status, err := d.ask(ctx, facts, goal, few)
	if status != sat.Unknown || err != nil {
		return status, err
	}
	if d.linear(facts, goal) {
		return sat.Unsatisfiable, nil
	}
	return d.decideHard(ctx, facts, goal)
}

// decideHard is decide without linear arithmetic.
func (d *decider) decideHard(ctx context.Context, facts []term.ID, goal term.ID) (sat.Status, error) {
	status, err := d.ask(ctx, facts, goal, most)
	if status == sat.Unknown && err == nil {
		d.hard++
	}
	return status, err
}

// decideAny decides whether one of several goals can hold together with some conjuncts. It remembers the
// reasons for the goals that cannot.
func (d *decider) decideAny(ctx context.Context, facts, goals []term.ID) (sat.Status, error) {
	goal := d.terms.Disj(goals...)
	status, err := d.ask(ctx, facts, goal, few)
	if status == sat.Unknown && err == nil {
		goals = slices.DeleteFunc(slices.Clone(goals), func(g term.ID) bool {
			no := d.linear(facts, g)
			if no {
				d.remember(g, d.core)
			}
			return no
		})
		if len(goals) == 0 {
			return sat.Unsatisfiable, nil
		}
		goal = d.terms.Disj(goals...)
		status, err = d.decideHard(ctx, facts, goal)
	}
	if status == sat.Unsatisfiable && err == nil {
		core := without(d.core, goal)
		for _, g := range goals {
			d.remember(g, core)
		}
	}
	return status, err
}

// perLinear is how many checks linear arithmetic costs about as much as.
const perLinear = 5

// linear reports whether linear arithmetic shows that a goal cannot hold together with some conjuncts.
func (d *decider) linear(facts []term.ID, goal term.ID) bool {
	d.checks += perLinear
	list := append(slices.Clone(facts), goal)
	needed, no := lia.Refute(d.terms, list)
	if no {
		d.core = d.core[:0:0]
		for _, i := range needed {
			d.core = append(d.core, list[i])
		}
	}
	return no
}

// ask runs the solver with a limit on conflicts.
func (d *decider) ask(ctx context.Context, facts []term.ID, goal term.ID, conflicts int64) (sat.Status, error) {
	if d.host == nil || d.host.Stats().Search.Clauses > fresh {
		if d.host != nil {
			d.conflicts += d.host.Stats().Search.Conflicts
		}
		d.run.Close()
		d.host = d.run.Open(d.terms)
	}
	d.checks++
	limits := sat.Limits{Conflicts: conflicts}
	if d.run.Problem.Memory > 0 {
		limits.Memory = max(1, d.run.Problem.Memory-d.terms.Bytes())
	}
	if l, ok := d.host.(solver.Limiter); ok {
		l.SetLimits(limits)
	}
	result, err := d.host.Check(ctx, append(slices.Clone(facts), goal)...)
	if err == nil && result.Reason == sat.ReasonConflicts {
		return sat.Unknown, nil
	}
	if err == nil && result.Status == sat.Unsatisfiable {
		d.core = d.host.Core()
	}
	return result.Status, search.Answered(ctx, result, err)
}
