package reduced

import "github.com/heddle-mc/heddle/internal/solve/term"

// maxChoices bounds the number of conditions of ites over which followsWith distinguishes cases.
const maxChoices = 3

// follows reports whether goal is an equation that follows from facts and a guard. An ite is not a sum,
// but each of its branches is. So the goal is shown once under the condition of the ite and once under
// its negation.
func (a *sums) follows(facts []term.ID, guard, goal term.ID) bool {
	return a.followsWith(facts, guard, goal, maxChoices)
}

// followsWith does the work of follows, with case distinctions over at most more conditions.
func (a *sums) followsWith(facts []term.ID, guard, goal term.ID, more int) bool {
	want := a.equationOf(goal)
	switch {
	case goal == term.True:
		return true
	case want == (equation{}):
		return false
	case a.followsAsIs(facts, guard, goal):
		return true
	}
	condition := a.chooses(want)
	if condition == term.None || more == 0 {
		return false
	}
	in := func(value, side term.ID) bool {
		tr := term.NewTranslator(a.terms, a.terms)
		tr.Bind(condition, value)
		return a.followsWith(facts, a.terms.And(guard, side), tr.Term(goal), more-1)
	}
	return in(term.True, condition) && in(term.False, a.terms.Not(condition))
}

// chooses returns a condition of an ite in the sums of an equation; term.None: there is none.
func (a *sums) chooses(e equation) term.ID {
	least := term.None
	for text, n := range a.difference(e) {
		for _, id := range factors(text) {
			if n == 0 || a.terms.Op(id) != term.OpIte {
				continue
			}
			if condition := a.terms.Arg(id, 0); least == term.None || condition < least {
				least = condition
			}
		}
	}
	return least
}
