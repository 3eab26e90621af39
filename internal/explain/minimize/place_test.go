package minimize

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestExclusion: for two threads at two places, in critical sections of different mutexes, the trace
// becomes minimal: each thread goes to its place in one segment.
func TestExclusion(t *testing.T) {
	code := testprog.FileCode(t, "../../../examples/two_stage_bug.c")
	places := &[2]ir.Place{{Line: 22}, {Line: 33}}
	found := 0
	for seed := range uint64(100) {
		m := interp.NewMachine(code, interp.Config{Properties: interp.PropertySet(verdict.Exclusion), Places: places})
		choose := rand.New(rand.NewPCG(seed, 0))
		made := m.Trace(nil)
		for m.End().Kind == interp.Running {
			th := m.Ready()[choose.IntN(len(m.Ready()))]
			if m.Step(th) == interp.Stepped {
				made.AddStep(th.Name())
			}
		}
		if m.End().Kind != interp.Violated {
			continue
		}
		found++
		schedule := made.Schedule
		made = m.Trace(&m.Violations()[0])
		made.Schedule = schedule
		small, _, err := Minimize(context.Background(), code, made, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if small.Switches() != 2 || small.Steps() > 9 {
			t.Errorf("seed %d: %d switches in %d steps of %d in %d", seed, small.Switches(), small.Steps(), made.Switches(), made.Steps())
		}
		if _, err := interp.ReplayCode(context.Background(), code, small, interp.ReplayOptions{}); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
	if found == 0 {
		t.Error("no execution leads there")
	}
}
