package order

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/interp"
	"github.com/heddle-mc/heddle/internal/testgen"
	"github.com/heddle-mc/heddle/internal/trace"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// features are those of generated programs: undefined unlocking, too, and little but
// what blocks.
var features = [...]testgen.Features{
	testgen.DefaultFeatures, testgen.AllFeatures,
	testgen.Blocking | testgen.Mutexes | testgen.RWLocks | testgen.Semaphores | testgen.Conditions | testgen.Joins | testgen.Branches | testgen.LockMisuse,
}

// TestGeneratedDeadlocks holds the engines against the explorer: whether there is
// a deadlock, and that what the trace of one promises is one of the deadlocks that
// its execution comes to.
func TestGeneratedDeadlocks(t *testing.T) {
	count := make(map[string]int)
	for seed := *firstSeed; seed < *firstSeed+uint64(*generated); seed++ {
		source := testgen.Concurrent(testgen.Options{Seed: seed, Features: features[seed%uint64(len(features))]}).C()
		file := filepath.Join(t.TempDir(), fmt.Sprintf("%d.c", seed))
		if err := os.WriteFile(file, []byte(source), 0o644); err != nil {
			t.Fatal(err)
		}
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			code := compile(t, file)
			found, err := interp.Explore(context.Background(), code, interp.ExploreOptions{
				Properties: interp.PropertySet(verdict.Deadlock), Reduction: interp.DPOR, Executions: 5_000, StopAtFirst: true,
			})
			if err != nil {
				t.Fatal(err)
			}
			violated := len(found.Violations) > 0
			for _, v := range variants {
				out := judge(t, v.opts, engine.Problem{Code: code, Property: verdict.Deadlock})
				count[fmt.Sprintf("%s %s, %t", v.name, out.Verdict, violated)]++
				for _, x := range out.Violations {
					sameMembers(t, code, x.Trace)
				}
				switch {
				case out.Verdict == verdict.Unknown:
					t.Logf("%s: unknown: %s %s", v.name, out.Reason, out.Detail)
				case violated && out.Verdict != verdict.Violation:
					t.Errorf("%s: %s, but the explorer finds %s", v.name, out.Verdict, found.Violations[0].Violation.Message)
				case !violated && out.Verdict == verdict.Violation && found.Complete && found.Exact:
					t.Errorf("%s: %s, but the explorer finds nothing", v.name, out.Violations[0].Trace.Failure.Message)
				}
			}
			if t.Failed() {
				t.Log(source)
			}
		})
	}
	t.Log(count)
}

// sameMembers replays the trace of a deadlock and compares its threads.
func sameMembers(t *testing.T, code *interp.Code, tr *trace.Trace) {
	t.Helper()
	res, err := interp.ReplayCode(context.Background(), code, tr, interp.ReplayOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if f := tr.Failure; !slices.Equal(res.Violation.Threads, f.Threads) || res.Violation.Message != f.Message {
		t.Errorf("the trace promises %v (%s), its execution comes to %v (%s)", f.Threads, f.Message, res.Violation.Threads, res.Violation.Message)
	}
}
