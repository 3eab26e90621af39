package record_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/engine/record"
	"github.com/heddle-mc/heddle/internal/model/efsm/fromir"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var generated = testflag.Generated(40)

// TestGenerated compares searches of the systems of generated programs with the explorer: it finds all that
// they find, and they find all assertion failures that it finds.
func TestGenerated(t *testing.T) {
	compared, violated, limited := 0, 0, 0
	testprog.Concurrent(t, generated.All(), testprog.HalfOfAll, func(t *testing.T, _ uint64, text string) {
		prog := testprog.Source(t, text, ir.LP64)
		code := interp.Prepare(prog)
		properties := []verdict.Property{verdict.Assert, verdict.Race, verdict.Lock, verdict.Memory, verdict.Overflow}
		found, err := smc.Explore(context.Background(), code, smc.Options{
			Properties: interp.PropertySet(properties...), Reduction: smc.DPOR, Executions: 2000, Budget: 2 * time.Second,
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, property := range properties {
			explored := false
			for _, c := range found.Violations {
				explored = explored || c.Violation.Property == property
			}
			sys, err := fromir.Build(context.Background(), analyze.Of(prog), fromir.Options{Property: property})
			var refused *fromir.Error
			if errors.As(err, &refused) {
				t.Log(err)
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			s := newSearch(t, sys, property)
			switch {
			case s.found != nil:
				violated++
				tr, _, err := record.Trace(code, sys, &record.Execution{Property: property, Initial: s.initial, Steps: s.found})
				if err != nil {
					t.Errorf("%s: %v", property, err)
					continue
				}
				if _, err := interp.ReplayCode(context.Background(), code, tr, interp.ReplayOptions{}); err != nil {
					t.Errorf("%s: %v", property, err)
				}
				if found.Complete && found.Exact && !explored {
					t.Errorf("%s: violated in the system only", property)
				}
			case !s.complete || len(s.marks) > 0:
				limited++
			case explored && property != verdict.Race:
				t.Errorf("%s: not violated in the system", property)
			}
			compared++
		}
	})
	t.Logf("%d compared, %d violated, %d beyond the limits", compared, violated, limited)
	testprog.AtLeast(t, compared-limited, 5*generated.N(), 80)
}
