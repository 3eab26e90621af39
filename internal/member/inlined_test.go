package member_test

import (
	"context"
	"errors"
	"testing"

	"github.com/heddle-mc/heddle/internal/interp"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/member"
	"github.com/heddle-mc/heddle/internal/seqz"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// inlinedPrograms are the inlined programs of a program: as methods that bound switches
// have it, and as memory unwinding does. One that is too large has none.
func inlinedPrograms() *models {
	environment := ir.EnvironmentSet(ir.ChooseSpurious)
	return &models{environment: environment, make: func(t *testing.T, code *interp.Code, property verdict.Property, loop int) []member.Model {
		t.Helper()
		var list []member.Model
		for _, o := range []seqz.Options{{}, {Creating: true}} {
			o.Property, o.Loop, o.Environment = property, loop, environment
			inlined, err := seqz.Inline(context.Background(), code.Program(), o)
			if errors.Is(err, seqz.ErrTooLarge) {
				return nil
			}
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, member.NewInlined(inlined))
		}
		return list
	}}
}

// TestInlined: random executions of the programs of the repository are in their inlined
// programs, or come to a mark.
func TestInlined(t *testing.T) { inlinedPrograms().ofFiles(t, 1200, verdict.Assert, verdict.Reach) }

// TestInlinedGenerated is TestInlined of generated programs.
func TestInlinedGenerated(t *testing.T) {
	inlinedPrograms().ofGenerated(t, verdict.Assert, verdict.Reach)
}
