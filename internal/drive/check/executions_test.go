package check

import (
	"context"
	"testing"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// TestExecutions counts the executions of a violation in one check without minimisation. The engine or the driver
// executes it once, and the driver once more for the story. Engines over transition systems execute the program to write the
// trace.
func TestExecutions(t *testing.T) {
	for name, want := range map[string]int{"order": 2, "eager-order": 2, "uw": 2, "token": 2, "bmc": 2} {
		t.Run(name, func(t *testing.T) {
			kind := everything().kind(name)
			executions := 0
			counted := fake("a", symbolic, engineFunc(func(ctx context.Context, p *engine.Problem) (*engine.Outcome, error) {
				q := *p
				q.Prepare = func() *interp.Code {
					executions++
					return p.Code()
				}
				return kind.New(nil).Run(ctx, &q)
			}))
			ctx := context.WithValue(t.Context(), delayKey{}, func(phase string) {
				if phase == "replay" {
					executions++
				}
			})
			b := NewBudget(ctx, 0, 0)
			defer b.Stop()
			list, err := newRunner(b, program(t, lostUpdate), Options{Engine: "a", Properties: []string{"assert"}}, cast(counted)).run()
			if err != nil {
				t.Fatal(err)
			}
			if j := &list[0]; j.Verdict != verdict.Violation || j.Story == nil || executions != want {
				t.Errorf("%s after %d executions, want a violation with a story after %d", j.Verdict, executions, want)
			}
		})
	}
}
