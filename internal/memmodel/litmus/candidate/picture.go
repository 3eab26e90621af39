package candidate

import (
	"fmt"
	"strings"

	"github.com/heddle-mc/heddle/internal/memmodel/litmus/program"
)

// Event is an event in a picture.
type Event struct {
	Number int
	Text   string // such as "R.A[x]=1"
}

// Events returns the initial writes, and then the events of each thread.
func (x *Execution) Events() [][]Event {
	threads := make([][]Event, len(x.paths)+1)
	for i := range x.nodes {
		n := &x.nodes[i]
		threads[n.thread+1] = append(threads[n.thread+1], Event{i, x.describe(i)})
	}
	return threads
}

// named returns a node's thread and its text.
func (s *solver) named(i int) string {
	if t := s.nodes[i].thread; t != program.None {
		return fmt.Sprintf("P%d %s", t, s.describe(i))
	}
	return "initial " + s.describe(i)
}

func (x *solver) describe(i int) string {
	n := &x.nodes[i]
	text := strings.Join(append([]string{map[program.Kind]string{program.Load: "R", program.Store: "W", program.Fence: "F"}[n.kind]}, n.tags...), ".")
	if n.cell != 0 {
		at := x.cells[n.cell]
		name := x.Test.Objects[at.object].Name
		if at.offset != 0 || at.size < x.Test.Objects[at.object].Size {
			name += fmt.Sprintf("+%d/%d", at.offset, at.size)
		}
		text += "[" + name + "]"
	}
	if n.kind != program.Fence {
		text += "=" + x.Test.Show(x.values[i])
	}
	return text
}

// Edges calls f for the pairs of a relation between the numbers of events: of co and fr only the next write.
func (x *Execution) Edges(relation string, f func(from, to int)) {
	switch relation {
	case "rf":
		for _, r := range x.reads {
			f(x.source[r], r)
		}
	case "co":
		for _, order := range x.orders {
			for i := 1; i < len(order); i++ {
				f(order[i-1], order[i])
			}
		}
	case "fr":
		for _, r := range x.reads {
			order := x.orders[x.nodes[r].cell]
			for i, w := range order {
				if w == x.source[r] && i+1 < len(order) {
					f(r, order[i+1])
				}
			}
		}
	case "rmw":
		for _, pair := range x.pairs {
			f(pair[0], pair[1])
		}
	default:
		rel := x.Relations[relation]
		for a := range x.nodes {
			for b := range x.nodes {
				if x.nodes[a].thread == x.nodes[b].thread && x.nodes[a].thread != program.None && rel.Has(x.events[a], x.events[b]) {
					f(a, b)
				}
			}
		}
	}
}
