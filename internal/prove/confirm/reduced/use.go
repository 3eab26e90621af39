package reduced

import (
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// use is the variables that a state accesses.
type use struct {
	reads, writes map[efsm.VarID]bool
	inputs        map[efsm.VarID]bool
	asks          bool // something can be violated, or a mark met
}

// conflicts reports whether one of x and y writes a shared variable that the other reads or writes.
func (c *checker) conflicts(x, y *use) bool {
	meet := func(a, b map[efsm.VarID]bool) bool {
		for v := range a {
			if b[v] && c.system.Vars[v].Thread == 0 {
				return true
			}
		}
		return false
	}
	return meet(x.writes, y.writes) || meet(x.writes, y.reads) || meet(x.reads, y.writes)
}

// uses returns the accesses of a state of a thread.
func (c *checker) uses(t efsm.ThreadID, at efsm.StateID) *use {
	key := stepKey{t, at}
	if u := c.used[key]; u != nil {
		return u
	}
	thread := &c.system.Threads[t]
	st := &thread.States[at]
	u := &use{reads: make(map[efsm.VarID]bool), writes: make(map[efsm.VarID]bool), inputs: make(map[efsm.VarID]bool)}
	var roots []term.ID
	for id := range st.Terms() {
		roots = append(roots, *id)
	}
	for _, below := range c.terms.Below(roots...) {
		switch v := c.vars[below]; {
		case v == 0:
		case c.system.Vars[v].Class == efsm.Input:
			u.inputs[v] = true
		default:
			u.reads[v] = true
		}
	}
	if at == thread.Entry && thread.Alive != 0 {
		u.reads[thread.Alive] = true
	}
	for _, up := range st.Updates {
		u.writes[up.Var] = true
	}
	if t == c.proof.Thread {
		u.asks = len(st.Marks) > 0
		for _, o := range st.Obligations {
			u.asks = u.asks || o.Property == c.proof.Property
		}
	}
	c.used[key] = u
	return u
}

// needed returns, for each state, the variables of the thread that it may read there or later before it
// sets them.
func (c *checker) needed(t efsm.ThreadID) []map[efsm.VarID]bool {
	if known := c.live[t]; known != nil {
		return known
	}
	states := c.system.Threads[t].States
	out := make([]map[efsm.VarID]bool, len(states))
	for at := range out {
		out[at] = make(map[efsm.VarID]bool)
	}
	for again := true; again; {
		again = false
		for at := len(states) - 1; at > 0; at-- {
			u := c.uses(t, efsm.StateID(at))
			before := len(out[at])
			for v := range u.reads {
				if c.system.Vars[v].Thread == t {
					out[at][v] = true
				}
			}
			for _, e := range states[at].Edges {
				for v := range out[e.To] {
					if !u.writes[v] {
						out[at][v] = true
					}
				}
			}
			again = again || len(out[at]) > before
		}
	}
	c.live[t] = out
	return out
}

// matters reports whether the value of a variable can matter after thread t has done a step to state
// at. Variables that are not t's own always matter.
func (c *checker) matters(v efsm.VarID, t efsm.ThreadID, at efsm.StateID) bool {
	return c.system.Vars[v].Thread != t || at > 0 && c.needed(t)[at][v]
}
