package schedule_test

import (
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/analysis"
	"github.com/heddle-mc/heddle/internal/efsm/fromir"
	"github.com/heddle-mc/heddle/internal/engine/schedule"
	"github.com/heddle-mc/heddle/internal/interp"
	"github.com/heddle-mc/heddle/internal/interp/smc"
	"github.com/heddle-mc/heddle/internal/testgen"
	"github.com/heddle-mc/heddle/internal/testprog"
	"github.com/heddle-mc/heddle/internal/verdict"
)

var (
	programs = flag.Int("programs", 40, "generated programs")
	firstOne = flag.Int("first", 1, "the first of them")
)

// TestGenerated holds searches of the systems of generated programs against the
// explorer: it finds all that they find, and they find all assertion failures that it
// finds.
func TestGenerated(t *testing.T) {
	compared, violated, limited := 0, 0, 0
	for seed := uint64(*firstOne); seed < uint64(*firstOne+*programs); seed++ {
		opts := testgen.Options{Seed: seed}
		if seed%2 == 0 {
			opts.Features = testgen.AllFeatures
		}
		text := testgen.Concurrent(opts).C()
		file := filepath.Join(t.TempDir(), "generated.c")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		prog := compile(t, file)
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
			sys, err := fromir.Build(context.Background(), analysis.Of(prog), fromir.Options{Property: property})
			var refused *fromir.Error
			if errors.As(err, &refused) {
				t.Logf("seed %d: %v", seed, err)
				break
			}
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			s := newSearch(t, sys, property)
			switch {
			case s.found != nil:
				violated++
				tr, err := schedule.Trace(code, sys, &schedule.Execution{Property: property, Initial: s.initial, Steps: s.found})
				if err != nil {
					t.Errorf("seed %d, %s: %v\n%s", seed, property, err, text)
					continue
				}
				if _, err := interp.ReplayCode(context.Background(), code, tr, interp.ReplayOptions{}); err != nil {
					t.Errorf("seed %d, %s: %v\n%s", seed, property, err, text)
				}
				if found.Complete && found.Exact && !explored {
					t.Errorf("seed %d, %s: violated in the system only\n%s", seed, property, text)
				}
			case !s.complete || len(s.marks) > 0:
				limited++
			case explored && property != verdict.Race:
				t.Errorf("seed %d, %s: not violated in the system\n%s", seed, property, text)
			}
			compared++
		}
	}
	t.Logf("%d compared, %d violated, %d beyond the limits", compared, violated, limited)
	testprog.AtLeast(t, compared-limited, 5**programs, 80)
}
