package pdr

import (
	"context"
	"errors"
	"slices"

	"github.com/heddle-mc/heddle/internal/circuit"
	"github.com/heddle-mc/heddle/internal/sat"
)

// Seed gives the checker clauses that may hold in all states that can be reached. It keeps,
// for all frames, the largest part of them that holds in all initial states and is inductive,
// and returns its size: clauses that fail after a step from a state in which all that are left
// hold are dropped until none does (Flanagan, Leino, "Houdini, an annotation assistant for
// ESC/Java", FME 2001). If the solver gives up before, none is kept. The invariant of a proof
// has those that are kept.
//
// requires: literals are of latches, and Check was not called yet.
func (k *Checker) Seed(ctx context.Context, clauses []circuit.Clause) (kept int) {
	var left []seed
	for _, c := range clauses {
		d := make(cube, len(c))
		for i, l := range c {
			d[i] = l.Not()
		}
		slices.Sort(d)
		if d = slices.Compact(d); k.initial(d) {
			continue
		}
		s := seed{d, k.solver.NewVar(), k.solver.NewVar()}
		k.lits = append(k.lits[:0], s.outside.Neg())
		for _, l := range d {
			k.lits = append(k.lits, k.here(l).Not())
			k.solver.AddClause(s.enters.Neg(), k.there(l))
		}
		k.solver.AddClause(k.lits...)
		left = append(left, s)
	}
	for {
		some := k.solver.NewVar()
		k.lits, k.assumed = append(k.lits[:0], some.Neg()), append(k.assumed[:0], some.Pos())
		for _, s := range left {
			k.lits, k.assumed = append(k.lits, s.enters.Pos()), append(k.assumed, s.outside.Pos())
		}
		k.solver.AddClause(k.lits...)
		failed, err := k.solve(ctx)
		if errors.As(err, new(*stopError)) {
			left = nil
		}
		if !failed {
			break
		}
		left = slices.DeleteFunc(left, func(s seed) bool {
			return !slices.ContainsFunc(s.cube, func(l circuit.Literal) bool { return !k.solver.Value(k.there(l)) })
		})
	}
	for _, s := range left {
		k.seeds = append(k.seeds, s.cube)
	}
	k.restart()
	return len(k.seeds)
}

// seed is a cube that no state that can be reached may be in.
type seed struct {
	cube    cube
	outside sat.Var // the state before the step is not in it
	enters  sat.Var // the state after the step is
}
