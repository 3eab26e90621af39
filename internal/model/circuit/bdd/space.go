package bdd

import (
	"context"
	"errors"

	"github.com/dalzilio/rudd"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
	"github.com/heddle-mc/heddle/internal/solve/sat"
)

// space holds the variables of a circuit's diagrams and the diagrams of its signals.
type space struct {
	ctx    context.Context
	c      *circuit.Circuit
	bdd    *diagrams
	now    []int                // by latch: its variable; that of its next value follows it
	input  []int                // by input
	leaf   []int                // by variable: the latch, or ^input; for a next value: its latch
	signal map[uint32]rudd.Node // by node of the graph
}

// stopped ends a search. Check recovers it.
type stopped sat.Reason

// newSpace orders the variables, and creates diagrams of at most the given number of nodes.
func newSpace(ctx context.Context, c *circuit.Circuit, nodes int) *space {
	s := &space{ctx: ctx, c: c, now: make([]int, len(c.Latches)), input: make([]int, len(c.Inputs)), signal: make(map[uint32]rudd.Node)}
	s.order()
	var err error
	if s.bdd, err = newDiagrams(max(1, len(s.leaf)), nodes); err != nil {
		panic("bdd: " + err.Error())
	}
	s.signal[bitblast.False.Node()] = s.bdd.False()
	for i, v := range s.now {
		s.signal[c.Latches[i].Edge.Node()] = s.bdd.Ithvar(v)
	}
	for i, v := range s.input {
		s.signal[c.Inputs[i].Edge.Node()] = s.bdd.Ithvar(v)
	}
	return s
}

// order gives every latch and input its variable.
func (s *space) order() {
	latch, input := make(map[uint32]int), make(map[uint32]int)
	for i := range s.c.Latches {
		latch[s.c.Latches[i].Edge.Node()] = i
	}
	for i := range s.c.Inputs {
		input[s.c.Inputs[i].Edge.Node()] = i
	}
	seen := make([]bool, s.c.Graph.NumNodes())
	var found []int // latches whose functions are not visited yet
	var visit func(n uint32)
	visit = func(n uint32) {
		if seen[n] {
			return
		}
		seen[n] = true
		if l, r, and := s.c.Graph.Fanins(n); and {
			visit(l.Node())
			visit(r.Node())
		} else if i, is := latch[n]; is {
			s.now[i] = len(s.leaf)
			s.leaf = append(s.leaf, i, i)
			found = append(found, i)
		} else if i, is := input[n]; is {
			s.input[i] = len(s.leaf)
			s.leaf = append(s.leaf, ^i)
		}
	}
	for _, b := range s.c.Bads {
		visit(b.Edge.Node())
	}
	for i := 0; i < len(found) || i < len(s.c.Latches); i++ {
		if i == len(found) { // no bad signal depends on the others
			for k := range s.c.Latches {
				visit(s.c.Latches[k].Edge.Node())
			}
		}
		visit(s.c.Latches[found[i]].Next.Node())
	}
	for _, x := range s.c.Constraints {
		visit(x.Edge.Node())
	}
	for i := range s.c.Inputs {
		visit(s.c.Inputs[i].Edge.Node())
	}
}

// node returns its argument. It ends the search if the diagram could not be built or ctx ended.
func (s *space) node(n rudd.Node) rudd.Node {
	switch {
	case errors.Is(s.ctx.Err(), context.DeadlineExceeded):
		panic(stopped(sat.ReasonTime))
	case s.ctx.Err() != nil:
		panic(stopped(sat.ReasonCancelled))
	case s.bdd.Errored():
		panic(stopped(sat.ReasonMemory))
	}
	return n
}

func (s *space) empty(n rudd.Node) bool { return s.bdd.Equal(n, s.bdd.False()) }

func (s *space) literal(variable int, value bool) rudd.Node {
	if value {
		return s.bdd.Ithvar(variable)
	}
	return s.bdd.NIthvar(variable)
}

// function returns the diagram of an edge over latches and inputs.
func (s *space) function(e bitblast.Edge) rudd.Node {
	for _, n := range circuit.Cone(s.c.Graph, e) {
		if s.signal[n] != nil {
			continue
		}
		l, r, _ := s.c.Graph.Fanins(n)
		s.signal[n] = s.node(s.bdd.And(s.sign(l), s.sign(r)))
	}
	return s.sign(e)
}

// sign returns the diagram of an edge whose node has one.
func (s *space) sign(e bitblast.Edge) rudd.Node {
	n := s.signal[e.Node()]
	if e.IsNeg() {
		return s.bdd.Not(n)
	}
	return n
}

// pick returns one state of a set, with inputs.
func (s *space) pick(n rudd.Node) (state, inputs []bool) {
	state, inputs = make([]bool, len(s.c.Latches)), make([]bool, len(s.c.Inputs))
	for !s.bdd.Equal(n, s.bdd.True()) {
		level, next := s.bdd.Label(n), s.bdd.High(n)
		value := !s.empty(next)
		if !value {
			next = s.bdd.Low(n)
		}
		if at := s.leaf[level]; at >= 0 {
			state[at] = value
		} else {
			inputs[^at] = value
		}
		n = next
	}
	return state, inputs
}

// edge returns a set of states as an edge over the latches.
func (s *space) edge(n rudd.Node) bitblast.Edge {
	made := map[int]bitblast.Edge{0: bitblast.False, 1: bitblast.True}
	type branch struct{ level, low, high int }
	branches := make(map[int]branch)
	err := s.bdd.Allnodes(func(id, level, low, high int) error {
		branches[id] = branch{level, low, high}
		return nil
	}, n)
	if err != nil {
		panic("bdd: " + err.Error())
	}
	var visit func(id int) bitblast.Edge
	visit = func(id int) bitblast.Edge {
		if e, is := made[id]; is {
			return e
		}
		b := branches[id]
		e := s.c.Graph.Ite(s.c.Latches[s.leaf[b.level]].Edge, visit(b.high), visit(b.low))
		made[id] = e
		return e
	}
	return visit(*n)
}
