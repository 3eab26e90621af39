package inclusion

import (
	"context"
	"fmt"

	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Model is the form of a program that an engine explores.
type Model interface {
	// Check follows an execution in the model. The error is a *LostError if the model neither has the
	// execution nor a bound that cuts it off.
	Check(ctx context.Context, e *Execution) (*Outcome, error)
}

// Outcome reports how far an execution was followed.
type Outcome struct {
	Steps int // of the model
	// Cut is the mark at which the model stops a thread that continued in the execution; nil: it was
	// followed to its end.
	Cut *verdict.Mark
}

// LostError reports an execution that is not in a model.
type LostError struct {
	Model     string // the model that lacks it
	Step      int    // visible operations that both have
	Thread    string
	Place     string // file:line:column
	Msg       string
	Execution *Execution
}

// Error describes the place where the execution was lost.
func (e *LostError) Error() string {
	s := fmt.Sprintf("an execution is not in the %s: after %d steps", e.Model, e.Step)
	if e.Thread != "" {
		s += ", thread " + e.Thread
	}
	if e.Place != "" {
		s += " at " + e.Place
	}
	return s + ": " + e.Msg
}

// Passes holds the models that the passes of an engine make one after the other. An execution must be
// in each of them.
type Passes []Model

// Check implements Model. The outcome is that of the first model that cuts the execution off, else of the last.
func (p Passes) Check(ctx context.Context, e *Execution) (out *Outcome, err error) {
	for _, m := range p {
		if out, err = m.Check(ctx, e); err != nil || out.Cut != nil {
			return out, err
		}
	}
	return out, nil
}
