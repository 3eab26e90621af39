package interleave

import (
	"context"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Granules holds, for each event with a non-constant index, the granules that it may access.
type Granules map[event.ID][]term.ID

const (
	// mostGranules is the greatest number of granules for which an access becomes a choice between
	// cells instead of an array access. A write changes that many cells.
	mostGranules = 32
	// mostQuestions bounds the work on a graph.
	mostQuestions = 2000
)

// FindGranules computes the granules that the accesses of a graph may touch for any values of reads. It
// covers regions in which each access may touch few granules. Such a region is represented by cells
// instead of an array, so that cells that an access cannot touch keep known values. The solver must be
// empty, and must not be used afterwards. If it gives up the region stays an array; an error is the
// cause of the context's end.
func FindGranules(ctx context.Context, g *event.Graph, s Solver) (Granules, error) {
	regions := make([][]event.ID, len(g.Regions))
	for id := 1; id < len(g.Events); id++ {
		if e := &g.Events[id]; e.Index != term.None && !g.Terms.IsConst(e.Index) {
			regions[e.Region] = append(regions[e.Region], event.ID(id))
		}
	}
	for _, fact := range g.Facts {
		s.Assert(fact)
	}
	f := &finder{g: g, s: s, known: make(map[access][]term.ID)}
	found := make(Granules)
	for _, events := range regions {
		if !f.few(ctx, events) {
			continue
		}
		for _, id := range events {
			found[id] = f.known[f.access(id)]
		}
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return found, nil
}

// access is the guard and index on which the granules of an event depend.
type access struct{ guard, index term.ID }

type finder struct {
	g     *event.Graph
	s     Solver
	known map[access][]term.ID
	asked int
}

func (f *finder) access(id event.ID) access {
	return access{f.g.Events[id].Guard, f.g.Events[id].Index}
}

// few finds the granules of events, and reports whether each has few.
func (f *finder) few(ctx context.Context, events []event.ID) bool {
	for _, id := range events {
		a := f.access(id)
		if _, known := f.known[a]; known {
			continue
		}
		list, ok := f.find(ctx, a)
		if !ok {
			return false
		}
		f.known[a] = list
	}
	return true
}

// find lists the values of an index when its guard holds, if they are few.
func (f *finder) find(ctx context.Context, a access) (list []term.ID, ok bool) {
	t := f.g.Terms
	for other := a.guard; f.asked < mostQuestions; {
		f.asked++
		is, err := f.s.Satisfiable(ctx, other)
		if err != nil || is && len(list) == mostGranules {
			return nil, false
		}
		if !is {
			return list, true
		}
		value := t.Const(f.s.Value(a.index), t.Width(a.index))
		list, other = append(list, value), t.And(other, t.Distinct(a.index, value))
	}
	return nil, false
}
