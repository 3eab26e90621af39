package order

import (
	"context"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/search"
	"github.com/heddle-mc/heddle/internal/order/unwind"
	"github.com/heddle-mc/heddle/internal/prove/inclusion"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Model returns the event graphs of the last bound that an outcome of this engine is
// about, before and after narrowing, with the paths of the threads; nil if no bound was completed.
func (o *Order) Model(ctx context.Context, p *engine.Problem, out *engine.Outcome) (inclusion.Model, error) {
	if out.Stats.Bound == 0 {
		return nil, nil
	}
	r := newRun(p, o.opts)
	g, err := r.search.Unwind(ctx, term.New(term.Options{}), search.UnwindingOf(p.Bounds, out.Stats.Bound), unwind.Options{Trail: true})
	if err != nil {
		return nil, err
	}
	narrow, _, err := r.narrow(ctx, g)
	if err != nil {
		return nil, err
	}
	if narrow == g {
		return inclusion.NewGraph(g), nil
	}
	return inclusion.Passes{inclusion.NewGraph(g), inclusion.NewGraph(narrow)}, nil
}
