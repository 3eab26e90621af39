package confirm

import (
	"context"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/solve/sat"
)

// Induction confirms that bad signals of a circuit are never reached. It uses k-induction over paths
// whose states differ pairwise in the latches of matter:
//
//	support  the clauses hold in all reachable states; two states that satisfy them, with the same inputs
//	         and the same values of the latches of matter, agree on the next values of these latches,
//	         on the constraints and on the bad signals
//	base     within k steps from an initial state nothing bad is reached
//	step     after k steps through different states without a bad signal there is no bad signal
//
// Errors are those of Invariant.
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

// base confirms that within k steps from an initial state nothing bad is reached, and returns the
// formula of k steps. It calls demand, which adds constraints, before each step.
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

// support confirms that the latches of matter, with the inputs, determine their own next values, the
// constraints and the bad signals.
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
