package order

import (
	"github.com/heddle-mc/heddle/internal/term"
)

// last adds the Last arcs of a read of a final node: every write that it may see
// comes before it, if both are executed, but for those that another write of
// their thread follows. With the from-reads to later writes, which these arcs
// contradict, the read sees the last write.
func (b *builder) last(a *area, r *reach) {
	e := &b.g.Events[r.read]
	if !b.g.Nodes[e.Node].Final {
		return
	}
	for i, w := range a.writes {
		node := b.g.Events[w].Node
		if b.must.Before(node, e.Node) || a.next[i] >= 0 || !b.together(w, r.read) {
			continue
		}
		if holds := b.terms.And(e.Guard, b.hit(w, r.read)); holds != term.False {
			b.add(b.arc(Last, w, r.read, holds))
		}
	}
}
