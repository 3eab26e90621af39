package circuit

import (
	"math/rand/v2"

	"github.com/heddle-mc/heddle/internal/solve/bitblast"
)

// nearby simulates random steps from states that resemble a given one, 64 side by side.
type nearby struct {
	c             *Circuit
	sim           *Simulator
	random        *rand.Rand
	state, inputs []uint64
	keeps         []bool // by latch: the states have the same value
	changed       []bool // by latch: one of the steps changes it
}

func newNearby(c *Circuit) *nearby {
	var right []bitblast.Edge
	for _, p := range c.Compared {
		right = append(right, p.Right)
	}
	n := len(c.Latches)
	return &nearby{
		c: c, sim: NewSimulator(c, nil, right...), random: rand.New(rand.NewPCG(1, 2)),
		state: make([]uint64, n), inputs: make([]uint64, len(c.Inputs)), keeps: make([]bool, n), changed: make([]bool, n),
	}
}

// begin sets the state and the inputs to resemble.
func (n *nearby) begin(value func(bitblast.Edge) bool) {
	word := func(e bitblast.Edge) uint64 {
		if value(e) {
			return ^uint64(0)
		}
		return 0
	}
	for i := range n.state {
		n.state[i] = word(n.c.Latches[i].Edge)
	}
	for i := range n.inputs {
		n.inputs[i] = word(n.c.Inputs[i].Edge)
	}
	clear(n.changed)
}

// step simulates steps with other inputs, from states in which the latches that are not kept differ. A
// latch differs with probability 1/8 or 1/32, so that conditions that hold in states of executions may
// still hold.
func (n *nearby) step() {
	r := n.random
	state := n.sim.State()
	for turn := range 4 {
		for i := range state {
			state[i] = n.state[i]
			if !n.keeps[i] && turn > 0 {
				differs := r.Uint64() & r.Uint64() & r.Uint64()
				if turn > 1 {
					differs &= r.Uint64() & r.Uint64()
				}
				state[i] ^= differs
			}
		}
		inputs := r.Uint64() // the steps whose inputs differ
		n.sim.Evaluate(func(i int) uint64 { return n.inputs[i] ^ r.Uint64()&inputs })
		may := n.sim.allowed()
		for i := range n.changed {
			n.changed[i] = n.changed[i] || (n.sim.Value(n.c.Latches[i].Next)^state[i])&may != 0
		}
	}
}

// allowed returns the executions whose states and inputs satisfy the constraints and have correct
// comparison latches.
func (s *Simulator) allowed() uint64 {
	may := ^uint64(0)
	for _, x := range s.c.Constraints {
		may &= s.Value(x.Edge)
	}
	for _, p := range s.c.Compared {
		may &= s.Value(p.Right)
	}
	for _, set := range s.c.Exclusive {
		one := uint64(0)
		for _, i := range set {
			may &^= one & s.state[i]
			one |= s.state[i]
		}
	}
	return may
}
