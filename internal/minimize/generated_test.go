package minimize

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/heddle-mc/heddle/internal/testgen"
	"github.com/heddle-mc/heddle/internal/testprog"
	"github.com/heddle-mc/heddle/internal/verdict"
)

var (
	generated = flag.Int("generated", 40, "how many generated programs TestGenerated minimises failures of")
	firstSeed = flag.Uint64("seed", 1, "the first generated program")
)

// bruteRuns bounds the executions of a brute search.
const bruteRuns = 30_000

// TestGenerated minimises failures of random programs without inputs: if the
// search was complete, no schedule with fewer switches leads to the same failure,
// and none with as many and fewer steps.
func TestGenerated(t *testing.T) {
	compared, tooMany := 0, 0
	for seed := *firstSeed; seed < *firstSeed+uint64(*generated); seed++ {
		features := testgen.DefaultFeatures &^ testgen.Inputs
		source := testgen.Concurrent(testgen.Options{Seed: seed, Features: features}).C()
		file := filepath.Join(t.TempDir(), fmt.Sprintf("%d.c", seed))
		if err := os.WriteFile(file, []byte(source), 0o644); err != nil {
			t.Fatal(err)
		}
		code := compile(t, file)
		for _, p := range []verdict.Property{verdict.Assert, verdict.Race, verdict.Deadlock, verdict.Memory} {
			tr, _ := failing(t, code, p, 0, 60)
			if tr == nil {
				continue
			}
			z, err := newMinimizer(context.Background(), code, tr, Options{})
			if err != nil {
				t.Fatalf("seed %d %s: %v", seed, p, err)
			}
			small, stats, err := Minimize(context.Background(), code, tr, Options{})
			if err != nil {
				t.Fatalf("seed %d %s: %v", seed, p, err)
			}
			if !stats.Searched || stats.Spent {
				t.Errorf("seed %d %s: %+v", seed, p, stats)
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
				t.Errorf("seed %d %s: %d switches and %d steps, but fewer steps lead there: %v\n%s", seed, p, small.Switches(), small.Steps(), small.Schedule, source)
			case found:
				t.Errorf("seed %d %s: %d switches, but %d lead there: %v\n%s", seed, p, small.Switches(), small.Switches()-1, small.Schedule, source)
			case !done:
				tooMany++
			default:
				compared++
			}
		}
	}
	t.Logf("%d failures have too many schedules", tooMany)
	testprog.AtLeast(t, compared, compared+tooMany, 50)
}
