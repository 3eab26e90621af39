package check

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/solver/process"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Embedded is the name of the solver that is no program of its own.
const Embedded = "embedded"

// SolverFailed is the reason when a solver that is a program of its own did
// something that is no answer.
const SolverFailed verdict.Reason = "solver"

// Solvers lists the names of the solvers, the default first.
func Solvers() []string { return append([]string{Embedded}, process.Names()...) }

// tool finds the program of the requested solver; nil: it is the embedded one.
func (o *Options) tool() (*process.Tool, error) {
	name := cmp.Or(o.Solver, Embedded)
	if name == Embedded {
		return nil, nil
	}
	if o.Seed != 0 {
		return nil, fmt.Errorf("a seed is for the solver %s, not for %s", Embedded, name)
	}
	return process.Find(name)
}

// newSolver returns the constructor of the engines' solvers; nil: the embedded solver with its usual order
// of search.
func newSolver(t *process.Tool, seed uint64) func(*term.Store) solver.Solver {
	switch {
	case t == nil && seed == 0:
		return nil
	case t == nil:
		return func(s *term.Store) solver.Solver { return solver.New(s, sat.Options{Seed: seed}) }
	}
	return func(s *term.Store) solver.Solver { return process.New(t, s, process.Options{}) }
}

// blamed returns the outcome for a failure of an outside solver; nil if err is another error.
func blamed(err error) *engine.Outcome {
	var failed *process.Error
	if !errors.As(err, &failed) {
		return nil
	}
	return &engine.Outcome{Verdict: verdict.Unknown, Reason: SolverFailed, Detail: failed.Error()}
}

// trusted is the condition under which a verdict holds that rests on an outside
// solver's word.
func trusted(t *process.Tool) string {
	return fmt.Sprintf("the solver %s is right where it says unsatisfiable", t.Name())
}
