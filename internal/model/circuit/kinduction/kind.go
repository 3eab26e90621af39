// Package kinduction checks circuits by k-induction. Besides bounded model checking from the initial states
// it considers paths of k steps through different states, from any state, on which no bad signal holds
// before the end. It asks whether a bad signal can hold at their end. If not, and no bad signal is
// reached in k steps, none is ever reached. Some k always suffices, but it may be as large as the
// longest path without a repetition.
//
// Package engine/circuit runs it as engine kind. An answer that is a proof is for all depths; without
// one the answer is that of bounded model checking.
//
// Sheeran, Singh, Stålmarck, "Checking safety properties using induction and a SAT-solver", FMCAD 2000.
// Two states are required to differ only after they were equal in a model (Eén, Sörensson, "Temporal
// induction by incremental SAT solving", BMC 2003).
package kinduction

import (
	"context"
	"slices"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/model/circuit/bmc"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
	"github.com/heddle-mc/heddle/internal/solve/sat"
)

// Checker implements circuit.Checker.
type Checker struct {
	c      *circuit.Circuit
	opts   bmc.Options
	base   *bmc.Checker
	solver *sat.Solver // of the inductive step; nil: none yet
	past   circuit.Stats
}

var _ circuit.Checker = (*Checker)(nil)

// New returns a checker of a circuit. The bounded model checker proves circuits all of whose executions
// end.
func New(c *circuit.Circuit, opts bmc.Options) *Checker {
	return &Checker{c: c, opts: opts, base: bmc.New(c, opts)}
}

// Depth implements circuit.Checker.
func (k *Checker) Depth() int { return k.base.Depth() }

// Stats implements circuit.Checker.
func (k *Checker) Stats() circuit.Stats {
	s := k.base.Stats()
	s.Checks += k.past.Checks
	s.Conflicts += k.past.Conflicts
	if k.solver != nil {
		step := circuit.StatsOf(k.solver, 0)
		s.Variables, s.Clauses = s.Variables+step.Variables, s.Clauses+step.Clauses
		s.Conflicts, s.Memory = s.Conflicts+step.Conflicts, s.Memory+step.Memory
	}
	return s
}

// Check implements circuit.Checker.
func (k *Checker) Check(ctx context.Context, bads []int) (*circuit.Answer, error) {
	if k.solver != nil {
		k.past.Conflicts += k.solver.Stats().Conflicts
	}
	k.solver = sat.New(sat.Options{})
	k.solver.SetLimits(sat.Limits{Memory: k.opts.Memory})
	step := circuit.NewUnrolling(k.c, k.solver, circuit.AllStates)
	for n := 0; ; n++ {
		answer, err := k.base.Within(ctx, bads, max(1, n))
		if err != nil || answer.Status != circuit.Bounded {
			return answer, err
		}
		if answer := k.step(ctx, step, n, bads); answer != nil {
			return answer, nil
		}
		if k.opts.Depth > 0 && n >= k.opts.Depth {
			return answer, nil
		}
		step.Extend()
	}
}

// step asks whether a bad signal can hold before step n but not earlier; nil: it can.
func (k *Checker) step(ctx context.Context, u *circuit.Unrolling, n int, bads []int) *circuit.Answer {
	for _, x := range k.c.Constraints {
		u.Assert(u.Edge(n, x.Edge))
	}
	var any []bitblast.Edge
	for _, b := range bads {
		any = append(any, u.Edge(n, k.c.Bads[b].Edge))
	}
	bad := circuit.Or(u.Graph(), any...)
	for bad != bitblast.False {
		k.past.Checks++
		switch k.solver.Solve(ctx, u.Literal(bad)) {
		case sat.Unsatisfiable:
			bad = bitblast.False
			continue
		case sat.Unknown:
			return circuit.GaveUp(k.solver)
		}
		if !k.separate(u, n) {
			u.Assert(bad.Not())
			return nil
		}
	}
	return &circuit.Answer{Status: circuit.Induction, Steps: n}
}

// separate requires that states that are equal in the last model differ, and reports whether there are
// any.
func (k *Checker) separate(u *circuit.Unrolling, n int) bool {
	states := u.States(n)
	equal := false
	for j := range states {
		i := slices.IndexFunc(states[:j], func(s []bool) bool { return slices.Equal(s, states[j]) })
		if i < 0 {
			continue
		}
		equal = true
		var differ []bitblast.Edge
		for l, e := range u.State(i) {
			differ = append(differ, u.Graph().Xor(e, u.State(j)[l]))
		}
		u.Assert(circuit.Or(u.Graph(), differ...))
	}
	return equal
}
