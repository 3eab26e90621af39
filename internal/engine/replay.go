package engine

import (
	"context"
	"errors"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// Replay executes a trace, which must lead to its failure, and returns the violation. It takes about as long as the program, and
// continues even if ctx has ended. A trace without a program or environment is one of the problem's. The
// error is a *TraceError or an *interp.LimitError.
func (p *Problem) Replay(ctx context.Context, t *trace.Trace) (Violation, error) {
	if t.Program == "" {
		t.Program = interp.ProgramID(p.Program)
		for reason := ir.ChooseSpurious; p.Environment>>reason != 0; reason++ {
			if p.Environment.Has(reason) {
				t.Environment = append(t.Environment, reason.String())
			}
		}
	}
	res, err := interp.ReplayCode(context.WithoutCancel(ctx), p.Code(), t, interp.ReplayOptions{Properties: interp.PropertySet(p.Property)})
	if err != nil && !errors.As(err, new(*interp.LimitError)) {
		err = &TraceError{Trace: t, Err: err}
	}
	return Violation{t, res}, err
}

// TraceError is a violation that an engine found and the interpreter does not
// reach: a bug of Heddle, never a verdict.
type TraceError struct {
	Trace *trace.Trace // nil: there is none
	Err   error        // a *interp.MisfitError, if it is where the trace stops fitting
}

// Error describes the deviation.
func (e *TraceError) Error() string { return "a violation does not replay: " + e.Err.Error() }

// Unwrap returns the cause.
func (e *TraceError) Unwrap() error { return e.Err }
