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

// AnalyseBriefly is Analyse with the least precision, after attempts that take too much work.
func AnalyseBriefly(ctx context.Context, p *ir.Program) *Result {
	return analyse(ctx, p, solver{limit: 1})
}

// Work returns the number of locations and pages that went along edges.
func (r *Result) Work() int { return r.work }

// Crowded reports whether an object has so many locations that the order of the work may matter.
func Crowded(r *Result) bool {
	s := &solver{Result: *r, locIDs: make(map[Loc]LocID), order: make([]neighbours, 3), locsOf: make([]objectLocs, len(r.Objects)), plain: true}
	s.Locs = s.Locs[:3]
	for _, l := range r.Locs[3:] {
		s.loc(l)
	}
	for id := range s.locsOf {
		o := &s.locsOf[id]
		if exact, stepped := s.room(ObjID(id)); len(o.exact) > min(exact, maxExact) || len(o.stepped) > stepped || o.outside > maxOutside {
			return true
		}
	}
	return false
}

// Covers reports whether all offsets of b are offsets of a.
func Covers(a, b Loc) bool { return a == b || covers(a, b) }
