package interleave

import (
	"context"
	"slices"

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
	ctx   context.Context // of the search
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
	x.ctx = ctx
	f, isFormula := x.interleavings.(*interleave.Formula)
	for {
		if isFormula && x.problem.All {
			f.Exclude(x.isKnown)
		}
		if x.found, err = x.Search(ctx); x.found == nil || err != nil || !x.problem.All {
			return x.found != nil, err
		}
		if err := x.keep(ctx); err != nil {
			return false, err
		}
	}
}

// all makes a tree go on behind violations, and keep one of each place.
func (x *executed) all(t *interleave.Tree) {
	t.Known = x.isKnown
	t.Each = func(f *interleave.Found) error {
		x.found = f
		return x.keep(x.ctx)
	}
}

// isKnown reports whether a violation at the place of an obligation was kept.
func (x *executed) isKnown(obligation int) bool {
	o := &x.g.Obligations[obligation]
	return slices.ContainsFunc(x.violated, func(k event.Obligation) bool { return k.Kind == o.Kind && k.Pos == o.Pos && k.Func == o.Func })
}

func (x *executed) keep(ctx context.Context) error {
	t := consistency.TraceOf(x.g, imaged{x.host, x}, x.found.Obligation, x.found.Order)
	found, err := x.problem.Replay(ctx, t)
	if err != nil {
		return err
	}
	x.violated = append(x.violated, x.g.Obligations[x.found.Obligation])
	x.run.search.Found.Violations = append(x.run.search.Found.Violations, found)
	return nil
}

// imaged is a model of the images of terms as one of the terms.
type imaged struct {
	solver.Solver
	of *executed
}

// Value implements solver.Solver.
func (m imaged) Value(t term.ID) term.Word { return m.Solver.Value(m.of.Image(t)) }
