package inclusion_test

import (
	"context"
	"errors"
	"testing"

	"github.com/heddle-mc/heddle/internal/model/sequential"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/prove/inclusion"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// inlinedPrograms returns the models of the inlined programs: one as for methods that bound switches, and
// one as for memory unwinding. There is none for a program that is too large.
func inlinedPrograms() *models {
	return &models{make: func(t *testing.T, code *interp.Code, m modelOptions) []inclusion.Model {
		t.Helper()
		var list []inclusion.Model
		for _, o := range []sequential.Options{{}, {Creating: true}} {
			o.Property, o.Loop, o.Environment = m.property, m.loop, m.environment
			inlined, err := sequential.Inline(context.Background(), code.Program(), o)
			if errors.Is(err, sequential.ErrTooLarge) {
				return nil
			}
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, inclusion.NewInlined(inlined))
		}
		return list
	}}
}

// TestInlined checks that random executions of the programs of the repository are in their inlined
// programs, or reach a mark.
func TestInlined(t *testing.T) { inlinedPrograms().ofFiles(t, 600, verdict.Assert, verdict.Reach) }

// TestInlinedGenerated is TestInlined of generated programs.
func TestInlinedGenerated(t *testing.T) {
	inlinedPrograms().ofGenerated(t, verdict.Assert, verdict.Reach)
}
