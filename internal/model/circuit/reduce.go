package circuit

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/solve/bitblast"
)

// Reduced is a smaller circuit in which the same bad signals are reached in the same
// numbers of steps. Its bad signals, constraints and outputs are those of the original,
// in their order.
type Reduced struct {
	Circuit  *Circuit
	Latches  []int // by latch: the original's
	Inputs   []int // by input: the original's
	Constant []Literal
	original *Circuit
}

// Reduce drops latches and inputs on which no root, except next-state functions, depends. It replaces
// latches that never change (fixed) by constants.
func Reduce(c *Circuit) *Reduced {
	r := &Reduced{Circuit: &Circuit{Graph: bitblast.NewGraph()}, original: c}
	known := fixed(c)
	copier := NewCopier(c.Graph, r.Circuit.Graph)
	for i, v := range known {
		if v != unknown {
			copier.Bind(c.Latches[i].Edge, bitblast.False^bitblast.Edge(v))
			r.Constant = append(r.Constant, LatchIs(i, v == one))
		}
	}
	for _, i := range withCompared(c, known) {
		l := &c.Latches[i]
		copier.Bind(l.Edge, r.Circuit.NewLatch(l.Name, l.Init))
		r.Latches = append(r.Latches, i)
	}
	for i, in := range c.Inputs {
		r.Inputs = append(r.Inputs, i)
		copier.Bind(in.Edge, r.Circuit.NewInput(in.Name))
	}
	for k, i := range r.Latches {
		r.Circuit.Latches[k].Next = copier.Edge(c.Latches[i].Next)
	}
	r.Circuit.Outputs, r.Circuit.Constraints, r.Circuit.Bads = copier.signals(c.Outputs), copier.signals(c.Constraints), copier.signals(c.Bads)
	r.Circuit.Pruning = c.Pruning
	for _, p := range c.Compared {
		if k := slices.Index(r.Latches, p.Latch); k >= 0 && p.within(known, r.Latches) {
			q := Compared{Latch: k, Right: copier.Edge(p.Right)}
			for _, i := range p.Of {
				if k, is := slices.BinarySearch(r.Latches, i); is {
					q.Of = append(q.Of, k)
				}
			}
			r.Circuit.Compared = append(r.Circuit.Compared, q)
		}
	}
	for _, set := range c.Exclusive {
		var left []int
		for k, i := range r.Latches {
			if slices.Contains(set, i) {
				left = append(left, k)
			}
		}
		r.Circuit.Exclusive = append(r.Circuit.Exclusive, left)
	}
	return r
}

// Execution returns the execution of the original that corresponds to e.
func (r *Reduced) Execution(e *Execution) *Execution {
	spread := func(bits []bool, to []int, n int) []bool {
		out := make([]bool, n)
		for i, b := range bits {
			out[to[i]] = b
		}
		return out
	}
	out := &Execution{Initial: spread(e.Initial, r.Latches, len(r.original.Latches))}
	for _, inputs := range e.Inputs {
		out.Inputs = append(out.Inputs, spread(inputs, r.Inputs, len(r.original.Inputs)))
	}
	return out
}

// Invariant translates clauses over the smaller circuit's latches to the original's. It adds clauses
// for the latches that Reduce replaced by constants.
func (r *Reduced) Invariant(clauses []Clause) []Clause {
	var out []Clause
	for _, l := range r.Constant {
		out = append(out, Clause{l})
	}
	for _, c := range clauses {
		d := make(Clause, len(c))
		for i, l := range c {
			d[i] = LatchIs(r.Latches[l.Latch()], l.Value())
		}
		slices.Sort(d)
		out = append(out, d)
	}
	return out
}

// Seeds translates clauses over the original's latches to the smaller circuit's. Constant latches are
// substituted. Clauses about dropped latches are skipped.
func (r *Reduced) Seeds(clauses []Clause) []Clause {
	value := make(map[int]bool)
	for _, l := range r.Constant {
		value[l.Latch()] = l.Value()
	}
	own := make(map[int]int)
	for k, i := range r.Latches {
		own[i] = k
	}
	var out []Clause
next:
	for _, c := range clauses {
		var d Clause
		for _, l := range c {
			k, is := own[l.Latch()]
			v, known := value[l.Latch()]
			switch {
			case is:
				d = append(d, LatchIs(k, l.Value()))
			case !known || v == l.Value():
				continue next
			}
		}
		out = append(out, d)
	}
	return out
}

