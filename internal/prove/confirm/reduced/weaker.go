package reduced

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/model/efsm"
)

// weaker confirms that the system has all executions of the system of, up to the first step that is bad
// there, and that this step is bad here, too. Both have the same states with the same obligations. A
// step that is enabled in of is enabled here; if it is not bad, it has the same effects and the same
// successor. If a thread of the system of stops forever in such a step, the thread here may go on or do
// no step.
func (c *checker) weaker(of *efsm.System) error {
	s := c.system
	if s == of {
		return nil
	}
	no := &Refuted{"the system of the proof is not one that is weaker than what is asked about"}
	if s.Terms != of.Terms || len(s.Threads) != len(of.Threads) || !slices.Equal(s.Vars, of.Vars) || len(of.Replicas) > 0 {
		return no
	}
	for t := range s.Threads {
		x, y := &s.Threads[t], &of.Threads[t]
		if x.Entry != y.Entry || x.Alive != y.Alive || x.Done != y.Done || len(x.States) != len(y.States) {
			return no
		}
		for i := 1; i < len(x.States); i++ {
			if err := c.weakerState(&x.States[i], &y.States[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// weakerState confirms that for one state x of the system and the state y of the other system.
func (c *checker) weakerState(x, y *efsm.State) error {
	no := &Refuted{x.Name + " is not weaker than what is asked about"}
	if x.Kind != y.Kind || !slices.Equal(x.Obligations, y.Obligations) || !slices.Equal(x.Marks, y.Marks) || len(x.Edges) != len(y.Edges) ||
		len(x.Updates) != len(y.Updates) {
		return no
	}
	good := y.Enable
	for _, m := range y.Marks {
		good = c.terms.And(good, c.terms.Not(m.When))
	}
	for _, o := range y.Obligations {
		if o.Property == c.proof.Property {
			good = c.terms.And(good, c.terms.Not(o.When))
		}
	}
	differs := c.terms.And(y.Enable, c.terms.Not(x.Enable))
	for i := range x.Edges {
		if x.Edges[i].To != y.Edges[i].To || x.Edges[i].Guard != y.Edges[i].Guard && len(x.Edges) > 1 {
			return no
		}
		differs = c.terms.Or(differs, c.terms.Conj(good, y.Edges[i].Guard, c.terms.Not(x.Edges[i].Guard)))
	}
	for i := range x.Updates {
		a, b := x.Updates[i].Value, y.Updates[i].Value
		switch {
		case x.Updates[i].Var != y.Updates[i].Var:
			return no
		case a == b:
		case c.terms.Sort(a).IsArray():
			equal, ok := c.terms.EqualArrays(a, b)
			if !ok {
				return no
			}
			differs = c.terms.Or(differs, c.terms.And(good, c.terms.Not(equal)))
		default:
			differs = c.terms.Or(differs, c.terms.And(good, c.terms.Distinct(a, b)))
		}
	}
	return c.refute(&here{}, differs, no.What)
}
