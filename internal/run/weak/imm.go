package weak

import "github.com/heddle-mc/heddle/internal/program/ir"

// imm is the axioms of IMM beyond coherence and atomicity (memmodel/models/imm.cat): those of RC11 about seq_cst events, and
// ar := rfe ∪ bob ∪ ppo ∪ detour ∪ psc is acyclic. Dependencies are not known, so that each write depends on all reads
// before it in its thread. Without edges of psc, ar then is in po ∪ rf, which has no cycle.
func (r *run) imm(id int32) bool {
	if !r.psc(id) {
		return false
	}
	g := r.g
	var fences []int
	for i := range g.events {
		if e := &g.events[i]; e.kind == fence && e.order == ir.SeqCst {
			fences = append(fences, i)
		}
	}
	if len(fences) < 2 {
		return true
	}
	next := make([][]int, len(g.events))
	c := r.newClosures()
	for _, a := range fences {
		for _, b := range fences {
			if a != b && c.pscFence(a, b) {
				next[a] = append(next[a], b)
			}
		}
	}
	readers := r.readers()
	for x := range g.events {
		for _, y := range r.successors(int32(x), readers, func(e *event) bool { return e.section }) {
			if o := &g.events[y]; o.thread != g.events[x].thread {
				next[x] = append(next[x], int(y))
			}
		}
		own := g.threads[g.events[x].thread]
		for _, y := range own[g.events[x].index+1:] {
			if g.keeps(int32(x), y) {
				next[x] = append(next[x], int(y))
			}
		}
	}
	return acyclic(next)
}

// keeps reports whether bob, ppo or detour orders two events of a thread, the first of which comes first.
func (g *graph) keeps(x, y int32) bool {
	e, f := &g.events[x], &g.events[y]
	switch {
	case e.whole() || f.whole(), e.kind == read && (f.kind == write || e.order.Acquires()), f.kind == write && f.order.Releases():
		return true
	case e.kind == write && f.kind == write:
		return e.order.Releases() && e.loc == f.loc
	}
	return e.kind == write && f.kind == read && e.loc == f.loc && f.from >= 0 && g.events[f.from].thread != e.thread
}

// whole reports whether an event is ordered with all others of its thread.
func (e *event) whole() bool { return e.section || e.kind == fence || e.kind == local }

// loose reports whether a thread has a read and a later write that only a dependency could order. If no thread of any
// execution has them, no execution of IMM has a cycle of po ∪ rf.
func (g *graph) loose() bool {
	for _, list := range g.threads {
		open := false
		for _, x := range list {
			e := &g.events[x]
			switch {
			case e.whole():
				open = false
			case e.kind == read:
				open = open || !e.order.Acquires() && !e.exclusive
			case e.kind == write && open && !e.order.Releases():
				return true
			}
		}
	}
	return false
}
