package pathproof

import (
	"context"

	"github.com/heddle-mc/heddle/internal/analysis/values"
	"github.com/heddle-mc/heddle/internal/sat"
	"github.com/heddle-mc/heddle/internal/solver"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// Bounds on the effort for one obligation at one place.
const (
	maxConflicts = 4000
	maxInstrs    = 20000 // that are translated
)

// Prove returns the first obligation of a property that values left and that is not shown here, or nil. When ctx ends, nothing
// more is shown.
//
// requires: r.Lost is empty.
func Prove(ctx context.Context, r *values.Result, property verdict.Property) *values.Obligation {
	for i := range r.Left {
		if o := &r.Left[i]; o.Property == property && !proves(ctx, r, o) {
			return o
		}
	}
	return nil
}

// proves reports whether an obligation holds wherever it is left.
func proves(ctx context.Context, r *values.Result, o *values.Obligation) bool {
	places := r.Places(*o)
	for _, at := range places {
		q := newQuestion(r, at)
		bad := q.violation()
		if q.work > maxInstrs {
			return false
		}
		s := solver.New(q.s, sat.Options{})
		s.SetLimits(sat.Limits{Conflicts: maxConflicts})
		s.Assert(bad)
		if got, err := s.Check(ctx); err != nil || got.Status != sat.Unsatisfiable {
			return false
		}
	}
	return len(places) > 0
}
