package pdr

import (
	"context"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
	"github.com/heddle-mc/heddle/internal/solve/sat"
)

// Trim returns a part of an invariant that is an invariant itself and excludes some bad signals. It
// contains the clauses that the solver needs to exclude the bad signals, and then, for each of these,
// the clauses needed to preserve it in a step. Confirming a proof costs a question for each clause, and
// most of many seeds are not needed. Clauses about all parts of a list of Options.Alike are dropped,
// since they do not carry over to more parts. If the rest does not suffice, or if ctx ends, the
// invariant is returned unchanged.
func (k *Checker) Trim(ctx context.Context, invariant []circuit.Clause, bads []int) []circuit.Clause {
	t := New(k.c, k.opts)
	var left, needed []*orbit
	for _, o := range t.orbits(invariant) {
		if t.spread(o.cubes[0]) == nil {
			t.pose(o)
			left = append(left, o)
		}
	}
	var edges []bitblast.Edge
	for _, b := range bads {
		edges = append(edges, t.c.Bads[b].Edge)
	}
	bad := t.encoder.Literal(circuit.Or(t.c.Graph, edges...), bitblast.Positive)
	for at := -1; at < len(needed); at++ {
		asked := bad
		if at >= 0 {
			asked = needed[at].enters.Pos()
		}
		t.assumed = append(t.assumed[:0], asked)
		for _, o := range needed {
			t.assumed = append(t.assumed, o.holds.Pos())
		}
		for _, o := range left {
			t.assumed = append(t.assumed, o.holds.Pos())
		}
		if led, err := t.solve(ctx); led || err != nil {
			return invariant
		}
		used := make(map[sat.Var]bool)
		for _, l := range t.solver.Core() {
			used[l.Var()] = true
		}
		rest := left[:0]
		for _, o := range left {
			if used[o.holds] {
				needed = append(needed, o)
			} else {
				rest = append(rest, o)
			}
		}
		left = rest
	}
	var out []circuit.Clause
	for _, o := range needed {
		out = append(out, o.clauses...)
	}
	return out
}
