// Package itp checks circuits by interpolation. Besides bounded model checking from the initial states
// it asks whether a step from a set of states, at first the initial ones, and fewer than n further steps
// lead to a bad signal. If not, the interpolant of the step and the rest is a set of states. It contains all
// successors of the step, and from it no bad signal is reached in fewer than n steps. It becomes the next set.
// When a set adds no state to the earlier sets, their union is an inductive invariant. If a bad signal
// is reached from a set that is only an over-approximation, n grows.
//
// Package engine/circuit runs it as engine itp.
//
// A checker reports a bad signal as reached only if bounded model checking finds an execution. It changes neither
// latches nor signals of the circuit. A later Check may have fewer bad signals than the one before, but no others:
// it does not search their first steps.
//
// McMillan, "Interpolation and SAT-based model checking", CAV 2003.
//
// # Cost
//
// Each question has a solver of its own, which writes a proof (package interpolant). The gates of each set
// of states are added to the graph of the circuit.
package itp

import (
	"context"
	"errors"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/model/circuit/bmc"
	"github.com/heddle-mc/heddle/internal/model/circuit/interpolant"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
	"github.com/heddle-mc/heddle/internal/solve/sat"
)

// Checker implements circuit.Checker.
type Checker struct {
	c     *circuit.Circuit // its graph grows by the sets of states
	opts  bmc.Options
	base  *bmc.Checker
	ahead int // the number of steps in which sets of states reach no bad signal
	past  circuit.Stats
}

var _ circuit.Checker = (*Checker)(nil)

// New returns a checker of a circuit. The bounded model checker proves circuits all of whose executions
// end.
func New(c *circuit.Circuit, opts bmc.Options) *Checker {
	return &Checker{c: c, opts: opts, base: bmc.New(c, opts), ahead: 1}
}

// Depth implements circuit.Checker.
func (k *Checker) Depth() int { return k.base.Depth() }

// Stats implements circuit.Checker.
func (k *Checker) Stats() circuit.Stats {
	s := k.base.Stats()
	s.Checks += k.past.Checks
	s.Conflicts += k.past.Conflicts
	return s
}

// Check implements circuit.Checker.
func (k *Checker) Check(ctx context.Context, bads []int) (*circuit.Answer, error) {
	for ; ; k.ahead++ {
		answer, err := k.base.Within(ctx, bads, k.ahead)
		if err != nil || answer.Status != circuit.Bounded {
			return answer, err
		}
		if proof, err := k.prove(ctx, bads); proof != nil || err != nil {
			return proof, err
		}
		if k.opts.Depth > 0 && k.ahead >= k.opts.Depth {
			return answer, nil
		}
	}
}

// prove searches an invariant of sets of states that are ahead steps from bad signals; nil: it found
// none.
func (k *Checker) prove(ctx context.Context, bads []int) (*circuit.Answer, error) {
	q := k.question(bads)
	if q.leads == bitblast.False {
		return k.proved(ctx, bitblast.True), nil
	}
	from := k.initial()
	reached := from
	for first := true; ; first = false {
		p := interpolant.New(k.opts.Memory)
		step := bitblast.NewEncoder(q.graph, p)
		for _, e := range q.step(k.c, from) {
			step.Assert(e)
		}
		p.Second()
		step.Assert(q.leads)
		status := p.Solve(ctx)
		k.past.Checks++
		k.past.Conflicts += p.Solver().Stats().Conflicts
		switch {
		case status == sat.Unknown:
			return &circuit.Answer{Reason: p.Reason()}, nil
		case status == sat.Satisfiable && first:
			return nil, errors.New("something bad is reached in so few steps that it was found before")
		case status == sat.Satisfiable:
			return nil, nil
		}
		latch := make(map[sat.Var]bitblast.Edge)
		for i, e := range q.after {
			latch[step.Var(e)] = k.c.Latches[i].Edge
		}
		from = p.Interpolant(k.c.Graph, func(v sat.Var) bitblast.Edge { return latch[v] })
		from = k.compact(ctx, from)
		switch s, status := k.solve(ctx, k.c.Graph.And(from, reached.Not())); status {
		case sat.Unknown:
			return circuit.GaveUp(s), nil
		case sat.Unsatisfiable:
			return k.proved(ctx, reached), nil
		}
		reached = circuit.Or(k.c.Graph, reached, from)
	}
}

