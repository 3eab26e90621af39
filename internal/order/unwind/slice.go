package unwind

import (
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// slice removes events that cannot influence a verdict: reads whose values are not used, and
// writes to regions that then have no reads. The roots are the terms of obligations, marks,
// facts, edges, inputs, points and touches, and the guards of nodes, since the schedule of a
// violation consists of nodes. Reads of lock words stay: their values are often constants, and
// they still order threads.
//
// The result is closed: each variable for the value of a read in any term that stays has its
// read. So the guard, the index and the value of every read that stays are roots as well, and
// those of each write to a region with reads. A dropped read loses only the demand that it sees
// some write, which can always be met; so the executions of the result are the same.
func (u *unwinder) slice() {
	g := u.graph
	c := &cone{u: u, walk: term.NewWalk(u.terms), uses: make(map[term.ID][]int32), kept: make([]bool, len(g.Regions)), writes: make([][]*event.Event, len(g.Regions))}
	c.collect()
	for _, n := range u.nodes[1:] {
		c.need(n.Guard, n.Step)
	}
	for i := range g.Threads {
		c.need(g.Threads[i].Guard)
	}
	for i := range g.Obligations {
		c.need(g.Obligations[i].Guard, g.Obligations[i].Cond)
	}
	for _, list := range g.Unblock {
		for _, b := range list {
			c.need(b.Guard)
		}
	}
	for i := range g.Marks {
		c.need(g.Marks[i].Guard)
	}
	c.need(g.Facts...)
	for _, j := range u.joins {
		c.need(j.guard)
	}
	for i := range g.Inputs {
		in := &g.Inputs[i]
		c.need(in.Guard, in.Value)
		if in.Object != 0 { // the trace names the object by its number
			c.need(u.objs[in.Object].count)
		}
	}
	c.needRaces()
	c.close()
	read := int32(0)
	for _, n := range u.nodes[1:] {
		events := n.events[:0]
		for _, e := range n.events {
			keep := c.kept[e.Region]
			if e.Kind == event.Read {
				keep = c.used[read]
				read++
			}
			if keep {
				events = append(events, e)
			}
		}
		n.events = events
	}
}

// cone holds the terms, reads and regions that the roots depend on.
type cone struct {
	u      *unwinder
	walk   *term.Walk
	reads  []*event.Event      // all reads, in the order of nodes and events
	used   []bool              // by index in reads: the read stays
	uses   map[term.ID][]int32 // by variable: the reads with it in their values
	writes [][]*event.Event    // by region
	kept   []bool              // by region: its writes stay
	work   []int32             // reads that stay and whose own terms are not roots yet
}

// collect lists the reads and writes, and keeps the reads that stay in any case. Their values have
// no variable, or they read locks or lifetimes, or they belong to atomic accesses in a graph for races.
func (c *cone) collect() {
	s := c.u.terms
	for _, n := range c.u.nodes[1:] {
		for i := range n.events {
			e := &n.events[i]
			if e.Kind == event.Write {
				c.writes[e.Region] = append(c.writes[e.Region], e)
				continue
			}
			r := int32(len(c.reads))
			c.reads, c.used = append(c.reads, e), append(c.used, false)
			constant := true
			for _, id := range s.Below(e.Value) {
				if s.IsVar(id) {
					constant = false
					c.uses[id] = append(c.uses[id], r)
				}
			}
			if constant || e.Point != 0 || c.u.graph.Regions[e.Region].Kind != event.Data {
				c.use(r)
			}
		}
	}
}

// use keeps a read.
func (c *cone) use(r int32) {
	if !c.used[r] {
		c.used[r] = true
		c.work = append(c.work, r)
	}
}

// keep keeps the writes of a region.
func (c *cone) keep(r event.RegionID) {
	if c.kept[r] {
		return
	}
	c.kept[r] = true
	for _, e := range c.writes[r] {
		c.need(e.Guard, e.Value, e.Index)
	}
	c.need(c.u.graph.Regions[r].Init)
}

// close makes the terms of all reads that stay roots, until no further read is needed.
func (c *cone) close() {
	for len(c.work) > 0 {
		e := c.reads[c.work[len(c.work)-1]]
		c.work = c.work[:len(c.work)-1]
		c.need(e.Guard, e.Index, e.Value)
		c.keep(e.Region)
	}
}

// need makes terms roots: the reads of the variables below them stay.
func (c *cone) need(list ...term.ID) {
	for _, t := range list {
		if t == term.None {
			continue
		}
		c.walk.Visit(t, func(id term.ID) {
			for _, r := range c.uses[id] {
				c.use(r)
			}
		})
	}
}
