// Package bmc checks circuits by bounded model checking: executions of 0, 1, 2 … steps are formulas
// that one solver decides incrementally. It finds the shortest executions. It proves only circuits
// whose executions all end: Options.Progress tells it when that is so, and without it the answer is
// never a proof. A proof is the number of steps after which every execution has ended
// (circuit.Exhausted).
//
// Package engine/circuit runs it as engine bmc; packages kinduction and itp search their base cases
// with it.
//
// Biere, Cimatti, Clarke, Zhu, "Symbolic model checking without BDDs", TACAS 1999; Eén,
// Sörensson, "Temporal induction by incremental SAT solving", BMC 2003.
package bmc

import (
	"context"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
	"github.com/heddle-mc/heddle/internal/solve/sat"
)

// Options bound a search.
type Options struct {
	// Progress, unless NoEdge, holds before every relevant step: a reachable bad signal can be reached
	// without other steps. If no execution in which it always holds goes on, the search is exhaustive.
	Progress bitblast.Edge
	Depth    int   // the last number of steps before a bad signal; 0: no bound
	Memory   int64 // of the solver, in bytes; 0: no bound
	// Completed, if not nil, is called with each number of steps that reaches no bad signal.
	Completed func(depth int)
}

// Checker implements circuit.Checker.
type Checker struct {
	c      *circuit.Circuit
	opts   Options
	solver *sat.Solver
	steps  *circuit.Unrolling
	now    int // the step before which signals are checked
	done   int // the last step at which no bad signal was reached; -1: none
	probe  int // the step at which progress is checked next
	checks int
}

var _ circuit.Checker = (*Checker)(nil)

// New returns a checker of a circuit.
func New(c *circuit.Circuit, opts Options) *Checker {
	k := &Checker{c: c, opts: opts, solver: sat.New(sat.Options{}), done: -1}
	k.solver.SetLimits(sat.Limits{Memory: opts.Memory})
	k.steps = circuit.NewUnrolling(c, k.solver, circuit.InitialStates)
	k.constrain()
	return k
}

// constrain asserts the constraints before the current step.
func (k *Checker) constrain() {
	for _, s := range k.c.Constraints {
		k.steps.Assert(k.steps.Edge(k.now, s.Edge))
	}
}

// Depth implements circuit.Checker.
func (k *Checker) Depth() int { return k.done }

// Stats implements circuit.Checker.
func (k *Checker) Stats() circuit.Stats { return circuit.StatsOf(k.solver, k.checks) }

// Check implements circuit.Checker.
func (k *Checker) Check(ctx context.Context, bads []int) (*circuit.Answer, error) {
	return k.Within(ctx, bads, k.opts.Depth)
}

// Within is Check with a depth in place of the depth in the options.
func (k *Checker) Within(ctx context.Context, bads []int, depth int) (*circuit.Answer, error) {
	for ; ; k.extend() {
		answer, err := k.reached(ctx, bads)
		if answer != nil || err != nil {
			return answer, err
		}
		k.done = k.now
		if k.opts.Completed != nil {
			k.opts.Completed(k.now)
		}
		if k.opts.Progress != bitblast.NoEdge && k.now >= k.probe {
			goesOn := k.steps.Edge(k.now, k.opts.Progress)
			switch k.solve(ctx, goesOn) {
			case sat.Unsatisfiable:
				return &circuit.Answer{Status: circuit.Exhausted, Steps: k.now}, nil
			case sat.Unknown:
				return circuit.GaveUp(k.solver), nil
			}
			k.probe = k.now + k.now/4 + 1
		}
		if depth > 0 && k.now >= depth {
			return &circuit.Answer{Status: circuit.Bounded}, nil
		}
	}
}

func (k *Checker) extend() {
	if k.opts.Progress != bitblast.NoEdge {
		k.steps.Assert(k.steps.Edge(k.now, k.opts.Progress))
	}
	k.steps.Extend()
	k.now++
	k.constrain()
}

// solve searches an execution in which an edge holds.
func (k *Checker) solve(ctx context.Context, e bitblast.Edge) sat.Status {
	if e == bitblast.False {
		return sat.Unsatisfiable
	}
	k.checks++
	return k.solver.Solve(ctx, k.steps.Literal(e))
}

// reached searches an execution to the current step that reaches a bad signal; nil: there is none.
func (k *Checker) reached(ctx context.Context, bads []int) (*circuit.Answer, error) {
	var any []bitblast.Edge
	for _, b := range bads {
		any = append(any, k.steps.Edge(k.now, k.c.Bads[b].Edge))
	}
	switch k.solve(ctx, circuit.Or(k.steps.Graph(), any...)) {
	case sat.Unsatisfiable:
		return nil, nil
	case sat.Unknown:
		return circuit.GaveUp(k.solver), nil
	}
	return circuit.Found(k.c, k.steps.Execution(k.now), bads)
}
