package interleave

import (
	"context"

	"github.com/heddle-mc/heddle/internal/event"
	"github.com/heddle-mc/heddle/internal/term"
)

// Granules are, by event whose index is no constant, the granules that it may touch.
type Granules map[event.ID][]term.ID

const (
	// mostGranules is how many granules an access may touch that is a choice between cells, and none in an
	// array: a write changes as many.
	mostGranules = 32
	// mostQuestions bounds the work on a graph.
	mostQuestions = 2000
)

// FindGranules asks which granules the accesses of a graph touch, whatever they read: those to regions in which
// each may touch few. Such a region is cells and no array, so that what another access cannot
// touch stays known. The solver has nothing asserted before, and is not used for anything else. One that gives
// up leaves an array; an error is the cause of the context's end.
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

// access is what the granules of an event depend on.
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

// find lists the values of an index where its guard holds, if they are few.
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
