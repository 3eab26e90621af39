package depth_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/cfront"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/depth"
	"github.com/heddle-mc/heddle/internal/engine/eager"
	"github.com/heddle-mc/heddle/internal/engine/explore"
	"github.com/heddle-mc/heddle/internal/engine/order"
	"github.com/heddle-mc/heddle/internal/engine/token"
	"github.com/heddle-mc/heddle/internal/interp"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/testgen"
	"github.com/heddle-mc/heddle/internal/testprog"
	"github.com/heddle-mc/heddle/internal/verdict"
)

var (
	patience  = flag.Duration("patience", 60*time.Millisecond, "time for one program, property and engine")
	programs  = flag.String("programs", "", "programs to judge, by pattern, besides those of the examples and testdata/semantics")
	generated = flag.Int("generated", 20, "generated programs to hold the engines against the explorer")
	firstSeed = flag.Uint64("seed", 1, "seed of the first generated program")
	every     = flag.Int("every", 6, "of the examples and testdata/semantics, judge one in so many")
)

// engines are those of the depth, and order beside them.
var engines = []struct {
	name   string
	engine engine.Engine
	theory bool // it works inside the solver
}{
	{"token", token.New(depth.Options{}), false},
	{"eager", eager.New(depth.Options{}), false},
	{"order", order.New(order.Options{}), true},
}

// tally counts verdicts that were reached, and why others were not. Half of them have
// to be, also where the machine is busy.
type tally struct {
	reached, all int
	why          map[string]int
}

func (c *tally) log(t *testing.T) {
	testprog.AtLeast(t, c.reached, c.all, 50)
	for _, why := range slices.Sorted(maps.Keys(c.why)) {
		t.Logf("%5d %s", c.why[why], why)
	}
}

// judge asks an engine; unknown is what it says for want of time.
func judge(t *testing.T, e engine.Engine, code *interp.Code, p verdict.Property, env ir.Environment) *engine.Outcome {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), *patience)
	defer cancel()
	out, err := e.Run(ctx, &engine.Problem{Program: code.Program(), Property: p, Environment: env})
	if err != nil {
		var trace *engine.TraceError
		t.Errorf("%s: %v (a trace: %t)", p, err, errors.As(err, &trace))
		return &engine.Outcome{Verdict: verdict.Unknown}
	}
	return out
}

// holds compares what engines say with a verdict that is known.
func (c *tally) holds(t *testing.T, code *interp.Code, p verdict.Property, env ir.Environment, want string) {
	t.Helper()
	for _, e := range engines {
		c.all++
		out := judge(t, e.engine, code, p, env)
		switch got := out.Verdict.String(); {
		case got == want:
			c.reached++
		case got == "safe" && want == "bounded" && out.Layout == engine.OneLayout: // the driver has the marks of others
			c.reached++
		case got == "safe" || got == "violation":
			t.Errorf("%s: %s is %s, expected %s", e.name, p, got, want)
		default:
			c.open(e.name, out)
		}
	}
}

// open counts a verdict that was not reached, by reason or construct, or bound.
func (c *tally) open(name string, out *engine.Outcome) {
	if c.why == nil {
		c.why = make(map[string]int)
	}
	construct, _, _ := strings.Cut(out.Detail, " at ")
	why := fmt.Sprintf("%s: %s %s %s", name, out.Verdict, out.Reason, construct)
	if out.Reason == verdict.NoReason && len(out.Marks) > 0 {
		why += string(out.Marks[0].Bound)
	}
	c.why[why]++
}

func compile(t *testing.T, file string) *interp.Code {
	t.Helper()
	r, err := cfront.Compile(context.Background(), cfront.Options{Files: []string{file}})
	if err != nil || r.Program == nil {
		t.Fatalf("%s: %v %v", file, err, r.Diagnostics)
	}
	return interp.Prepare(r.Program)
}

// TestStatedVerdicts: what the examples and testdata/semantics state.
func TestStatedVerdicts(t *testing.T) {
	patterns := []string{"../../../examples/*.c", "../../../testdata/semantics/*.c"}
	if *programs != "" {
		patterns = append(patterns, *programs)
	}
	var count tally
	for _, pattern := range patterns {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatal(pattern, err)
		}
		for i, file := range files {
			if i%*every != 0 && pattern != *programs {
				continue
			}
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			code := compile(t, file)
			_, line, _ := strings.Cut(string(source), "// expect: ")
			line, _, _ = strings.Cut(line, "\n")
			for _, word := range strings.Fields(line) {
				name, want, _ := strings.Cut(word, "=")
				p, err := verdict.ParseProperty(name)
				if err != nil || !depth.Supports(p) {
					continue
				}
				t.Run(filepath.Base(file)+"/"+name, func(t *testing.T) {
					count.holds(t, code, p, testprog.Environment(t, file), want)
				})
			}
		}
	}
	count.log(t)
}

// TestGenerated: what the explorer says of generated programs.
func TestGenerated(t *testing.T) {
	dir := t.TempDir()
	var count tally
	for seed := *firstSeed; seed < *firstSeed+uint64(*generated); seed++ {
		file := filepath.Join(dir, "program.c")
		if err := os.WriteFile(file, []byte(testgen.Concurrent(testgen.Options{Seed: seed}).C()), 0o666); err != nil {
			t.Fatal(err)
		}
		code := compile(t, file)
		for _, p := range []verdict.Property{verdict.Assert, verdict.Race} {
			want := judge(t, explore.New(), code, p, 0).Verdict
			if want != verdict.Safe && want != verdict.Violation {
				continue
			}
			count.holds(t, code, p, 0, want.String())
			if t.Failed() {
				t.Fatalf("seed %d", seed)
			}
		}
	}
	count.log(t)
}
