package order

import (
	"context"

	"github.com/heddle-mc/heddle/internal/order/consistency"
	"github.com/heddle-mc/heddle/internal/order/event"
)

// race decodes the data race of the solver's model, replays it and records it. Later searches exclude it.
func (r *run) race(ctx context.Context, g *event.Graph, e *consistency.Encoding) error {
	found, err := e.DecodeRace()
	if err != nil {
		return err
	}
	if err := r.search.Raced(ctx, found.Trace, g.Touches[found.First].Pos, g.Touches[found.Second].Pos); err != nil {
		return err
	}
	r.raced = append(r.raced, found.Locations)
	e.ExcludeRace(found.Locations)
	return nil
}
