package weak

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testgen"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// Generated has the seeds of generated programs.
var Generated = testflag.Generated(6)

// places lists violations by property and place.
func places(list []smc.Counterexample) []string {
	var out []string
	for i := range list {
		v := &list[i].Violation
		s := fmt.Sprintf("%s %s %v", v.Property, v.Func, v.Pos)
		if v.First != nil {
			both := []string{fmt.Sprint(v.Pos), fmt.Sprint(v.First.Pos)}
			slices.Sort(both)
			s = "race " + strings.Join(both, " ")
		}
		out = append(out, s)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// TestSequentialAgrees compares the exploration under sc with that of all interleavings: the violations are
// the same, and without locks so is the number of executions.
func TestSequentialAgrees(t *testing.T) {
	const simple = testgen.Atomics | testgen.Builtins | testgen.Fences | testgen.Arrays | testgen.Asserts | testgen.Branches | testgen.Joins |
		testgen.NestedSpawns | testgen.Arithmetic | testgen.Inputs | testgen.Pointers
	const rest = testgen.Mutexes | testgen.TryLocks | testgen.RWLocks | testgen.SpinLocks | testgen.Blocking | testgen.Semaphores | testgen.Assumes | testgen.Loops | testgen.Arguments
	const race = 1 << verdict.Race
	features := func(seed uint64) testgen.Features {
		return []testgen.Features{simple, simple | rest, testgen.AllFeatures}[seed%3]
	}
	compared, equal, refused := 0, 0, map[string]int{}
	testprog.Concurrent(t, Generated.All(), features, func(t *testing.T, seed uint64, text string) {
		code := testprog.Code(t, text)
		want, err := smc.Explore(t.Context(), code, smc.Options{Properties: properties, Reduction: smc.DPOR, Loops: interp.CutAwait, Executions: 3000, MaxSteps: 100_000})
		if err != nil {
			t.Fatal(err)
		}
		m, _ := ModelOf("sc")
		keys := make(map[string]bool)
		twice := 0
		x, err := Explore(t.Context(), code, Options{Model: m, Properties: properties, Runs: 6000, MaxSteps: 100_000, Visit: func(x *Execution) {
			if x == nil {
				clear(keys)
				twice = 0
				return
			}
			if k := x.Key(); keys[k] {
				twice++
			} else {
				keys[k] = true
			}
		}})
		switch {
		case err != nil:
			t.Fatal(err)
		case twice > 0 && x.Refused == "":
			t.Errorf("%d of %d executions were visited before", twice, x.Executions)
		}
		if x.Refused != "" {
			refused[x.Refused]++
		}
		if !x.Complete || !want.Complete {
			return
		}
		compared++
		if a, b := places(x.Violations), places(want.Violations); !slices.Equal(a, b) {
			t.Errorf("found %q, expected %q", a, b)
		}
		for _, v := range x.Violations {
			if _, err := interp.ReplayCode(t.Context(), code, v.Trace, interp.ReplayOptions{}); err != nil {
				t.Errorf("%s does not replay: %v", v.Violation.Message, err)
			}
		}
		if seed%3 == 0 && len(want.Violations) == 0 {
			equal++
			if x.Executions != want.Traces || x.Blocked != want.Blocked {
				t.Errorf("%d executions (%d blocked, %d runs), expected %d (%d)", x.Executions, x.Blocked, x.Runs, want.Traces, want.Blocked)
			}
		}
	})
	t.Logf("%d compared, %d numbers of executions, refused %v", compared, equal, refused)
}
