package seq

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

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
	generated = flag.Int("generated", 28, "generated programs to hold the methods against the explorer")
	firstSeed = flag.Uint64("seed", 1, "seed of the first generated program")
	patience  = flag.Duration("patience", time.Second, "time for one program and bound")
	only      = flag.String("methods", "", "methods to hold against the explorer, with commas; empty: all")
	every     = flag.Bool("every", false, "judge every program by every method and bound, not one in turn")
)

func compile(t *testing.T, file string) *interp.Code {
	t.Helper()
	return compileWith(t, file)
}

func compileWith(t *testing.T, file string, defines ...string) *interp.Code {
	t.Helper()
	r, err := cfront.Compile(context.Background(), cfront.Options{Files: []string{file}, Model: ir.LP64, Defines: defines})
	if err != nil {
		t.Fatal(err)
	}
	if r.Program == nil {
		t.Fatalf("%s: %v", file, r.Diagnostics)
	}
	return interp.Prepare(r.Program)
}

// chosen reports whether -methods has a method.
func chosen(method string) bool {
	return *only == "" || slices.Contains(strings.Split(*only, ","), method)
}

// task is a method with a bound.
type task struct {
	method string
	bounds engine.Bounds
}

func (k task) String() string {
	return fmt.Sprintf("%s rounds %d contexts %d", k.method, k.bounds.Rounds, k.bounds.Contexts)
}

// tasks returns the methods of switches with bounds.
func tasks() []task {
	var list []task
	for n := 1; n <= 4; n++ {
		for _, m := range methods {
			if m.measure == bySwitches {
				list = append(list, task{m.name, engine.Bounds{Rounds: n}}, task{m.name, engine.Bounds{Contexts: n}})
			}
		}
	}
	return list
}

// judge asks an engine, and waits so long; a violation must replay.
func judge(t *testing.T, k task, code *interp.Code, p verdict.Property, wait time.Duration) *engine.Outcome {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), wait)
	defer cancel()
	out, err := New(k.method).Run(ctx, &engine.Problem{Program: code.Program(), Property: p, Bounds: k.bounds})
	if err != nil {
		t.Errorf("%s %s: %v", k, p, err)
		return &engine.Outcome{Verdict: verdict.Unknown}
	}
	for _, v := range out.Violations {
		if _, err := interp.ReplayCode(context.Background(), code, v.Trace, interp.ReplayOptions{Properties: interp.PropertySet(p)}); err != nil {
			t.Errorf("%s %s: the trace does not replay: %v", k, p, err)
		}
		if n := k.bounds.Contexts; n > 0 && v.Trace.Switches() >= n {
			t.Errorf("%s %s: a trace of %d switches", k, p, v.Trace.Switches())
		}
	}
	return out
}

// explored is what the explorer finds within a bound on switches.
type explored map[engine.Bounds]*smc.Exploration

func (x explored) within(t *testing.T, code *interp.Code, p verdict.Property, b engine.Bounds, wait time.Duration) *smc.Exploration {
	t.Helper()
	if x[b] != nil {
		return x[b]
	}
	limits := smc.Bounds{}
	if b.Rounds > 0 {
		limits.Rounds = smc.AtMost(b.Rounds)
	}
	if b.Contexts > 0 {
		limits.Contexts = smc.AtMost(b.Contexts)
	}
	found, err := smc.Explore(context.Background(), code, smc.Options{
		Properties: interp.PropertySet(p), StopAtFirst: true, Reduction: smc.Hashing, Bounds: limits,
		Executions: 20_000, MaxSteps: 20_000, Budget: wait,
	})
	if err != nil {
		t.Fatal(err)
	}
	x[b] = found
	return found
}

// agree holds the methods against the explorer on one program.
func agree(t *testing.T, code *interp.Code, turn int, count map[string]int) {
	t.Helper()
	for _, p := range []verdict.Property{verdict.Assert, verdict.Reach} {
		if !mentions(code.Program(), p) {
			continue
		}
		known := make(explored)
		for i, k := range tasks() {
			if !*every && (i+3*turn)%(4*len(methods)) != 0 || !chosen(k.method) {
				continue
			}
			found := known.within(t, code, p, k.bounds, *patience)
			violated := len(found.Violations) > 0
			out := judge(t, k, code, p, *patience)
			count[fmt.Sprintf("%s %s, %t", k.method, out.Verdict, violated)]++
			switch {
			case out.Verdict == verdict.Unknown:
				t.Logf("%s %s: unknown: %s %s", k, p, out.Reason, out.Detail)
			case violated && out.Reason != verdict.NoReason && out.Verdict == verdict.Bounded:
				t.Logf("%s %s: not found: %s %s", k, p, out.Reason, out.Detail)
			case violated && out.Verdict != verdict.Violation:
				v := &found.Violations[0].Violation
				t.Errorf("%s %s: %s, but the explorer finds %q at line %d", k, p, out.Verdict, v.Message, v.Pos.Line)
			case !violated && out.Verdict == verdict.Violation && found.Complete && found.Exact:
				f := out.Violations[0].Trace.Failure
				t.Errorf("%s %s: %q at line %d, but the explorer finds nothing", k, p, f.Message, f.Line)
			}
		}
	}
}

// mentions reports whether a program can violate a property at all.
func mentions(p *ir.Program, property verdict.Property) bool {
	for i := range p.Funcs {
		for j := range p.Funcs[i].Blocks {
			for k := range p.Funcs[i].Blocks[j].Instrs {
				if in := &p.Funcs[i].Blocks[j].Instrs[k]; in.Op == ir.OpAssert && in.Property() == property {
					return true
				}
			}
		}
	}
	return false
}

// TestPrograms holds the methods against the explorer on the examples and on the
// programs that say what C programs mean, at equal bounds.
func TestPrograms(t *testing.T) {
	count := make(map[string]int)
	turn := 0
	for _, dir := range []string{"../../../testdata/semantics", "../../../examples"} {
		files, err := filepath.Glob(filepath.Join(dir, "*.c"))
		if err != nil || len(files) == 0 {
			t.Fatal("no programs", err)
		}
		for _, file := range files {
			t.Run(filepath.Base(file), func(t *testing.T) {
				agree(t, compile(t, file), turn, count)
			})
			turn++
		}
	}
	testprog.Decided(t, count, 70)
}

// TestGenerated holds the methods against the explorer on generated programs.
func TestGenerated(t *testing.T) {
	count := make(map[string]int)
	for seed := *firstSeed; seed < *firstSeed+uint64(*generated); seed++ {
		source := testgen.Concurrent(testgen.Options{Seed: seed}).C()
		file := filepath.Join(t.TempDir(), fmt.Sprintf("%d.c", seed))
		if err := os.WriteFile(file, []byte(source), 0o644); err != nil {
			t.Fatal(err)
		}
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			agree(t, compile(t, file), int(seed), count)
			if t.Failed() {
				t.Log(source)
			}
		})
	}
	testprog.Decided(t, count, 70)
}
