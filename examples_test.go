package heddle

import (
	"context"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/heddle-mc/heddle/internal/front"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// expectation returns the verdicts that a program states, among them those of four properties. `bounded`,
// for a search that left executions out, means not violated. `unknown`, for executions that reach a construct
// without a meaning, becomes no expectation.
func expectation(t *testing.T, file string) map[verdict.Property]string {
	t.Helper()
	want := testprog.Stated(t, file)
	for _, p := range []verdict.Property{verdict.Assert, verdict.Race, verdict.Deadlock, verdict.Memory} {
		if want[p] == "" {
			t.Fatalf("nothing expected of %s", p)
		}
	}
	for p, v := range want {
		switch v {
		case "bounded":
			want[p] = "safe"
		case "unknown":
			want[p] = ""
		case "safe", "violation":
		default:
			t.Fatalf("bad expectation %q", v)
		}
	}
	return want
}

// compile returns the program of one C file.
func compile(t *testing.T, file string, model ir.DataModel) *ir.Program {
	t.Helper()
	r, err := front.Compile(context.Background(), front.Options{Files: []string{file}, Model: model, Signals: testprog.Environment(t, file).Has(ir.ChooseSignal)})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range r.Diagnostics {
		t.Errorf("%s", d)
	}
	if r.Program == nil {
		t.FailNow()
	}
	return r.Program
}

// TestExamples runs every example under random schedules; with ILP32, without -long, only some. A property
// that is stated as violated is violated for some seed; a property that is stated as safe never is.
// Every recorded run replays to the same execution.
func TestExamples(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("examples", "*.c"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 24 {
		t.Fatalf("only %d examples", len(files))
	}
	for _, file := range files {
		for _, model := range []ir.DataModel{ir.LP64, ir.ILP32} {
			if model == ir.ILP32 && !*long && !testprog.Chosen(t, file, 4) {
				continue
			}
			t.Run(filepath.Base(file)+"/"+model.String(), func(t *testing.T) {
				want := expectation(t, file)
				code := interp.Prepare(compile(t, file, model))
				for _, p := range []verdict.Property{verdict.Assert, verdict.Race, verdict.Deadlock, verdict.Memory} {
					seeds := uint64(10_000)
					if want[p] == "safe" {
						seeds = 150
					}
					if got := runSeeds(t, code, p, seeds); got != want[p] {
						t.Errorf("%s: %s in %d seeds, expected %s", p, got, seeds, want[p])
					}
				}
			})
		}
	}
}

// runSeeds looks for a violation of one property; it replays some of the runs.
func runSeeds(t *testing.T, code *interp.Code, p verdict.Property, seeds uint64) string {
	t.Helper()
	for seed := range seeds {
		opts := interp.Options{Seed: seed, Properties: interp.PropertySet(p)}
		run, tr, err := interp.RunCode(context.Background(), code, opts)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if run.Violation != nil || seed < 20 {
			again, err := interp.ReplayCode(context.Background(), code, tr, interp.ReplayOptions{Properties: opts.Properties})
			if err != nil {
				t.Fatalf("seed %d: replay: %v", seed, err)
			}
			if again.Hash != run.Hash || again.Steps != run.Steps || !reflect.DeepEqual(again.Violation, run.Violation) {
				t.Fatalf("seed %d: the replay is another execution: %+v, not %+v", seed, again, run)
			}
		}
		if run.Violation != nil {
			if run.Violation.Property != p {
				t.Fatalf("seed %d: violation of %s when only %s is checked", seed, run.Violation.Property, p)
			}
			return "violation"
		}
	}
	return "safe"
}
