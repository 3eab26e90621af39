package consistency

import (
	"context"
	"embed"
	"fmt"
	"math/bits"

	"github.com/heddle-mc/heddle/internal/memmodel"
	"github.com/heddle-mc/heddle/internal/memmodel/relation"
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// A weaker memory model (Options.Model) judges complete executions. Regions that only library models access, locks
// and lives keep the axioms of the package comment. The others, which are weak, have RF and CO arcs that are no
// edges of from-read or coherence. So the theory keeps acyclic
//
//	po ∪ rf ∪ { ws, fr of regions that are not weak } ∪ sync
//
// When all literals are assigned, the events of weak regions become a candidate execution of package memmodel. If it
// violates an axiom, its explanation is a conflict clause (Haas, Meyer, Ponce de León: CAAT: consistency as a theory,
// OOPSLA 2022). A graph with fewer events or fewer edges has more executions, so an event whose place in program order
// is not known is left out, and only edges that each execution has are made:
//
//	atomic accesses     a read, a write, or a pair of both, at their point, with the order as tag
//	plain accesses      a read or write with the tag NA
//	fences              outside of sections
//	create, join        a release write to a location of its own, from which an acquire read in the other thread
//	channels, sections  reads: that is an edge of happens-before, and nothing else
//	races               two events without a tag, for the pair that the solver claims to race

//go:embed programs.cat
var programs embed.FS

// RC11 returns the model RC11 for Options.Model.
func RC11() (*memmodel.Model, error) { return memmodel.Load("programs.cat", programs) }

// weak is the part of the theory for a weaker model.
type weak struct {
	model *memmodel.Model
	rel   *Relations
	races []race
	lits  map[term.ID]sat.Lit // of the terms on which candidates depend
}

// findWeak finds the weak regions: events of the program, not only of library models, access them.
func (b *builder) findWeak() {
	b.weak = make([]bool, len(b.g.Regions))
	for i := 1; i < len(b.g.Events); i++ {
		e := &b.g.Events[i]
		if b.g.Regions[e.Region].Kind == event.Data && (e.Point != 0 || !b.g.Nodes[e.Node].Model) {
			b.weak[e.Region] = true
		}
	}
}

// isWeak reports whether a region is weak; without a model, no region is.
func (b *builder) isWeak(r event.RegionID) bool { return b.weak != nil && b.weak[r] }

// weakly makes the CO arcs between write i of a weak region and the writes of other nodes before it. Each two writes
// that may be executed at one index have an order.
func (b *builder) weakly(a *area, i int) {
	for j := range a.writes[:i] {
		x, y := a.writes[j], a.writes[i]
		n, m := b.g.Events[x].Node, b.g.Events[y].Node
		both := b.terms.And(b.g.Events[x].Guard, b.hit(y, x))
		if n == m || both == term.False || !b.together(x, y) {
			continue
		}
		first := term.True
		switch {
		case b.must.Before(n, m):
		case b.must.Before(m, n):
			first = term.False
		default:
			first = b.terms.Var("co", term.Bool)
		}
		for _, a := range [...]Arc{b.arc(CO, x, y, b.terms.And(both, first)), b.arc(CO, y, x, b.terms.And(both, b.terms.Not(first)))} {
			if a.Term != term.False {
				b.add(a)
			}
		}
	}
}

// claims returns the pairs of accesses that may race. At most one claim holds: the solver selects it.
func (h *happens) claims(ctx context.Context) ([]race, error) {
	var list []race
	err := h.conflicts(ctx, func(a, b int32, overlap term.ID) {
		list = append(list, race{a, b, h.terms.Conj(overlap, h.g.Touches[a].Guard, h.g.Touches[b].Guard)})
	})
	width := uint(bits.Len(uint(len(list) + 1)))
	chosen := h.terms.Var("claim", term.BV(width))
	for i := range list {
		list[i].holds = h.terms.And(list[i].holds, h.terms.Eq(chosen, h.terms.Uint(uint64(i+1), width)))
	}
	return list, err
}

// Named describes the first violation, or else the race, in the model of the last Check, under Options.Model.
//
// requires: the last check was Check, and satisfiable.
func (e *Encoding) Named() string {
	at := func(p ir.Pos) string { return p.Text(e.g.Program.Files) }
	for i, v := range e.violated {
		if o := &e.g.Obligations[i]; e.holds(v) {
			return fmt.Sprintf("one violates %s at %s", o.Property, at(o.Pos))
		}
	}
	for i := range e.races {
		if r := &e.races[i]; e.holds(r.holds) {
			return fmt.Sprintf("in one of them nothing orders the accesses at %s and %s", at(e.g.Touches[r.a].Pos), at(e.g.Touches[r.b].Pos))
		}
	}
	return ""
}

// newWeak collects the literals of a weaker model.
func newWeak(host solver.Host, model *memmodel.Model, rel *Relations, races []race) *weak {
	w := &weak{model: model, rel: rel, races: races, lits: make(map[term.ID]sat.Lit)}
	need := func(list ...term.ID) {
		for _, t := range list {
			if _, ok := w.lits[t]; !ok && t != term.None {
				w.lits[t] = host.Literal(t)
			}
		}
	}
	g := rel.Graph
	indices := make([][]term.ID, len(g.Regions))
	for i := 1; i < len(g.Events); i++ {
		e := &g.Events[i]
		if !rel.weak[e.Region] {
			continue
		}
		need(e.Guard, rel.initial[event.ID(i)])
		for _, other := range indices[e.Region] {
			need(g.Terms.Eq(other, e.Index))
		}
		if e.Index != term.None {
			indices[e.Region] = append(indices[e.Region], e.Index)
		}
	}
	for i := 1; i < len(g.Points); i++ {
		need(g.Points[i].Guard, g.Points[i].Modifies)
	}
	for i := range rel.Arcs {
		need(rel.Arcs[i].Term)
	}
	for i := range races {
		need(races[i].holds)
	}
	return w
}

// place is the place of an event of a candidate in its thread.
type place struct {
	thread event.ThreadID
	node   int32 // twice the index of its node; plus 1: it comes after that node
	point  int32 // the index of its point; -1: it is a plain access
	kind   event.PointKind
	behind bool     // it comes after its point
	event  event.ID // 0: no access of a weak region
}

// before reports whether program order has the pair, as far as it is known within nodes.
func (p *place) before(q *place) bool {
	switch {
	case p.thread != q.thread:
		return false
	case p.point >= 0 && q.point >= 0 && p.point != q.point:
		return p.point < q.point
	case p.point >= 0 && q.point >= 0:
		return !p.behind && q.behind || p.behind == q.behind && p.event < q.event
	case p.node != q.node:
		return p.node < q.node
	case p.point < 0 && q.point < 0:
		return p.event < q.event
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
	count  int // of locations
}

// judge reports a conflict if the executed events violate an axiom of the model.
func (w *weak) judge(t *theory, out *sat.Theory) {
	c := &candidate{weak: w, t: t, at: make(map[event.ID]int), why: make(map[memmodel.Edge]term.ID)}
	c.accesses()
	c.fences()
	c.synchronise()
	claimed := c.claimed()
	n := len(c.x.Events)
	c.x.Relations = map[string]relation.Rel{"po": relation.New(n), "amo": relation.New(n), "claim": relation.New(n)}
	if claimed >= 0 {
		c.relate("claim", n-2, n-1, w.races[claimed].holds)
	}
	c.order()
	rf, co := c.communication()
	checker := w.model.Prepare(&c.x)
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

// orderTags are the tags of memory orders.
var orderTags = [...]string{ir.NonAtomic: "NA", ir.Relaxed: "RLX", ir.Consume: "ACQ", ir.Acquire: "ACQ", ir.Release: "REL", ir.AcqRel: "ACQ_REL", ir.SeqCst: "SC"}

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
	p := place{thread: n.Thread, node: 2 * n.Index, point: -1, event: id}
	order, mode := ir.NonAtomic, term.None
	if e.Point != 0 {
		at := &g.Points[e.Point]
		p.point, p.kind, order = at.Index, at.Kind, at.Order
		if at.Fail != ir.NonAtomic {
			mode = at.Modifies
			if !c.holds(mode) {
				order = at.Fail
			}
		}
	}
	c.at[id] = c.add(p, loc, e.Guard, e.Kind.String(), orderTags[order])
	c.modes[c.at[id]] = mode
}

// fences adds the executed fences.
func (c *candidate) fences() {
	g := c.rel.Graph
	for i := 1; i < len(g.Points); i++ {
		if p := &g.Points[i]; p.Kind == event.PointFence && g.Nodes[p.Node].Kind == event.Fence && c.holds(p.Guard) {
			c.add(c.pointAt(event.PointID(i)), 0, p.Guard, "F", orderTags[p.Order])
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
			from = c.add(c.pointAt(event.PointID(a.From-first)), c.location(), term.None, "W", "REL")
			writes[a.From] = from
		}
		to := c.add(c.pointAt(event.PointID(a.To-first)), c.x.Events[from].Loc, a.Term, "R", "ACQ")
		c.why[memmodel.Edge{Relation: "rf", From: from, To: to}] = a.Term
	}
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
	g, po := c.rel.Graph, c.x.Relations["po"]
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
				c.x.Relations["amo"].Add(i, j)
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
