package circuit

import (
	"errors"
	"fmt"

	"github.com/heddle-mc/heddle/internal/solve/bitblast"
)

// Initial is the value of a latch in the first state.
type Initial uint8

// The initial values.
const (
	Zero Initial = iota
	One
	Any
)

// Signal is an edge with a name for people; the name may be empty.
type Signal struct {
	Edge bitblast.Edge
	Name string
}

// Latch is one bit of the state.
type Latch struct {
	Signal // a positive edge of an input of the graph that is the latch's own
	Next   bitblast.Edge
	Init   Initial
}

// Circuit is a sequential circuit. Cones contain no inputs of the graph other than inputs and latches
// of the circuit.
type Circuit struct {
	Graph       *bitblast.Graph
	Inputs      []Signal // positive edges of inputs of the graph
	Latches     []Latch
	Outputs     []Signal // for readers; they have no meaning for checkers
	Bads        []Signal
	Constraints []Signal
	Pruning     int // the number of constraints, the first ones, without which the same bad signals are reached
	Justice     []Justice
	Fairness    []Signal // hold infinitely often in the executions that Justice is about
	// Locations are signals of latches only, in groups of which at most one holds in every state;
	// clauses may have literals about them, as about latches (Locate). They are not roots.
	Locations [][]Location
	// Comparisons are signals of latches only that state how words compare. Clauses may have literals
	// about them; they are numbered after the locations. They are not roots.
	Comparisons []Comparison
	// Compared lists the latches that Locate made of comparisons.
	Compared []Compared
	// Exclusive lists sets of latches of which at most one is 1 in any state of an execution.
	Exclusive [][]int
}

// Location is a signal that depends on latches only.
type Location struct {
	Signal
	Next  bitblast.Edge // its value after the step, in every state of an execution
	First bool          // its value in all initial states
}

// Comparison is a signal that depends on certain latches only.
type Comparison struct {
	Location
	Of []int // the latches
}

// Compared is a latch that holds a comparison of some others.
type Compared struct {
	Latch int
	Of    []int         // the other latches
	Right bitblast.Edge // holds in every state of an execution: the latch equals the comparison
}

// Comparison returns the number of comparison i for Fact.
func (c *Circuit) Comparison(i int) int {
	n := len(c.Latches) + i
	for _, group := range c.Locations {
		n += len(group)
	}
	return n
}

// Fact returns the signal of a clause's literal: a latch, or, numbered after the latches, a location or
// a comparison.
func (c *Circuit) Fact(i int) Signal {
	if i < len(c.Latches) {
		return c.Latches[i].Signal
	}
	i -= len(c.Latches)
	for _, group := range c.Locations {
		if i < len(group) {
			return group[i].Signal
		}
		i -= len(group)
	}
	if i < len(c.Comparisons) {
		return c.Comparisons[i].Signal
	}
	return Signal{}
}

// Justice is a set of edges. A violation is an execution in which each of them holds infinitely often.
type Justice struct {
	Edges []bitblast.Edge
	Name  string
}

// NewInput adds an input.
func (c *Circuit) NewInput(name string) bitblast.Edge {
	e := c.Graph.Input()
	c.Inputs = append(c.Inputs, Signal{e, name})
	return e
}

// NewLatch adds a latch that keeps its value.
func (c *Circuit) NewLatch(name string, init Initial) bitblast.Edge {
	e := c.Graph.Input()
	c.Latches = append(c.Latches, Latch{Signal{e, name}, e, init})
	return e
}

// Roots returns the edges that define the circuit: the next-state functions in the order of the
// latches, the outputs, the constraints, the bad signals, the edges of justice and fairness.
func (c *Circuit) Roots() []bitblast.Edge {
	var roots []bitblast.Edge
	for i := range c.Latches {
		roots = append(roots, c.Latches[i].Next)
	}
	for _, list := range [][]Signal{c.Outputs, c.Constraints, c.Bads, c.Fairness} {
		for _, s := range list {
			roots = append(roots, s.Edge)
		}
	}
	for _, j := range c.Justice {
		roots = append(roots, j.Edges...)
	}
	return roots
}

// Check returns an error if the circuit is malformed.
func (c *Circuit) Check() error {
	var errs []error
	own := make(map[bitblast.Edge]bool)
	leaf := func(s Signal, what string) {
		if _, _, and := c.Graph.Fanins(s.Edge.Node()); and || s.Edge.IsNeg() || s.Edge.IsConst() || own[s.Edge] {
			errs = append(errs, fmt.Errorf("%s %q is no input of the graph of its own", what, s.Name))
		}
		own[s.Edge] = true
	}
	for _, s := range c.Inputs {
		leaf(s, "input")
	}
	for i := range c.Latches {
		leaf(c.Latches[i].Signal, "latch")
	}
	for _, n := range Cone(c.Graph, c.Roots()...) {
		if _, _, and := c.Graph.Fanins(n); !and && !own[bitblast.Edge(n)<<1] && n != bitblast.False.Node() {
			errs = append(errs, fmt.Errorf("node %d is neither input nor latch", n))
		}
	}
	return errors.Join(errs...)
}

// Cone returns the nodes that edges depend on, operands before their users.
func Cone(g *bitblast.Graph, roots ...bitblast.Edge) []uint32 {
	in := make([]bool, g.NumNodes())
	for _, e := range roots {
		in[e.Node()] = true
	}
	count := 0
	for n := len(in) - 1; n > 0; n-- {
		if !in[n] {
			continue
		}
		count++
		if l, r, and := g.Fanins(uint32(n)); and {
			in[l.Node()], in[r.Node()] = true, true
		}
	}
	nodes := make([]uint32, 0, count)
	for n, is := range in {
		if is {
			nodes = append(nodes, uint32(n))
		}
	}
	return nodes
}

// Or returns the disjunction of edges, in a balanced tree.
func Or(g *bitblast.Graph, edges ...bitblast.Edge) bitblast.Edge {
	switch n := len(edges); n {
	case 0:
		return bitblast.False
	case 1:
		return edges[0]
	default:
		return g.And(Or(g, edges[:n/2]...).Not(), Or(g, edges[n/2:]...).Not()).Not()
	}
}
