package walk

import (
	"context"
	"math/rand/v2"

	"github.com/heddle-mc/heddle/internal/bitblast"
	"github.com/heddle-mc/heddle/internal/circuit"
)

// further is the number of steps of executions from a state in the middle.
const further = 32

// enough is the length of executions in which most clauses fail that do in any.
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

// Begin does executions of a few lengths and each way to keep inputs from first states, fewer of these if ctx ends, and has look
// look at their states.
func (r *Refuter) Begin(ctx context.Context, look func(fails func(circuit.Clause) bool)) {
	for length := shortest; length <= enough; length *= 2 {
		for range keeping {
			r.begin()
			r.walk(ctx, length, look)
		}
	}
}

// From does some executions from a state, and has look look at the states behind each step.
func (r *Refuter) From(ctx context.Context, state []bool, look func(fails func(circuit.Clause) bool)) {
	for range keeping {
		r.begin()
		for i := range state {
			r.sim.State()[i] = -circuit.Word(state, i)
		}
		r.walk(ctx, further, look)
	}
}

// walk does steps, and has look look at the states before each, the first whatever constraints say.
func (r *Refuter) walk(ctx context.Context, length int, look func(fails func(circuit.Clause) bool)) {
	for n := 0; n < length && r.alive != 0 && (n == 0 || ctx.Err() == nil); n++ {
		look(r.fails)
		r.evaluate()
		r.sim.Step()
	}
}

// fails reports whether a clause fails in one of the present states.
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
