package persistent

import (
	"maps"
	"slices"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
)

// persistence confirms that the next steps of the threads in the set do not conflict with a step, now or
// later, of a thread outside the set.
func (c *checker) persistence() error {
	c.lock()
	for j := 1; j < len(c.states); j++ {
		later := c.uses(j)
		for i := 1; i < len(c.states); i++ {
			if i == j {
				continue
			}
			apart := c.graph.And(c.graph.And(c.Ended.Not(), c.Allowed[i]), c.Allowed[j].Not())
			if err := c.refute(c.graph.And(apart, c.conflict(i, later)), c.name(j)+" conflicts with "+c.name(i)); err != nil {
				return err
			}
		}
	}
	return nil
}

// conflict returns whether the next step of a thread conflicts with later steps of another one.
func (c *checker) conflict(i int, later *uses) bitblast.Edge {
	var ways []bitblast.Edge
	for k := 1; k < len(c.states[i]); k++ {
		st := &c.states[i][k]
		with := []bitblast.Edge{later.ends}
		if st.ends {
			with = append(with, later.any)
		}
		for _, v := range slices.Sorted(maps.Keys(st.touches)) {
			if e, is := later.writes[v]; is {
				with = append(with, c.graph.And(e, c.Edge(st.touches[v])))
			}
			if when, writes := st.writes[v]; writes {
				if e, is := later.touches[v]; is {
					with = append(with, c.graph.And(e, c.Edge(when)))
				}
			}
		}
		ways = append(ways, c.graph.And(c.at[i][k], c.or(with...)))
	}
	return c.or(ways...)
}

// cycles confirms that each cycle of a thread with a visible state has a full state.
func (c *checker) cycles() error {
	for i := 1; i < len(c.states); i++ {
		t := &c.System.Threads[i]
		full := make([]bool, len(t.States))
		var others []bitblast.Edge
		for j := 1; j < len(c.states); j++ {
			if j != i {
				others = append(others, c.graph.And(c.visible(j), c.Allowed[j].Not()))
			}
		}
		partial := c.graph.And(c.graph.And(c.Ended.Not(), c.Allowed[i]), c.or(others...))
		for k := 1; k < len(t.States); k++ {
			if !t.States[k].IsVisible() || !c.returns(t, k, nil) {
				continue
			}
			if e := c.graph.And(partial, c.ready(i, k)); e != bitblast.False {
				err := c.refute(e, "")
				if _, refuted := err.(*Refuted); err != nil && !refuted {
					return err
				} else if refuted {
					continue
				}
			}
			full[k] = true
		}
		for k := 1; k < len(t.States); k++ {
			if t.States[k].IsVisible() && !full[k] && c.returns(t, k, full) {
				return &Refuted{t.Name + " can put off other threads for ever"}
			}
		}
	}
	return nil
}

// returns reports whether a path leads from a state to itself, without some states.
func (c *checker) returns(t *efsm.Thread, from int, without []bool) bool {
	seen := make([]bool, len(t.States))
	stack := []int{from}
	for len(stack) > 0 {
		k := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, e := range t.States[k].Edges {
			if int(e.To) == from {
				return true
			}
			if !seen[e.To] && (without == nil || !without[e.To]) {
				seen[e.To] = true
				stack = append(stack, int(e.To))
			}
		}
	}
	return false
}
