package pdr

import (
	"context"
	"errors"
	"slices"

	"github.com/heddle-mc/heddle/internal/bitblast"
	"github.com/heddle-mc/heddle/internal/circuit"
	"github.com/heddle-mc/heddle/internal/circuit/walk"
	"github.com/heddle-mc/heddle/internal/sat"
)

// Seed gives the checker clauses that may hold in all states that can be reached. It keeps,
// for all frames, the largest part of them that holds in all initial states and is inductive,
// and returns its size: clauses that fail after a step from a state in which all that are left
// hold are dropped until none does (Flanagan, Leino, "Houdini, an annotation assistant for
// ESC/Java", FME 2001), and so are those that fail further on: whatever part is inductive holds there too. If the solver gives up before, none is kept. The invariant of a proof
// has those that are kept.
//
// requires: literals are of latches, and Check was not called yet.
func (k *Checker) Seed(ctx context.Context, clauses []circuit.Clause) (kept int) {
	var left []seed
	refuter, after := walk.NewRefuter(k.c), make([]bool, len(k.next))
	for _, c := range clauses {
		d := make(cube, len(c))
		for i, l := range c {
			d[i] = l.Not()
		}
		slices.Sort(d)
		if d = slices.Compact(d); k.initial(d) {
			continue
		}
		s := seed{d, d.clause(), k.solver.NewVar(), k.solver.NewVar()}
		k.lits = append(k.lits[:0], s.outside.Neg())
		for _, l := range d {
			k.lits = append(k.lits, k.here(l).Not())
			k.solver.AddClause(s.enters.Neg(), k.there(l))
		}
		k.solver.AddClause(k.lits...)
		left = append(left, s)
	}
	for {
		round := k.solver.NewVar()
		k.lits, k.assumed = append(k.lits[:0], round.Neg()), append(k.assumed[:0], round.Pos())
		for _, s := range left {
			k.lits = append(k.lits, s.enters.Pos())
			k.solver.AddClause(round.Neg(), s.outside.Pos())
		}
		k.solver.AddClause(k.lits...)
		failed, err := k.solve(ctx)
		if errors.As(err, new(*stopError)) {
			left = nil
		}
		if !failed {
			break
		}
		for i, next := range k.next {
			after[i] = k.solver.Value(next)
		}
		refuter.From(ctx, after, func(fails func(circuit.Clause) bool) {
			left = slices.DeleteFunc(left, func(s seed) bool { return fails(s.clause) })
		})
		k.solver.AddClause(round.Neg())
	}
	for _, s := range left {
		k.seeds = append(k.seeds, s.cube)
	}
	k.restart()
	return len(k.seeds)
}

// Seeds returns the clauses that Seed kept.
func (k *Checker) Seeds() (out []circuit.Clause) {
	for _, c := range k.seeds {
		out = append(out, c.clause())
	}
	return out
}

// Enough reports whether no bad signal of some holds where the clauses that Seed kept do; they are a proof then.
func (k *Checker) Enough(ctx context.Context, bads []int) bool {
	some := k.solver.NewVar()
	list := []sat.Lit{some.Neg()}
	for _, b := range bads {
		list = append(list, k.encoder.Literal(k.c.Bads[b].Edge, bitblast.Positive))
	}
	k.solver.AddClause(list...)
	k.assumed = append(k.assumed[:0], some.Pos())
	reached, err := k.solve(ctx)
	k.solver.AddClause(some.Neg())
	return !reached && err == nil
}

// seed is a cube that no state that can be reached may be in.
type seed struct {
	cube    cube
	clause  circuit.Clause
	outside sat.Var // the state before the step is not in it
	enters  sat.Var // the state after the step is
}
