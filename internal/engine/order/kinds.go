package order

import (
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// The passes that can be left out.
const (
	narrowing = "narrow"
	pruning   = "prune"
)

// Kinds lists the engines of this package.
func Kinds() []engine.Kind {
	kind := engine.Kind{
		Checks: verdict.FiniteChecks,
		Bounds: engine.UnwindBound | engine.ThreadBound,
		Passes: []engine.Pass{
			{Name: "unwind", Help: "the event graph of the program within the bounds", Needed: true, Form: true},
			{Name: narrowing, Help: "bounds on values make the graph smaller", Form: true},
			{Name: pruning, Help: "pairs of events that no execution needs are left out"},
		},
	}
	theory, clauses := kind, kind
	theory.Name, theory.Summary = "order", "partial orders: the program is unwound and encoded, a theory of memory order guides the solver"
	theory.Models, theory.ModelChecks = []string{engine.RC11, engine.IMM, engine.TSO, engine.PSO, engine.AArch64, engine.RISCV}, verdict.FiniteChecks&^verdict.ValueCheck
	theory.Solver, theory.New = engine.TheorySolver, func(engine.Settings) engine.Engine { return New(Options{}) }
	clauses.Name, clauses.Summary = "eager-order", "the same with the order encoded as clauses"
	clauses.Solver, clauses.New = engine.AnySolver, func(engine.Settings) engine.Engine { return New(Options{Eager: true}) }
	return []engine.Kind{theory, clauses}
}
