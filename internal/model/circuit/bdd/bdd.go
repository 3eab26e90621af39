// Package bdd checks circuits by sets of states. It computes the states that can be reached in 0, 1, 2
// … steps as binary decision diagrams, until no new state appears.
//
// Package engine/circuit runs it as engine bdd. A search never has more nodes than Options.Memory allows:
// it ends without an answer instead.
//
// The transition relation is a conjunction of clusters, one or several next-state functions each. A
// variable is quantified as soon as no later cluster has it (Burch, Clarke, Long, "Symbolic model
// checking with partitioned transition relations", VLSI 1991). A depth-first search orders the variables
// (Malik et al., "Logic verification using binary decision diagrams in a logic synthesis environment",
// ICCAD 1988). It starts at the bad signals, and then at the functions of the latches found so far. A
// latch stands beside its next value.
//
// A proof may be a set of states as an edge. Its gates are added to the graph of the circuit. After the
// answer Unknown a checker cannot be used again.
package bdd

import (
	"context"

	"github.com/dalzilio/rudd"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
	"github.com/heddle-mc/heddle/internal/solve/sat"
)

// Options bound a search.
type Options struct {
	Depth  int   // steps; 0: no bound
	Memory int64 // of the diagrams, in bytes, nearly; 0: DefaultMemory
	// Completed, if not nil, is called with each number of steps that reaches no bad signal.
	Completed func(depth int)
}

// DefaultMemory bounds the diagrams of a search without a bound of its own.
const DefaultMemory = 4 << 30

// nodeBytes is the memory of a node of a diagram, with its share of the tables, in bytes.
const nodeBytes = 250

// Checker implements circuit.Checker.
type Checker struct {
	c     *circuit.Circuit
	opts  Options
	space *space
	step  *relation
	rings []rudd.Node // by number of steps: states not reached in fewer steps
	all   rudd.Node   // the states reached so far
	clear int         // the last ring without bad states; -1: none
	looks int
}

var _ circuit.Checker = (*Checker)(nil)

// New returns a checker of a circuit.
func New(c *circuit.Circuit, opts Options) *Checker {
	if opts.Memory == 0 {
		opts.Memory = DefaultMemory
	}
	return &Checker{c: c, opts: opts, clear: -1}
}

// Depth implements circuit.Checker.
func (k *Checker) Depth() int { return k.clear }

// Stats implements circuit.Checker. Variables are those of the diagrams.
func (k *Checker) Stats() circuit.Stats {
	s := circuit.Stats{Checks: k.looks}
	if k.space != nil {
		s.Variables = k.space.bdd.Varnum()
	}
	return s
}

// Check implements circuit.Checker.
func (k *Checker) Check(ctx context.Context, bads []int) (answer *circuit.Answer, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case stopped:
			answer = &circuit.Answer{Reason: sat.Reason(r)}
		default:
			panic(r)
		}
	}()
	if k.space == nil {
		k.begin(ctx)
	}
	k.space.ctx = ctx
	for {
		last := len(k.rings) - 1
		k.looks++
		if x := k.bad(bads); !k.space.empty(x) {
			return circuit.Found(k.c, k.execution(x), bads)
		}
		k.clear = last
		if k.opts.Completed != nil {
			k.opts.Completed(last)
		}
		if k.opts.Depth > 0 && last >= k.opts.Depth {
			return &circuit.Answer{Status: circuit.Bounded}, nil
		}
		reached := k.step.image(k.rings[last])
		// rudd's set difference is wrong where the first set is empty.
		fresh := k.space.node(k.space.bdd.And(reached, k.space.bdd.Not(k.all)))
		if k.space.empty(fresh) {
			return k.proved(), nil
		}
		k.rings = append(k.rings, fresh)
		k.all = k.space.node(k.space.bdd.Or(k.all, fresh))
	}
}

// proved returns the answer Proved with the states reached so far, which are all reachable states.
func (k *Checker) proved() *circuit.Answer {
	if clauses, ok := k.space.clauses(k.all); ok {
		return &circuit.Answer{Status: circuit.Proved, Invariant: clauses}
	}
	return &circuit.Answer{Status: circuit.Proved, States: k.space.edge(k.all)}
}

// begin creates the variables, the relation and the initial states.
func (k *Checker) begin(ctx context.Context) {
	k.space = newSpace(ctx, k.c, int(k.opts.Memory/nodeBytes))
	k.step = newRelation(k.space)
	k.all = k.space.bdd.True()
	for i := range k.c.Latches {
		if init := k.c.Latches[i].Init; init != circuit.Any {
			k.all = k.space.node(k.space.bdd.And(k.all, k.space.literal(k.space.now[i], init == circuit.One)))
		}
	}
	k.rings = []rudd.Node{k.all}
}

// bad returns the states of the last ring, with inputs, in which at least one bad signal holds.
func (k *Checker) bad(bads []int) rudd.Node {
	var any []bitblast.Edge
	for _, b := range bads {
		any = append(any, k.c.Bads[b].Edge)
	}
	x := k.space.bdd.And(k.rings[len(k.rings)-1], k.space.function(circuit.Or(k.c.Graph, any...)))
	for _, s := range k.c.Constraints {
		x = k.space.bdd.And(x, k.space.function(s.Edge))
	}
	return k.space.node(x)
}

// execution returns an execution to one of the given states of the last ring, with inputs.
func (k *Checker) execution(x rudd.Node) *circuit.Execution {
	e := &circuit.Execution{Inputs: make([][]bool, len(k.rings))}
	for ring := len(k.rings) - 1; ; ring-- {
		state, inputs := k.space.pick(x)
		e.Inputs[ring] = inputs
		if ring == 0 {
			e.Initial = state
			return e
		}
		x = k.step.before(k.rings[ring-1], state)
	}
}
