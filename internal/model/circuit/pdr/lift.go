package pdr

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
)

// lifter finds the latches that determine given edges in a step.
type lifter struct {
	c      *circuit.Circuit
	cone   []uint32
	latch  []int32 // by node: the latch, -1 for others
	value  []bool  // by node
	cost   []int32 // by node: an estimate of the number of latches that its value needs
	marked []bool  // by node
	stack  []uint32
}

func newLifter(c *circuit.Circuit) *lifter {
	n := c.Graph.NumNodes()
	f := &lifter{c: c, cone: circuit.Cone(c.Graph, c.Roots()...), latch: make([]int32, n), value: make([]bool, n), cost: make([]int32, n), marked: make([]bool, n)}
	for i := range f.latch {
		f.latch[i] = -1
	}
	for i := range c.Latches {
		f.latch[c.Latches[i].Edge.Node()] = int32(i)
	}
	return f
}

// maxCost keeps sums of costs in range.
const maxCost = 1 << 28

// evaluate computes all values of a step.
func (f *lifter) evaluate(state, inputs []bool) {
	for i, v := range state {
		n := f.c.Latches[i].Edge.Node()
		f.value[n], f.cost[n] = v, 1
	}
	for i, v := range inputs {
		f.value[f.c.Inputs[i].Edge.Node()] = v
	}
	for _, n := range f.cone {
		l, r, and := f.c.Graph.Fanins(n)
		if !and {
			continue
		}
		x, y := f.holds(l), f.holds(r)
		a, b := f.cost[l.Node()], f.cost[r.Node()]
		f.value[n] = x && y
		switch {
		case x && y:
			f.cost[n] = min(a+b, maxCost)
		case x:
			f.cost[n] = b
		case y:
			f.cost[n] = a
		default:
			f.cost[n] = min(a, b)
		}
	}
}

func (f *lifter) holds(e bitblast.Edge) bool { return f.value[e.Node()] != e.IsNeg() }

// lift returns a cube that contains the current state. In all its states, under the current inputs, the
// given edges have their current values.
func (f *lifter) lift(edges ...bitblast.Edge) cube {
	var out cube
	var done []uint32
	add := func(n uint32) {
		if !f.marked[n] {
			f.marked[n] = true
			done = append(done, n)
			f.stack = append(f.stack, n)
		}
	}
	for _, e := range edges {
		add(e.Node())
	}
	for len(f.stack) > 0 {
		n := f.stack[len(f.stack)-1]
		f.stack = f.stack[:len(f.stack)-1]
		if i := f.latch[n]; i >= 0 {
			out = append(out, circuit.LatchIs(int(i), f.value[n]))
			continue
		}
		l, r, and := f.c.Graph.Fanins(n)
		if !and {
			continue
		}
		x, y := f.holds(l), f.holds(r)
		switch {
		case x && y:
			add(l.Node())
			add(r.Node())
		case !x && !y:
			if f.marked[r.Node()] || !f.marked[l.Node()] && f.cost[r.Node()] < f.cost[l.Node()] {
				l = r
			}
			add(l.Node())
		case x:
			add(r.Node())
		default:
			add(l.Node())
		}
	}
	for _, n := range done {
		f.marked[n] = false
	}
	slices.Sort(out)
	return out
}
