package depth_test

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
		{"counter_bug.c", verdict.Race, verdict.Violation},
		{"account_ok.c", verdict.Race, verdict.Safe},
	}
	testprog.OutsideSolvers(t, func(t *testing.T, newSolver func(*term.Store) solver.Solver) {
		for _, c := range cases {
			code := testprog.FileCode(t, "../../../examples/"+c.file)
			for _, e := range engines {
				if e.theory {
					continue
				}
				out := testprog.Judge(t, e.engine, &engine.Problem{Program: code.Program(), Property: c.property, NewSolver: newSolver}, time.Second)
				switch {
				case out.Reason == verdict.Timeout:
					t.Logf("%s %s %s: no answer in time", c.file, c.property, e.name)
				case out.Verdict != c.want:
					t.Errorf("%s %s %s: %s, expected %s", c.file, c.property, e.name, out.Verdict, c.want)
				}
			}
		}
	})
}