// initial returns the initial states.
func (k *Checker) initial() bitblast.Edge {
	states := bitblast.True
	for i := range k.c.Latches {
		if l := &k.c.Latches[i]; l.Init != circuit.Any {
			states = k.c.Graph.And(states, l.Edge^bitblast.Edge(circuit.One-l.Init))
		}
	}
	return states
}

// solve searches a state in a set.
func (k *Checker) solve(ctx context.Context, set bitblast.Edge) (*sat.Solver, sat.Status) {
	s := k.solver()
	bitblast.NewEncoder(k.c.Graph, s).Assert(set)
	k.past.Checks++
	return s, s.Solve(ctx)
}

// solver returns a solver for small questions about states.
func (k *Checker) solver() *sat.Solver {
	s := sat.New(sat.Options{Without: sat.Eliminate | sat.Substitute | sat.Probe | sat.Stable})
	s.SetLimits(sat.Limits{Memory: k.opts.Memory})
	return s
}

// question holds the step and the n further steps, in a graph of its own. It is used for one set of
// states after the other.
type question struct {
	graph  *bitblast.Graph
	before *circuit.Copier
	after  []bitblast.Edge // by latch: the state after the step
	leads  bitblast.Edge   // n steps from there lead to a bad signal
}

// question builds the question for some bad signals.
func (k *Checker) question(bads []int) *question {
	q := &question{graph: bitblast.NewGraph(), after: make([]bitblast.Edge, len(k.c.Latches))}
	for i := range q.after {
		q.after[i] = q.graph.Input()
	}
	state := q.after
	var times []*circuit.Copier
	for range k.ahead {
		t := q.time(k.c, state)
		times = append(times, t)
		state = make([]bitblast.Edge, len(state))
		for i := range state {
			state[i] = t.Edge(k.c.Latches[i].Next)
		}
	}
	q.leads = bitblast.False
	for n := len(times) - 1; n >= 0; n-- {
		some := []bitblast.Edge{q.leads}
		for _, b := range bads {
			some = append(some, times[n].Edge(k.c.Bads[b].Edge))
		}
		q.leads = q.graph.And(circuit.Or(q.graph, some...), q.constraints(k.c, times[n]))
	}
	first := make([]bitblast.Edge, len(k.c.Latches))
	for i := range first {
		first[i] = q.graph.Input()
	}
	q.before = q.time(k.c, first)
	return q
}

// time returns the copier of a step from a state.
func (q *question) time(c *circuit.Circuit, state []bitblast.Edge) *circuit.Copier {
	t := circuit.NewCopier(c.Graph, q.graph)
	for i := range c.Latches {
		t.Bind(c.Latches[i].Edge, state[i])
	}
	for _, in := range c.Inputs {
		t.Bind(in.Edge, q.graph.Input())
	}
	return t
}

func (q *question) constraints(c *circuit.Circuit, t *circuit.Copier) bitblast.Edge {
	all := bitblast.True
	for _, x := range c.Constraints {
		all = q.graph.And(all, t.Edge(x.Edge))
	}
	return all
}

// step returns the constraints on a step from a set of states. They share no gate with the rest of the
// question.
func (q *question) step(c *circuit.Circuit, from bitblast.Edge) []bitblast.Edge {
	out := []bitblast.Edge{q.graph.And(q.before.Edge(from), q.constraints(c, q.before))}
	for i := range c.Latches {
		out = append(out, q.graph.Xor(q.after[i], q.before.Edge(c.Latches[i].Next)).Not())
	}
	return out
}
