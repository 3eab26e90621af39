package order

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/analysis/layout"
	"github.com/heddle-mc/heddle/internal/cfront"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/interp"
	"github.com/heddle-mc/heddle/internal/interp/smc"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/testgen"
	"github.com/heddle-mc/heddle/internal/testprog"
	"github.com/heddle-mc/heddle/internal/verdict"
)

var (
	generated = flag.Int("generated", 28, "generated programs to hold the engines against the explorer")
	firstSeed = flag.Uint64("seed", 1, "seed of the first generated program")
	patience  = flag.Duration("patience", 10*time.Second, "time for one program and property")
)

// variants are the engines that share this package; the oracle does without what
// the default one knows of values.
var variants = []struct {
	name string
	opts Options
}{{"order", Options{}}, {"eager-order", Options{Eager: true}}}

var checked = append([]verdict.Property{verdict.Assert, verdict.Reach, verdict.Deadlock, verdict.Race}, undefined...)

func compile(t *testing.T, file string) *interp.Code {
	t.Helper()
	r, err := cfront.Compile(context.Background(), cfront.Options{Files: []string{file}, Model: ir.LP64})
	if err != nil {
		t.Fatal(err)
	}
	if r.Program == nil {
		t.Fatalf("%s: %v", file, r.Diagnostics)
	}
	return interp.Prepare(r.Program)
}

// judge asks an engine.
func judge(t *testing.T, opts Options, p engine.Problem) *engine.Outcome {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), *patience)
	defer cancel()
	if opts.Eager {
		p.Without = []string{narrowing}
	}
	out, err := New(opts).Run(ctx, &p)
	if err != nil {
		var te *engine.TraceError
		if errors.As(err, &te) {
			t.Logf("schedule %v, threads %v, failure %+v", te.Trace.Schedule, te.Trace.Threads, te.Trace.Failure)
		}
		t.Errorf("%s: %v", p.Property, err)
		return &engine.Outcome{Verdict: verdict.Unknown}
	}
	return out
}

// expected reads the verdicts in the first lines of a test program.
func expected(t *testing.T, file string) map[string]string {
	t.Helper()
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := make(map[string]string)
	line := regexp.MustCompile(`(?m)^// expect: (.*)$`).FindSubmatch(source)
	if line == nil {
		t.Fatalf("%s: nothing is expected", file)
	}
	for _, item := range strings.Fields(string(line[1])) {
		name, v, _ := strings.Cut(item, "=")
		want[name] = v
	}
	return want
}

// TestPrograms judges the programs that state their verdicts. An engine that
// cannot say is not wrong, but most have to be decided. Unless the test is a long
// one, the oracle judges only what is violated, and every fourth program.
func TestPrograms(t *testing.T) {
	var files []string
	for _, dir := range []string{"semantics", "examples"} {
		list, err := filepath.Glob(map[string]string{"semantics": "../../../testdata/semantics/*.c", "examples": "../../../examples/*.c"}[dir])
		if err != nil || len(list) == 0 {
			t.Fatal("no programs", err)
		}
		files = append(files, list...)
	}
	count := make(map[string]int)
	for i, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			want := expected(t, file)
			code := compile(t, file)
			for _, p := range checked {
				if want[p.String()] == "" || deviates[filepath.Base(file)] == p.String() {
					continue
				}
				for _, v := range variants {
					if v.opts.Eager && *generated < 300 && i%4 != 0 && want[p.String()] != "violation" {
						continue
					}
					problem := engine.Problem{Program: code.Program(), Property: p, Environment: testprog.Environment(t, file), Bounds: engine.Bounds{Unwind: 4}}
					out := judge(t, v.opts, problem)
					if out.Verdict == verdict.Bounded && want[p.String()] == "violation" { // after more iterations
						problem.Bounds.Unwind = 16
						out = judge(t, v.opts, problem)
					}
					count[v.name+" "+out.Verdict.String()]++
					got := out.Verdict.String()
					switch {
					case out.Verdict == verdict.Unknown:
						t.Logf("%s %s: %s, want %s: %s %s", v.name, p, got, want[p.String()], out.Reason, out.Detail)
					case out.Verdict == verdict.Bounded && want[p.String()] != "violation":
					case want[p.String()] == "bounded" && out.Verdict == verdict.Safe && out.Layout == engine.TellsApart && len(layout.Find(context.Background(), code.Facts())) > 0:
						// The driver knows that objects may lie elsewhere.
					case got != want[p.String()]:
						t.Errorf("%s %s: %s, want %s; marks %v", v.name, p, got, want[p.String()], out.Marks)
					}
				}
			}
		})
	}
	testprog.Decided(t, count, 90)
}

// TestGenerated holds the engines against the explorer.
func TestGenerated(t *testing.T) {
	count := make(map[string]int)
	for seed := *firstSeed; seed < *firstSeed+uint64(*generated); seed++ {
		source := testgen.Concurrent(testgen.Options{Seed: seed}).C()
		file := filepath.Join(t.TempDir(), fmt.Sprintf("%d.c", seed))
		if err := os.WriteFile(file, []byte(source), 0o644); err != nil {
			t.Fatal(err)
		}
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			code := compile(t, file)
			found, err := smc.Explore(context.Background(), code, smc.Options{Properties: interp.PropertySet(verdict.Assert), Executions: 20_000, StopAtFirst: true})
			if err != nil {
				t.Fatal(err)
			}
			violated := len(found.Violations) > 0
			for _, v := range variants {
				out := judge(t, v.opts, engine.Problem{Program: code.Program(), Property: verdict.Assert})
				count[fmt.Sprintf("%s %s, %t", v.name, out.Verdict, violated)]++
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
	testprog.Decided(t, count, 90)
}
