package unwind_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/order"
	"github.com/heddle-mc/heddle/internal/interp"
	"github.com/heddle-mc/heddle/internal/interp/smc"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/testgen"
	"github.com/heddle-mc/heddle/internal/testprog"
	"github.com/heddle-mc/heddle/internal/verdict"
)

var (
	programs  = flag.Int("programs", 6, "generated programs to hold against the explorer")
	thorough  = flag.Bool("thorough", false, "hold all programs with stated verdicts against the explorer, too")
	firstSeed = flag.Uint64("seed", 1, "seed of the first generated program")
)

// crossProperties are judged by the default engine and by exploration.
var crossProperties = []verdict.Property{verdict.Assert, verdict.Memory, verdict.Lock, verdict.Overflow, verdict.Div, verdict.Shift, verdict.Uninit}

// TestAgainstExplorer holds unwinding and the default engine against the
// exploration of all interleavings: the same verdict, and every violation
// replays (the engine sees to that).
func TestAgainstExplorer(t *testing.T) {
	ill := testgen.AllFeatures
	count := make(map[string]int)
	for i := range *programs {
		opts := testgen.Options{Seed: *firstSeed + uint64(i)}
		if i%2 == 1 {
			opts.Features = ill
		}
		file := filepath.Join(t.TempDir(), fmt.Sprintf("%d.c", opts.Seed))
		source := testgen.Concurrent(opts).C()
		if err := os.WriteFile(file, []byte(source), 0o644); err != nil {
			t.Fatal(err)
		}
		t.Run(fmt.Sprint(opts.Seed), func(t *testing.T) {
			p := compile(t, file, ir.LP64)
			for _, prop := range crossProperties {
				agree(t, p, prop, count)
			}
			if t.Failed() {
				t.Log(source)
			}
		})
	}
	testprog.Decided(t, count, 80)
}

// TestProgramsAgainstExplorer does the same with the programs that say what C
// means.
func TestProgramsAgainstExplorer(t *testing.T) {
	if !*thorough {
		t.Skip("no -thorough")
	}
	count := make(map[string]int)
	for _, pattern := range []string{"../../testdata/semantics/*.c", "../../examples/*.c"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("no programs in %s: %v", pattern, err)
		}
		for _, file := range files {
			t.Run(filepath.Base(file), func(t *testing.T) {
				for _, model := range []ir.DataModel{ir.LP64, ir.ILP32} {
					p := compile(t, file, model)
					for _, prop := range crossProperties[1:] {
						agree(t, p, prop, count)
					}
				}
			})
		}
	}
	testprog.Decided(t, count, 80)
}

// agree fails when the engine and the explorer say opposite things. It counts what the
// engine says.
func agree(t *testing.T, p *ir.Program, prop verdict.Property, count map[string]int) {
	t.Helper()
	code := interp.Prepare(p)
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	out, err := order.New(order.Options{}).Run(ctx, &engine.Problem{Program: code.Program(), Property: prop, Bounds: engine.Bounds{Unwind: 4}})
	if err != nil {
		t.Errorf("%s: %v", prop, err)
		return
	}
	count[fmt.Sprintf("%s %s", prop, out.Verdict)]++
	if out.Verdict == verdict.Unknown {
		t.Logf("%s: unknown: %s %s", prop, out.Reason, out.Detail)
		return
	}
	found, err := smc.Explore(context.Background(), code, smc.Options{
		Properties: interp.PropertySet(prop), Executions: 5000, Reduction: smc.DPOR, Loops: interp.CutAwait, MaxSteps: 100_000,
	})
	if err != nil {
		t.Fatal(err)
	}
	var violation *interp.Violation
	if len(found.Violations) > 0 {
		violation = &found.Violations[0].Violation
	}
	switch {
	case out.Verdict == verdict.Violation && violation == nil && found.Complete && found.Exact:
		f := out.Violations[0].Trace.Failure
		t.Errorf("%s: %s at %s:%d, but the explorer finds nothing", prop, f.Message, f.File, f.Line)
	case out.Verdict == verdict.Safe && violation != nil:
		t.Errorf("%s: safe, but the explorer finds %s %s at %d", prop, violation.Kind, violation.Message, violation.Pos.Line)
	}
}
