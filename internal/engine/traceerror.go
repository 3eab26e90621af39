package engine

import "github.com/heddle-mc/heddle/internal/trace"

// TraceError is a violation that an engine found and the interpreter does not
// reach: a bug of Heddle, never a verdict.
type TraceError struct {
	Trace *trace.Trace // nil: there is none
	Err   error        // a *interp.MisfitError, if it is where the trace stops fitting
}

// Error says what happened to the trace.
func (e *TraceError) Error() string { return "a violation does not replay: " + e.Err.Error() }

// Unwrap returns what happened.
func (e *TraceError) Unwrap() error { return e.Err }
