package consistency

import (
	"github.com/heddle-mc/heddle/internal/memmodel"
	"github.com/heddle-mc/heddle/internal/memmodel/relation"
	"github.com/heddle-mc/heddle/internal/memmodel/scheme"
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// place is the place of an event of a candidate in its thread.
type place struct {
	thread event.ThreadID
	node   int32 // twice the index of its node; plus 1: it comes after that node
	point  int32 // the index of its point; -1: it is a plain access, or the fence of a section
	kind   event.PointKind
	behind bool     // it comes after its point
	key    event.ID // events of one point, or plain accesses of one node, have this order
	fence  int8     // of a fence beside an event: -1 before, 1 after
	event  event.ID // 0: no access of a weak region
}

// beside compares events of one point, or plain accesses of one node.
func (p *place) beside(q *place) bool { return p.key < q.key || p.key == q.key && p.fence < q.fence }

// before reports whether program order has the pair, as far as it is known within nodes.
func (p *place) before(q *place) bool {
	switch {
	case p.thread != q.thread:
		return false
	case p.point >= 0 && q.point >= 0 && p.point != q.point:
		return p.point < q.point
	case p.point >= 0 && q.point >= 0:
		return !p.behind && q.behind || p.behind == q.behind && p.beside(q)
	case p.node != q.node:
		return p.node < q.node
	case p.point < 0 && q.point < 0:
		return p.beside(q)
	}
	return p.point >= 0 && p.kind == event.PointEnter || q.point >= 0 && q.kind == event.PointLeave
}

// candidate is an execution of the graph for the model.
type candidate struct {
	*weak
	t      *theory
	x      memmodel.Execution
	places []place
	guards []term.ID        // by event: it is executed; None: in any case
	modes  []term.ID        // by event: its order depends on this term; None: on none
	at     map[event.ID]int // by access: its event
	locs   map[term.ID]int  // of regions with one granule -region, else by index: the location
	why    map[memmodel.Edge]term.ID
	count  int    // of locations
	pairs  string // the relation of read-modify-writes
}

// judge reports a conflict if the executed events violate an axiom of the model.
func (w *weak) judge(t *theory, out *sat.Theory) {
	c := &candidate{weak: w, t: t, at: make(map[event.ID]int), why: make(map[memmodel.Edge]term.ID)}
	c.accesses()
	c.fences()
	c.sections()
	c.synchronise()
	claimed := c.claimed()
	n := len(c.x.Events)
	c.pairs = w.model.Scheme.Pairs
	c.x.Relations = map[string]relation.Rel{"po": relation.New(n), c.pairs: relation.New(n), "claim": relation.New(n)}
	if claimed >= 0 {
		c.relate("claim", n-2, n-1, w.races[claimed].holds)
	}
	c.order()
	rf, co := c.communication()
	checker := w.model.Axioms.Prepare(&c.x)
	r := checker.Check(rf, co)
	if !r.Consistent {
		edges, sufficient := checker.Explain(r)
		t.nextClause()
		t.clause = c.explain(edges, sufficient, t.clause[:0])
		out.Conflict(t.clause...)
	}
}

// holds reports whether a term is true.
func (c *candidate) holds(t term.ID) bool { return c.t.value[c.t.of(c.lits[t])] > 0 }

// add adds an event that is executed under guard.
func (c *candidate) add(p place, loc int, guard term.ID, tags ...string) int {
	thread := int(p.thread)
	if thread == 0 {
		thread = memmodel.InitialThread
	}
	c.x.Events = append(c.x.Events, memmodel.Event{Thread: thread, Loc: loc, Tags: tags})
	c.places, c.guards, c.modes = append(c.places, p), append(c.guards, guard), append(c.modes, term.None)
	return len(c.x.Events) - 1
}

// location returns a new location.
func (c *candidate) location() int {
	c.count++
	return c.count
}

// code adds the events of an operation and returns that of the operation itself.
func (c *candidate) code(o scheme.Op, p place, loc int, guard, mode term.ID) int {
	code := c.model.Scheme.Code(o)
	fence := func(tag string, at int8) {
		if tag != "" {
			c.beside(p, at, tag, guard)
			c.modes[len(c.modes)-1] = mode
		}
	}
	fence(code.Before, -1)
	id := c.add(p, loc, guard, code.Tags...)
	c.modes[id] = mode
	fence(code.After, 1)
	return id
}

// beside adds a fence before or after a place.
func (c *candidate) beside(p place, at int8, tag string, guard term.ID) {
	if tag != "" {
		p.event, p.fence = 0, at
		c.add(p, 0, guard, "F", tag)
	}
}

// accesses adds the executed accesses of weak regions and an initial write for each of their locations. A read of a
// value that its own node wrote is left out.
func (c *candidate) accesses() {
	g := c.rel.Graph
	initial := make(map[int]int) // by location
	known := make([][]event.ID, len(g.Regions))
	for i := 1; i < len(g.Events); i++ {
		e, id := &g.Events[i], event.ID(i)
		if !c.rel.weak[e.Region] || !c.holds(e.Guard) {
			continue
		}
		source := event.ID(0)
		if e.Kind == event.Read {
			for _, a := range c.rel.Into[id] {
				if c.holds(c.rel.Arcs[a].Term) {
					source = c.rel.Arcs[a].First
				}
			}
			if init := c.rel.initial[id]; source == 0 && (init == term.None || !c.holds(init)) {
				continue
			}
		}
		loc := 0
		for _, other := range known[e.Region] {
			if f := &g.Events[other]; f.Index == e.Index || c.holds(g.Terms.Eq(f.Index, e.Index)) {
				loc = c.x.Events[c.at[other]].Loc
				break
			}
		}
		if loc == 0 {
			loc = c.location()
			initial[loc] = c.add(place{}, loc, term.None)
		}
		known[e.Region] = append(known[e.Region], id)
		c.access(id, loc)
		if e.Kind == event.Read && source == 0 {
			c.why[memmodel.Edge{Relation: "rf", From: initial[loc], To: c.at[id]}] = c.rel.initial[id]
		}
		if e.Kind == event.Write {
			c.why[memmodel.Edge{Relation: "co", From: initial[loc], To: c.at[id]}] = e.Guard
		}
	}
}

// access adds one executed access.
func (c *candidate) access(id event.ID, loc int) {
	g := c.rel.Graph
	e := &g.Events[id]
	n := &g.Nodes[e.Node]
	p := place{thread: n.Thread, node: 2 * n.Index, point: -1, event: id, key: id}
	o, mode := scheme.Op{Kind: e.Kind.String()}, term.None
	if e.Point != 0 {
		at := &g.Points[e.Point]
		p.point, p.kind, o.Order, o.Update = at.Index, at.Kind, at.Order, at.Updates
		if at.Fail != ir.NonAtomic {
			mode = at.Modifies
			if !c.holds(mode) {
				o.Order = at.Fail
			}
		}
	}
	c.at[id] = c.code(o, p, loc, e.Guard, mode)
}

// fences adds the executed fences.
func (c *candidate) fences() {
	g := c.rel.Graph
	for i := 1; i < len(g.Points); i++ {
		if p := &g.Points[i]; p.Kind == event.PointFence && g.Nodes[p.Node].Kind == event.Fence && c.holds(p.Guard) {
			c.code(scheme.Op{Kind: "F", Order: p.Order}, c.pointAt(event.PointID(i)), 0, p.Guard, term.None)
		}
	}
}

// sections adds a full fence for each completed section of a library model, if the model is one of a processor.
func (c *candidate) sections() {
	if !c.model.Scheme.Processor() {
		return
	}
	for i := 1; i < len(c.rel.Graph.Nodes); i++ {
		if n := &c.rel.Graph.Nodes[i]; n.Model && c.holds(n.Step) {
			c.add(place{thread: n.Thread, node: 2 * n.Index, point: -1}, 0, n.Step, "F", c.model.Scheme.Full)
		}
	}
}

// pointAt returns the place of a point.
func (c *candidate) pointAt(id event.PointID) place {
	p := &c.rel.Graph.Points[id]
	at := place{thread: p.Thread, node: -1, point: p.Index, kind: p.Kind}
	if p.Node != 0 {
		at.node = 2 * c.rel.Graph.Nodes[p.Node].Index
	}
	return at
}

// synchronise adds the events of the HB arcs that hold. Of the arcs from one thread to one point, the last one implies
// the others.
func (c *candidate) synchronise() {
	type source struct {
		to   event.NodeID
		from event.ThreadID
	}
	g, first := c.rel.Graph, event.NodeID(len(c.rel.Graph.Nodes))
	last := make(map[source]*Arc)
	var list []source
	for i := range c.rel.Arcs {
		a := &c.rel.Arcs[i]
		if a.Kind != HB || !c.holds(a.Term) {
			continue
		}
		key := source{a.To, g.Points[a.From-first].Thread}
		old := last[key]
		if old == nil {
			list = append(list, key)
		}
		if old == nil || g.Points[a.From-first].Index > g.Points[old.From-first].Index {
			last[key] = a
		}
	}
	writes := make(map[event.NodeID]int)
	for _, key := range list {
		a := last[key]
		from, ok := writes[a.From]
		if !ok {
			from = c.between(c.pointAt(event.PointID(a.From-first)), c.location(), term.None, "W", "REL")
			writes[a.From] = from
		}
		to := c.between(c.pointAt(event.PointID(a.To-first)), c.x.Events[from].Loc, a.Term, "R", "ACQ")
		c.why[memmodel.Edge{Relation: "rf", From: from, To: to}] = a.Term
	}
}

// between adds an event between full fences, if the model has them.
func (c *candidate) between(p place, loc int, guard term.ID, tags ...string) int {
	full := c.model.Scheme.Full
	c.beside(p, -1, full, guard)
	id := c.add(p, loc, guard, tags...)
	c.beside(p, 1, full, guard)
	return id
}

// claimed adds the two accesses that the solver claims to race, and returns the number of their pair; -1: it claims
// none.
func (c *candidate) claimed() int {
	for i := range c.races {
		if r := &c.races[i]; c.holds(r.holds) {
			for _, number := range [...]int32{r.a, r.b} {
				t := &c.rel.Graph.Touches[number]
				p := c.pointAt(t.Point)
				p.behind = !t.At
				c.add(p, 0, term.None)
			}
			return i
		}
	}
	return -1
}

// relate adds a pair to a relation of the execution, with the term for which it is there.
func (c *candidate) relate(name string, a, b int, why term.ID) {
	c.x.Relations[name].Add(a, b)
	c.why[memmodel.Edge{Relation: name, From: a, To: b}] = why
}

// order fills in program order and the pairs of read-modify-writes.
func (c *candidate) order() {
	g, po, pairs := c.rel.Graph, c.x.Relations["po"], c.x.Relations[c.pairs]
	for i := range c.places {
		for j := range c.places {
			p, q := &c.places[i], &c.places[j]
			if p.thread == 0 || !p.before(q) {
				continue
			}
			po.Add(i, j)
			if p.event == 0 || q.event == 0 || p.point < 0 || p.point != q.point {
				continue
			}
			if e, f := &g.Events[p.event], &g.Events[q.event]; e.Kind == event.Read && f.Kind == event.Write && e.Region == f.Region && e.Index == f.Index {
				pairs.Add(i, j)
			}
		}
	}
}

// communication returns reads-from and coherence.
func (c *candidate) communication() (rf, co relation.Rel) {
	rf, co = relation.New(len(c.x.Events)), relation.New(len(c.x.Events))
	for i := range c.rel.Arcs {
		a := &c.rel.Arcs[i]
		name := "rf"
		if a.Kind == CO {
			name = "co"
		}
		from, ok := c.at[a.First]
		to, is := c.at[a.Second]
		if ok && is && (a.Kind == RF || a.Kind == CO) && c.holds(a.Term) {
			c.why[memmodel.Edge{Relation: name, From: from, To: to}] = a.Term
		}
	}
	for i := range c.places {
		for j := range c.places {
			p, q := &c.places[i], &c.places[j]
			if e, f := c.write(i), c.write(j); e != nil && f != nil && e.Node == f.Node && p.event < q.event && c.x.Events[i].Loc == c.x.Events[j].Loc {
				c.why[memmodel.Edge{Relation: "co", From: i, To: j}] = term.None
			}
		}
	}
	for e := range c.why {
		switch e.Relation {
		case "rf":
			rf.Add(e.From, e.To)
		case "co":
			co.Add(e.From, e.To)
		}
	}
	return rf, co
}

// write returns the write of the graph that an event is; nil: it is none.
func (c *candidate) write(i int) *event.Event {
	if e := &c.rel.Graph.Events[c.places[i].event]; c.places[i].event != 0 && e.Kind == event.Write {
		return e
	}
	return nil
}

// explain adds the literals to a clause that excludes the pairs of an explanation together. Events of one region
// keep their indices equal or different.
func (c *candidate) explain(edges []memmodel.Edge, sufficient bool, clause []sat.Lit) []sat.Lit {
	if !sufficient {
		for _, l := range c.t.trail {
			clause = c.t.falsify(l, clause)
		}
		return clause
	}
	because := func(t term.ID) {
		if t == term.None {
			return
		}
		l := c.t.of(c.lits[t])
		if c.t.value[l] < 0 {
			l = l.not()
		}
		clause = c.t.falsify(l, clause)
	}
	var involved []int
	seen := make([]bool, len(c.places))
	for _, e := range edges {
		because(c.why[e])
		for _, i := range [...]int{e.From, e.To} {
			if !seen[i] {
				seen[i] = true
				involved = append(involved, i)
				because(c.guards[i])
				because(c.modes[i])
			}
		}
	}
	g := c.rel.Graph
	for n, i := range involved {
		for _, j := range involved[:n] {
			e, f := &g.Events[c.places[i].event], &g.Events[c.places[j].event]
			if c.places[i].event != 0 && c.places[j].event != 0 && e.Region == f.Region && e.Index != f.Index {
				because(g.Terms.Eq(e.Index, f.Index))
			}
		}
	}
	return clause
}
