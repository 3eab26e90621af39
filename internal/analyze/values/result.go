package values

import (
	"cmp"
	"context"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/raceproof"
	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Obligation is a condition that must hold at a place and was not proved.
type Obligation struct {
	Property verdict.Property
	Pos      ir.Pos // in a library model, the place of one of its calls
	Why      string
}

// Result is the result of the analysis. It is immutable.
type Result struct {
	Program *ir.Program
	// Lost is the reason why nothing was proved; empty: see Left.
	Lost string
	Left []Obligation // in the order of their places
	// Unset: some access may be through a pointer that was never given a value.
	Unset bool

	// Facts holds the results about single values; nil if nothing was proved.
	Facts *Facts

	places  map[Obligation][]pointsto.At
	wraps   map[pointsto.Computation]bool // reachable computations that may wrap
	reached map[block]bool
	proof   func(context.Context) *threadproof.Proof
	plain   func() *Result // the results without elements' own locks; nil: the same
}

// Plain returns the results without elements' own locks; nil: the same.
func (r *Result) Plain() *Result {
	if r.plain == nil {
		return nil
	}
	return r.plain()
}

// Proof writes the results as a proof. It is nil if nothing was proved. If ctx ends, the proof may be
// incomplete (threadproof.Proof.Beyond).
func (r *Result) Proof(ctx context.Context) *threadproof.Proof {
	if r.Lost != "" {
		return nil
	}
	return r.proof(ctx)
}

// block is a block of a function, in any context.
type block struct {
	f ir.FuncID
	b ir.BlockID
}

// Reached reports whether control may reach a block of a function.
func (r *Result) Reached(f ir.FuncID, b ir.BlockID) bool {
	return r.Lost != "" || r.reached[block{f, b}]
}

// PointsTo returns the targets of pointers. It requires that Lost is empty.
func (r *Result) PointsTo() *pointsto.Result { return r.Facts.PointsTo }

// Taken reports whether control may take an edge between blocks. It requires that Lost is empty.
func (r *Result) Taken(e raceproof.Edge) bool { return r.Facts.a.edges[e] }

// Exact reports whether the result of a computation, an addition, a product or a shift, never wraps, as a signed number.
func (r *Result) Exact(c pointsto.Computation) bool { return r.Lost == "" && !r.wraps[c] }

// Places returns the instructions of an unproved obligation if it depends on numbers only: arithmetic
// instructions whose result may be out of range, or accesses whose bytes may be outside the object. It
// is empty for other obligations.
func (r *Result) Places(o Obligation) []pointsto.At { return r.places[o] }

// Checks are the checks that the analysis supports.
const Checks = verdict.StepChecks&^verdict.LockCheck | verdict.HeapCheck

// Proves reports whether no execution violates a property, under the assumptions in the package
// comment, or returns the first unproved obligation.
func (r *Result) Proves(p verdict.Property) (ok bool, left *Obligation) {
	if r.Lost != "" {
		return false, nil
	}
	for i := range r.Left {
		if r.Left[i].Property == p {
			return false, &r.Left[i]
		}
	}
	return p.Is(Checks), nil
}

func compareObligations(x, y Obligation) int {
	return cmp.Or(cmp.Compare(x.Property, y.Property), cmp.Compare(x.Pos.File, y.Pos.File), cmp.Compare(x.Pos.Line, y.Pos.Line),
		cmp.Compare(x.Pos.Col, y.Pos.Col), cmp.Compare(x.Why, y.Why))
}
