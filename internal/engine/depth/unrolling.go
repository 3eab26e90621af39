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
	// Asked returns the questions about the present depth.
	Asked() *unroll.Questions
	// Find looks for a violation up to the present depth that was not excluded. If the solver finds none,
	// the witness is nil and the result has the reason. passes describes the order in which the threads
	// take turns, if the model knows it.
	Find(ctx context.Context) (w *unroll.Witness, passes string, r solver.Result, err error)
	// Block excludes all executions with the same turns as the last witness. It reports whether others may
	// be left.
	Block() bool
	// Running is the condition under which some thread is somewhere at the next
	// depth.
	Running() term.ID
	// Check decides whether a condition can hold up to the present depth.
	Check(ctx context.Context, cond term.ID) (solver.Result, error)
	// Stats returns the size of the model.
	Stats() Size
}
