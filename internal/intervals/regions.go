package intervals

import (
	"github.com/heddle-mc/heddle/internal/event"
	"github.com/heddle-mc/heddle/internal/term"
)

// components returns the regions that are read, in strongly connected components
// of the relation "values of one come from reads of the other", sources first
// (Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput.
// 1972).
func (a *analysis) components() [][]event.RegionID {
	from := a.flow()
	var (
		list  [][]event.RegionID
		stack []event.RegionID
		index = make([]int, len(a.g.Regions))
		low   = make([]int, len(a.g.Regions))
		count int
	)
	var visit func(event.RegionID)
	visit = func(r event.RegionID) {
		count++
		index[r], low[r] = count, count
		stack = append(stack, r)
		for _, q := range from[r] {
			if index[q] == 0 {
				visit(q)
			}
			if index[q] > 0 {
				low[r] = min(low[r], low[q])
			}
		}
		if low[r] != index[r] {
			return
		}
		for i := len(stack) - 1; ; i-- {
			q := stack[i]
			index[q] = -1
			if q == r {
				list = append(list, append([]event.RegionID(nil), stack[i:]...))
				stack = stack[:i]
				return
			}
		}
	}
	for r := range a.g.Regions {
		if len(a.reads[r]) > 0 && index[r] == 0 {
			visit(event.RegionID(r))
		}
	}
	return list
}

// flow returns, per region, those whose reads its writes depend on.
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

// sources returns the terms that the values in a region depend on.
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

// parts returns the terms of an event.
func (a *analysis) parts(id event.ID) []term.ID {
	e := &a.g.Events[id]
	if e.Index == term.None {
		return []term.ID{e.Guard, e.Value}
	}
	return []term.ID{e.Guard, e.Value, e.Index}
}
