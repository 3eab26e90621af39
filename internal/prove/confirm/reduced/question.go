package reduced

import (
	"errors"
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// The limits of a solver: the conflicts of a single goal, the conflicts of a question about several
// goals, and the number of clauses. A solver with more clauses is replaced by a new one, without the
// clauses of old questions.
const (
	maxConflicts = 50_000
	maxTogether  = 10_000
	maxClauses   = 50_000
)

// asked is the solver, with the results of earlier questions.
type asked struct {
	host     *solver.Embedded
	cores    map[term.ID][][]term.ID // by goal: sets of terms that contradict it
	alone    int64                   // conflicts of a goal
	together int64                   // of several
}

// isKnown reports whether it is known from an earlier question that goal contradicts facts.
func (a *asked) isKnown(facts []term.ID, goal term.ID) bool {
	return slices.ContainsFunc(a.cores[goal], func(core []term.ID) bool {
		return !slices.ContainsFunc(core, func(id term.ID) bool { return !slices.Contains(facts, id) })
	})
}

// refute confirms that a condition over variables and inputs cannot hold at a place.
func (c *checker) refute(h *here, goal term.ID, what string) error {
	if h.way != nil && goal != term.False {
		goal = c.terms.And(h.way.cond, c.anew(h.way, goal))
	}
	if goal = h.simpler(goal); goal == term.False || c.asked.isKnown(h.holds, goal) {
		return nil
	}
	return c.ask(h, []term.ID{goal}, what)
}

// simpler returns a condition with known constants in place of their variables.
func (h *here) simpler(id term.ID) term.ID {
	if h.put == nil {
		return id
	}
	return h.put.Term(id)
}

// ask confirms with the solver that none of goals can hold. It first leaves out assertions about
// products, which are hard for the solver and mostly do not matter.
func (c *checker) ask(h *here, goals []term.ID, what string) error {
	err := c.askOf(h.plain, goals, what)
	if len(h.plain) < len(h.holds) && errors.As(err, new(*Refuted)) {
		return c.askOf(h.holds, goals, what)
	}
	return err
}

// askOf confirms with the solver that none of goals can hold together with facts. A solver that kept
// old clauses may give up where a new one answers at once. So askOf asks a new solver before it gives
// up.
func (c *checker) askOf(facts, goals []term.ID, what string) error {
	a := &c.asked
	knows := a.host != nil && a.host.Stats().Search.Clauses <= maxClauses
	if !knows {
		a.host = solver.New(c.terms, sat.Options{})
	}
	limits := sat.Limits{Conflicts: a.alone}
	if len(goals) > 1 {
		limits.Conflicts = a.together
	}
	a.host.SetLimits(limits)
	goal := c.terms.Disj(goals...)
	result, err := a.host.Check(c.ctx, append(slices.Clone(facts), goal)...)
	switch {
	case err != nil:
		return err
	case result.Status == sat.Satisfiable:
		return &Refuted{what}
	case result.Reason == sat.ReasonConflicts && len(goals) > 1: // each alone, of a solver that knows nothing
		a.host = nil
		for _, g := range goals {
			if err := c.askOf(facts, []term.ID{g}, what); err != nil {
				return err
			}
		}
		return nil
	case result.Reason == sat.ReasonConflicts && knows:
		a.host = nil
		return c.askOf(facts, goals, what)
	case result.Status == sat.Unknown:
		return fmt.Errorf("%s: no answer: %s", what, result.Reason)
	}
	core := slices.DeleteFunc(slices.Clone(a.host.Core()), func(id term.ID) bool { return id == goal && !slices.Contains(facts, id) })
	for _, g := range goals {
		a.cores[g] = append(a.cores[g], core)
	}
	return nil
}

// leads confirms that the assertions of a place hold after a way that leads there.
func (c *checker) leads(h *here, w *way, to *Place, what string) error {
	var open []term.ID
	w = c.then(h.way, w)
	guard := h.simpler(w.cond)
	for _, id := range to.Holds {
		after := c.before(w, id)
		if slices.Contains(h.holds, after) {
			continue
		}
		simple := h.simpler(after)
		not := c.terms.And(guard, c.terms.Not(simple))
		if not != term.False && !c.asked.isKnown(h.holds, not) && !c.sums.follows(h.holds, w.cond, after) && !c.sums.follows(h.holds, guard, simple) {
			open = append(open, not)
		}
	}
	if len(open) == 0 {
		return nil
	}
	return c.ask(h, open, what)
}
