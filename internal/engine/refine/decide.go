package refine

import (
	"context"
	"slices"

	"github.com/heddle-mc/heddle/internal/engine/search"
	"github.com/heddle-mc/heddle/internal/sat"
	"github.com/heddle-mc/heddle/internal/solver"
	"github.com/heddle-mc/heddle/internal/term"
)

// newDecider returns one that has been asked nothing.
func newDecider(run *search.Run, terms *term.Store) *decider {
	return &decider{run: run, terms: terms, cores: make(map[term.ID][][]term.ID), samples: newSamples(terms), resolving: term.NewTranslator(terms, terms)}
}

// decider asks a solver, and remembers what can and what cannot hold together.
type decider struct {
	run        *search.Run
	terms      *term.Store
	host       solver.Solver
	checks     int
	conflicts  int64                   // of solvers that have given way
	cores      map[term.ID][][]term.ID // by goal: conjuncts, ascending, with which it cannot hold
	samples    *samples
	resolving  *term.Translator // of a step's terms, while its arrival is looked at
	remembered int
	hard       int // questions that were too hard
}

// fresh is after how many clauses a solver gives way to a new one: what it learned of old
// questions is in its way by then.
const fresh = 4_000

// refuted reports whether a goal cannot hold together with some conjuncts. If that is too hard to say
// it may.
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
		d.remember(goal)
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

// remember keeps why a goal could not hold in the last question.
func (d *decider) remember(goal term.ID) {
	core := slices.DeleteFunc(slices.Clone(d.host.Core()), func(id term.ID) bool { return id == goal })
	d.cores[goal] = append(d.cores[goal], core)
}

// perCheck is how many conflicts, or questions that are answered without the solver, cost about what a check does.
const perCheck = 30

// cost returns that of all questions so far, in checks.
func (d *decider) cost() int {
	n := d.conflicts + int64(d.remembered)
	if d.host != nil {
		n += d.host.Stats().Search.Conflicts
	}
	return d.checks + int(n/perCheck)
}

// most is how many conflicts a question may cost.
const most = 10_000

// decide asks whether a goal can hold together with some conjuncts. If so the solver has values. Unknown: it
// is too hard.
func (d *decider) decide(ctx context.Context, facts []term.ID, goal term.ID) (sat.Status, error) {
	if d.host == nil || d.host.Stats().Search.Clauses > fresh {
		if d.host != nil {
			d.conflicts += d.host.Stats().Search.Conflicts
		}
		d.run.Close()
		d.host = d.run.Open(d.terms)
	}
	d.checks++
	limits := sat.Limits{Conflicts: most}
	if d.run.Problem.Memory > 0 {
		limits.Memory = max(1, d.run.Problem.Memory-d.terms.Bytes())
	}
	if l, ok := d.host.(solver.Limiter); ok {
		l.SetLimits(limits)
	}
	result, err := d.host.Check(ctx, append(slices.Clone(facts), goal)...)
	if err == nil && result.Reason == sat.ReasonConflicts {
		d.hard++
		return sat.Unknown, nil
	}
	return result.Status, search.Answered(ctx, result, err)
}