// Parts translates lists of the original's latches to the smaller circuit's. It skips positions at
// which no list has a remaining latch. It returns nil if at some position only some lists have one.
func (r *Reduced) Parts(lists [][]int) [][]int {
	own := make(map[int]int)
	for k, i := range r.Latches {
		own[i] = k
	}
	out := make([][]int, len(lists))
	for at := range lists[0] {
		for p, list := range lists {
			if k, is := own[list[at]]; is {
				out[p] = append(out[p], k)
			}
		}
		for _, list := range out {
			if len(list) != len(out[0]) {
				return nil
			}
		}
	}
	return out
}

// Set translates a set of states of the smaller circuit, an edge over its latches, to the latches of c.
// c is the original circuit, or the circuit from which Locate made the original. It also returns the
// latches that are constant in the set.
func (r *Reduced) Set(c *Circuit, e bitblast.Edge) (set bitblast.Edge, constant []Literal) {
	copier := NewCopier(r.Circuit.Graph, c.Graph)
	for k, i := range r.Latches {
		copier.Bind(r.Circuit.Latches[k].Edge, c.Fact(i).Edge)
	}
	set = copier.Edge(e)
	for _, l := range r.Constant {
		if l.Latch() < len(c.Latches) {
			constant = append(constant, l)
		} else if at := c.Fact(l.Latch()).Edge; l.Value() {
			set = c.Graph.And(set, at)
		} else {
			set = c.Graph.And(set, at.Not())
		}
	}
	return set, constant
}

// Relevant returns the latches that can change and on which a root, other than a next-state function,
// depends in any number of steps.
func Relevant(c *Circuit) []int { return influence(c, fixed(c)) }

// The values of constant propagation.
const (
	zero    = 0
	one     = 1
	unknown = 2
)

// constants returns the value that each latch always has, or unknown. A latch is constant if it keeps
// its first value in a simulation with three values. There inputs, and latches that changed once, are
// unknown.
func constants(c *Circuit) []uint8 {
	state := make([]uint8, len(c.Latches))
	for i := range c.Latches {
		state[i] = uint8(c.Latches[i].Init) // Any is unknown
	}
	var roots []bitblast.Edge
	for i := range c.Latches {
		roots = append(roots, c.Latches[i].Next)
	}
	cone := Cone(c.Graph, roots...)
	values := make([]uint8, c.Graph.NumNodes())
	value := func(e bitblast.Edge) uint8 {
		v := values[e.Node()]
		if e.IsNeg() && v != unknown {
			return 1 - v
		}
		return v
	}
	for changed := true; changed; {
		changed = false
		for _, in := range c.Inputs {
			values[in.Edge.Node()] = unknown
		}
		for i := range c.Latches {
			values[c.Latches[i].Edge.Node()] = state[i]
		}
		for _, n := range cone {
			l, r, and := c.Graph.Fanins(n)
			if !and {
				continue
			}
			switch x, y := value(l), value(r); {
			case x == zero || y == zero:
				values[n] = zero
			case x == unknown || y == unknown:
				values[n] = unknown
			default:
				values[n] = one
			}
		}
		for i := range c.Latches {
			if state[i] != unknown && value(c.Latches[i].Next) != state[i] {
				state[i] = unknown
				changed = true
			}
		}
	}
	return state
}

// withCompared returns the latches of influence, and the latches that hold comparisons of some of them.
func withCompared(c *Circuit, known []uint8) []int {
	relevant := influence(c, known)
	more := make([]int, 0, len(c.Compared))
	for _, p := range c.Compared {
		if known[p.Latch] == unknown && p.within(known, relevant) {
			more = append(more, p.Latch)
		}
	}
	if len(more) == 0 {
		return relevant
	}
	return influence(c, known, more...)
}

// within reports whether all latches of a comparison, except constant ones, are among some latches.
func (p *Compared) within(known []uint8, latches []int) bool {
	return !slices.ContainsFunc(p.Of, func(i int) bool { return known[i] == unknown && !slices.Contains(latches, i) })
}

// influence returns the latches on which bad signals, constraints, outputs and the latches of more
// depend, in any number of steps, given the constant latches.
func influence(c *Circuit, known []uint8, more ...int) []int {
	latch := make(map[uint32]int)
	for i := range c.Latches {
		latch[c.Latches[i].Edge.Node()] = i
	}
	seen := make([]bool, c.Graph.NumNodes())
	var stack []uint32
	add := func(e bitblast.Edge) {
		if n := e.Node(); !seen[n] {
			seen[n] = true
			stack = append(stack, n)
		}
	}
	for _, e := range c.Roots()[len(c.Latches):] {
		add(e)
	}
	for _, i := range more {
		add(c.Latches[i].Edge)
	}
	var list []int
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if l, r, and := c.Graph.Fanins(n); and {
			add(l)
			add(r)
		} else if i, is := latch[n]; is && known[i] == unknown {
			list = append(list, i)
			add(c.Latches[i].Next)
		}
	}
	slices.Sort(list)
	return list
}
