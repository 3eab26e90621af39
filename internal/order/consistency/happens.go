package consistency

import (
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Happens-before (semantics 10) is a second graph beside that of the order. Its vertices are the points at
// which threads synchronise (event.Point), a chain per thread, and release heads. Its arcs depend on terms
// that the order has as well:
//
//	creation, join        begin and end of the thread
//	send(c) → recv(c)     if the send's node comes first
//	leave → enter         of two sections of the program, if the first comes first
//	w → r                 rf(w, r): r acquires, and w is in a release sequence
//
// A release head stands for the synchronisation that the value of a write carries, if that is not simply
// the past of its thread (C11 5.1.2.4p10, 7.17.4):
//
//	w → c(w)              w releases, or a release fence comes before it
//	c(w0) → c(w)          rf(w0, w): w is a read-modify-write
//	h → c(w)              h, earlier in the thread of w, releases, and no other thread
//	                      writes in between but by read-modify-writes
//	c(w) → r, or f        rf(w, r): r acquires, or the acquire fence f comes after it
//
// Both graphs are disjoint, so one theory, or one set of clocks, keeps both acyclic. Vertices have the
// numbers after those of the nodes.

// happens builds the graph.
type happens struct {
	*builder
	first   event.NodeID   // the vertex of point 0, which is unused
	carry   []event.NodeID // by event: the release head of a write; -1: not known yet
	between map[nodePair]bool
}

// happensBefore adds the graph to the relations.
func (b *builder) happensBefore() *happens {
	h := b.synchronisation()
	for e := 1; e < len(b.g.Events); e++ {
		if ev := &b.g.Events[e]; ev.Kind == event.Read && ev.Point != 0 {
			h.learns(event.ID(e))
		}
	}
	return h
}

// synchronisation adds the part of the graph that does not come from atomic accesses.
func (b *builder) synchronisation() *happens {
	h := &happens{builder: b, first: event.NodeID(len(b.g.Nodes)), carry: make([]event.NodeID, len(b.g.Events)), between: make(map[nodePair]bool)}
	for e := range h.carry {
		h.carry[e] = -1
	}
	b.rel.vertices = len(b.g.Nodes) + len(b.g.Points)
	for t := range b.g.Threads {
		var chain []event.NodeID
		for _, p := range b.g.Threads[t].Points {
			chain = append(chain, h.vertex(p))
		}
		b.rel.chains = append(b.rel.chains, chain)
	}
	h.threads()
	h.channels()
	h.programSections()
	return h
}

func (h *happens) vertex(p event.PointID) event.NodeID { return h.first + event.NodeID(p) }

// arcIf adds an arc of happens-before.
func (h *happens) arcIf(from, to event.NodeID, holds term.ID) {
	if p, q := h.pointAt(from), h.pointAt(to); p != nil && q != nil && p.Thread == q.Thread {
		return // program order
	}
	if from != 0 && from != to && holds != term.False {
		h.add(Arc{Kind: HB, From: from, To: to, Term: holds})
	}
}

// pointAt returns the point of a vertex; nil: it is a release head.
func (h *happens) pointAt(v event.NodeID) *event.Point {
	if i := int(v - h.first); i < len(h.g.Points) {
		return &h.g.Points[max(i, 0)]
	}
	return nil
}

// threads adds the arcs of creation and join.
func (h *happens) threads() {
	for i := 1; i < len(h.g.Points); i++ {
		p := &h.g.Points[i]
		if p.Other == 0 {
			continue
		}
		list := h.g.Threads[p.Other].Points
		switch {
		case len(list) == 0:
		case p.Kind == event.PointSpawn:
			h.arcIf(h.vertex(event.PointID(i)), h.vertex(list[0]), term.True)
		case p.Kind == event.PointJoin:
			last := list[len(list)-1]
			if end := &h.g.Points[last]; end.Kind == event.PointEnd {
				h.arcIf(h.vertex(last), h.vertex(event.PointID(i)), h.terms.And(p.Guard, end.Guard))
			}
		}
	}
}

func (h *happens) ofKind(kind event.PointKind) []event.PointID {
	var list []event.PointID
	for i := 1; i < len(h.g.Points); i++ {
		if p := &h.g.Points[i]; p.Kind == kind && p.Guard != term.False {
			list = append(list, event.PointID(i))
		}
	}
	return list
}

// channels adds the arcs from each send to the later receives on its channel.
func (h *happens) channels() {
	recvs := h.ofKind(event.PointRecv)
	for _, s := range h.ofKind(event.PointSend) {
		from := &h.g.Points[s]
		for _, r := range recvs {
			to := &h.g.Points[r]
			same := h.terms.And(h.terms.Eq(from.Channel, to.Channel), h.terms.Eq(from.Number, to.Number))
			h.inOrderOf(s, r, same)
		}
	}
}

// programSections adds the arcs between sections of the program.
func (h *happens) programSections() {
	enters := h.ofKind(event.PointEnter)
	for _, l := range h.ofKind(event.PointLeave) {
		for _, e := range enters {
			h.inOrderOf(l, e, term.True)
		}
	}
}

// inOrderOf adds the arc between two points of different threads, under the conditions that cond holds and
// that the node of the first precedes the node of the second.
func (h *happens) inOrderOf(p, q event.PointID, cond term.ID) {
	from, to := &h.g.Points[p], &h.g.Points[q]
	if from.Thread == to.Thread || cond == term.False || h.known.exclude(from.Guard, to.Guard) ||
		h.must.Before(from.Node, to.Node) || h.must.Before(to.Node, from.Node) {
		return // where the first must precede the second, create and join order them
	}
	both := h.terms.Conj(from.Guard, to.Guard, cond)
	if both == term.False {
		return
	}
	h.arcIf(h.vertex(p), h.vertex(q), h.terms.And(both, h.precedence(from.Node, from.Guard, to.Node, to.Guard)))
}

// precedence returns a Bool for "node n comes before node m", valid if both guards hold. It makes a new one
// if their order is not fixed.
func (h *happens) precedence(n event.NodeID, guard term.ID, m event.NodeID, other term.ID) term.ID {
	switch {
	case h.must.Before(n, m):
		return term.True
	case h.must.Before(m, n):
		return term.False
	}
	for l := range h.locks {
		if i := h.sectionAt(&h.locks[l], n, guard); i >= 0 {
			if j := h.sectionAt(&h.locks[l], m, other); j >= 0 {
				return h.inOrder(&h.locks[l].sections[i], &h.locks[l].sections[j])
			}
		}
	}
	first := h.builder.first(n, m)
	key := nodePair{min(n, m), max(n, m)}
	if !h.between[key] {
		h.between[key] = true
		both := h.terms.And(h.g.Nodes[n].Guard, h.g.Nodes[m].Guard)
		h.add(Arc{Kind: SO, From: n, To: m, Term: h.terms.And(both, first)})
		h.add(Arc{Kind: SO, From: m, To: n, Term: h.terms.And(both, h.terms.Not(first))})
	}
	return first
}

// learns adds the arcs into an atomic read: from the release heads of the writes that it may see.
func (h *happens) learns(r event.ID) {
	e := &h.g.Events[r]
	p := &h.g.Points[e.Point]
	when := h.acquiring(p)
	fences := h.fencesAfter(e.Point)
	if when == term.False && len(fences) == 0 {
		return
	}
	for _, seen := range h.seenBy(r) {
		rf, from := seen.holds, h.releaseHead(seen.write)
		if from == 0 {
			continue
		}
		h.arcIf(from, h.vertex(e.Point), h.terms.And(rf, when))
		for _, f := range fences {
			h.arcIf(from, h.vertex(f), h.terms.And(rf, h.g.Points[f].Guard))
		}
	}
}

// seen is a write that a read sees when holds does.
type seen struct {
	write event.ID
	holds term.ID
}

// seenBy lists the writes that a read may see, including those of its node.
func (h *happens) seenBy(r event.ID) []seen {
	var list []seen
	e := &h.g.Events[r]
	last := e.Guard
	for w := r - 1; w >= h.g.Nodes[e.Node].First && last != term.False; w-- {
		if f := &h.g.Events[w]; f.Kind == event.Write && f.Region == e.Region {
			hit := h.hit(w, r)
			list = append(list, seen{w, h.terms.And(last, hit)})
			last = h.terms.And(last, h.terms.Not(hit))
		}
	}
	for _, id := range h.rel.Into[r] {
		list = append(list, seen{h.rel.Arcs[id].First, h.rel.Arcs[id].Term})
	}
	return list
}

// acquiring returns the condition under which an atomic access acquires.
func (h *happens) acquiring(p *event.Point) term.ID {
	if p.Fail == ir.NonAtomic {
		return h.terms.Bool(p.Order.Acquires())
	}
	return h.terms.Ite(p.Modifies, h.terms.Bool(p.Order.Acquires()), h.terms.Bool(p.Fail.Acquires()))
}

// fencesAfter lists the acquire fences after a point that no other such fence must
// come before.
func (h *happens) fencesAfter(p event.PointID) []event.PointID {
	return h.fences(p, ir.MemOrder.Acquires, +1)
}

// fencesBefore lists the release fences before a point that no other such fence
// must come after.
func (h *happens) fencesBefore(p event.PointID) []event.PointID {
	return h.fences(p, ir.MemOrder.Releases, -1)
}

// fences lists fences of the thread of a point in one direction.
func (h *happens) fences(at event.PointID, is func(ir.MemOrder) bool, step int32) []event.PointID {
	from := &h.g.Points[at]
	points := h.g.Threads[from.Thread].Points
	var list []event.PointID
next:
	for i := from.Index + step; i >= 0 && int(i) < len(points); i += step {
		f := &h.g.Points[points[i]]
		if f.Kind != event.PointFence || !is(f.Order) || h.known.exclude(f.Guard, from.Guard) {
			continue
		}
		for _, g := range list {
			if h.known.implies(f.Guard, h.g.Points[g].Guard) {
				continue next
			}
		}
		list = append(list, points[i])
		if h.known.implies(from.Guard, f.Guard) {
			break
		}
	}
	return list
}

// releaseHead returns the vertex for the synchronisation that a write carries; 0: none.
func (h *happens) releaseHead(w event.ID) event.NodeID {
	if h.carry[w] >= 0 {
		return h.carry[w]
	}
	e := &h.g.Events[w]
	p := &h.g.Points[e.Point]
	reads := h.readsOf(w)
	release := e.Point != 0 && p.Order.Releases()
	if release && (len(reads) == 0 || p.Order.Acquires()) {
		h.carry[w] = h.vertex(e.Point) // and it is in its own past
		return h.carry[w]
	}
	c := event.NodeID(h.rel.vertices)
	if len(reads) > 0 {
		h.carry[w] = c // the write from which it reads may read from it in another execution
		h.rel.vertices++
		h.rel.chains = append(h.rel.chains, []event.NodeID{c})
	}
	count := len(h.rel.Arcs)
	switch {
	case release:
		h.arcIf(h.vertex(e.Point), c, term.True)
	case e.Point != 0:
		for _, f := range h.fencesBefore(e.Point) {
			h.arcIf(h.vertex(f), c, h.terms.And(h.g.Points[f].Guard, e.Guard))
		}
	}
	for _, r := range reads {
		same := h.terms.And(e.Guard, h.sameIndex(w, r))
		for _, seen := range h.seenBy(r) {
			h.arcIf(h.releaseHead(seen.write), c, h.terms.And(seen.holds, same))
		}
	}
	if len(reads) == 0 {
		h.continues(w, c)
		h.carry[w] = 0
		if len(h.rel.Arcs) > count {
			h.carry[w] = c
			h.rel.vertices++
			h.rel.chains = append(h.rel.chains, []event.NodeID{c})
		}
	}
	return h.carry[w]
}

// readsOf lists the reads that belong to a write of a read-modify-write.
func (h *happens) readsOf(w event.ID) []event.ID {
	e := &h.g.Events[w]
	if e.Point == 0 {
		return nil
	}
	var list []event.ID
	for r := h.g.Nodes[e.Node].First; r < w; r++ {
		if f := &h.g.Events[r]; f.Kind == event.Read && f.Point == e.Point && f.Region == e.Region && h.sameIndex(r, w) != term.False {
			list = append(list, r)
		}
	}
	return list
}

// continues adds the arcs of the release sequences of its own thread that a write
// continues.
func (h *happens) continues(w event.ID, c event.NodeID) {
	e := &h.g.Events[w]
	writes := h.writesOf(e.Region)
	for i := len(writes) - 1; i >= 0; i-- {
		head := writes[i]
		f := &h.g.Events[head]
		if h.node(head).Thread != h.node(w).Thread || !h.precedes(head, w) || f.Point == 0 || !h.together(head, w) {
			continue
		}
		cond := h.terms.Conj(f.Guard, e.Guard, h.sameIndex(head, w))
		for _, x := range writes {
			if h.node(x).Thread != h.node(w).Thread && len(h.readsOf(x)) == 0 && h.together(x, w) {
				cond = h.terms.And(cond, h.outside(x, head, w))
			}
		}
		if cond == term.False {
			continue
		}
		if h.g.Points[f.Point].Order.Releases() {
			h.arcIf(h.vertex(f.Point), c, cond)
			if h.overwrites(head, w) {
				// If the release sequence of this head does not reach w, those of earlier heads do not
				// either. If it does, its arc covers theirs: they come before it in its thread.
				return
			}
			continue
		}
		for _, fence := range h.fencesBefore(f.Point) {
			h.arcIf(h.vertex(fence), c, h.terms.And(cond, h.g.Points[fence].Guard))
		}
	}
}

// writesOf lists the writes to a region; the writes of a thread are in program order.
func (h *happens) writesOf(r event.RegionID) []event.ID {
	for _, a := range h.work {
		if a.region == r {
			return a.writes
		}
	}
	return nil
}

// outside returns the Bool that a write of another thread does not come between
// two writes to the index of the second, whose order with it then matters.
func (h *happens) outside(x, head, w event.ID) term.ID {
	n := h.g.Events[x].Node
	before := h.precedence(n, h.g.Events[x].Guard, h.g.Events[head].Node, h.g.Events[head].Guard)
	after := h.precedence(h.g.Events[w].Node, h.g.Events[w].Guard, n, h.g.Events[x].Guard)
	if after != term.True {
		h.rel.breaks = append(h.rel.breaks, sequenceBreak{x, w, after})
	}
	return h.terms.Disj(h.terms.Not(h.hit(x, w)), before, after)
}

// sequenceBreak is a write that ends a release sequence of another thread for a
// later write unless it comes after that.
type sequenceBreak struct {
	write, later event.ID
	after        term.ID
}
