package weak

import "slices"

// arrange puts a new write into the coherence order: at its last consistent place. It pushes the other
// places, and the graphs in which an older read reads from the write. It reports whether there is a place.
func (r *run) arrange(w int32) bool {
	g, e := r.g, r.g.events[w]
	chosen := -1
	for _, at := range g.placesOf(w, r.floor(g, e.thread, e.loc, e.section)) {
		g.place(w, at)
		ok := at == len(g.co[e.loc])-1 || r.consistent(w)
		g.remove(w)
		switch {
		case !ok:
		case chosen < 0:
			chosen = at
		default:
			r.push(task{base: g, n: int(w), event: e, at: at})
		}
	}
	r.revisits(w)
	if chosen < 0 {
		return false
	}
	g.place(w, chosen)
	return true
}

// remove takes a write out of the coherence order.
func (g *graph) remove(w int32) {
	list := g.co[g.events[w].loc]
	g.co[g.events[w].loc] = slices.Delete(list, slices.Index(list, w), slices.Index(list, w)+1)
}

// placesOf returns the places of a write in the coherence order that keep read-modify-writes atomic, last
// first. At least floor writes come before it, the initial one included.
func (g *graph) placesOf(w int32, floor int) []int {
	e := &g.events[w]
	list := g.writes(e.loc)
	var places []int
	for at := len(list); at >= floor; at-- {
		if e.exclusive && g.rank(e.loc, g.source(w)) != at || at < len(list) && g.events[list[at]].exclusive {
			continue
		}
		places = append(places, at)
	}
	return places
}

// source returns the write that an exclusive write's read reads from.
func (g *graph) source(w int32) int32 {
	e := &g.events[w]
	return g.events[g.threads[e.thread][e.index-1]].from
}

// floor returns the lowest rank of a write that the next read of a thread may read from. As many writes come
// before the thread's next write. These writes, or reads of them, happen before.
func (r *run) floor(g *graph, th, loc int32, section bool) int {
	known := r.view(th).before
	switch {
	case section || r.model.total:
		known = r.view(th).past
	case r.model.selected:
		known = r.view(th).own
	}
	rank := 0
	for id := range g.events {
		switch e := &g.events[id]; {
		case e.loc != loc || !known.has(e):
		case e.kind == write:
			rank = max(rank, g.rank(loc, int32(id)))
		case e.kind == read:
			rank = max(rank, g.rank(loc, e.from))
		}
	}
	return rank
}

// revisits pushes the graphs in which an older read reads from a new write.
func (r *run) revisits(w int32) {
	g := r.g
	e := g.events[w]
	past := r.view(e.thread).past
	for id := w - 1; id >= 0; id-- {
		if o := &g.events[id]; o.kind == read && o.loc == e.loc && !past.has(o) && r.maximal(id, w, past) {
			r.revisit(id, w, past)
		}
	}
}

// maximal reports whether all events that were added after a read, outside of the prefix of a new write,
// and the read itself were maximally added.
func (r *run) maximal(from, w int32, past clock) bool {
	g := r.g
	for id := from; id < w; id++ {
		e := &g.events[id]
		if past.has(e) {
			continue
		}
		previous := func(o int32) bool { return o <= id || o != w && past.has(&g.events[o]) }
		last := id
		switch e.kind {
		case promise:
			return false
		case choice:
			if e.from != 0 {
				return false
			}
			continue
		case read:
			last = e.from
		case write:
			for o := range g.events {
				if x := &g.events[o]; x.kind == read && x.from == id && previous(int32(o)) {
					return false
				}
			}
		default:
			continue
		}
		for _, o := range g.writes(e.loc)[g.rank(e.loc, last):] {
			if previous(o) {
				return false
			}
		}
	}
	return true
}

// revisit pushes the graph in which a read reads from a new write, for each place of the write.
func (r *run) revisit(id, w int32, past clock) {
	e := &r.g.events[w]
	h, number := r.g.restrict(func(o int32) bool { return o <= id || o == w || past.has(&r.g.events[o]) })
	id, w = number[id], number[w]
	if slices.Contains(h.writes(e.loc), w) {
		h.remove(w)
	}
	o := &h.events[id]
	o.from, o.exclusive, o.blocked = w, false, false
	h.last, h.revisiting = id, w
	for _, at := range h.placesOf(w, r.floor(h, e.thread, e.loc, e.section)) {
		r.push(task{base: h, n: len(h.events), at: at, revisit: true})
	}
}

// verify reports whether the write that was added with the last event, and the last event, are consistent.
// Every other event was executed.
func (r *run) verify(id int32) bool {
	if id != r.last || r.revisiting == absent {
		return true
	}
	e := &r.g.events[id]
	from := e.from
	if r.g.rank(e.loc, from) < r.floor(r.g, e.thread, e.loc, e.section) {
		return false
	}
	return r.consistent(r.revisiting) && r.consistent(id)
}
