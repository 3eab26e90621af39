package values

import (
	"cmp"
	"context"

	"github.com/heddle-mc/heddle/internal/analysis/modular"
	"github.com/heddle-mc/heddle/internal/analysis/pointsto"
	"github.com/heddle-mc/heddle/internal/analysis/raceproof"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// Obligation is something that must hold at a place and was not shown to.
type Obligation struct {
	Property verdict.Property
	Pos      ir.Pos // of a library model's, of one of its calls
	Why      string
}

// Result is what the analysis found. It is immutable.
type Result struct {
	Program *ir.Program
	// Lost says why nothing was proved; empty: see Left.
	Lost string
	Left []Obligation // in the order of their places
	// Unset: some access may be through a pointer that was never given a value.
	Unset bool

	// Facts is what was found of single values; nil if nothing was proved.
	Facts *Facts

	places  map[Obligation][]pointsto.At
	wraps   map[pointsto.Computation]bool // computations that control comes to and that may
	reached map[block]bool
	proof   func(context.Context) *modular.Proof
	plain   func() *Result // what is found without elements' own locks; nil: the same
}

// Plain returns what is found without elements' own locks; nil: the same.
func (r *Result) Plain() *Result {
	if r.plain == nil {
		return nil
	}
	return r.plain()
}

// Proof writes down what the analysis rests on. It is nil if nothing was proved. When ctx ends, it
// may be one that says so (modular.Proof.Beyond).
func (r *Result) Proof(ctx context.Context) *modular.Proof {
	if r.Lost != "" {
		return nil
	}
	return r.proof(ctx)
}

// block is one of a function, whatever the context.
type block struct {
	f ir.FuncID
	b ir.BlockID
}

// Reached reports whether control may come to a block of a function.
func (r *Result) Reached(f ir.FuncID, b ir.BlockID) bool {
	return r.Lost != "" || r.reached[block{f, b}]
}

// PointsTo returns where pointers may point to, if something was proved.
func (r *Result) PointsTo() *pointsto.Result { return r.Facts.PointsTo }

// Taken reports whether control may go from one block to another.
func (r *Result) Taken(e raceproof.Edge) bool { return r.Facts.a.edges[e] }

// Exact reports whether the result of a computation, an addition, a product or a shift, never wraps, as a signed number.
func (r *Result) Exact(c pointsto.Computation) bool { return r.Lost == "" && !r.wraps[c] }

// Places returns the instructions at which an obligation that is left is a matter of numbers alone: an arithmetic instruction
// of which the result is in range, an access of which the bytes are in the object. There are none if it is
// anything else.
func (r *Result) Places(o Obligation) []pointsto.At { return r.places[o] }

// Properties lists the properties that the analysis knows.
func Properties() []verdict.Property {
	return []verdict.Property{verdict.Assert, verdict.Reach, verdict.Memory, verdict.Overflow, verdict.Div, verdict.Shift, verdict.Uninit}
}

// Proves reports whether no execution violates a property, under the assumptions
// in the package comment, or returns the first obligation that is left.
func (r *Result) Proves(p verdict.Property) (ok bool, left *Obligation) {
	if r.Lost != "" {
		return false, nil
	}
	for i := range r.Left {
		if r.Left[i].Property == p {
			return false, &r.Left[i]
		}
	}
	for _, known := range Properties() {
		if known == p {
			return true, nil
		}
	}
	return false, nil
}

func compareObligations(x, y Obligation) int {
	return cmp.Or(cmp.Compare(x.Property, y.Property), cmp.Compare(x.Pos.File, y.Pos.File), cmp.Compare(x.Pos.Line, y.Pos.Line),
		cmp.Compare(x.Pos.Col, y.Pos.Col), cmp.Compare(x.Why, y.Why))
}
