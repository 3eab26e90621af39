package reduced

import (
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// pairKey is one way of a thread's step and the step of another thread.
type pairKey struct {
	first  *way
	second stepKey
}

// differs returns a condition. If it is false, a way of the first thread's step commutes with the next
// step of the second thread. That is, whatever the second thread can do after the first it can also do
// before it, with the same result. A violation of the second thread after the first is also one before
// it.
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
			// The second thread goes first. The first one then takes a way that ends at the same state.
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

// same returns the condition under which two orders of steps lead to the same values of the variables
// that matter: first and then behind, or behind and then rest. The thread t takes first and rest, the
// thread other takes behind.
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
