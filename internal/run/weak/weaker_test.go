package weak_test

import (
	"fmt"
	"testing"

	"github.com/heddle-mc/heddle/internal/engine/explore"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/weak"
	"github.com/heddle-mc/heddle/internal/testkit/testgen"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestWeakerModels explores generated programs with locks under each model. Every execution satisfies the
// axioms, none is visited twice, every violation replays, and what sc violates, each weaker model does.
func TestWeakerModels(t *testing.T) {
	const features = testgen.Atomics | testgen.Builtins | testgen.Fences | testgen.Asserts | testgen.Branches | testgen.Joins | testgen.NestedSpawns |
		testgen.Mutexes | testgen.TryLocks | testgen.Blocking | testgen.Semaphores | testgen.Assumes | testgen.Loops | testgen.Pointers | testgen.Inputs
	complete, further, stale := 0, 0, 0
	testprog.Concurrent(t, weak.Generated.All(), func(uint64) testgen.Features { return features }, func(t *testing.T, _ uint64, text string) {
		code := testprog.Code(t, text)
		found := make(map[string]map[string]bool)
		all := true
		for _, name := range weak.Models() {
			m, err := weak.ModelOf(name)
			if err != nil {
				t.Fatal(err)
			}
			judge, err := explore.Judge(m)
			if err != nil {
				t.Fatal(err)
			}
			allowed, err := explore.Allowed(m)
			if err != nil {
				t.Fatal(err)
			}
			seen := make(map[string]bool)
			twice, wrong := 0, error(nil)
			properties := m.Properties() &^ interp.PropertySet(verdict.Race)
			x, err := weak.Explore(t.Context(), code, weak.Options{Model: m, Properties: properties, Runs: 2000, MaxSteps: 100_000, Judge: judge, Allowed: allowed, Visit: func(x *weak.Execution) {
				if x == nil {
					clear(seen)
					twice = 0
					return
				}
				if seen[x.Key()] {
					twice++
				}
				seen[x.Key()] = true
				if err := judge(x); err != nil && wrong == nil {
					wrong = fmt.Errorf("%w: %s", err, x.Key())
				}
			}})
			switch {
			case err != nil:
				t.Fatal(err)
			case wrong != nil:
				t.Errorf("%s: %v", name, wrong)
			case twice > 0 && x.Refused == "":
				t.Errorf("%s: %d of %d executions were visited before", name, twice, x.Executions)
			}
			all = all && x.Complete
			found[name] = make(map[string]bool)
			for _, v := range x.Violations {
				found[name][fmt.Sprint(v.Violation.Property, v.Violation.Pos)] = true
				if _, err := interp.ReplayCode(t.Context(), code, v.Trace, interp.ReplayOptions{}); err != nil {
					t.Errorf("%s: %s does not replay: %v", name, v.Violation.Message, err)
				}
				if len(v.Trace.Reads) > 0 {
					stale++
				}
			}
		}
		if !all {
			return
		}
		complete++
		for name, list := range found {
			if len(list) > len(found["sc"]) {
				further++
			}
			for at := range found["sc"] {
				if !list[at] {
					t.Errorf("%s does not violate %s", name, at)
				}
			}
		}
	})
	t.Logf("%d complete, %d times further violations, %d with reads of older writes", complete, further, stale)
}
