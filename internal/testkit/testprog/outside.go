package testprog

import (
	"testing"

	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/solver/process"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// OutsideSolvers runs a test with each external solver. Solvers that are not installed are skipped.
func OutsideSolvers(t *testing.T, test func(t *testing.T, newSolver func(*term.Store) solver.Solver)) {
	for _, name := range process.Names() {
		t.Run(name, func(t *testing.T) {
			tool, err := process.Find(name)
			if err != nil {
				t.Skip(err)
			}
			test(t, func(s *term.Store) solver.Solver { return process.New(tool, s, process.Options{}) })
		})
	}
}
