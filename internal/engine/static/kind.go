package static

import (
	"github.com/heddle-mc/heddle/internal/analyze/values"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Kind describes the engine. All properties share one Engine, since it keeps its results. A proof covers
// all executions, hence also those within bounds.
func Kind() engine.Kind {
	only := New()
	return engine.Kind{
		Name:    "static",
		Stands:  true,
		Summary: "nothing is executed: every pair of accesses is shown not to race, locks to be taken in one order, or values to stay where they may be, for all bounds at once",
		Checks:  values.Checks | verdict.PairCheck | verdict.WaitCheck,
		Models:  models, ModelChecks: modelChecks,
		Bounds: engine.UnwindBound | engine.ThreadBound,
		New:    func(engine.Settings) engine.Engine { return only },
	}
}
