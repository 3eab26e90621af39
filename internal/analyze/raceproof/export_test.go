package raceproof

import (
	"context"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// AnalyseBriefly is Analyse with other limits of the walk's steps. After the first, a place has one path.
func AnalyseBriefly(ctx context.Context, facts *analyze.Facts, env ir.Environment, fine, most int) *Result {
	pts := facts.PointsTo(ctx)
	if pts.Lost != "" {
		return &Result{Program: facts.Program, Lost: pts.Lost}
	}
	a := newAnalysis(ctx, pts, env)
	a.fine, a.coarse, a.most = fine, fine, most
	return a.analyse()
}

// Steps returns the number of stretches of code in the walk, and of pairs that were judged for their classes.
func (r *Result) Steps() (walked, judged int) { return r.steps, r.pairs }

// Arrivals returns the number of times that the walk brought a path to a place.
func (r *Result) Arrivals() int { return r.arrivals }
