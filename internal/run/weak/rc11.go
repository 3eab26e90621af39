package weak

import "math/bits"

// matrix is a relation over the events of a graph.
type matrix struct {
	n, width int
	rows     []uint64
}

func newMatrix(n int) matrix {
	width := (n + 63) / 64
	return matrix{n, width, make([]uint64, n*width)}
}

func (m matrix) row(a int) []uint64 { return m.rows[a*m.width : (a+1)*m.width] }
func (m matrix) add(a, b int)       { m.rows[a*m.width+b/64] |= 1 << (b % 64) }
func (m matrix) has(a, b int) bool  { return m.rows[a*m.width+b/64]>>(b%64)&1 != 0 }

// union adds to the row of a those of the events in the set.
func (m matrix) union(a int, set []uint64, from matrix) {
	row := m.row(a)
	each(set, func(b int) {
		for i, w := range from.row(b) {
			row[i] |= w
		}
	})
}

// each calls f for the members of a set.
func each(set []uint64, f func(b int)) {
	for i, w := range set {
		for ; w != 0; w &= w - 1 {
			f(i*64 + bits.TrailingZeros64(w))
		}
	}
}

// psc is the axiom of RC11 about seq_cst events (Lahav, Vafeiadis, Kang, Hur, Dreyer, "Repairing sequential
// consistency in C/C++11", PLDI 2017, section 3): psc-base ∪ psc-fence is acyclic. Names are those of
// memmodel/models/rc11.cat.
func (r *run) psc(int32) bool {
	g := r.g
	n := len(g.events)
	var sc []int
	for i := range g.events {
		if g.events[i].isSC() {
			sc = append(sc, i)
		}
	}
	if len(sc) < 2 {
		return true
	}
	c := &closures{r: r, hb: newMatrix(n), other: newMatrix(n), eco: newMatrix(n), scb: newMatrix(n)}
	c.compute()
	psc := make([][]int, len(sc))
	for i, a := range sc {
		reached := c.from(a)
		for j, b := range sc {
			if c.reaches(a, b, reached) {
				psc[i] = append(psc[i], j)
			}
		}
	}
	return acyclic(psc)
}

// closures holds relations of RC11 over the events of a graph that the paper has: accesses, fences and sections.
type closures struct {
	r                   *run
	hb, other, eco, scb matrix // other: sb≠loc
}

func (c *closures) compute() {
	events := c.r.g.events
	for b := range events {
		y := &events[b]
		if !y.compared() {
			continue
		}
		before := c.r.beforeOf(int32(b))
		for a := range events {
			x := &events[a]
			if a == b || !x.compared() {
				continue
			}
			same := x.loc == y.loc && x.kind != fence && y.kind != fence
			if before.has(x) {
				c.hb.add(a, b)
				if x.thread == y.thread {
					c.scb.add(a, b)
					if !same {
						c.other.add(a, b)
					}
				}
				if same {
					c.scb.add(a, b)
				}
			}
			if same && c.r.position(x, a) < c.r.position(y, b) {
				c.eco.add(a, b)
				if y.kind == write {
					c.scb.add(a, b) // co or rb
				}
			}
		}
	}
	// sb≠loc; hb; sb≠loc
	first, second := newMatrix(len(events)), newMatrix(len(events))
	for a := range events {
		first.union(a, c.other.row(a), c.hb)
		second.union(a, first.row(a), c.other)
		for i, w := range second.row(a) {
			c.scb.row(a)[i] |= w
		}
	}
}

// compared reports whether an event is one of the paper's.
func (e *event) compared() bool { return e.kind == fence || e.kind == read || e.kind == write }

// from returns the events that ([SC] | [F & SC];hb?);scb relates to a.
func (c *closures) from(a int) []uint64 {
	reached := newMatrix(c.hb.n)
	row := reached.row(a)
	copy(row, c.scb.row(a))
	if c.r.g.events[a].kind == fence {
		reached.union(a, c.hb.row(a), c.scb)
	}
	return row
}

// reaches reports whether psc-base or psc-fence relates two seq_cst events. reached is that of from.
func (c *closures) reaches(a, b int, reached []uint64) bool {
	hit := reached[b/64]>>(b%64)&1 != 0
	if hit || c.r.g.events[b].kind != fence {
		return hit
	}
	each(reached, func(x int) { hit = hit || c.hb.has(x, b) })
	if c.r.g.events[a].kind == fence {
		hit = hit || c.hb.has(a, b)
		each(c.hb.row(a), func(x int) {
			each(c.eco.row(x), func(y int) { hit = hit || c.hb.has(y, b) })
		})
	}
	return hit
}

// position numbers the accesses of a location so that (rf ∪ mo ∪ rb)+ relates those with smaller numbers to
// those with greater ones.
func (r *run) position(e *event, id int) int {
	if e.kind == read {
		return 2*r.g.rank(e.loc, e.from) + 1
	}
	return 2 * r.g.rank(e.loc, int32(id))
}

// beforeOf returns what happens before an event. The last one may not have been executed yet.
func (r *run) beforeOf(id int32) clock {
	f, e := &r.facts[id], &r.g.events[id]
	if f.done {
		return f.before
	}
	before := r.view(e.thread).before.clone()
	if e.kind == read && e.from >= 0 && e.order.Acquires() {
		before.join(r.facts[e.from].head)
	}
	return before
}

// acyclic reports whether a graph, by successors, has no cycle.
func acyclic(next [][]int) bool {
	state := make([]uint8, len(next))
	var visit func(a int) bool
	visit = func(a int) bool {
		state[a] = 1
		for _, b := range next[a] {
			if state[b] == 1 || state[b] == 0 && !visit(b) {
				return false
			}
		}
		state[a] = 2
		return true
	}
	for a := range next {
		if state[a] == 0 && !visit(a) {
			return false
		}
	}
	return true
}
