package weak

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/race"
)

// Access implements interp.Memory.
func (r *run) Access(t *interp.Thread, a *interp.Access) interp.Permission {
	th := t.ID()
	r.settle(th)
	id := r.following(th)
	if id == absent && r.free != th || id != absent && !r.ready(id) {
		return interp.Hold
	}
	loc, err := r.locations.of(a)
	if err != nil {
		r.refuse(err.Error())
		return interp.Abandon
	}
	if _, ok := r.initials[loc]; !ok {
		b := r.m.Bytes(a.Object, a.Offset, a.Size)
		r.initials[loc] = b
	}
	if from := r.initials[loc]; !from.Blank() && !r.reachable(t, a) {
		r.refuse("an access to an object whose address was published without synchronisation")
		return interp.Abandon
	}
	if a.Field && r.opts.Properties.Has(verdict.Uninit) { // its unit is no copy of that which the thread read
		r.refuse("a bit-field, for the property uninit")
		return interp.Abandon
	}
	r.touched(a.Object, loc)
	if a.Kind == interp.WriteAccess {
		return interp.Proceed
	}
	e := event{thread: th, kind: read, order: a.Order, loc: loc, update: a.Kind == interp.UpdateAccess}
	if a.Kind == interp.UpdateAccess && a.Fail != ir.SeqCst {
		e.order = a.Fail // what holds for the order of a success as well; acquired checks the rest
	}
	if id == absent {
		r.offer(e, t.Where().Pos)
		id = r.read(e)
	} else {
		r.g.events[id].order = e.order
		if !r.verify(id) {
			return interp.Abandon
		}
	}
	r.locate(id, t)
	r.facts[id].depends = a.Dependencies
	r.m.Identify(r.numberOf(id))
	r.steps[len(r.steps)-1].access = id
	r.pending, r.fail = id, a.Fail
	if a.Kind == interp.ReadAccess {
		r.fail = a.Order
	}
	from := r.initials[loc]
	if w := r.g.events[id].from; r.g.events[id].kind == promise {
		from = r.cycles.values[loc][w]
	} else if w >= 0 {
		from = r.values[w]
	} else if !from.HasValue() && !r.opts.Properties.Has(verdict.Uninit) {
		r.refuse(unwritten)
		return interp.Abandon
	}
	r.m.Recall(a.Object, a.Offset, &from)
	if a.Kind == interp.ReadAccess {
		r.settle(th)
	}
	return interp.Proceed
}

// ready reports whether an event of the graph may be executed now: its write was executed and, if it is the
// last one, every other event.
func (r *run) ready(id int32) bool {
	e := &r.g.events[id]
	if id == r.last && r.left > 1 && !r.early {
		return false
	}
	if e.kind == read && e.from >= 0 && !r.facts[e.from].done {
		return false
	}
	return !e.section || e.kind != read || r.sectionReady(id)
}

// reachable reports whether a thread can only find the contents that an object of another thread had when it
// appeared, or later ones.
func (r *run) reachable(t *interp.Thread, a *interp.Access) bool {
	b, ok := r.appeared[a.Object]
	if !ok || b.owner == t.ID() {
		return true
	}
	known := r.view(t.ID()).before
	if r.model.total || r.model.stores {
		known = r.view(t.ID()).past
	}
	return known.count(b.owner) >= b.index
}

// read adds a read with the last write that it may read from, and pushes the others.
func (r *run) read(e event) int32 {
	id := r.append(e)
	list := r.g.writes(e.loc)
	floor := r.floor(r.g, e.thread, e.loc, false)
	chosen := absent
	n := int(id)
	for rank := len(list); rank >= floor; rank-- {
		w := initial
		if rank > 0 {
			w = list[rank-1]
		}
		r.g.events[id].from = w
		if rank < len(list) && !r.consistent(id) {
			continue
		}
		if chosen == absent {
			chosen = w
			continue
		}
		alt := e
		alt.from = w
		r.push(task{base: r.g, n: n, event: alt})
	}
	r.g.events[id].from = chosen
	return id
}

// settle gives the pending read its final order and its effect on its thread: it did not write.
func (r *run) settle(th int32) {
	id := r.pending
	if id == absent || r.g.events[id].thread != th {
		return
	}
	r.pending = absent
	if !r.acquired(id, r.fail) {
		r.drop()
	}
}

// acquired executes a read with its final order. An acquiring read adds the write's head to its thread's
// clock. The result reports whether the graph is still consistent.
func (r *run) acquired(id int32, order ir.MemOrder) bool {
	e := &r.g.events[id]
	weaker := e.order != ir.SeqCst && order == ir.SeqCst
	e.order = order
	if weaker && (id == r.last || int(id) >= r.given) && !r.consistent(id) {
		return false
	}
	v := r.view(e.thread)
	if e.kind == read && e.from >= 0 && e.order != ir.NonAtomic && !r.model.hardware {
		if head := r.facts[e.from].head; e.order.Acquires() {
			v.before.join(head)
		} else {
			v.seen.join(head)
		}
	}
	r.enter(id)
	r.races(id)
	return true
}

// Wrote implements interp.Memory.
func (r *run) Wrote(t *interp.Thread, a *interp.Access) interp.Permission {
	th := t.ID()
	loc, err := r.locations.of(a)
	if err != nil {
		r.refuse(err.Error())
		return interp.Abandon
	}
	e := event{thread: th, kind: write, order: a.Order, loc: loc}
	if id := r.pending; id != absent {
		r.pending = absent
		r.g.events[id].exclusive, e.exclusive = true, r.g.events[id].kind == read
		e.promised = !e.exclusive
		if !r.acquired(id, a.Order.OfRead()) {
			return interp.Abandon
		}
		if a.Order == ir.Acquire || a.Order == ir.Consume {
			e.order = ir.Relaxed
		}
	}
	return r.write(e, func(id int32) {
		r.values[id], r.facts[id].depends = r.m.Bytes(a.Object, a.Offset, a.Size), a.Dependencies
	})
}

