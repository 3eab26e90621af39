package depth_test

import (
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/cfront"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/depth"
	"github.com/heddle-mc/heddle/internal/engine/eager"
	"github.com/heddle-mc/heddle/internal/engine/explore"
	"github.com/heddle-mc/heddle/internal/engine/token"
	"github.com/heddle-mc/heddle/internal/interp"
	"github.com/heddle-mc/heddle/internal/testgen"
	"github.com/heddle-mc/heddle/internal/verdict"
)

var (
	patience  = flag.Duration("patience", 60*time.Millisecond, "time for one program, property and engine")
	programs  = flag.String("programs", "", "programs to judge, by pattern, besides those of the examples and testdata/semantics")
	generated = flag.Int("generated", 20, "generated programs to hold the engines against the explorer")
	firstSeed = flag.Uint64("seed", 1, "seed of the first generated program")
	every     = flag.Int("every", 6, "of the examples and testdata/semantics, judge one in so many")
	analyses  = flag.Bool("analyses", false, "leave out each static analysis in turn, for every program")
)

var engines = map[string]engine.Engine{"token": token.New(), "eager": eager.New()}

// judge asks an engine; unknown is what it says for want of time.
func judge(t *testing.T, e engine.Engine, code *interp.Code, p verdict.Property, without engine.Static) *engine.Outcome {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), *patience)
	defer cancel()
	out, err := e.Run(ctx, &engine.Problem{Code: code, Property: p, Without: without})
	if err != nil {
		var trace *depth.TraceError
		t.Errorf("%s without %d: %v (a trace: %t)", p, without, err, errors.As(err, &trace))
		return &engine.Outcome{Verdict: verdict.Unknown}
	}
	return out
}

// sets are the static analyses that are left out in turn.
func sets() []engine.Static {
	if *analyses {
		return []engine.Static{0, engine.PB, engine.CXT, engine.MTX, engine.PB | engine.CXT | engine.MTX}
	}
	return []engine.Static{0}
}

// holds compares what engines say with a verdict that is known.
func holds(t *testing.T, code *interp.Code, p verdict.Property, want string) (decided, all int) {
	t.Helper()
	for name, e := range engines {
		for _, without := range sets() {
			all++
			got := judge(t, e, code, p, without).Verdict.String()
			if got == want {
				decided++
			} else if got == "safe" || got == "violation" {
				t.Errorf("%s without %d: %s is %s, expected %s", name, without, p, got, want)
			}
		}
	}
	return decided, all
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
	decided, all := 0, 0
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
					d, a := holds(t, code, p, want)
					decided, all = decided+d, all+a
				})
			}
		}
	}
	t.Logf("%d of %d verdicts reached", decided, all)
}

// TestGenerated: what the explorer says of generated programs.
func TestGenerated(t *testing.T) {
	dir := t.TempDir()
	decided, all := 0, 0
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
			d, a := holds(t, code, p, want.String())
			decided, all = decided+d, all+a
			if t.Failed() {
				t.Fatalf("seed %d", seed)
			}
		}
	}
	t.Logf("%d of %d verdicts reached", decided, all)
}
