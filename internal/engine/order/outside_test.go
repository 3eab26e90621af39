package order

import (
	"context"
	"flag"
	"path/filepath"
	"testing"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/solver/process"
	"github.com/heddle-mc/heddle/internal/solve/term"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var outside = flag.String("outside", "../../../examples/account_*.c", "programs, by pattern, that every installed outside solver judges")

// TestOutsideSolvers judges programs that state their verdicts with the solvers
// that are programs of their own.
func TestOutsideSolvers(t *testing.T) {
	files, err := filepath.Glob(*outside)
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	testprog.OutsideSolvers(t, func(t *testing.T, newSolver func(*term.Store) solver.Solver) {
		count := make(testprog.Tally)
		for _, file := range files {
			stated := testprog.Stated(t, file)
			code := testprog.FileCode(t, file)
			for _, p := range checked {
				want := stated[p]
				if want == "" {
					continue
				}
				out := judge(t, Options{Eager: true}, engine.Problem{Program: code.Program(), Property: p, Bounds: engine.Bounds{Unwind: 3}, NewSolver: newSolver})
				count[" "+out.Verdict.String()]++
				switch got := out.Verdict; {
				case got == verdict.Unknown:
					t.Logf("%s %s: unknown: %s %s", file, p, out.Reason, out.Detail)
				case got == verdict.Bounded && want != "violation":
				case got.String() != want:
					t.Errorf("%s %s: %s, want %s", file, p, got, want)
				}
			}
		}
		testprog.Decided(t, count, 80)
	})
}

// TestTheoryNeedsHost checks that a solver without support for theories is an error.
func TestTheoryNeedsHost(t *testing.T) {
	code := testprog.FileCode(t, "../../../examples/account_bug.c")
	_, err := New(Options{}).Run(context.Background(), &engine.Problem{
		Program: code.Program(), Property: verdict.Assert,
		NewSolver: func(s *term.Store) solver.Solver { return process.New(new(process.Tool), s, process.Options{}) },
	})
	if err == nil {
		t.Error("no error")
	}
}