// write executes a write of the graph, or adds one.
func (r *run) write(e event, store func(id int32)) interp.Permission {
	id := r.following(e.thread)
	if id == absent {
		id = r.append(e)
		if !r.arrange(id) {
			return interp.Abandon
		}
	}
	store(id)
	if !e.section {
		r.steps[len(r.steps)-1].access = id
		r.locate(id, r.current(e.thread))
	}
	r.release(id)
	r.enter(id)
	r.facts[id].head.join(r.headOf(id))
	r.races(id)
	return interp.Proceed
}

// release computes the head of a write, without the write's own clock.
func (r *run) release(id int32) {
	e := &r.g.events[id]
	v := r.view(e.thread)
	if e.section || e.order == ir.NonAtomic {
		return
	}
	f := &r.facts[id]
	f.head = v.released.clone()
	// rs begins with an earlier write of the thread to the location, or with this one.
	for _, earlier := range r.events(e.thread)[:v.next] {
		if w := &r.g.events[earlier]; !r.model.chains && w.kind == write && w.loc == e.loc && w.order.Releases() {
			f.head.join(r.facts[earlier].before)
			r.found.Continued = r.found.Continued || !e.order.Releases()
		}
	}
	if e.exclusive {
		if from := r.g.events[r.events(e.thread)[v.next-1]].from; from >= 0 {
			f.head.join(r.facts[from].head)
		}
	}
}

// headOf returns the clock of a release write itself.
func (r *run) headOf(id int32) clock {
	if e := &r.g.events[id]; e.order.Releases() && !e.section {
		return r.facts[id].before
	}
	return nil
}

// Fence implements interp.Memory.
func (r *run) Fence(t *interp.Thread, order ir.MemOrder) interp.Permission {
	th := t.ID()
	r.settle(th)
	id := r.following(th)
	switch {
	case id == absent && r.free != th, id != absent && !r.ready(id):
		return interp.Hold
	case id == absent:
		id = r.append(event{thread: th, kind: fence, order: order})
	}
	v := r.view(th)
	if order.Acquires() {
		v.before.join(v.seen)
	}
	r.enter(id)
	if order.Releases() {
		v.released = r.facts[id].before
	}
	return interp.Proceed
}

// Inside implements interp.Memory.
func (r *run) Inside(_ *interp.Thread, a *interp.Access) {
	if err := r.locations.enter(a); err != nil {
		r.refuse(err.Error())
	}
}

// Appear implements interp.Memory.
func (r *run) Appear(object interp.ObjectID, owner *interp.Thread) {
	r.appeared[object] = birth{owner: owner.ID(), index: r.view(owner.ID()).next}
}

// Death implements interp.Memory.
func (r *run) Death(t *interp.Thread, object interp.ObjectID) {
	past := r.view(t.ID()).past
	for id := range r.g.events {
		if e := &r.g.events[id]; !e.section && e.thread != t.ID() && slices.Contains(r.accesses[object], e.loc) && !past.has(e) {
			r.refuse("the end of an object's life that nothing orders with an access to the object")
			return
		}
	}
}

// Dead implements interp.Memory. In another order the object may still be alive.
func (r *run) Dead(*interp.Thread) { r.refuse("an access to an object after the end of its life") }

// touched records that a location belongs to an object.
func (r *run) touched(object interp.ObjectID, loc int32) {
	if list := r.accesses[object]; !slices.Contains(list, loc) {
		r.accesses[object] = append(list, loc)
	}
}

// Channel implements interp.Memory.
func (r *run) Channel(t *interp.Thread, c race.Channel, sends bool) {
	if r.m.Attempting() {
		r.sends = append(r.sends, message{c: c, sends: sends})
		return
	}
	r.communicate(t.ID(), message{c: c, sends: sends})
}

func (r *run) communicate(th int32, msg message) {
	v := r.view(th)
	msg.thread, msg.next = th, v.next
	r.messages = append(r.messages, msg)
	if msg.sends {
		c := r.channels[msg.c]
		c.join(v.before)
		r.channels[msg.c] = c
	} else {
		v.before.join(r.channels[msg.c])
	}
}

// Spawn implements interp.Memory.
func (r *run) Spawn(t, other *interp.Thread) {
	th := t.ID()
	r.settle(th)
	r.local(event{thread: th, kind: local})
	id := r.events(th)[r.view(th).next-1]
	r.facts[id].child = other.ID()
	r.view(other.ID())
	v, w := r.view(th), r.view(other.ID())
	w.past, w.before, w.own = v.past.clone(), v.before.clone(), v.own.clone()
}

// Start implements interp.Memory.
func (r *run) Start(t *interp.Thread) {
	if r.actor != nil {
		r.library()
	}
	r.foot.Reset()
	r.actor = t
}

// Join implements interp.Memory.
func (r *run) Join(t, other *interp.Thread) {
	th, o := t.ID(), other.ID()
	r.settle(th)
	end := r.events(o)[r.view(o).next-1]
	v := r.view(th)
	v.past.join(r.facts[end].past)
	v.before.join(r.facts[end].before)
	v.own.join(r.facts[end].own)
	r.local(event{thread: th, kind: local})
	r.facts[end].joined = append(r.facts[end].joined, r.events(th)[v.next-1])
}
