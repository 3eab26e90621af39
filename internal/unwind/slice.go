package unwind

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/event"
	"github.com/heddle-mc/heddle/internal/term"
)

// slice drops events that nobody can notice: reads whose values nothing depends
// on, and writes to regions that then nobody reads. What matters is what the
// obligations, marks, facts and edges say, and when nodes are executed and steps,
// since the schedule of a violation consists of those. Locks stay: what is read
// of them is often a constant, and still makes order.
//
// Dropping a read takes nothing but the demand that it sees some write, which
// can always be met; so the executions of what remains are the same.
func (u *unwinder) slice() {
	g := u.graph
	c := &cone{u: u, walk: term.NewWalk(u.terms), reads: make(map[term.ID][]event.RegionID), kept: make([]bool, len(g.Regions))}
	for _, n := range u.nodes[1:] {
		for i := range n.events {
			if e := &n.events[i]; e.Kind == event.Read {
				c.watch(e)
			}
		}
	}
	writes := make([][]*event.Event, len(g.Regions))
	for _, n := range u.nodes[1:] {
		c.need(n.Guard, n.Step)
		for i := range n.events {
			if e := &n.events[i]; e.Kind == event.Write {
				writes[e.Region] = append(writes[e.Region], e)
			}
		}
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
		c.need(g.Inputs[i].Guard)
	}
	c.needRaces()
	for len(c.work) > 0 {
		r := c.work[len(c.work)-1]
		c.work = c.work[:len(c.work)-1]
		for _, e := range writes[r] {
			c.need(e.Guard, e.Value, e.Index)
		}
		c.need(g.Regions[r].Init)
	}
	for _, n := range u.nodes[1:] {
		events := n.events[:0]
		for _, e := range n.events {
			if c.kept[e.Region] && (e.Kind == event.Write || c.matters(&e)) {
				events = append(events, e)
			}
		}
		n.events = events
	}
}

// cone is the terms and regions that matter.
type cone struct {
	u     *unwinder
	walk  *term.Walk
	reads map[term.ID][]event.RegionID // regions by the variables in values read
	kept  []bool
	work  []event.RegionID
}

// watch notes which variables stand for what a read sees.
func (c *cone) watch(e *event.Event) {
	constant := true
	for _, id := range c.u.terms.Below(e.Value) {
		if c.u.terms.IsVar(id) {
			constant = false
			c.reads[id] = append(c.reads[id], e.Region)
		}
	}
	if constant || c.u.graph.Regions[e.Region].Kind != event.Data {
		c.keep(e.Region)
	}
}

func (c *cone) keep(r event.RegionID) {
	if !c.kept[r] {
		c.kept[r] = true
		c.work = append(c.work, r)
	}
}

// need notes that terms matter.
func (c *cone) need(list ...term.ID) {
	for _, t := range list {
		if t == term.None {
			continue
		}
		c.walk.Visit(t, func(id term.ID) {
			for _, r := range c.reads[id] {
				c.keep(r)
			}
		})
	}
}

// matters reports whether something depends on what a read sees.
func (c *cone) matters(e *event.Event) bool {
	if c.u.graph.Regions[e.Region].Kind != event.Data || c.u.terms.IsConst(e.Value) || e.Point != 0 {
		return true
	}
	return slices.ContainsFunc(c.u.terms.Below(e.Value), func(id term.ID) bool { return c.u.terms.IsVar(id) && c.walk.Seen(id) })
}
