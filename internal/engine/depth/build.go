package depth

import (
	"context"
	"errors"

	"github.com/heddle-mc/heddle/internal/efsm"
	"github.com/heddle-mc/heddle/internal/efsm/fromir"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// Supports reports whether a property is one of states of single threads, or of pairs
// of accesses: what the models can be asked about.
func Supports(p verdict.Property) bool {
	switch p {
	case verdict.Deadlock, verdict.Uninit, verdict.Memory:
		return false
	}
	return true
}

// refusal says that a program, or a question, has no transition system.
type refusal struct{ construct string }

// Error returns the construct.
func (e *refusal) Error() string { return e.construct }

// build makes the system of a problem.
func build(ctx context.Context, p *engine.Problem) (*efsm.System, error) {
	s, err := fromir.Build(ctx, p.Code.Program(), fromir.Options{Property: p.Property, Environment: uint16(p.Environment)})
	var refused *fromir.Error
	if errors.As(err, &refused) {
		return nil, &refusal{refused.Error()}
	}
	return s, err
}
