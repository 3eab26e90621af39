package minimize

import (
	"context"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testgen"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var generated = testflag.Generated(20)

// bruteRuns bounds the executions of a brute search.
const bruteRuns = 30_000

// TestGenerated minimises failures of random programs without inputs: if the search was complete, no
// schedule with fewer switches leads to the same failure, and none with as many switches and fewer
// steps.
func TestGenerated(t *testing.T) {
	compared, tooMany := 0, 0
	features := func(uint64) testgen.Features { return testgen.DefaultFeatures &^ testgen.Inputs }
	testprog.Concurrent(t, generated.All(), features, func(t *testing.T, _ uint64, text string) {
		code := testprog.Code(t, text)
		for _, p := range []verdict.Property{verdict.Assert, verdict.Race, verdict.Deadlock, verdict.Memory} {
			tr, _ := failing(t, code, p, 0, 60)
			if tr == nil {
				continue
			}
			z, err := newMinimizer(context.Background(), code, tr, Options{})
			if err != nil {
				t.Fatalf("%s: %v", p, err)
			}
			small, stats, err := Minimize(context.Background(), code, tr, Options{})
			if err != nil {
				t.Fatalf("%s: %v", p, err)
			}
			if !stats.Searched || stats.Spent {
				t.Errorf("%s: %+v", p, stats)
			}
			b := brute{code: code, property: p, goal: &z.goal, runs: bruteRuns}
			found, done := small.Switches() > 0, true
			if found {
				found, done = b.fails(small.Switches()-1, 100)
			}
			shorter := false
			if done && !found {
				shorter, done = b.fails(small.Switches(), int(small.Steps())-1)
			}
			switch {
			case shorter:
				t.Errorf("%s: %d switches and %d steps, but fewer steps lead there: %v", p, small.Switches(), small.Steps(), small.Schedule)
			case found:
				t.Errorf("%s: %d switches, but %d lead there: %v", p, small.Switches(), small.Switches()-1, small.Schedule)
			case !done:
				tooMany++
			default:
				compared++
			}
		}
	})
	t.Logf("%d failures have too many schedules", tooMany)
	testprog.AtLeast(t, compared, compared+tooMany, 50)
}
