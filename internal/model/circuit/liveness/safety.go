package liveness

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
)

// Loops is a circuit in which bad signals replace the justices of another circuit: the last ones, in
// their order.
type Loops struct {
	Circuit *circuit.Circuit
	save    int // the input that saves the state
}

// Safety returns the circuit with a bad signal in place of each justice. An execution reaches it if it
// returns to an earlier state such that repeating the steps in between forever satisfies the justice.
// The graph, latches, inputs and bad signals of c come first in the result.
func Safety(c *circuit.Circuit) *Loops {
	out := *c
	out.Inputs, out.Latches, out.Bads, out.Justice = slices.Clone(c.Inputs), slices.Clone(c.Latches), slices.Clone(c.Bads), nil
	l := &Loops{&out, len(c.Inputs)}
	g := out.Graph
	latch := func(name string, next func(now bitblast.Edge) bitblast.Edge) bitblast.Edge {
		e := out.NewLatch(name, circuit.Zero)
		out.Latches[len(out.Latches)-1].Next = next(e)
		return e
	}
	save := out.NewInput("save")
	var since bitblast.Edge // the state is saved now or was saved before
	saved := latch("saved", func(now bitblast.Edge) bitblast.Edge {
		since = circuit.Or(g, now, save)
		return since
	})
	same := saved
	for _, i := range circuit.Relevant(c) {
		original := &c.Latches[i]
		kept := latch("saved "+original.Name, func(now bitblast.Edge) bitblast.Edge {
			return g.Ite(g.And(save, saved.Not()), original.Edge, now)
		})
		same = g.And(same, g.Xor(kept, original.Edge).Not())
	}
	for _, j := range c.Justice {
		bad := same
		for _, e := range append(slices.Clone(j.Edges), edges(c.Fairness)...) {
			if e == bitblast.True {
				continue
			}
			bad = g.And(bad, latch("seen", func(now bitblast.Edge) bitblast.Edge { return g.And(since, circuit.Or(g, now, e)) }))
		}
		out.Bads = append(out.Bads, circuit.Signal{Edge: bad, Name: j.Name})
	}
	out.Fairness = nil
	return l
}

func edges(list []circuit.Signal) []bitblast.Edge {
	var out []bitblast.Edge
	for _, s := range list {
		out = append(out, s.Edge)
	}
	return out
}

// Start returns the first step of the loop of an execution that reaches the bad signal of a justice.
// The loop ends before the last step.
func (l *Loops) Start(e *circuit.Execution) int {
	return slices.IndexFunc(e.Inputs, func(inputs []bool) bool { return circuit.Word(inputs, l.save) != 0 })
}

// Execution returns the execution that reaches the bad signal of a justice. e is an execution of the
// original circuit that satisfies the justice if its steps from start on repeat forever.
func (l *Loops) Execution(e *circuit.Execution, start int) *circuit.Execution {
	out := &circuit.Execution{Initial: e.Initial}
	for k, inputs := range append(slices.Clone(e.Inputs), e.Inputs[start]) {
		step := make([]bool, l.save+1)
		copy(step[:l.save], inputs)
		step[l.save] = k == start
		out.Inputs = append(out.Inputs, step)
	}
	return out
}
