package pointsto

import (
	"context"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// AnalysePlain is the analysis without the means that only make it fast.
func AnalysePlain(ctx context.Context, p *ir.Program, noNumbers bool) *Result {
	return analyse(ctx, p, solver{plain: true, Result: Result{NoNumbers: noNumbers}})
}

// AnalyseFew is Analyse as of a program with very many locations.
func AnalyseFew(ctx context.Context, p *ir.Program) *Result {
	return analyse(ctx, p, solver{few: true})
}

// MaxExact is the number of locations of an object from which on the order of the work may matter.
const MaxExact = maxExact

// Covers reports whether all offsets of b are offsets of a.
func Covers(a, b Loc) bool { return a == b || covers(a, b) }
