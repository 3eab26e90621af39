package certify

import (
	"context"

	"github.com/heddle-mc/heddle/internal/circuit"
	"github.com/heddle-mc/heddle/internal/sat"
)

// Induction confirms that bad signals of a circuit are never reached, by k-induction over
// paths whose states differ in some latches, those that matter:
//
//	support  clauses hold in all states that can be reached; where they hold, and
//	         inputs are the same, states with the same values of the latches that matter
//	         agree on their next values, on the constraints and the bad signals
//	base     k steps and fewer reach nothing bad from an initial state
//	step     nothing bad holds after k steps through different states in which nothing is
//
// Errors are Invariant's.
func Induction(ctx context.Context, c *circuit.Circuit, clauses []circuit.Clause, matter []int, bads []int, k int) error {
	if err := Invariant(ctx, c, clauses, nil); err != nil {
		return err
	}
	if err := support(ctx, c, clauses, matter, bads); err != nil {
		return err
	}
	if _, err := base(ctx, c, bads, k, func(*formula) {}); err != nil {
		return err
	}
	step := newFormula(c)
	var states [][]sat.Lit // by time: the latches that matter
	for t := 0; ; t++ {
		step.hold(clauses)
		step.constrain()
		states = append(states, step.latches(matter))
		for _, s := range states[:t] {
			step.solver.AddClause(step.different(s, states[t])...)
		}
		if t == k {
			break
		}
		for _, l := range step.bads(bads) {
			step.solver.AddClause(l.Not())
		}
		step.advance()
	}
	return step.refute(ctx, "step", step.any(step.bads(bads)))
}

// base confirms that k steps and fewer reach nothing bad from an initial state, and returns the
// formula of k steps. The function demands something before each.
func base(ctx context.Context, c *circuit.Circuit, bads []int, k int, demand func(*formula)) (*formula, error) {
	f := newFormula(c)
	f.initial()
	for t := 0; ; t++ {
		f.constrain()
		if err := f.refute(ctx, "base", f.any(f.bads(bads))); err != nil || t == k {
			return f, err
		}
		demand(f)
		f.advance()
	}
}

// support confirms that the latches that matter do.
func support(ctx context.Context, c *circuit.Circuit, clauses []circuit.Clause, matter []int, bads []int) error {
	f := newFormula(c)
	var seen [2][]sat.Lit
	var before [2][]sat.Lit
	for i := range seen {
		f.hold(clauses)
		before[i] = f.latches(matter)
		for _, in := range c.Inputs {
			before[i] = append(before[i], f.literal(in.Edge))
		}
		for _, l := range matter {
			seen[i] = append(seen[i], f.literal(c.Latches[l].Next))
		}
		for _, s := range c.Constraints {
			seen[i] = append(seen[i], f.literal(s.Edge))
		}
		seen[i] = append(seen[i], f.bads(bads)...)
		f.vars = f.gates(nil)
	}
	for i, l := range before[0] {
		f.solver.AddClause(l, before[1][i].Not())
		f.solver.AddClause(l.Not(), before[1][i])
	}
	return f.refute(ctx, "support", f.any(f.different(seen[0], seen[1])))
}
