package heddle

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// knownWrong lists programs on which a property is judged wrongly today, with
// the reason. The test fails when one is judged rightly.
var knownWrong = map[string]map[verdict.Property]string{
	"leak_after_address_was_looked_at.c": {verdict.Memory: "an object whose address was looked at counts as reachable for ever"},
}

const (
	violationSeeds = 10_000 // tried before a violation counts as not found
	safeSeeds      = 100    // without a violation before a property counts as safe
	semanticSteps  = 10_000 // instructions of one run: some programs spin for ever

	exploredExecutions = 400 // of one exploration; with -long five times as many
)

// semanticPrograms returns the programs of testdata/semantics: one or more per
// sentence of docs/understand/semantics.md, which their first lines state. Those of the folder executed are
// too large for engines that unwind them.
func semanticPrograms(t *testing.T) (files []string) {
	t.Helper()
	for _, folder := range []string{"", "executed"} {
		list, err := filepath.Glob(filepath.Join("testdata", "semantics", folder, "*.c"))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, list...)
	}
	return files
}

// TestSemantics runs the programs of testdata/semantics under random schedules, each property judged alone.
// Without -long an eighth of them runs, and fewer with ILP32. A property that is neither safe nor violated
// (`bounded`: the search left executions out) is never violated.
func TestSemantics(t *testing.T) {
	for _, file := range semanticPrograms(t) {
		for _, model := range []ir.DataModel{ir.LP64, ir.ILP32} {
			if n := 8 + 16*int(model); !*long && !testprog.Chosen(t, file, n) {
				continue
			}
			t.Run(filepath.Base(file)+"/"+model.String(), func(t *testing.T) {
				want := expectation(t, file)
				code := interp.Prepare(compile(t, file, model))
				for p := range verdict.NumProperties {
					if want[p] == "" {
						continue
					}
					got := searchSeeds(t, code, p, testprog.Environment(t, file), want[p])
					why := knownWrong[filepath.Base(file)][p]
					switch {
					case got != want[p] && why == "":
						t.Errorf("%s: %s, expected %s", p, got, want[p])
					case got == want[p] && why != "":
						t.Errorf("%s: %s as expected; no longer wrong: %s", p, got, why)
					}
				}
			})
		}
	}
}

// searchSeeds looks for a violation of one property, as long as the expected
// verdict is worth it.
func searchSeeds(t *testing.T, code *interp.Code, p verdict.Property, env ir.Environment, want string) string {
	t.Helper()
	seeds := uint64(violationSeeds)
	if want == "safe" {
		seeds = safeSeeds
	}
	for seed := range seeds {
		run, _, err := interp.RunCode(context.Background(), code, interp.Options{
			Seed: seed, Properties: interp.PropertySet(p), Environment: env.For(p), MaxSteps: semanticSteps,
		})
		switch {
		case err != nil:
			t.Fatalf("seed %d: %v", seed, err)
		case run.End.Kind == interp.Unsupported || run.End.Kind == interp.MemoryLimit:
			t.Fatalf("seed %d: %s: %s", seed, run.End.Kind, run.End.Text)
		case run.Violation == nil:
		case run.Violation.Property != p:
			t.Fatalf("seed %d: violation of %s when only %s is checked", seed, run.Violation.Property, p)
		default:
			return "violation"
		}
	}
	return "safe"
}

// TestSemanticsExplored explores the programs of testdata/semantics. A property that is expected to be safe
// is never violated. If every execution was explored, an expected violation is found. Many programs
// are too large for that, and some run for ever; enough are not. Without -long a sixteenth of them runs.
func TestSemanticsExplored(t *testing.T) {
	complete, all, executions := 0, 0, uint64(exploredExecutions)
	if *long {
		executions *= 5
	}
	for _, file := range semanticPrograms(t) {
		if !*long && !testprog.Chosen(t, file, 16) {
			continue
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			want := expectation(t, file)
			code, env := interp.Prepare(compile(t, file, ir.LP64)), testprog.Environment(t, file)
			for p := range verdict.NumProperties {
				if want[p] == "" || knownWrong[filepath.Base(file)][p] != "" {
					continue
				}
				all++
				found, err := smc.Explore(context.Background(), code, smc.Options{
					Properties: interp.PropertySet(p), Environment: env.For(p), Reduction: smc.DPOR, Loops: interp.CutAwait, Executions: executions, MaxSteps: semanticSteps,
				})
				if err != nil {
					t.Fatal(err)
				}
				if found.Complete && found.Exact {
					complete++
				}
				switch violated := len(found.Violations) > 0; {
				case violated && want[p] == "safe":
					t.Errorf("%s: %s, expected safe", p, found.Violations[0].Violation.Message)
				case !violated && want[p] == "violation" && found.Complete && found.Exact:
					t.Errorf("%s: no violation in %d executions, expected one", p, found.Executions)
				}
				for _, v := range found.Violations {
					if _, err := interp.ReplayCode(context.Background(), code, v.Trace, interp.ReplayOptions{}); err != nil {
						t.Errorf("%s: the trace does not replay: %v", p, err)
					}
				}
			}
		})
	}
	testprog.AtLeast(t, complete, all, 80)
}
