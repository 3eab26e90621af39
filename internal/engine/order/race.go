package order

import (
	"context"
	"fmt"

	"github.com/heddle-mc/heddle/internal/consistency"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/event"
	"github.com/heddle-mc/heddle/internal/interp"
)

// race takes the data race of the model: it is replayed, kept, and left out of
// what is looked for next.
func (r *run) race(ctx context.Context, g *event.Graph, e *consistency.Encoding) error {
	found, err := e.DecodeRace()
	if err != nil {
		return err
	}
	res, err := r.Replay(ctx, found.Trace)
	if err != nil {
		return err
	}
	first, second := &g.Touches[found.First], &g.Touches[found.Second]
	v := raceBetween(res, first, second)
	if v == nil {
		return &engine.TraceError{Trace: found.Trace, Err: fmt.Errorf("the access at %d:%d does not race with the one at %d:%d", second.Pos.Line, second.Pos.Col, first.Pos.Line, first.Pos.Col)}
	}
	found.Trace.Failure.Message = v.Message
	r.search.Found.Violations = append(r.search.Found.Violations, engine.Violation{Trace: found.Trace})
	r.raced = append(r.raced, found.Locations)
	e.ExcludeRace(found.Locations)
	return nil
}

// raceBetween returns the race of a replay between two accesses, in their order.
func raceBetween(res *interp.Result, first, second *event.Touch) *interp.Violation {
	for i := range res.Races {
		if v := &res.Races[i]; v.Pos == second.Pos && v.First != nil && v.First.Pos == first.Pos {
			return v
		}
	}
	return nil
}
