package weak

import (
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/run/footprint"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// Section implements interp.Memory.
func (r *run) Section(t *interp.Thread, kind ir.SectionKind) interp.Permission {
	th := t.ID()
	r.settle(th)
	if kind == ir.UserSection {
		r.refuse("an atomic section of the program")
		return interp.Abandon
	}
	switch id := r.following(th); {
	case id == absent && r.free != th, id != absent && !r.ready(id):
		return interp.Hold
	case id != absent && !r.verify(id):
		return interp.Abandon
	}
	r.section, r.sends = th, r.sends[:0]
	r.m.Identify(uint64(th)<<readBits | uint64(r.view(th).next))
	return interp.Proceed
}

// sectionReady reports whether the data of sections is as the section of the graph is to find it: every
// section that reads from an earlier write was executed.
func (r *run) sectionReady(id int32) bool {
	e := &r.g.events[id]
	w := r.following(e.thread)
	if own := r.events(e.thread); int(e.index)+1 < len(own) {
		w = own[e.index+1]
	}
	if next := &r.g.events[w]; next.kind != write || !next.exclusive || !next.section {
		return true
	}
	for other := range r.g.events {
		if o := &r.g.events[other]; o.kind == read && o.section && o.loc == e.loc && o.from == e.from && int32(other) != id && !r.facts[other].done {
			return false
		}
	}
	return true
}

// leave ends a section of a thread, which was done or has to wait.
func (r *run) leave(t *interp.Thread, done bool) {
	th := t.ID()
	r.section = absent
	if !r.going() || !done && t.Waiting().Kind == interp.WaitJoin { // the end of the other thread lets it go on
		return
	}
	loc, writes, again := r.locations.section(th, &r.foot)
	if again {
		r.again = true
		return
	}
	writes = writes && done
	if !done {
		r.sends = r.sends[:0]
	}
	id := r.following(th)
	if id != absent && (r.g.events[id].kind == read) != (loc != 0) || id != absent && loc != 0 && r.g.events[id].loc != loc {
		r.refuse("a library function that uses other data in another order of threads")
		return
	}
	if loc == 0 {
		if r.view(th).blocked = !done; !done {
			return
		}
		r.communicateAll(th)
		r.local(event{thread: th, kind: local, section: true})
		return
	}
	if id == absent {
		id = r.sectionRead(event{thread: th, kind: read, section: true, loc: loc})
	}
	e := &r.g.events[id]
	if !done && id == r.last && r.early {
		r.drop() // it cannot be revisited
		return
	}
	e.exclusive, e.blocked, e.order = writes, !done, ir.Relaxed
	r.communicateAll(th)
	r.enter(id)
	if writes {
		w := event{thread: th, kind: write, section: true, exclusive: true, loc: loc, order: ir.Relaxed}
		if r.write(w, func(id int32) { r.facts[id].depends = interp.Dependencies{Value: r.m.Stored(), Control: t.Control()} }) == interp.Abandon {
			r.drop()
			return
		}
	}
	r.view(th).blocked = !done
}

func (r *run) communicateAll(th int32) {
	for _, msg := range r.sends {
		r.communicate(th, msg)
	}
	r.sends = r.sends[:0]
}

// sectionRead adds the read of a section that found the latest data, and pushes those of earlier data.
func (r *run) sectionRead(e event) int32 {
	id := r.append(e)
	list := r.g.writes(e.loc)
	if len(list) == 0 {
		r.g.events[id].from = initial
		return id
	}
	r.g.events[id].from = list[len(list)-1]
	past := r.view(e.thread).past
	for rank := len(list) - 1; rank >= 0 && !past.has(&r.g.events[list[rank]]); rank-- {
		alt := e
		if alt.from = initial; rank > 0 {
			alt.from = list[rank-1]
		}
		r.g.events[id].from = alt.from
		if r.consistent(id) {
			r.push(task{base: r.g, n: int(id), event: alt, early: true})
		}
	}
	r.g.events[id].from = list[len(list)-1]
	return id
}

// use is an access of a thread to data of a library model, after so many of its events.
type use struct {
	thread, index   int32
	writes, section bool
}

// library checks that the accesses of a step to data of library models are ordered with those of other
// threads, if one of the two is outside of sections.
func (r *run) library() {
	th := r.actor.ID()
	for i := range r.foot.Items {
		it := &r.foot.Items[i]
		if it.Space != footprint.Memory || it.Hi > footprint.LifeOffset || len(r.locations.ranges[it.Object]) > 0 {
			continue
		}
		r.locations.units(it, func(u unit, writes bool) {
			r.uses(u, use{th, r.view(th).next, writes, r.inside})
		})
	}
}

func (r *run) uses(u unit, now use) {
	past := r.view(now.thread).past
	list := r.models[u]
	for i := range list {
		old := &list[i]
		if old.thread != now.thread && (old.writes || now.writes) && !(old.section && now.section) && past.count(old.thread) <= old.index {
			r.refuse("data of a library function that threads use at the same time")
			return
		}
	}
	for i := range list {
		if old := &list[i]; old.thread == now.thread && old.writes == now.writes && old.section == now.section {
			old.index = now.index
			return
		}
	}
	r.models[u] = append(list, now)
}
