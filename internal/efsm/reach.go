package efsm

import "slices"

// Reach is the reachability of control states per depth (CSR): R(0) holds the
// entry and R(d+1) the successors of R(d), guards ignored. It is the analysis of
// Ganai and Gupta, section 2.3, for any graph: of a Thread, or of what an engine
// makes of one. Depths are computed when first asked for.
//
// In a context-sensitive one (CXT) a return only leads to where its call says: what is
// tracked is a state together with the calls that have not returned. There are
// finitely many, since recursive procedures have been copied.
type Reach struct {
	links    [][]Link
	contexts []context // index: a number; 0 is the context of the entry
	inner    map[context]int32
	seen     [][]point   // by depth; each ascending
	levels   [][]StateID // by depth, each ascending
	member   [][]uint64  // by depth: bit set of the level
	tracks   bool        // contexts are tracked
}

// Link is an edge of a graph. Push and Pop are those of Edge.Call and Edge.Return.
type Link struct {
	To, Push, Pop StateID
}

// context is a stack of calls: the last one, and what was there before.
type context struct {
	site  StateID
	outer int32
}

// point is a state in a context.
type point struct {
	state   StateID
	context int32
}

// maxPoints bounds the points of a depth; beyond it contexts are forgotten.
const maxPoints = 1 << 16

// NewReach returns the analysis of a graph, given by the successors of each node
// (entry 0 is unused).
func NewReach(entry StateID, succ [][]StateID) *Reach {
	links := make([][]Link, len(succ))
	for i, list := range succ {
		for _, to := range list {
			links[i] = append(links[i], Link{To: to})
		}
	}
	return newReach(entry, links, false)
}

// NewContextReach returns the context-sensitive analysis of a graph, given by the
// edges from each node (entry 0 is unused).
func NewContextReach(entry StateID, links [][]Link) *Reach { return newReach(entry, links, true) }

func newReach(entry StateID, links [][]Link, tracks bool) *Reach {
	r := &Reach{links: links, contexts: make([]context, 1), inner: make(map[context]int32), tracks: tracks}
	r.add([]point{{state: entry}})
	return r
}

// Reach returns the analysis of the thread.
func (t *Thread) Reach() *Reach { return newReach(t.Entry, t.Links(), false) }

// ContextReach returns the context-sensitive analysis of the thread.
func (t *Thread) ContextReach() *Reach { return newReach(t.Entry, t.Links(), true) }

// Links returns the edges from each state.
func (t *Thread) Links() [][]Link {
	links := make([][]Link, len(t.States))
	for i := range t.States {
		for _, e := range t.States[i].Edges {
			links[i] = append(links[i], Link{e.To, e.Call, e.Return})
		}
	}
	return links
}

// Successors returns the successors of each state along edges, in their order.
func (t *Thread) Successors() [][]StateID {
	succ := make([][]StateID, len(t.States))
	for i := range t.States {
		for _, e := range t.States[i].Edges {
			succ[i] = append(succ[i], e.To)
		}
	}
	return succ
}

// At returns R(d), ascending. The slice is the analysis's.
func (r *Reach) At(d int) []StateID {
	for len(r.levels) <= d {
		last := r.seen[len(r.seen)-1]
		if r.tracks && len(last) > maxPoints {
			r.forget(last)
		}
		var next []point
		for _, at := range last {
			for _, l := range r.links[at.state] {
				if c, ok := r.follow(at.context, l); ok {
					next = append(next, point{l.To, c})
				}
			}
		}
		r.add(next)
	}
	return r.levels[d]
}

// follow returns the context after an edge, and whether the edge can be taken.
func (r *Reach) follow(c int32, l Link) (int32, bool) {
	if !r.tracks {
		return 0, true
	}
	if l.Pop != 0 {
		if r.contexts[c].site != l.Pop {
			return 0, false
		}
		c = r.contexts[c].outer
	}
	if l.Push != 0 {
		key := context{l.Push, c}
		n, ok := r.inner[key]
		if !ok {
			n = int32(len(r.contexts))
			r.contexts = append(r.contexts, key)
			r.inner[key] = n
		}
		c = n
	}
	return c, true
}

// forget stops tracking contexts.
func (r *Reach) forget(points []point) {
	r.tracks = false
	for i := range points {
		points[i].context = 0
	}
}

// Has reports whether a state is in R(d).
func (r *Reach) Has(d int, c StateID) bool {
	r.At(d)
	return r.member[d][c/64]&(1<<(c%64)) != 0
}

// Sum returns the sum of |R(0)|, …, |R(d)|: the size of an unrolling to depth d.
func (r *Reach) Sum(d int) int {
	sum := 0
	for i := range d + 1 {
		sum += len(r.At(i))
	}
	return sum
}

// add appends a depth with the given points.
func (r *Reach) add(points []point) {
	slices.SortFunc(points, func(a, b point) int {
		if a.state != b.state {
			return int(a.state - b.state)
		}
		return int(a.context - b.context)
	})
	points = slices.Compact(points)
	set := make([]uint64, len(r.links)/64+1)
	var level []StateID
	for i, p := range points {
		set[p.state/64] |= 1 << (p.state % 64)
		if i == 0 || points[i-1].state != p.state {
			level = append(level, p.state)
		}
	}
	r.seen = append(r.seen, points)
	r.levels = append(r.levels, level)
	r.member = append(r.member, set)
}
