package event

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/solve/term"
)

// mentions checks that each variable of Graph.Reads in a term of the graph is in the value of a
// read. Without the read the variable would have any value, so that the graph would have
// executions that the program has not. The paths of threads (trail.go) are exempt: they decide no
// execution.
func (c *checker) mentions() error {
	g := c.g
	m := &mentioned{terms: g.Terms, state: make([]readState, g.Terms.Len()), walk: term.NewWalk(g.Terms)}
	for i, v := range g.Reads {
		if v <= term.None || int(v) >= g.Terms.Len() || !g.Terms.IsVar(v) {
			return fmt.Errorf("read variable %d: term %d is no variable", i, v)
		}
		m.state[v] = isRead
	}
	used := make([]bool, len(g.Regions))
	values := term.NewWalk(g.Terms)
	for i := 1; i < len(g.Events); i++ {
		e := &g.Events[i]
		used[e.Region] = true
		if e.Kind == Read {
			values.Visit(e.Value, func(id term.ID) {
				if g.Terms.IsVar(id) {
					m.state[id] = hasRead
				}
			})
		}
	}
	m.all(g, used)
	if m.lost == term.None {
		return nil
	}
	return fmt.Errorf("%s %d mentions %s (term %d), which no read of the graph defines", m.where, m.index, g.Terms.Name(m.lost), m.lost)
}

// readState classifies a term by the values of reads in it.
type readState uint8

const (
	noRead  readState = iota
	isRead            // a variable of Graph.Reads
	hasRead           // a variable in the value of a read
)

// mentioned is a search for variables without a read.
type mentioned struct {
	terms *term.Store
	state []readState
	walk  *term.Walk
	lost  term.ID // the first one; None: all have reads
	where string  // the kind and number of the object that mentions it
	index int
}

// in looks below the terms of an object.
func (m *mentioned) in(where string, index int, list ...term.ID) {
	for _, t := range list {
		if t == term.None || m.lost != term.None || m.walk.Seen(t) {
			continue
		}
		m.walk.Visit(t, func(id term.ID) {
			if m.state[id] == isRead && m.lost == term.None {
				m.lost, m.where, m.index = id, where, index
			}
		})
	}
}

// all looks below the terms of the graph that decide its executions and are shown in traces.
func (m *mentioned) all(g *Graph, used []bool) {
	for i := range g.Threads {
		m.in("thread", i, g.Threads[i].Guard)
	}
	for i := range g.Nodes {
		m.in("node", i, g.Nodes[i].Guard, g.Nodes[i].Step)
	}
	for i := range g.Events {
		m.in("event", i, g.Events[i].Guard, g.Events[i].Index, g.Events[i].Value)
	}
	for i := range g.Regions {
		if used[i] {
			m.in("region", i, g.Regions[i].Init)
		}
	}
	for i := range g.Edges {
		m.in("edge", i, g.Edges[i].Guard)
	}
	for i, f := range g.Facts {
		m.in("fact", i, f)
	}
	for i := range g.Obligations {
		m.in("obligation", i, g.Obligations[i].Guard, g.Obligations[i].Cond)
	}
	for i, list := range g.Unblock {
		for _, b := range list {
			m.in("list of unblockers", i, b.Guard)
		}
	}
	for i := range g.Marks {
		m.in("mark", i, g.Marks[i].Guard)
	}
	for i := range g.Inputs {
		m.in("input", i, g.Inputs[i].Guard, g.Inputs[i].Value)
		if o := g.Inputs[i].Object; o != 0 {
			m.in("object", int(o), g.Objects[o].Count)
		}
	}
	for i := range g.Points {
		p := &g.Points[i]
		m.in("point", i, p.Guard, p.Modifies, p.Channel, p.Number)
	}
	for i := range g.Touches {
		m.in("access", i, g.Touches[i].Guard, g.Touches[i].Offset)
	}
}
