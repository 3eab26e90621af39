package reduced

import (
	"github.com/heddle-mc/heddle/internal/efsm"
	"github.com/heddle-mc/heddle/internal/term"
)

// pairKey is a way of a thread's step, and the step of another.
type pairKey struct {
	first  *way
	second stepKey
}

// differs returns a condition without which whatever a second thread can do behind a way of the first
// one's step, it can do in front of it, with the same end, and violates what it would behind it.
func (c *checker) differs(t efsm.ThreadID, at []efsm.StateID, first *way, second efsm.ThreadID) (term.ID, error) {
	key := pairKey{first, stepKey{second, at[second]}}
	if id, known := c.pairs[key]; known {
		return id, nil
	}
	mine, err := c.step(t, at[t])
	if err != nil {
		return term.None, err
	}
	other, err := c.step(second, at[second])
	if err != nil {
		return term.None, err
	}
	differs := c.terms.Conj(first.cond, c.before(first, other.bad), c.terms.Not(other.bad))
	for _, behind := range other.merged {
		both := c.terms.And(first.cond, c.before(first, behind.cond))
		swapped := term.False
		for _, rest := range mine.merged {
			// The second thread comes first, by one of the ways that end where it does.
			if rest.at != first.at {
				continue
			}
			ways := c.terms.And(behind.cond, c.before(behind, rest.cond))
			swapped = c.terms.Or(swapped, c.terms.And(ways, c.same(t, second, first, behind, rest)))
		}
		differs = c.terms.Or(differs, c.terms.And(both, c.terms.Not(swapped)))
	}
	c.pairs[key] = differs
	return differs, nil
}

// same returns the condition under which variables that matter have the same values when one thread
// has gone first and then another one behind, and when it has gone behind and the first one rest.
func (c *checker) same(t, other efsm.ThreadID, first, behind, rest *way) term.ID {
	same := term.True
	for v := efsm.VarID(1); int(v) < len(c.system.Vars); v++ {
		if c.system.Vars[v].Class == efsm.Input || !c.matters(v, t, first.at) || !c.matters(v, other, behind.at) {
			continue
		}
		here, there := c.before(first, c.value(behind, v)), c.before(behind, c.value(rest, v))
		switch {
		case here == there || c.sums.areEqual(here, there):
		case c.terms.Sort(here).IsArray():
			equal, ok := c.terms.EqualArrays(here, there)
			if !ok {
				return term.False
			}
			same = c.terms.And(same, equal)
		default:
			same = c.terms.And(same, c.terms.Eq(here, there))
		}
	}
	return same
}
