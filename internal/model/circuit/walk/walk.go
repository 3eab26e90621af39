// Package walk simulates random executions of circuits, 64 side by side. It finds executions to bad
// signals that are deep but not rare, though not the shortest. It proves nothing.
//
// Package engine/circuit begins bmc with it, and package pdr refutes seeds with it.
//
// An execution keeps its inputs, including the choice of a thread, for a random number of steps. So a
// thread does several steps in a row, and few switches are as probable as many. Inputs under which no
// latch changes are chosen anew. The time for which inputs are kept, and the length of executions, vary
// between walks. Probabilistic concurrency testing (Burckhardt et al., "A randomized scheduler with
// probabilistic guarantees of finding bugs", ASPLOS 2010) bounds switches for the same reason, by
// priorities.
//
// Choices come from a generator with a fixed seed: the same circuit has the same walks.
package walk

import (
	"context"
	"math/rand/v2"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
)

// The lengths of executions, in steps.
const (
	shortest = 64
	longest  = 512
)

// keeping lists numbers of coins. An execution changes its inputs when all its coins show the same
// side.
var keeping = [...]int{1, 3, 2, 5, 4, 0}

// Options bound a search.
type Options struct {
	Progress bitblast.Edge // unless NoEdge: it is false if a step changes no latch
	Depth    int           // the last number of steps before a bad signal; 0: no bound
	Effort   int64         // the greatest number of gates that are computed, each for 64 executions
}

// walker simulates executions of a circuit.
type walker struct {
	c      *circuit.Circuit
	opts   Options
	bad    bitblast.Edge
	random *rand.Rand
	sim    *circuit.Simulator
	turn   int // number of walks so far
	// extreme: in a quarter of the executions input words are near 0, and in a quarter near all ones.
	// Programs often compare with such values.
	extreme bool

	inputs []uint64
	alive  uint64 // the executions in which constraints hold
	change uint64 // those that change their inputs next
	coins  int
}

// begin begins 64 executions in initial states.
func (w *walker) begin() {
	w.sim.Begin(func(int) uint64 { return w.random.Uint64() })
	w.alive, w.change, w.coins = ^uint64(0), ^uint64(0), keeping[w.turn%len(keeping)]
	w.turn++
}

// evaluate chooses inputs and computes the signals under them. moves holds the executions that the step
// changes.
func (w *walker) evaluate() (moves uint64) {
	var small, large uint64
	if w.extreme {
		which := w.random.Uint64()
		small = which & w.random.Uint64()
		large = which &^ small
	}
	for i := range w.inputs {
		bit := w.random.Uint64()
		if w.extreme {
			rare := w.random.Uint64() & w.random.Uint64() & w.random.Uint64() & w.random.Uint64() & w.random.Uint64()
			bit = bit&^(small|large) | small&rare | large&^rare
		}
		w.inputs[i] ^= (w.inputs[i] ^ bit) & w.change
	}
	w.sim.Evaluate(func(i int) uint64 { return w.inputs[i] })
	for _, x := range w.c.Constraints[w.c.Pruning:] {
		w.alive &= w.sim.Value(x.Edge)
	}
	moves = ^uint64(0)
	if w.opts.Progress != bitblast.NoEdge {
		moves = w.sim.Value(w.opts.Progress)
	}
	w.change = ^uint64(0)
	for range w.coins {
		w.change &= w.random.Uint64()
	}
	w.change |= ^moves
	return moves
}

// Find searches an execution before whose last step one of some bad signals holds. It simulates 64
// executions for each length and each way to keep inputs. It returns nil if it found none or ctx ended,
// and the rest of the effort.
func Find(ctx context.Context, c *circuit.Circuit, bads []int, opts Options) (found *circuit.Execution, left int64) {
	var asked []bitblast.Edge
	for _, b := range bads {
		asked = append(asked, c.Bads[b].Edge)
	}
	bad := circuit.Or(c.Graph, asked...)
	w := &walker{
		c: c, opts: opts, bad: bad, random: rand.New(rand.NewPCG(1, 2)), inputs: make([]uint64, len(c.Inputs)),
		sim: circuit.NewSimulator(c, nil, bad, opts.Progress),
	}
	left = opts.Effort
	for length := shortest; length <= longest; length *= 2 {
		for range keeping {
			e, gates := w.find(ctx, length)
			if left -= gates; e != nil || left <= 0 || ctx.Err() != nil {
				return e, left
			}
		}
	}
	return nil, left
}

// find simulates 64 executions, and returns the first execution that reaches a bad signal.
func (w *walker) find(ctx context.Context, length int) (found *circuit.Execution, gates int64) {
	if w.opts.Depth > 0 {
		length = min(length, w.opts.Depth+1)
	}
	w.begin()
	first := append([]uint64(nil), w.sim.State()...)
	var steps [][]uint64 // the inputs of each
	var moved []uint64   // by step: the executions that it changes
	for len(steps) < length && w.alive != 0 && ctx.Err() == nil {
		moves := w.evaluate()
		gates += int64(w.sim.Gates())
		steps, moved = append(steps, append([]uint64(nil), w.inputs...)), append(moved, moves)
		if hit := w.alive & w.sim.Value(w.bad); hit != 0 {
			return execution(first, steps, moved, hit), gates
		}
		w.sim.Step()
	}
	return nil, gates
}

// execution returns the first of the executions in the set of, without the steps that change no latch.
func execution(first []uint64, steps [][]uint64, moved []uint64, of uint64) *circuit.Execution {
	lane := of & -of
	bits := func(words []uint64) []bool {
		out := make([]bool, len(words))
		for i, w := range words {
			out[i] = w&lane != 0
		}
		return out
	}
	e := &circuit.Execution{Initial: bits(first)}
	for k, inputs := range steps {
		if moved[k]&lane != 0 || k == len(steps)-1 {
			e.Inputs = append(e.Inputs, bits(inputs))
		}
	}
	return e
}
