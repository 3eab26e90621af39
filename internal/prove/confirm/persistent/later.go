package persistent

import (
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// gates is a set of variables that a thread waits for on a path, by their index in checker.gates. More
// than maxGates variables are not treated as gates, and more than maxSets sets of a state are replaced by their
// intersection. Both make accesses possible that are not.
type gates uint64

const (
	maxGates = 64
	maxSets  = 8
)

// lock finds the gates that are shut.
func (c *checker) lock() {
	for n, v := range c.gates {
		shut := bitblast.True
		for j := 1; j < len(c.states); j++ {
			var open []bitblast.Edge
			for k := 1; k < len(c.states[j]); k++ {
				for _, w := range c.states[j][k].awaits {
					if w.of == v {
						open = append(open, c.Edge(w.holds))
					}
				}
			}
			for k, writes := range c.writing(j, n) {
				if writes {
					open = append(open, c.at[j][k])
				}
			}
			shut = c.graph.And(shut, c.or(c.Allowed[j], c.or(open...).Not()))
		}
		c.shut = append(c.shut, shut)
	}
}

// writing returns the states of a thread from which a path leads to a write of a gate and has no state
// that waits for the gate.
func (c *checker) writing(j, gate int) []bool {
	may := make([]bool, len(c.states[j]))
	for grew := true; grew; {
		grew = false
		for k := len(may) - 1; k > 0; k-- {
			if may[k] || c.states[j][k].gates>>gate&1 != 0 {
				continue
			}
			_, writes := c.states[j][k].writes[c.gates[gate]]
			for _, e := range c.System.Threads[j].States[k].Edges {
				writes = writes || may[e.To]
			}
			may[k], grew = writes, grew || writes
		}
	}
	return may
}

// access is an access of a state.
type access struct {
	at   int
	when term.ID
}

// later returns whether a thread can do one of some accesses, at its place or later, while only threads
// outside the set do steps.
func (c *checker) later(j int, list []access) bitblast.Edge {
	by := make(map[term.ID][]int)
	var order []term.ID
	for _, a := range list {
		if !c.isOwn(j, a.when) {
			a.when = term.True
		}
		if by[a.when] == nil {
			order = append(order, a.when)
		}
		by[a.when] = append(by[a.when], a.at)
	}
	var ways []bitblast.Edge
	for _, when := range order {
		same, other := c.paths(j, by[when], c.variables(when))
		for k := 1; k < len(same); k++ {
			ways = append(ways, c.graph.And(c.at[j][k], c.or(c.graph.And(c.passable(same[k]), c.Edge(when)), c.passable(other[k]))))
		}
	}
	return c.or(ways...)
}

// passable returns whether no gate of one of some sets is shut.
func (c *checker) passable(sets []gates) bitblast.Edge {
	var some []bitblast.Edge
	for _, set := range sets {
		open := bitblast.True
		for n := range c.gates {
			if set>>n&1 != 0 {
				open = c.graph.And(open, c.shut[n].Not())
			}
		}
		some = append(some, open)
	}
	return c.or(some...)
}

func (c *checker) variables(id term.ID) (list []efsm.VarID) {
	for _, x := range c.System.Terms.Below(id) {
		if c.System.Terms.IsVar(x) {
			list = append(list, c.vars[x])
		}
	}
	return list
}

// isOwn reports whether all variables of a condition are a thread's, and none is an input.
func (c *checker) isOwn(j int, when term.ID) bool {
	return !slices.ContainsFunc(c.variables(when), func(v efsm.VarID) bool {
		w := &c.System.Vars[v]
		return w.Thread != efsm.ThreadID(j) || w.Class == efsm.Input
	})
}

// paths returns, by state, the sets of gates on the paths to some states, these included. On paths of
// same no earlier state writes one of the given variables.
func (c *checker) paths(j int, to []int, vars []efsm.VarID) (same, other [][]gates) {
	n := len(c.states[j])
	same, other = make([][]gates, n), make([][]gates, n)
	for grew := true; grew; {
		grew = false
		for k := n - 1; k > 0; k-- {
			own := c.states[j][k].gates
			a, b := slices.Clone(same[k]), slices.Clone(other[k])
			if slices.Contains(to, k) {
				a = append(a, own)
			}
			writes := slices.ContainsFunc(vars, func(v efsm.VarID) bool { return c.states[j][k].sets[v] })
			for _, e := range c.System.Threads[j].States[k].Edges {
				for _, set := range same[e.To] {
					if writes {
						b = append(b, set|own)
					} else {
						a = append(a, set|own)
					}
				}
				for _, set := range other[e.To] {
					b = append(b, set|own)
				}
			}
			a, b = minimal(a), minimal(b)
			if !slices.Equal(a, same[k]) || !slices.Equal(b, other[k]) {
				same[k], other[k], grew = a, b, true
			}
		}
	}
	return same, other
}

// minimal returns the sets without a proper subset in the list, sorted, or their intersection.
func minimal(list []gates) []gates {
	slices.Sort(list)
	var out []gates
	for _, set := range list {
		if !slices.ContainsFunc(out, func(o gates) bool { return o&set == o }) {
			out = append(out, set)
		}
	}
	if len(out) > maxSets {
		all := out[0]
		for _, set := range out {
			all &= set
		}
		return []gates{all}
	}
	return out
}

// uses holds, by variable, whether a thread can access or write it later.
type uses struct {
	touches, writes map[efsm.VarID]bitblast.Edge
	any, ends       bitblast.Edge // whether it can be at some state, or at one that ends the process
}

// uses finds the later accesses of a thread.
func (c *checker) uses(j int) *uses {
	touches, writes := make(map[efsm.VarID][]access), make(map[efsm.VarID][]access)
	var all, ends []access
	for k := 1; k < len(c.states[j]); k++ {
		st := &c.states[j][k]
		for v, when := range st.touches {
			touches[v] = append(touches[v], access{k, when})
		}
		for v, when := range st.writes {
			writes[v] = append(writes[v], access{k, when})
		}
		if all = append(all, access{k, term.True}); st.ends {
			ends = append(ends, access{k, term.True})
		}
	}
	known := make(map[string]bitblast.Edge) // by list of accesses
	of := func(list []access) bitblast.Edge {
		key := fmt.Sprint(list)
		if _, is := known[key]; !is {
			known[key] = c.later(j, list)
		}
		return known[key]
	}
	out := &uses{make(map[efsm.VarID]bitblast.Edge), make(map[efsm.VarID]bitblast.Edge), of(all), of(ends)}
	for v, list := range touches {
		out.touches[v] = of(list)
	}
	for v, list := range writes {
		out.writes[v] = of(list)
	}
	return out
}
