package consistency

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/solve/sat"
)

// Justify implements [sat.Justifier]. It names the arcs that the clause excludes together, because with
// program order and the from-reads among them they have a cycle. An arc is its kind and its ends, events e
// or nodes n of the event graph: "cycle rf(e4,e9) ws(e4,e7) so(n2,n5)". With a weaker model it names the arcs among the
// literals for which an axiom is violated.
func (t *theory) Justify(clause []sat.Lit) string {
	why := []byte("cycle")
	if t.weak != nil {
		why = []byte("axiom")
	}
	for _, l := range clause {
		at := t.litAt[t.of(l.Not())]
		for _, a := range t.litArcs[at.from:at.to] {
			arc := &t.rel.Arcs[a]
			if arc.First != 0 {
				why = fmt.Appendf(why, " %s(e%d,e%d)", arc.Kind, arc.First, arc.Second)
			} else {
				why = fmt.Appendf(why, " %s(n%d,n%d)", arc.Kind, arc.From, arc.To)
			}
		}
	}
	return string(why)
}
