package solver

import (
	"context"

	"github.com/heddle-mc/heddle/internal/solve/bitblast"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Solver decides conjunctions of Bool terms of one term store. It is used by
// one goroutine. Variables need no declaration beyond the store's.
type Solver interface {
	// Assert makes f hold in all following checks.
	Assert(f term.ID)
	// Check decides the asserted terms together with the assumptions, which
	// hold for this call only. When ctx is done it returns Unknown.
	Check(ctx context.Context, assumptions ...term.ID) (Result, error)
	// Value returns the value of a Bool (0 or 1) or bit-vector term in Model.
	//
	// requires: as Model.
	Value(t term.ID) term.Word
	// Model returns values of the variables that satisfy the last check.
	// Variables that it does not mention are 0.
	//
	// requires: the last Check returned Satisfiable. Assertions made since
	// then need not hold in it.
	Model() *term.Assignment
	// Core returns assumptions that cannot hold together with the asserted
	// terms, in the order in which they were given; none if the asserted
	// terms alone are unsatisfiable.
	//
	// requires: the last Check returned Unsatisfiable.
	Core() []term.ID
	// Stats returns counters since the solver was made.
	Stats() Stats
}

// Limiter is a Solver whose effort can be bounded so that a run repeats exactly.
type Limiter interface {
	// SetLimits bounds each of the following calls of Check.
	SetLimits(limits sat.Limits)
}

// Host is a Solver that supports a theory as a propagator.
type Host interface {
	Solver
	// Literal returns a literal that equals the Bool term f in every model.
	// Terms that are found equal share a literal or have complementary ones;
	// a term found constant has a literal that is fixed at level 0.
	Literal(f term.ID) sat.Lit
	// Connect attaches the propagator; there can be one.
	Connect(p sat.Propagator)
	// Observe announces assignments of the variable of l to the propagator.
	//
	// requires: a propagator is connected.
	Observe(l sat.Lit)
}

// Result is the answer of a check.
type Result struct {
	Status sat.Status
	// Reason is the limit that was reached; sat.NoReason unless Status is sat.Unknown.
	Reason sat.Reason
}

// String returns the status, and for unknown its reason.
func (r Result) String() string {
	if r.Status == sat.Unknown {
		return r.Status.String() + " (" + r.Reason.String() + ")"
	}
	return r.Status.String()
}

// Stats counts the work of a solver since it was made.
type Stats struct {
	Checks int   // calls of Check
	Memory int64 // bytes held by formula and search
	Blast  bitblast.Stats
	Search sat.Stats
}
