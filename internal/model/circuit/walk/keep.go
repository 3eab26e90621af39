package walk

import (
	"context"
	"math/rand/v2"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
)

// further is the number of steps of executions from a given state.
const further = 32

// enough is the length of executions in which most clauses fail that fail in any.
const enough = 128

// Refuter finds clauses over the latches of a circuit that fail in random executions.
type Refuter struct{ walker }

// NewRefuter returns a refuter.
func NewRefuter(c *circuit.Circuit) *Refuter {
	return &Refuter{walker{
		c: c, opts: Options{Progress: bitblast.NoEdge}, random: rand.New(rand.NewPCG(1, 2)), inputs: make([]uint64, len(c.Inputs)),
		sim: circuit.NewSimulator(c, nil), extreme: true,
	}}
}

// Begin simulates executions from initial states, with several lengths and each way to keep inputs;
// fewer if ctx ends. It calls look for their states.
func (r *Refuter) Begin(ctx context.Context, look func(fails func(circuit.Clause) bool)) {
	for length := shortest; length <= enough; length *= 2 {
		for range keeping {
			r.begin()
			r.walk(ctx, length, look)
		}
	}
}

// From simulates executions from a state, and calls look for the states after each step.
func (r *Refuter) From(ctx context.Context, state []bool, look func(fails func(circuit.Clause) bool)) {
	for range keeping {
		r.begin()
		for i := range state {
			r.sim.State()[i] = -circuit.Word(state, i)
		}
		r.walk(ctx, further, look)
	}
}

// walk simulates steps, and calls look for the states before each. The first state is included even if
// a constraint fails.
func (r *Refuter) walk(ctx context.Context, length int, look func(fails func(circuit.Clause) bool)) {
	for n := 0; n < length && r.alive != 0 && (n == 0 || ctx.Err() == nil); n++ {
		look(r.fails)
		r.evaluate()
		r.sim.Step()
	}
}

// fails reports whether a clause fails in one of the current states.
func (r *Refuter) fails(clause circuit.Clause) bool {
	state, fails := r.sim.State(), r.alive
	for _, l := range clause {
		v := state[l.Latch()]
		if l.Value() {
			v = ^v
		}
		if fails &= v; fails == 0 {
			return false
		}
	}
	return true
}
