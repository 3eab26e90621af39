package circuit

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/bitblast"
)

// Execution is an execution of a circuit. What bits lack is false.
type Execution struct {
	Initial []bool   // by latch: its first value; counts for latches that have none
	Inputs  [][]bool // by step, in the order of Circuit.Inputs; a bad signal holds before the last one
}

// Simulator computes what 64 executions do, side by side: bit k of a word is the value
// in execution k. It keeps the state.
type Simulator struct {
	c      *Circuit
	cone   []uint32
	values []uint64 // by node
	state  []uint64 // by latch
}

// NewSimulator returns a simulator in the first state. Latches without an initial value
// get what initial returns; nil: false.
func NewSimulator(c *Circuit, initial func(latch int) uint64) *Simulator {
	s := &Simulator{c: c, cone: Cone(c.Graph, c.Roots()...), values: make([]uint64, c.Graph.NumNodes()), state: make([]uint64, len(c.Latches))}
	for i := range c.Latches {
		switch c.Latches[i].Init {
		case One:
			s.state[i] = ^uint64(0)
		case Any:
			if initial != nil {
				s.state[i] = initial(i)
			}
		}
	}
	return s
}

// State returns the values of the latches. The slice is the simulator's.
func (s *Simulator) State() []uint64 { return s.state }

// Evaluate computes all signals in the present state under inputs; nil: false.
func (s *Simulator) Evaluate(input func(i int) uint64) {
	for i, l := range s.c.Latches {
		s.values[l.Edge.Node()] = s.state[i]
	}
	for i, in := range s.c.Inputs {
		v := uint64(0)
		if input != nil {
			v = input(i)
		}
		s.values[in.Edge.Node()] = v
	}
	for _, n := range s.cone {
		if l, r, and := s.c.Graph.Fanins(n); and {
			s.values[n] = s.Value(l) & s.Value(r)
		}
	}
}

// Value returns the value that an edge of the circuit's cones had when Evaluate was
// called last.
func (s *Simulator) Value(e bitblast.Edge) uint64 {
	v := s.values[e.Node()]
	if e.IsNeg() {
		return ^v
	}
	return v
}

// Step does the step under the inputs of the last Evaluate.
func (s *Simulator) Step() {
	for i := range s.c.Latches {
		s.state[i] = s.Value(s.c.Latches[i].Next)
	}
}

// Replay returns the bad signals that hold before the last step of an execution, or an
// error if a constraint does not hold all along.
func (c *Circuit) Replay(e *Execution) (bads []int, err error) {
	s := NewSimulator(c, func(i int) uint64 { return Word(e.Initial, i) })
	for k, inputs := range e.Inputs {
		if k > 0 {
			s.Step()
		}
		s.Evaluate(func(i int) uint64 { return Word(inputs, i) })
		for _, x := range c.Constraints {
			if s.Value(x.Edge)&1 == 0 {
				return nil, fmt.Errorf("constraint %q does not hold before step %d", x.Name, k+1)
			}
		}
	}
	for i := range c.Bads {
		if len(e.Inputs) > 0 && s.Value(c.Bads[i].Edge)&1 != 0 {
			bads = append(bads, i)
		}
	}
	return bads, nil
}

// Word returns a bit as a simulator takes it; beyond the end: zero.
func Word(bits []bool, i int) uint64 {
	if i < len(bits) && bits[i] {
		return 1
	}
	return 0
}
