package unwind

import (
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// node is an event.Node under construction.
type node struct {
	event.Node
	id     event.NodeID
	events []event.Event
	inside bool // an obligation, or for races the end of the process, is inside
}

func (t *thread) newNode(kind event.NodeKind, guard, step term.ID) *node {
	u := t.u
	th := &u.graph.Threads[t.id]
	n := &node{id: event.NodeID(len(u.nodes))}
	n.Thread, n.Index, n.Kind, n.Guard, n.Step = t.id, int32(len(th.Nodes)), kind, guard, step
	n.Func, n.Pos = t.where()
	u.nodes = append(u.nodes, n)
	th.Nodes = append(th.Nodes, n.id)
	t.last = n.id
	return n
}

func (t *thread) event(n *node, kind event.EventKind, c *cell, index, guard, v term.ID, order ir.MemOrder) {
	if n == nil {
		return // this pass just found that the cell is shared: there will be another
	}
	_, pos := t.where()
	n.events = append(n.events, event.Event{
		Node: n.id, Kind: kind, Region: t.u.regionOf(c), Index: index, Guard: guard, Value: v, Order: order, Pos: pos,
		Point: t.pointOf(c, order),
	})
}

// noteReads lists the variables in the values of all reads.
func (u *unwinder) noteReads() {
	walk := term.NewWalk(u.terms)
	for _, n := range u.nodes[1:] {
		for i := range n.events {
			if e := &n.events[i]; e.Kind == event.Read {
				walk.Visit(e.Value, func(id term.ID) {
					if u.terms.IsVar(id) {
						u.graph.Reads = append(u.graph.Reads, id)
					}
				})
			}
		}
	}
}

// fact adds a term that holds in every execution.
func (u *unwinder) fact(f term.ID) {
	if f != term.True {
		u.graph.Facts = append(u.graph.Facts, f)
	}
}

func (u *unwinder) finishGraph() {
	g := u.graph
	u.dropEmpty()
	g.Nodes = make([]event.Node, len(u.nodes))
	g.Events = make([]event.Event, 1)
	for i, n := range u.nodes {
		if n == nil {
			continue
		}
		n.First = event.ID(len(g.Events))
		g.Events = append(g.Events, n.events...)
		n.Last = event.ID(len(g.Events))
		g.Nodes[i] = n.Node
	}
	for i := range g.Threads {
		if i > 1 && len(g.Threads[i].Nodes) > 0 {
			g.Edges = append(g.Edges, event.Edge{From: g.Threads[i].Spawn, To: g.Threads[i].Nodes[0], Guard: term.True})
		}
	}
	for _, j := range u.joins {
		if t := u.unwound(j.target); t != nil && t.graph().End != 0 {
			g.Edges = append(g.Edges, event.Edge{From: t.graph().End, To: j.node, Guard: j.guard})
		}
	}
	for i := 1; i < len(u.objs); i++ {
		o := u.objs[i]
		e := event.Object{Site: o.site, Size: o.size, Count: o.count}
		if o.length != term.None {
			e.Size = -1
		}
		if o.owner == nil {
			e.Global = o.global
		} else if t := u.unwound(o.owner); t != nil {
			e.Thread = t.id
		}
		g.Objects[i] = e
	}
	u.settle()
	for _, i := range u.waitedFor {
		if u.unwound(i) == nil {
			u.fact(u.terms.Not(i.done))
		}
	}
}

// dropEmpty removes nodes that are no steps, have no events and cannot fail: accesses to memory that turned
// out to be private. References to such a node now refer to the node before it.
func (u *unwinder) dropEmpty() {
	g := u.graph
	for i := range g.Obligations {
		if o := &g.Obligations[i]; o.Inside {
			u.nodes[o.Node].inside = true
		}
	}
	to, gone := make([]event.NodeID, len(u.nodes)), make([]bool, len(u.nodes))
	kept := u.nodes[:1]
	for id, n := range u.nodes[1:] {
		if n.Step != term.False || len(n.events) > 0 || n.inside {
			to[id+1] = event.NodeID(len(kept))
			kept = append(kept, n)
		}
	}
	u.nodes = kept
	for i := range g.Threads {
		th := &g.Threads[i]
		before := event.NodeID(0)
		nodes := th.Nodes[:0]
		for _, id := range th.Nodes {
			if to[id] == 0 {
				to[id], gone[id] = before, true
				continue
			}
			before = to[id]
			n := u.nodes[before]
			n.id, n.Index = before, int32(len(nodes))
			for j := range n.events {
				n.events[j].Node = before
			}
			nodes = append(nodes, before)
		}
		th.Nodes = nodes
		th.Spawn, th.End = to[th.Spawn], to[th.End]
	}
	renumber(to, g.Obligations, func(o *event.Obligation) *event.NodeID { return &o.Node })
	renumber(to, g.Marks, func(m *event.Mark) *event.NodeID { return &m.Node })
	renumber(to, g.Inputs, func(in *event.Input) *event.NodeID { return &in.Node })
	renumber(to, g.Trail, func(p *event.Passage) *event.NodeID { return &p.Node })
	renumber(to, g.Ends, func(e *event.End) *event.NodeID { return &e.Node })
	renumber(to, u.joins, func(j *join) *event.NodeID { return &j.node })
	renumber(to, g.Points, func(p *event.Point) *event.NodeID { return &p.Node })
	renumber(to, g.Touches, func(e *event.Touch) *event.NodeID {
		e.Inside = e.Inside && !gone[e.Node]
		return &e.Node
	})
}

// renumber replaces references to nodes by the new numbers.
func renumber[T any](to []event.NodeID, list []T, node func(*T) *event.NodeID) {
	for i := range list {
		n := node(&list[i])
		*n = to[*n]
	}
}

// unwound returns the thread of an instance in this pass; nil: it is not unwound, perhaps not yet.
func (u *unwinder) unwound(i *instance) *thread {
	if t := i.current; t != nil && t.u == u {
		return t
	}
	return nil
}

// join is an order edge from a thread's end, which may not be known yet.
type join struct {
	target *instance
	node   event.NodeID
	guard  term.ID
}

// objectOf returns the graph's name of an object.
func (u *unwinder) objectOf(o *object) event.ObjectID {
	o.refresh(u)
	if o.event == 0 {
		o.event = event.ObjectID(len(u.graph.Objects))
		o.unborn(u)
		u.graph.Objects = append(u.graph.Objects, event.Object{})
		u.objs = append(u.objs, o)
	}
	return o.event
}

// regionOf returns the region of a cell.
func (u *unwinder) regionOf(c *cell) event.RegionID {
	u.refreshCell(c)
	if c.region == 0 {
		c.region = event.RegionID(len(u.graph.Regions))
		r := event.Region{Kind: c.kind, Offset: c.off, Width: c.width, Count: c.count}
		if c.obj.kind != kindThread {
			r.Object = u.objectOf(c.obj)
		}
		if c.count > 1 {
			r.IndexWidth, r.Stride = indexBits(c.count), c.step
		}
		r.Init = u.initialTerm(c)
		u.graph.Regions = append(u.graph.Regions, r)
	}
	return c.region
}
