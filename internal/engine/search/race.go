package search

import (
	"context"
	"fmt"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
)

// Raced replays the trace of a data race between accesses at two places, in their order, and
// keeps it as a violation, with the interpreter's words. The error is a *engine.TraceError, or
// an *interp.LimitError.
func (r *Run) Raced(ctx context.Context, t *trace.Trace, first, second ir.Pos) error {
	found, err := r.Problem.Replay(ctx, t)
	if err != nil {
		return err
	}
	for i := range found.Replayed.Races {
		if v := &found.Replayed.Races[i]; v.Pos == second && v.First != nil && v.First.Pos == first {
			t.Failure.Message = v.Message
			r.Found.Violations = append(r.Found.Violations, found)
			return nil
		}
	}
	return &engine.TraceError{Trace: t, Err: fmt.Errorf("the access at %d:%d does not race with the one at %d:%d", second.Line, second.Col, first.Line, first.Col)}
}
