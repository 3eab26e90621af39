package check

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/layout"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// limitToLayout restricts an answer to the layout of memory that the engine explored. Executions in which
// objects lie elsewhere may differ: each place where that may matter gets a bound mark (package
// analyze/layout). A proof that is bounded in a way that no engine can improve is settled.
func (r *runner) limitToLayout(a *answer) {
	if a.Verdict != verdict.Safe && a.Verdict != verdict.Bounded || a.Layout == engine.EveryLayout {
		return
	}
	proof := a.Verdict == verdict.Safe
	for _, at := range r.layout() {
		if at.Pointers && a.Layout >= engine.TellsApart || at.Pieces && a.Layout >= engine.TellsPieces {
			continue
		}
		if m := (verdict.Mark{Bound: at.Bound, Location: at.Pos.In(r.program.Files, at.Func)}); !slices.Contains(a.Marks, m) {
			a.Marks = append(a.Marks, m)
			a.Verdict = verdict.Bounded
			a.settled = proof && (a.settled || !at.Pointers && !at.Pieces)
		}
	}
}

// layout returns the places where the layout of memory may make a difference.
func (r *runner) layout() []layout.Dependence {
	r.placesOnce.Do(func() {
		r.budget.At("layout")
		r.places = layout.Find(r.budget.Context(), r.facts)
	})
	return r.places
}
