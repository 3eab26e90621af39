package explore

import (
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Kind describes the engine.
func Kind() engine.Kind {
	return engine.Kind{
		Name:      "explore",
		Summary:   "execution: random schedules, then every interleaving up to equivalence",
		Checks:    verdict.FiniteChecks,
		Processes: true,
		Bounds:    engine.UnwindBound | engine.ContextBound | engine.RoundBound | engine.ThreadBound,
		New:       func(engine.Settings) engine.Engine { return New() },
	}
}
