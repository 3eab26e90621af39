package weak

import "github.com/heddle-mc/heddle/internal/program/ir"

// The hardware models keep a graph acyclic that has four vertices for each event. They follow the axioms of
// memmodel/models/tso.cat and pso.cat; semantics 7.7 has the instructions for each C operation.
const (
	issued  = iota // a read, or a fence that later reads wait for
	commits        // a write becomes visible
	written        // every write so far is visible
	ordered        // what later writes wait for
	vertices
)

// degree is the number of edges of a vertex for which there is room at first.
const degree = 4

// barrier says how an event orders the writes of its thread.
type barrier struct {
	before bool // earlier writes are visible before the event, if it is a write or update
	locked bool // earlier writes are visible before the event, a read
	full   bool // earlier writes and the event come before all later ones
}

// barrierOf returns the barriers that the compilation of C adds to an event.
func (m *Model) barrierOf(e *event) barrier {
	if e.section || e.kind == local {
		return barrier{true, true, true}
	}
	switch e.kind {
	case fence:
		return barrier{before: m.stores || e.order.Releases(), locked: e.order == ir.SeqCst, full: e.order == ir.SeqCst}
	case read:
		if e.update {
			return barrier{before: m.stores || e.order.Releases(), locked: m.stores, full: m.stores}
		}
	case write:
		return barrier{before: m.stores || e.order.Releases(), full: e.order == ir.SeqCst || m.stores && e.exclusive}
	}
	return barrier{}
}

// buffered is the axiom of a model with store buffers: no cycle of the order of each thread, as far as the
// model keeps it, rf between threads, co and fr.
func (r *run) buffered(id int32) bool {
	g := r.g
	n := len(g.events) * vertices
	next := make([][]int32, n)
	space := make([]int32, n*degree)
	for v := range next {
		next[v] = space[v*degree : v*degree : (v+1)*degree]
	}
	edge := func(a int32, x int, b int32, y int) {
		v := int(a)*vertices + x
		next[v] = append(next[v], b*vertices+int32(y))
	}
	for _, list := range g.threads {
		before := absent
		for _, x := range list {
			r.inThread(edge, before, x)
			before = x
		}
	}
	for x := range g.events {
		e, f := &g.events[x], &r.facts[x]
		at := int32(x)
		for _, j := range f.joined {
			edge(at, commits, j, issued)
		}
		if f.done && f.child != absent && len(r.events(f.child)) > 0 {
			edge(at, commits, r.events(f.child)[0], issued)
		}
		switch e.kind {
		case read:
			if e.from >= 0 && g.events[e.from].thread != e.thread {
				edge(e.from, commits, at, issued)
			}
			if later := g.writes(e.loc)[g.rank(e.loc, e.from):]; len(later) > 0 {
				if own := &g.events[later[0]]; !(own.exclusive && own.thread == e.thread && own.index == e.index+1) {
					edge(at, issued, later[0], commits)
				} else if len(later) > 1 {
					edge(at, issued, later[1], commits)
				}
			}
		case write:
			if later := g.writes(e.loc)[g.rank(e.loc, at):]; len(later) > 0 {
				edge(at, commits, later[0], commits)
			}
		}
	}
	// A cycle has the new event.
	seen := make([]bool, n)
	var stack []int32
	for x := range vertices {
		stack = append(stack[:0], id*vertices+int32(x))
		clear(seen)
		for len(stack) > 0 {
			v := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for _, w := range next[v] {
				if w == id*vertices+int32(x) {
					return false
				}
				if !seen[w] {
					seen[w] = true
					stack = append(stack, w)
				}
			}
		}
	}
	return true
}

// inThread adds the edges between an event, the one before it in its thread, and within it.
func (r *run) inThread(edge func(a int32, x int, b int32, y int), before, x int32) {
	e := &r.g.events[x]
	b := r.model.barrierOf(e)
	edge(x, issued, x, commits)
	if e.kind == write || e.section || e.kind == local {
		edge(x, commits, x, written)
		edge(x, ordered, x, commits)
	}
	if e.kind == fence && b.full {
		edge(x, written, x, issued)
		edge(x, written, x, ordered)
	}
	if before == absent {
		return
	}
	edge(before, issued, x, issued)
	edge(before, written, x, written)
	edge(before, ordered, x, ordered)
	if b.before {
		edge(before, written, x, ordered)
	}
	if b.locked {
		edge(before, written, x, issued)
	}
	if o := &r.g.events[before]; r.model.barrierOf(o).full {
		edge(before, written, x, issued)
		edge(before, written, x, ordered)
	} else if o.kind == write && o.exclusive { // the write of an atomic operation comes before what follows
		edge(before, commits, x, issued)
		edge(before, commits, x, ordered)
	}
}
