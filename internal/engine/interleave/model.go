package interleave

import (
	"context"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/search"
	"github.com/heddle-mc/heddle/internal/order/unwind"
	"github.com/heddle-mc/heddle/internal/prove/inclusion"
)

// Model returns the event graph whose interleavings an outcome of this engine is about, with
// the paths of the threads; nil if no bound was completed. The bound on switches is not part of it.
func (e *Interleave) Model(ctx context.Context, p *engine.Problem, out *engine.Outcome) (inclusion.Model, error) {
	if out.Stats.Bound == 0 {
		return nil, nil
	}
	made, err := e.begin(p).unwind(ctx, search.UnwindingOf(p.Bounds, out.Stats.Bound), unwind.Options{Trail: true})
	if err != nil {
		return nil, err
	}
	return inclusion.NewGraph(made.graph), nil
}
