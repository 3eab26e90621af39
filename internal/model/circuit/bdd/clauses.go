package bdd

import (
	"github.com/dalzilio/rudd"

	"github.com/heddle-mc/heddle/internal/model/circuit"
)

// maxClauses bounds the number of clauses that describe a set of states.
const maxClauses = 2000

// clauses returns clauses over the latches that hold exactly in the states of a set. No literal of a
// clause can be dropped. It returns false if the clauses are too many.
//
// Minato, "Fast generation of prime-irredundant covers from binary decision diagrams", IEICE
// Transactions E76-A, 1993, of the complement, whose products are the clauses, negated.
func (s *space) clauses(set rudd.Node) ([]circuit.Clause, bool) {
	if !s.small(set) {
		return nil, false
	}
	c := cover{space: s, done: make(map[[2]int]covered)}
	not := s.node(s.bdd.Not(set))
	out := c.between(not, not)
	return out.clauses, !c.tooMany
}

// cover computes products.
type cover struct {
	*space
	done    map[[2]int]covered
	tooMany bool
}

// covered is the result for two sets. The sets are kept so that their node numbers stay valid.
type covered struct {
	lower, upper rudd.Node
	clauses      []circuit.Clause // the products are their negations
	union        rudd.Node
}

// between returns products that cover all states of one set, and none outside another.
func (c *cover) between(lower, upper rudd.Node) covered {
	out := covered{lower: lower, upper: upper}
	switch {
	case c.empty(lower) || c.tooMany:
		out.union = c.bdd.False()
		return out
	case c.bdd.Equal(upper, c.bdd.True()):
		out.union, out.clauses = c.bdd.True(), []circuit.Clause{nil}
		return out
	}
	key := [2]int{*lower, *upper}
	if known, is := c.done[key]; is {
		return known
	}
	level := c.bdd.Label(upper)
	if !c.bdd.Equal(lower, c.bdd.True()) {
		level = min(level, c.bdd.Label(lower))
	}
	half := func(n rudd.Node, value bool) rudd.Node {
		switch {
		case c.bdd.Equal(n, c.bdd.True()) || c.empty(n) || c.bdd.Label(n) != level:
			return n
		case value:
			return c.bdd.High(n)
		}
		return c.bdd.Low(n)
	}
	both := [2]covered{} // products that contain the variable, by its value
	rest := c.bdd.False()
	for i := range both {
		l, other := half(lower, i == 1), half(upper, i == 0)
		both[i] = c.between(c.minus(l, other), half(upper, i == 1))
		rest = c.node(c.bdd.Or(rest, c.minus(l, both[i].union)))
	}
	shared := c.between(rest, c.node(c.bdd.And(half(upper, false), half(upper, true))))
	out.union = shared.union
	out.clauses = append(out.clauses, shared.clauses...)
	for i, part := range both {
		is := c.literal(level, i == 1)
		out.union = c.node(c.bdd.Or(out.union, c.bdd.And(is, part.union)))
		for _, k := range part.clauses {
			l := circuit.LatchIs(c.leaf[level], i == 0)
			out.clauses = append(out.clauses, append(circuit.Clause{l}, k...))
		}
	}
	c.tooMany = c.tooMany || len(out.clauses) > maxClauses
	c.done[key] = out
	return out
}

// minus returns a set without the states of another.
func (c *cover) minus(a, b rudd.Node) rudd.Node { return c.node(c.bdd.And(a, c.bdd.Not(b))) }
