package efsm_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/model/efsm"
)

// TestPaperSteps: the paper's example keeps its lock under random schedules, waits
// where it must, and never is at a depth in a state that R(d) does not have.
func TestPaperSteps(t *testing.T) {
	s, _ := read(t, "p1p2.efsm")
	rng := rand.New(rand.NewPCG(1, 2))
	waited, violated := 0, 0
	for range 500 {
		run := efsm.NewSimulator(s, nil)
		reach := []*efsm.Reach{nil, s.Threads[1].Reach(), s.Threads[2].Reach()}
		depth := make([]int, 3)
		for run.At(1) != 0 || run.At(2) != 0 {
			id := efsm.ThreadID(1 + rng.IntN(2))
			if at := run.At(id); at != 0 && !slices.Contains(reach[id].At(depth[id]), at) {
				t.Fatalf("%s is at depth %d in a state that is not in R", s.Threads[id].Name, depth[id])
			}
			enabled := run.Enabled(id)
			step, err := run.Step(id, nil)
			if err != nil {
				t.Fatal(err)
			}
			if enabled != (step.Progress == efsm.Stepped) {
				t.Fatalf("enabled %t, progress %d", enabled, step.Progress)
			}
			switch step.Progress {
			case efsm.Stepped:
				depth[id]++
			case efsm.Waiting:
				waited++
			}
			violated += len(step.Obligations)
		}
	}
	if waited == 0 || violated == 0 {
		t.Errorf("%d waits, %d violations, want some", waited, violated)
	}
}
