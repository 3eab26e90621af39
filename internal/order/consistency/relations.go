package consistency

import (
	"context"
	"slices"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// relate makes the relations of a graph, the constraints on their terms that do not concern order, and the
// pairs of accesses that may race. An error is the cause of the context's end.
func relate(ctx context.Context, g *event.Graph, opts Options) (*Relations, []term.ID, []race, error) {
	known := newGuards(g.Terms)
	b := &builder{
		g: g, terms: g.Terms, known: known, must: newMust(g, known), without: opts.Without, model: opts.Model,
		rel:    &Relations{Graph: g, Acquire: make(map[event.ID]event.ID), From: make([][]ArcID, len(g.Events)), Into: make([][]ArcID, len(g.Events))},
		facts:  append([]term.ID(nil), g.Facts...),
		before: make(map[nodePair]term.ID),
	}
	b.rel.Must = b.must
	if opts.Candidates != nil {
		b.given = make([]*event.Candidates, len(g.Events))
		for i := range opts.Candidates {
			b.given[opts.Candidates[i].Read] = &opts.Candidates[i]
		}
	}
	if opts.Model != nil {
		b.findWeak()
		b.rel.weak, b.rel.initial = b.weak, make(map[event.ID]term.ID)
	}
	for _, e := range g.Edges {
		if e.Guard != term.False && g.Nodes[e.From].Thread != g.Nodes[e.To].Thread {
			b.add(Arc{Kind: Sync, From: e.From, To: e.To, Term: e.Guard})
		}
	}
	areas := slices.DeleteFunc(b.areas(), b.sections)
	for _, a := range areas {
		for i := range a.reads {
			if ctx.Err() != nil {
				return nil, nil, nil, context.Cause(ctx)
			}
			b.visible(a, &a.reads[i])
			b.readsFrom(a, &a.reads[i])
		}
	}
	for _, a := range areas {
		for i := range a.writes {
			if ctx.Err() != nil {
				return nil, nil, nil, context.Cause(ctx)
			}
			if b.isWeak(a.region) {
				b.weakly(a, i)
			} else {
				b.coherence(a, i)
			}
		}
	}
	for _, a := range areas {
		for i := range a.reads {
			b.fromInitial(a, &a.reads[i])
		}
	}
	for _, a := range areas {
		for i := range a.reads {
			b.last(a, &a.reads[i])
		}
	}
	var races []race
	var err error
	switch b.work = areas; {
	case opts.Model != nil:
		races, err = b.synchronisation().claims(ctx)
	case len(g.Touches) > 0:
		races, err = b.happensBefore().races(ctx)
	}
	return b.rel, b.facts, races, err
}

// add appends an arc and lists it at its events.
func (b *builder) add(a Arc) {
	id := ArcID(len(b.rel.Arcs))
	b.rel.Arcs = append(b.rel.Arcs, a)
	switch a.Kind {
	case RF:
		b.rel.From[a.First] = append(b.rel.From[a.First], id)
		b.rel.Into[a.Second] = append(b.rel.Into[a.Second], id)
	case WS:
		b.rel.From[a.First] = append(b.rel.From[a.First], id)
	}
}

// arc returns the arc between the nodes of two events, which are different.
func (b *builder) arc(kind ArcKind, first, second event.ID, holds term.ID) Arc {
	from, to := b.g.Events[first].Node, b.g.Events[second].Node
	return Arc{Kind: kind, From: from, To: to, First: first, Second: second, Term: holds, Must: b.must.Before(from, to)}
}

// assume adds the constraint that p implies q.
func (b *builder) assume(p, q term.ID) {
	if f := b.terms.Implies(p, q); f != term.True {
		b.facts = append(b.facts, f)
	}
}

// hit returns the Bool that the write w is executed at the index of e.
func (b *builder) hit(w, e event.ID) term.ID {
	return b.terms.And(b.g.Events[w].Guard, b.sameIndex(w, e))
}
