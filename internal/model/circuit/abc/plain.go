package abc

import (
	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
)

// plain returns a circuit whose only output holds before a step iff one of the bad signals is reached
// there. It has the inputs of c, then one input for each latch without an initial value, which gives
// the latch's value in the first step.
func plain(c *circuit.Circuit, bads []int) *circuit.Circuit {
	out := &circuit.Circuit{Graph: bitblast.NewGraph()}
	g, copier := out.Graph, circuit.NewCopier(c.Graph, out.Graph)
	latch := func() bitblast.Edge { return out.NewLatch("", circuit.Zero) }
	begun := latch()
	out.Latches[0].Next = bitblast.True
	for _, in := range c.Inputs {
		copier.Bind(in.Edge, out.NewInput(""))
	}
	for i := range c.Latches {
		own := latch()
		switch c.Latches[i].Init {
		case circuit.One:
			own = own.Not()
		case circuit.Any:
			own = g.Ite(begun, own, out.NewInput(""))
		}
		copier.Bind(c.Latches[i].Edge, own)
	}
	for i := range c.Latches {
		next := copier.Edge(c.Latches[i].Next)
		if c.Latches[i].Init == circuit.One {
			next = next.Not()
		}
		out.Latches[1+i].Next = next
	}
	holds := bitblast.True
	for _, s := range c.Constraints {
		holds = g.And(holds, copier.Edge(s.Edge))
	}
	broken := latch()
	holds = g.And(holds, broken.Not())
	out.Latches[len(out.Latches)-1].Next = holds.Not()
	var any []bitblast.Edge
	for _, b := range bads {
		any = append(any, copier.Edge(c.Bads[b].Edge))
	}
	out.Outputs = []circuit.Signal{{Edge: g.And(holds, circuit.Or(g, any...))}}
	return out
}

// execution returns the execution of a circuit that corresponds to the plain one's under the given
// inputs of each step.
func execution(c *circuit.Circuit, steps [][]bool) *circuit.Execution {
	e := &circuit.Execution{Initial: make([]bool, len(c.Latches))}
	free := len(c.Inputs)
	for i := range c.Latches {
		if c.Latches[i].Init == circuit.Any {
			e.Initial[i] = steps[0][free]
			free++
		}
	}
	for _, inputs := range steps {
		e.Inputs = append(e.Inputs, inputs[:len(c.Inputs)])
	}
	return e
}
