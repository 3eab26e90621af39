package raceproof

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analysis/pointsto"
)

// ToNodes returns accesses that are to nodes of lists whose heads are in a table, and the table, to which they are not (region.go):
//
//	for (p = t.slot[i].next; p != &t.slot[i]; p = p->next) p->n++;
//
// The home of p's links is the head that p is compared with. What a pointer leads to is that or a node, and whoever finds that it is not the head
// has a node.
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
