package weak

import "fmt"

// Key identifies a graph, for tests.
func (x *Execution) Key() string {
	g := x.r.g
	s := ""
	for th, list := range g.threads {
		s += fmt.Sprintf("T%d:", th)
		for _, id := range list {
			e := &g.events[id]
			switch e.kind {
			case read:
				from := "init"
				if e.from >= 0 {
					f := &g.events[e.from]
					from = fmt.Sprintf("%d.%d", f.thread, f.index)
				}
				s += fmt.Sprintf(" R%d<%s", e.loc, from)
			case write:
				s += fmt.Sprintf(" W%d@%d", e.loc, g.rank(e.loc, id))
			case choice:
				s += fmt.Sprintf(" C%d", e.from)
			case fence:
				s += " F"
			default:
				s += " L"
			}
		}
		s += "\n"
	}
	return s
}
