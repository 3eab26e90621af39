package consistency

import (
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// nodePair is two nodes, the smaller number first.
type nodePair struct{ a, b event.NodeID }

// coherence makes the WS arcs between write i of a region and the writes before it, as
// far as both may be executed at one index and from-reads need their order.
func (b *builder) coherence(a *area, i int) {
	for j := range a.writes[:i] {
		x, y := a.writes[j], a.writes[i]
		n, m := b.g.Events[x].Node, b.g.Events[y].Node
		switch {
		case n == m || !b.together(x, y):
		case b.must.Before(n, m):
			b.fixed(a, j, i)
		case b.must.Before(m, n):
			b.fixed(a, i, j)
		case b.needed(x, y) || b.needed(y, x):
			b.free(a, j, i)
		}
	}
}

// needed reports whether x, a write before y, may be seen by a read that need not precede y.
func (b *builder) needed(x, y event.ID) bool {
	node := b.g.Events[y].Node
	for _, id := range b.rel.From[x] {
		if a := &b.rel.Arcs[id]; a.Kind == RF && a.To != node && !b.must.Before(a.To, node) {
			return true
		}
	}
	return false
}

// fixed adds the arc of two writes, given by number, of which the first must precede the second. It leaves
// the arc out if there is a write between them, in the program order of one of the two, that is executed
// whenever that one is. The from-reads to the second write then follow from the from-reads to the write
// between.
func (b *builder) fixed(a *area, i, j int) {
	x, y := a.writes[i], a.writes[j]
	if !b.needed(x, y) {
		return
	}
	if b.without&PruneImplied == 0 {
		if k := a.next[i]; k >= 0 && k != j && b.precedes(a.writes[k], y) {
			return
		}
		if k := a.prev[j]; k >= 0 && k != i && b.precedes(x, a.writes[k]) {
			return
		}
	}
	if hit := b.hit(y, x); hit != term.False {
		b.add(b.arc(WS, x, y, hit))
	}
}

// free adds the arcs of two writes, given by number, whose order is open. If both lie in sections of one
// lock, the order is that of the sections. Then free leaves out arcs without from-reads, and arcs whose
// from-reads follow from an earlier write of the same section.
func (b *builder) free(a *area, k, l int) {
	x, y := a.writes[k], a.writes[l]
	both := b.terms.And(b.g.Events[x].Guard, b.hit(y, x))
	if both == term.False {
		return
	}
	i, j := b.common(x, y)
	if i == nil {
		first := b.first(b.g.Events[x].Node, b.g.Events[y].Node)
		b.add(b.arc(WS, x, y, b.terms.And(both, first)))
		b.add(b.arc(WS, y, x, b.terms.And(both, b.terms.Not(first))))
		return
	}
	first := b.inOrder(i, j)
	b.sectioned(a, x, l, b.terms.And(both, first))
	b.sectioned(a, y, k, b.terms.And(both, b.terms.Not(first)))
}

// sectioned adds the arc of a write x and a later one, given by number, whose
// sections of a lock are in this order when holds does.
func (b *builder) sectioned(a *area, x event.ID, l int, holds term.ID) {
	y := a.writes[l]
	if holds == term.False || !b.needed(x, y) {
		return
	}
	if k := a.prev[l]; k >= 0 && b.without&PruneImplied == 0 && b.within(a.writes[k], y, x) {
		return
	}
	arc := b.arc(WS, x, y, holds)
	arc.Must = true
	b.add(arc)
}

// first returns the Bool that node n precedes node m, for nodes that write to the same granules.
func (b *builder) first(n, m event.NodeID) term.ID {
	key := nodePair{min(n, m), max(n, m)}
	v, ok := b.before[key]
	if !ok {
		v = b.terms.Var("ws", term.Bool)
		b.before[key] = v
	}
	if key.a != n {
		return b.terms.Not(v)
	}
	return v
}

// fromInitial adds the FR arcs of a read that may see the initial value. They go to those writes of each
// thread that have no earlier write which is surely executed with them. Writes that must precede the read
// are constrained in readsFrom.
func (b *builder) fromInitial(a *area, r *reach) {
	if !r.initial || b.isWeak(a.region) {
		return
	}
	node := b.g.Events[r.read].Node
	for i, w := range a.writes {
		other := b.g.Events[w].Node
		if other == node || b.must.Before(other, node) || b.must.Before(node, other) || !b.together(w, r.read) {
			continue
		}
		if k := a.prev[i]; k >= 0 && b.without&PruneImplied == 0 && b.g.Events[a.writes[k]].Node != node {
			continue
		}
		if holds := b.terms.And(r.init, b.hit(w, r.read)); holds != term.False {
			b.add(b.arc(FR, r.read, w, holds))
		}
	}
}
