package litmus

import (
	"fmt"
	"strings"

	"github.com/heddle-mc/heddle/internal/memmodel/litmus/candidate"
)

// colours has the relations of a picture.
var colours = []struct{ relation, colour string }{
	{"rf", "red"}, {"fr", "orange"}, {"co", "blue"}, {"addr", "darkgreen"}, {"data", "darkgreen"}, {"ctrl", "darkgreen"}, {"rmw", "purple"},
}

// dot draws an execution: a column for each thread, and the relations between events.
func dot(x *candidate.Execution) string {
	var b strings.Builder
	b.WriteString("digraph execution {\n\tnode [shape=plaintext]\n\tedge [fontsize=10]\n")
	for t, events := range x.Events() {
		name := "initial"
		if t > 0 {
			name = fmt.Sprintf("P%d", t-1)
		}
		fmt.Fprintf(&b, "\tsubgraph cluster_%s {\n\t\tlabel=%q\n", name, name)
		for i, e := range events {
			fmt.Fprintf(&b, "\t\te%d [label=%q]\n", e.Number, e.Text)
			if i > 0 && t > 0 {
				fmt.Fprintf(&b, "\t\te%d -> e%d [label=po]\n", events[i-1].Number, e.Number)
			}
		}
		b.WriteString("\t}\n")
	}
	for _, c := range colours {
		x.Edges(c.relation, func(from, to int) {
			fmt.Fprintf(&b, "\te%d -> e%d [label=%s color=%s constraint=false]\n", from, to, c.relation, c.colour)
		})
	}
	b.WriteString("}\n")
	return b.String()
}
