package interleave

import (
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestOutsideSolvers judges programs with the solvers that are programs of their own.
func TestOutsideSolvers(t *testing.T) {
	cases := []struct {
		file     string
		property verdict.Property
		want     verdict.Verdict
	}{
		{"counter_bug.c", verdict.Assert, verdict.Violation},
		{"account_ok.c", verdict.Assert, verdict.Bounded},
		{"counter_bug.c", verdict.Race, verdict.Violation},
		{"abba_bug.c", verdict.Deadlock, verdict.Violation},
	}
	testprog.OutsideSolvers(t, func(t *testing.T, newSolver func(*term.Store) solver.Solver) {
		count := make(testprog.Tally)
		for _, c := range cases {
			code := testprog.FileCode(t, "../../../examples/"+c.file)
			for _, kind := range Kinds() {
				out := testprog.Judge(t, kind.New(nil), &engine.Problem{
					Program: code.Program(), Property: c.property, Bounds: engine.Bounds{Contexts: 5}, NewSolver: newSolver,
				}, 2*time.Second)
				testprog.Replay(t, code, c.property, out)
				count[" "+out.Verdict.String()]++
				if out.Verdict != c.want && out.Reason != verdict.Timeout {
					t.Errorf("%s %s %s: %s, expected %s", c.file, c.property, kind.Name, out.Verdict, c.want)
				}
			}
		}
		testprog.Decided(t, count, 50)
	})
}
