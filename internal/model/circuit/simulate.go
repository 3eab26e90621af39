package circuit

import (
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/solve/bitblast"
)

// Execution is an execution of a circuit. Missing bits are false.
type Execution struct {
	Initial []bool   // by latch: its first value; used for latches without an initial value
	Inputs  [][]bool // by step, in the order of Circuit.Inputs; a bad signal holds before the last one
}

// Simulator simulates 64 executions side by side: bit k of a word is the value in execution k. It holds
// the current state.
type Simulator struct {
	c      *Circuit
	gates  []gate   // operands before their users
	values []uint64 // by node
	state  []uint64 // by latch
}

// gate is a node that is the conjunction of two edges.
type gate struct {
	node        uint32
	left, right bitblast.Edge
}

// NewSimulator returns a simulator in the first state, which computes the roots of the circuit and the
// edges in more. Latches without an initial value get the result of initial, or false if it is nil.
func NewSimulator(c *Circuit, initial func(latch int) uint64, more ...bitblast.Edge) *Simulator {
	s := &Simulator{c: c, values: make([]uint64, c.Graph.NumNodes()), state: make([]uint64, len(c.Latches))}
	for _, n := range Cone(c.Graph, append(c.Roots(), more...)...) {
		if l, r, and := c.Graph.Fanins(n); and {
			s.gates = append(s.gates, gate{n, l, r})
		}
	}
	s.Begin(initial)
	return s
}

// Begin returns to the first state.
func (s *Simulator) Begin(initial func(latch int) uint64) {
	for i := range s.c.Latches {
		switch init := s.c.Latches[i].Init; {
		case init == One:
			s.state[i] = ^uint64(0)
		case init == Any && initial != nil:
			s.state[i] = initial(i)
		default:
			s.state[i] = 0
		}
	}
}

// Gates returns the number of gates that Evaluate computes.
func (s *Simulator) Gates() int { return len(s.gates) }

// State returns the values of the latches. The slice is the simulator's.
func (s *Simulator) State() []uint64 { return s.state }

// Evaluate computes all signals in the current state under inputs. If input is nil, all are false.
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
	values := s.values
	for _, g := range s.gates {
		values[g.node] = (values[g.left.Node()] ^ -uint64(g.left&1)) & (values[g.right.Node()] ^ -uint64(g.right&1))
	}
}

// Value returns the value of an edge in the last Evaluate. The edge must be in a cone of the circuit.
func (s *Simulator) Value(e bitblast.Edge) uint64 {
	v := s.values[e.Node()]
	if e.IsNeg() {
		return ^v
	}
	return v
}

// Step executes the step under the inputs of the last Evaluate.
func (s *Simulator) Step() {
	for i := range s.c.Latches {
		s.state[i] = s.Value(s.c.Latches[i].Next)
	}
}

// follow simulates an execution and calls look before each step until it returns true. The error names
// a constraint that does not hold up to then. Constraints that prune need not hold.
func (c *Circuit) follow(e *Execution, look func(k int, s *Simulator) (done bool)) error {
	s := NewSimulator(c, func(i int) uint64 { return Word(e.Initial, i) })
	for k, inputs := range e.Inputs {
		if k > 0 {
			s.Step()
		}
		s.Evaluate(func(i int) uint64 { return Word(inputs, i) })
		for _, x := range c.Constraints[c.Pruning:] {
			if s.Value(x.Edge)&1 == 0 {
				return fmt.Errorf("constraint %q does not hold before step %d", x.Name, k+1)
			}
		}
		if look(k, s) {
			break
		}
	}
	return nil
}

// Replay returns the bad signals that hold before the last step of an execution, or an error if a
// constraint does not hold before some step.
func (c *Circuit) Replay(e *Execution) (bads []int, err error) {
	err = c.follow(e, func(k int, s *Simulator) bool {
		for i := range c.Bads {
			if k == len(e.Inputs)-1 && s.Value(c.Bads[i].Edge)&1 != 0 {
				bads = append(bads, i)
			}
		}
		return false
	})
	return bads, err
}

// Until returns the beginning of an execution up to the first step before which a bad signal holds. The
// error names a constraint that does not hold, or states that there is no such step.
func (c *Circuit) Until(e *Execution, bad int) (*Execution, error) {
	steps := 0
	err := c.follow(e, func(k int, s *Simulator) bool {
		if s.Value(c.Bads[bad].Edge)&1 != 0 {
			steps = k + 1
		}
		return steps > 0
	})
	if err == nil && steps == 0 {
		err = fmt.Errorf("%q does not hold in it", c.Bads[bad].Name)
	}
	return &Execution{e.Initial, e.Inputs[:steps]}, err
}

// Loop returns the first step at which an execution is in the state behind its last step, except for
// irrelevant latches. From there the execution can repeat forever and satisfy a justice. The error
// names a constraint that does not hold, or states that there is no such step.
func (c *Circuit) Loop(e *Execution, justice int) (start int, err error) {
	var states []string
	var run *Simulator
	relevant := Relevant(c)
	state := func() string {
		bits := make([]byte, len(relevant))
		for k, i := range relevant {
			bits[k] = byte(run.State()[i] & 1)
		}
		return string(bits)
	}
	edges := slices.Clone(c.Justice[justice].Edges)
	for _, s := range c.Fairness {
		edges = append(edges, s.Edge)
	}
	last := len(e.Inputs) // the last step at which the loop may start: for each edge take the last step before which it holds, and of these the least
	held := make([]int, len(edges))
	err = c.follow(e, func(k int, s *Simulator) bool {
		run = s
		states = append(states, state())
		for i, edge := range edges {
			if s.Value(edge)&1 != 0 {
				held[i] = k + 1
			}
		}
		return false
	})
	if err != nil {
		return 0, err
	}
	run.Step()
	for _, k := range held {
		last = min(last, k-1)
	}
	if start = slices.Index(states, state()); start < 0 || start > last {
		return 0, fmt.Errorf("%q does not hold of a loop to its last state", c.Justice[justice].Name)
	}
	return start, nil
}

// Word returns a bit as a simulator takes it; zero beyond the end.
func Word(bits []bool, i int) uint64 {
	if i < len(bits) && bits[i] {
		return 1
	}
	return 0
}
