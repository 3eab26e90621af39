package check

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/program/trace"
)

// InternalError is a bug of Heddle that showed while a program was judged.
type InternalError struct {
	Stage    string       // the engine's name, "replay", "minimise", …
	Property string       // that was judged, if any
	Err      error        // the cause
	Stack    string       // of a panic
	Trace    *trace.Trace // the trace that does not replay, if that is the cause
}

// Error describes the failure and its stage.
func (e *InternalError) Error() string {
	s := e.Stage
	if e.Property != "" {
		s += " (" + e.Property + ")"
	}
	return fmt.Sprintf("%s: %v", s, e.Err)
}

// Unwrap returns the cause.
func (e *InternalError) Unwrap() error { return e.Err }

// PanicError is a panic that was recovered.
type PanicError struct {
	Value any
	Stack string
}

// Error returns the panic's value.
func (e *PanicError) Error() string { return fmt.Sprintf("panic: %v", e.Value) }
