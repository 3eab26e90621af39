package circuit

import (
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
	"github.com/heddle-mc/heddle/internal/solve/sat"
)

// Unrolling is a circuit before steps 0, 1, 2 … in a solver. Signals become clauses when they are
// requested, and constants are propagated from one step to the next. The caller asserts the
// constraints.
type Unrolling struct {
	c       *Circuit
	graph   *bitblast.Graph
	encoder *bitblast.Encoder
	solver  *sat.Solver
	times   []*Copier
	states  [][]bitblast.Edge // by time and latch
}

// First selects the states in which an unrolling begins.
type First uint8

// The first states.
const (
	InitialStates First = iota
	AllStates
)

// NewUnrolling returns the unrolling before step 0.
func NewUnrolling(c *Circuit, s *sat.Solver, first First) *Unrolling {
	g := bitblast.NewGraph()
	u := &Unrolling{c: c, graph: g, encoder: bitblast.NewEncoder(g, s), solver: s}
	state := make([]bitblast.Edge, len(c.Latches))
	for i := range c.Latches {
		switch init := c.Latches[i].Init; {
		case first == AllStates || init == Any:
			state[i] = g.Input()
		default:
			state[i] = bitblast.False ^ bitblast.Edge(init)
		}
	}
	u.add(state)
	return u
}

// Extend adds the time after one more step.
func (u *Unrolling) Extend() {
	last := u.times[len(u.times)-1]
	state := make([]bitblast.Edge, len(u.c.Latches))
	for i := range u.c.Latches {
		state[i] = last.Edge(u.c.Latches[i].Next)
	}
	u.add(state)
}

func (u *Unrolling) add(state []bitblast.Edge) {
	t := NewCopier(u.c.Graph, u.graph)
	for i := range u.c.Latches {
		t.Bind(u.c.Latches[i].Edge, state[i])
	}
	for i := range u.c.Inputs {
		t.Bind(u.c.Inputs[i].Edge, u.graph.Input())
	}
	u.times, u.states = append(u.times, t), append(u.states, state)
}

// Graph returns the graph of the unrolling.
func (u *Unrolling) Graph() *bitblast.Graph { return u.graph }

// Edge returns a signal of the circuit before step k, in the unrolling's graph.
func (u *Unrolling) Edge(k int, e bitblast.Edge) bitblast.Edge { return u.times[k].Edge(e) }

// State returns the latches before step k, in the unrolling's graph.
func (u *Unrolling) State(k int) []bitblast.Edge { return u.states[k] }

// Assert makes an edge of the unrolling's graph true.
func (u *Unrolling) Assert(e bitblast.Edge) { u.encoder.Assert(e) }

// Literal returns a literal that implies an edge of the unrolling's graph.
func (u *Unrolling) Literal(e bitblast.Edge) sat.Lit { return u.encoder.Literal(e, bitblast.Positive) }

// Execution returns the solver's model up to step k, included.
//
// requires: the last answer was sat.Satisfiable.
func (u *Unrolling) Execution(k int) *Execution {
	e := &Execution{Initial: u.model(u.states[0]), Inputs: make([][]bool, k+1)}
	for t := range e.Inputs {
		var inputs []bitblast.Edge
		for _, in := range u.c.Inputs {
			inputs = append(inputs, u.times[t].Known(in.Edge))
		}
		e.Inputs[t] = u.model(inputs)
	}
	return e
}

// States returns the values of the latches in the solver's model before steps 0 to k.
//
// requires: the last answer was sat.Satisfiable.
func (u *Unrolling) States(k int) [][]bool {
	s := NewSimulator(u.c, nil)
	e := u.Execution(k)
	states := [][]bool{e.Initial}
	for i := range e.Initial {
		s.state[i] = Word(e.Initial, i)
	}
	for t := range k {
		s.Evaluate(func(i int) uint64 { return Word(e.Inputs[t], i) })
		s.Step()
		state := make([]bool, len(s.state))
		for i, w := range s.state {
			state[i] = w&1 != 0
		}
		states = append(states, state)
	}
	return states
}

// model returns the values of leaves of the graph in the solver's model.
func (u *Unrolling) model(leaves []bitblast.Edge) []bool {
	values := make([]bool, len(leaves))
	for i, e := range leaves {
		v := u.encoder.Var(e)
		values[i] = e == bitblast.True || v != 0 && u.solver.Value(v.Lit(!e.IsNeg()))
	}
	return values
}
