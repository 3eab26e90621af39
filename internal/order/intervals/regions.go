package intervals

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/scc"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// components returns the regions that are read, in strongly connected components
// of the relation "values of one come from reads of the other", sources first.
func (a *analysis) components() [][]event.RegionID {
	return slices.DeleteFunc(scc.Components(a.flow()), func(c []event.RegionID) bool {
		return len(a.reads[c[0]]) == 0 // a region without reads is alone in its component
	})
}

// flow returns, per region, the regions on whose reads its writes depend.
func (a *analysis) flow() [][]event.RegionID {
	from := make([][]event.RegionID, len(a.g.Regions))
	seen := make([]event.RegionID, len(a.g.Regions)) // the last region that q was listed for
	for r := range a.g.Regions {
		region := event.RegionID(r)
		walk := term.NewWalk(a.g.Terms)
		for _, t := range a.sources(region) {
			walk.Visit(t, func(id term.ID) {
				c, read := a.inputs[id]
				if !read {
					return
				}
				if q := a.g.Events[c.Read].Region; seen[q] != region {
					seen[q] = region
					from[r] = append(from[r], q)
				}
			})
		}
	}
	return from
}

func (a *analysis) sources(r event.RegionID) []term.ID {
	if len(a.reads[r]) == 0 {
		return nil
	}
	list := []term.ID{a.g.Regions[r].Init}
	for _, w := range a.writes[r] {
		list = append(list, a.parts(w)...)
	}
	for _, rd := range a.reads[r] {
		if x := a.g.Events[rd.Read].Index; x != term.None {
			list = append(list, x)
		}
	}
	return list
}

func (a *analysis) parts(id event.ID) []term.ID {
	e := &a.g.Events[id]
	if e.Index == term.None {
		return []term.ID{e.Guard, e.Value}
	}
	return []term.ID{e.Guard, e.Value, e.Index}
}
