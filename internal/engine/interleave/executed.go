package interleave

import (
	"context"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/model/interleave"
	"github.com/heddle-mc/heddle/internal/order/consistency"
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// executed looks for violations that a single interleaving decides: memory is executed along it.
type executed struct {
	*run
	interleavings
	g     *event.Graph
	host  solver.Solver
	found *interleave.Found
}

type interleavings interface {
	Search(ctx context.Context) (*interleave.Found, error)
	Reached(ctx context.Context) (marks []int, cut bool, err error)
	Image(term.ID) term.ID
	Stats() interleave.Stats
}

func (x *executed) search(ctx context.Context) (found bool, err error) {
	x.found, err = x.Search(ctx)
	return x.found != nil, err
}

func (x *executed) keep(ctx context.Context) error {
	t := consistency.TraceOf(x.g, imaged{x.host, x}, x.found.Obligation, x.found.Order)
	if _, err := x.problem.Replay(ctx, t); err != nil {
		return err
	}
	x.run.search.Found.Violations = []engine.Violation{{Trace: t}}
	return nil
}

// imaged is a model of the images of terms as one of the terms.
type imaged struct {
	solver.Solver
	of *executed
}

// Value implements solver.Solver.
func (m imaged) Value(t term.ID) term.Word { return m.Solver.Value(m.of.Image(t)) }
