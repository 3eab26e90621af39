package circuit

import (
	"context"
	"slices"

	"github.com/heddle-mc/heddle/internal/solve/bitblast"
	"github.com/heddle-mc/heddle/internal/solve/sat"
)

// The effort of the search for latches that never change.
const (
	mostAsked = 6000        // candidate latches
	maxTicks  = 100_000_000 // of the solver: some tenths of a second
)

// fixed returns the value that each latch always has, or unknown. It starts with the result of
// constants. Then it adds, of the relevant latches, the largest set that no step changes from a state
// in which all of the set have their first values. These are, for example, the high bits of numbers
// that stay small. Latches that hold comparisons are excluded, since a search that does not know the
// bits needs the relation of a comparison to the others. If the work is too much it returns the result
// of constants.
//
// A model of the solver changes few latches at once. So latches that change in steps from states near
// the model are removed from the set, too.
//
// This is van Eijk's way of finding registers that are equal ("Sequential equivalence checking based on
// structural similarities", IEEE TCAD 2000), for registers and constants only.
func fixed(c *Circuit) []uint8 {
	known := constants(c)
	asked := withCompared(c, known)
	if len(asked) > mostAsked {
		return known
	}
	solver := sat.New(sat.Options{Without: sat.Eliminate | sat.Substitute | sat.Probe | sat.Stable})
	encoder := bitblast.NewEncoder(c.Graph, solver)
	now := make([]sat.Var, len(c.Latches))
	for i := range c.Latches {
		now[i] = encoder.Literal(c.Latches[i].Edge, bitblast.Both).Var()
		if known[i] != unknown {
			solver.AddClause(now[i].Lit(known[i] == one))
		}
	}
	for _, s := range c.Constraints {
		encoder.Assert(s.Edge)
	}
	for _, p := range c.Compared {
		encoder.Assert(p.Right)
	}
	for _, set := range c.Exclusive {
		for j, b := range set {
			for _, a := range set[:j] {
				solver.AddClause(now[a].Neg(), now[b].Neg())
			}
		}
	}
	// candidate is a latch that is not known to change.
	type candidate struct {
		latch   int
		changes sat.Lit // implies that the step changes it
		next    sat.Lit // the step changes it
	}
	var open []candidate
	var any []sat.Lit
	compares := func(i int) bool {
		return slices.ContainsFunc(c.Compared, func(p Compared) bool { return p.Latch == i })
	}
	for _, i := range asked {
		if init := c.Latches[i].Init; init != Any && !compares(i) {
			next := encoder.Literal(c.Latches[i].Next, bitblast.Both).XorSign(init == One)
			k := candidate{i, solver.NewVar().Pos(), next}
			solver.AddClause(k.changes.Not(), k.next)
			open, any = append(open, k), append(any, k.changes)
		}
	}
	solver.AddClause(any...)
	for _, in := range c.Inputs {
		encoder.Literal(in.Edge, bitblast.Both) // gives it a value in each model
	}
	near := newNearby(c)
	for {
		var assumed []sat.Lit
		for _, k := range open {
			assumed = append(assumed, now[k.latch].Lit(c.Latches[k.latch].Init == One))
		}
		left := maxTicks - solver.Stats().Ticks
		if left <= 0 {
			return known
		}
		solver.SetLimits(sat.Limits{Ticks: left})
		switch solver.Solve(context.Background(), assumed...) {
		case sat.Unknown:
			return known
		case sat.Unsatisfiable:
			for _, k := range open {
				known[k.latch] = uint8(c.Latches[k.latch].Init)
			}
			return known
		}
		near.begin(func(e bitblast.Edge) bool { return solver.Value(encoder.Literal(e, bitblast.Both)) })
		for i := range known {
			near.keeps[i] = known[i] != unknown
		}
		for _, k := range open {
			near.keeps[k.latch] = true
		}
		near.step()
		open = slices.DeleteFunc(open, func(k candidate) bool {
			changed := solver.Value(k.next) || near.changed[k.latch]
			if changed {
				solver.AddClause(k.changes.Not())
			}
			return changed
		})
	}
}
