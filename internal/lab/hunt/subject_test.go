package hunt

import (
	"context"
	"fmt"

	"github.com/heddle-mc/heddle/internal/front"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// Subject is a program in an environment.
type Subject struct {
	Text        string
	Model       ir.DataModel
	Environment ir.Environment
	code        *interp.Code
}

// NewSubject compiles a C text.
func NewSubject(text string, model ir.DataModel, env ir.Environment) (s *Subject, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	r, err := front.Compile(context.Background(), front.Options{
		Files: []string{"a.c"}, Model: model,
		ReadFile: func(string) ([]byte, error) { return []byte(text), nil },
	})
	if err != nil {
		return nil, err
	}
	if r.Program == nil {
		return nil, fmt.Errorf("does not compile: %v", r.Diagnostics)
	}
	return &Subject{text, model, env, interp.Prepare(r.Program)}, nil
}
