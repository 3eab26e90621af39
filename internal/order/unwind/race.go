package unwind

import (
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// For the property race the graph has the accesses to objects that several threads access, and the points
// at which threads synchronise (event.Point, event.Touch). They stand beside the events, which are as for
// other properties: events determine the values that a thread reads, accesses the races. Only atomic
// accesses are events even if their values are known, since synchronisation depends on the write that is
// read.
//
// Accesses and synchronisation are defined as in package interp.

// racing collects the accesses and points of one pass.
type racing struct {
	attempts []attempted // accesses in sections, which may not be completed
	awaited  []joinPoint
}

// attempted is something inside a section.
type attempted struct {
	section *section
	index   int
	what    attemptedKind
	covered term.ID // of a read: the section wrote it before
}

type attemptedKind uint8

const (
	attemptedPoint attemptedKind = iota
	attemptedTouch
	attemptedWrite // of the section's node
	attemptedRead  // of the section's node
)

// joinPoint is a point of a join whose target may not be known yet.
type joinPoint struct {
	point  event.PointID
	target *instance
}

// races reports whether the graph has points and touches.
func (o *Options) races() bool { return o.Property == verdict.Race || o.Weak }

// point records that the thread synchronises in a node.
func (t *thread) point(st *state, n *node, p event.Point) event.PointID {
	u := t.u
	if !u.opts.races() {
		return 0
	}
	if len(u.graph.Points) == 0 {
		u.graph.Points = make([]event.Point, 1)
	}
	id := event.PointID(len(u.graph.Points))
	th := &u.graph.Threads[t.id]
	p.Thread, p.Index = t.id, int32(len(th.Points))
	if n != nil {
		p.Node = n.id
	}
	if p.Guard == term.None {
		p.Guard = st.path.term
	}
	if st.section != nil {
		u.racing.attempts = append(u.racing.attempts, attempted{st.section, int(id), attemptedPoint, term.None})
	}
	th.Points = append(th.Points, id)
	u.graph.Points = append(u.graph.Points, p)
	return id
}

func (t *thread) channel(st *state, f *frame, in *ir.Instr) bool {
	if !t.u.opts.races() {
		return true
	}
	if st.section == nil {
		return t.unsupported(st, in.Op.String()+" outside an atomic section")
	}
	kind := event.PointSend
	if in.Op == ir.OpRecv {
		kind = event.PointRecv
	}
	t.point(st, st.section.node, event.Point{
		Kind: kind, Channel: t.u.vector(t.u.bits(t.arg(st, f, in.Args[0]))), Number: t.u.vector(t.u.bits(t.arg(st, f, in.Args[1]))),
	})
	return true
}

// joined records that a thread is joined.
func (t *thread) joined(st *state, n *node, target *instance, cond term.ID) {
	if id := t.point(st, n, event.Point{Kind: event.PointJoin, Guard: t.terms.And(st.path.term, cond)}); id != 0 {
		t.u.racing.awaited = append(t.u.racing.awaited, joinPoint{id, target})
	}
}

// quiet reports whether the thread is in the bookkeeping of a library model.
func (st *state) quiet() bool { return st.section != nil && st.kinds&1 != 0 }

// maxNested bounds the nesting of atomic sections when their kinds matter.
const maxNested = 60

// nest records the kind of a section that begins.
func (t *thread) nest(st *state, in *ir.Instr) bool {
	st.kinds <<= 1
	if ir.SectionKind(in.Sub) == ir.ModelSection {
		st.kinds |= 1
	}
	if st.depth > maxNested && t.u.opts.races() {
		return t.unsupported(st, "atomic sections nested this deep")
	}
	return true
}

// synchronise makes the point of an atomic access that is about to be executed.
func (t *thread) synchronise(st *state, a *access, in *ir.Instr) {
	t.atomic = 0
	if !t.u.opts.races() || in.Order == ir.NonAtomic || st.quiet() {
		return
	}
	if a.node != nil {
		t.atomic = t.point(st, a.node, event.Point{Kind: event.PointAtomic, Order: in.Order, Fail: in.Fail, Modifies: term.False,
			Updates: in.Op == ir.OpRMW || in.Op == ir.OpCmpXchg})
	}
}

// stepwise reports whether each access to a cell in a section is an event of its own, which does not take
// its value from the section's overlay. This is so if some access in a section is atomic and not only a
// library model's, and other threads use the cell.
func (t *thread) stepwise(st *state, c *cell, order ir.MemOrder) bool {
	if !c.stepwise && st.section != nil && t.pointOf(c, order) != 0 {
		c.stepwise, t.u.w.changed = true, true
	}
	return c.stepwise
}

// wroteStep records that the last event of a section's node is a write. It is one only if the section is
// completed.
func (t *thread) wroteStep(st *state, p place, guard term.ID, v value) {
	sec := st.section
	sec.steps = append(sec.steps, sectionWrite{cell: p.c, index: t.eventIndex(p), guard: guard, value: v})
	t.u.racing.attempts = append(t.u.racing.attempts, attempted{sec, len(sec.node.events) - 1, attemptedWrite, term.None})
}

// readStep reads a granule stepwise in a section; v is the value of the event. A section also reads its own
// earlier writes if it is not completed, although these are no events then.
func (t *thread) readStep(st *state, n *node, p place, guard term.ID, v value, order ir.MemOrder) value {
	s, sec := t.terms, st.section
	index := t.eventIndex(p)
	t.event(n, event.Read, p.c, index, guard, t.u.bits(v), order)
	covered := term.False
	for _, w := range sec.steps {
		if w.cell != p.c {
			continue
		}
		hit := w.guard
		if index != term.None {
			hit = s.And(hit, s.Eq(w.index, index))
		}
		covered = s.Or(covered, hit)
		v = t.u.merge(hit, w.value, v)
	}
	if covered != term.False {
		t.u.racing.attempts = append(t.u.racing.attempts, attempted{sec, len(sec.node.events) - 1, attemptedRead, covered})
	}
	return v
}

// pointOf returns the point that events of a cell with an order belong to.
func (t *thread) pointOf(c *cell, order ir.MemOrder) event.PointID {
	if order == ir.NonAtomic || c.kind != event.Data {
		return 0
	}
	return t.atomic
}

// mustSee reports whether a read needs an event even if its value is known: it
// belongs to an atomic access, and others write the cell. In a weaker memory model, acquire reads and those of updates
// order what follows in any case.
func (t *thread) mustSee(c *cell, order ir.MemOrder) bool {
	at := t.pointOf(c, order)
	if at == 0 {
		return false
	}
	if t.u.opts.Weak && (order.Acquires() || t.u.graph.Points[at].Updates) {
		return true
	}
	for _, w := range c.writers {
		if w.thread != t.inst {
			return true
		}
	}
	return false
}

// touched records a load, a store or a read-modify-write, which writes under the condition modifies.
func (t *thread) touched(st *state, a *access, in *ir.Instr, modifies term.ID) {
	if !t.u.opts.races() || st.quiet() {
		return
	}
	before, size := in.Location(0, in.Type.Bytes(t.u.w.prog.Model))
	kind := func(order ir.MemOrder) event.TouchKind {
		if t.u.w.prog.Excuses(order) {
			return event.TouchAtomic
		}
		return 0
	}
	reads := in.Order
	if in.Op == ir.OpCmpXchg {
		reads = in.Fail
	}
	if t.atomic != 0 {
		t.u.graph.Points[t.atomic].Modifies = modifies
	}
	for _, c := range a.cases {
		if before != 0 {
			c.off = t.terms.Add(c.off, t.u.ptrConst(uint64(before)))
		}
		if modifies != term.False {
			t.touch(st, a.node, c, size, kind(in.Order)|event.TouchWrite, modifies, "write")
		}
		if modifies != term.True {
			t.touch(st, a.node, c, size, kind(reads), t.terms.Not(modifies), "read")
		}
	}
}

// born records that an object begins with a value, and freed that it is freed if cond holds: both write all
// of it. The end of a scope, or of a finished thread's objects, is no access (C11 5.1.2.4 is about
// evaluations).
func (t *thread) born(st *state, o *object) {
	if t.u.opts.races() {
		t.atomic = 0
		t.touch(st, nil, target{obj: o, off: t.u.ptrConst(0), cond: term.True}, o.size, event.TouchWrite|event.TouchBirth, term.True, "initialisation")
	}
}

func (t *thread) freed(st *state, n *node, o *object, cond term.ID) {
	if !t.u.opts.races() || o.kind != kindHeap {
		return
	}
	t.atomic = 0
	cond = t.terms.And(cond, t.u.visible(st, o))
	t.touch(st, n, target{obj: o, off: t.u.ptrConst(0), cond: cond}, o.size, event.TouchWrite|event.TouchFree, term.True, "free")
}

// touch records an access to bytes of an object, under the path, cond and the case of the pointer. n is nil
// if it is no visible operation. Objects that a single thread accesses do not matter.
func (t *thread) touch(st *state, n *node, c target, size int64, kind event.TouchKind, cond term.ID, what string) {
	u := t.u
	o := c.obj
	if o.model || o.constant || o.kind == kindFunc || size == 0 {
		return
	}
	switch {
	case o.toucher == nil:
		o.toucher = t.inst
		return
	case !o.touched && o.toucher == t.inst:
		return
	case !o.touched:
		o.touched, u.w.changed = true, true
	}
	guard := u.terms.Conj(st.path.term, c.cond, cond)
	if guard == term.False {
		return
	}
	points := u.graph.Threads[t.id].Points
	e := event.Touch{
		Kind: kind, Thread: t.id, Node: t.last, Guard: guard, Object: u.objectOf(o), Offset: c.off, Size: size,
		Point: points[len(points)-1], At: t.atomic != 0, What: what,
	}
	if e.At {
		e.Point = t.atomic
	}
	if n != nil {
		e.Node, e.Inside = n.id, true
	}
	if st.section != nil {
		u.racing.attempts = append(u.racing.attempts, attempted{st.section, len(u.graph.Touches), attemptedTouch, term.None})
	}
	e.Func, e.Pos = t.where()
	u.graph.Touches = append(u.graph.Touches, e)
}

// halts records that the process ends here under cond. If it ends in a section of the program, the section
// is attempted, and its accesses count; nothing comes after it.
func (t *thread) halts(st *state, cond term.ID) {
	if sec := st.section; sec != nil && sec.program && t.u.opts.races() {
		sec.attempt = true
		sec.halts = append(sec.halts, t.terms.And(st.path.term, cond))
	}
}

// closeRaces restricts the accesses and points in sections to completed sections, and records which threads
// are joined.
func (u *unwinder) closeRaces() {
	s, g := u.terms, u.graph
	var ends []event.Touch
	for _, a := range u.racing.attempts {
		var guard *term.ID
		switch a.what {
		case attemptedPoint:
			guard = &g.Points[a.index].Guard
		case attemptedTouch:
			guard = &g.Touches[a.index].Guard
		case attemptedWrite, attemptedRead:
			guard = &a.section.node.events[a.index].Guard
		}
		halts := s.Disj(a.section.halts...)
		if halts != term.False {
			a.section.node.inside = true // it stays although it is never completed
		}
		switch {
		case a.what == attemptedRead:
			*guard = s.And(*guard, s.Or(s.Not(a.covered), a.section.node.Step))
		case a.what == attemptedPoint:
			*guard = s.And(*guard, s.Or(a.section.node.Step, halts))
		case a.what == attemptedTouch && halts != term.False:
			last := g.Touches[a.index]
			if last.Guard, last.Last = s.And(*guard, halts), true; last.Guard != term.False {
				ends = append(ends, last)
			}
			fallthrough
		default:
			*guard = s.And(*guard, a.section.node.Step)
		}
	}
	g.Touches = append(g.Touches, ends...)
	for _, j := range u.racing.awaited {
		if t := u.unwound(j.target); t != nil {
			g.Points[j.point].Other = t.id
		}
	}
}

// needRaces keeps the terms on which races depend: conditions and offsets of accesses, channels in use, and
// the values that atomic accesses read.
func (c *cone) needRaces() {
	g := c.u.graph
	for i := range g.Touches {
		c.need(g.Touches[i].Guard, g.Touches[i].Offset)
	}
	for i := range g.Points {
		p := &g.Points[i]
		c.need(p.Guard, p.Modifies, p.Channel, p.Number)
	}
	for _, n := range c.u.nodes[1:] {
		for i := range n.events {
			if e := &n.events[i]; e.Point != 0 {
				c.keep(e.Region)
			}
		}
	}
}
