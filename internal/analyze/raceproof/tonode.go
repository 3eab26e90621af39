package raceproof

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
)

// ToNodes returns accesses to nodes of lists whose heads are in a table, with the table, which they do
// not access (region.go):
//
//	for (p = t.slot[i].next; p != &t.slot[i]; p = p->next) p->n++;
//
// The home of p's links is the head that p is compared with. A pointer leads to the head or to a node,
// so a pointer that differs from the head leads to a node.
func (p *Parallel) ToNodes() map[pointsto.At]pointsto.ObjID {
	a := p.a
	out := make(map[pointsto.At]pointsto.ObjID)
	for i := range a.accesses {
		x := &a.accesses[i]
		if x.whole || len(x.paths) == 0 || a.pts.View(x.at.Node).IR.Model {
			continue
		}
		for _, k := range a.tablesOf(x, x) {
			r := a.region(k)
			if r == nil || r.broken {
				continue
			}
			h := r.homeFor(x)
			if h != nil && !slices.ContainsFunc(x.paths, func(q *path) bool { return !r.isNode(x.pointer, *h, x.at, q) }) {
				out[x.at] = r.heads
			}
		}
	}
	return out
}
