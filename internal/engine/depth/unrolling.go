package depth

import (
	"context"

	"github.com/heddle-mc/heddle/internal/engine/unroll"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Unrolling is a system to some depth, as formulas in a solver.
type Unrolling interface {
	// Extend makes the model one deeper.
	Extend()
	// Asked is what is asked about the present depth.
	Asked() *unroll.Questions
	// Find looks for a violation up to the present depth that was not excluded. The
	// witness is nil if there is none in what the solver answers, the result says
	// why. Passes tells how the threads took turns, where the model knows that.
	Find(ctx context.Context) (w *unroll.Witness, passes string, r solver.Result, err error)
	// Block leaves out what has the same turns as the last witness, and reports
	// whether something may be left.
	Block() bool
	// Running is the condition under which some thread is somewhere at the next
	// depth.
	Running() term.ID
	// Check decides whether a condition can hold up to the present depth.
	Check(ctx context.Context, cond term.ID) (solver.Result, error)
	// Stats returns the size of the model.
	Stats() Size
}
