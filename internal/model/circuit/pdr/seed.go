package pdr

import (
	"context"
	"errors"
	"slices"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/model/circuit/walk"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
	"github.com/heddle-mc/heddle/internal/solve/sat"
)

// Seed proposes clauses that may hold in all reachable states, and their images (Options.Alike). It
// keeps the largest part of them that holds in all initial states and is inductive, adds it to all
// frames, and returns its size. Clauses are dropped until no clause fails after a step from a state in
// which all remaining ones hold (Flanagan, Leino, "Houdini, an annotation assistant for ESC/Java", FME
// 2001). Clauses that fail after further steps are dropped as well, since an inductive part holds
// there, too. Before that, clauses that fail in random executions are dropped. If more than most orbits
// remain then (0: no bound), or if the solver gives up, none is kept. The invariant of a proof contains
// the kept clauses.
//
// The largest part contains a clause and its images, or none of them, since exchanging parts gives the
// same circuit. So they are dropped together, and only one of them is checked.
//
// requires: literals are of latches, and Check was not called yet.
func (k *Checker) Seed(ctx context.Context, clauses []circuit.Clause, most int) (kept int) {
	left := k.orbits(clauses)
	refuter := walk.NewRefuter(k.c)
	drop := func(fails func(circuit.Clause) bool) {
		left = slices.DeleteFunc(left, func(o *orbit) bool { return slices.ContainsFunc(o.clauses, fails) })
	}
	refuter.Begin(ctx, drop)
	if most > 0 && len(left) > most || ctx.Err() != nil {
		return len(k.seeds)
	}
	for _, o := range left {
		k.pose(o)
	}
	after := make([]bool, len(k.next))
	for {
		round := k.solver.NewVar()
		k.lits, k.assumed = append(k.lits[:0], round.Neg()), append(k.assumed[:0], round.Pos())
		for _, o := range left {
			k.lits = append(k.lits, o.enters.Pos())
			k.solver.AddClause(round.Neg(), o.holds.Pos())
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
		refuter.From(ctx, after, drop)
		k.solver.AddClause(round.Neg())
	}
	for _, o := range left {
		k.seeds = append(k.seeds, o.cubes...)
	}
	k.restart()
	return len(k.seeds)
}

// orbit is a clause with its images.
type orbit struct {
	cubes   []cube
	clauses []circuit.Clause
	holds   sat.Var // all clauses hold before the step
	enters  sat.Var // the first of them fails after the step
}

// orbits returns the orbits of the clauses that hold in all initial states.
func (k *Checker) orbits(clauses []circuit.Clause) (out []*orbit) {
	known := make(map[string]bool)
	for _, c := range clauses {
		d := make(cube, len(c))
		for i, l := range c {
			d[i] = l.Not()
		}
		slices.Sort(d)
		if d = slices.Compact(d); known[d.key()] || k.initial(d) {
			continue
		}
		o := &orbit{cubes: k.images(d)}
		for _, d := range o.cubes {
			known[d.key()] = true
			o.clauses = append(o.clauses, d.clause())
		}
		out = append(out, o)
	}
	return out
}

// pose creates the variables of an orbit.
func (k *Checker) pose(o *orbit) {
	o.holds, o.enters = k.solver.NewVar(), k.solver.NewVar()
	for _, d := range o.cubes {
		k.exclude(d, o.holds.Neg())
	}
	for _, l := range o.cubes[0] {
		k.solver.AddClause(o.enters.Neg(), k.there(l))
	}
}

// Seeds returns the clauses that Seed kept.
func (k *Checker) Seeds() (out []circuit.Clause) {
	for _, c := range k.seeds {
		out = append(out, c.clause())
	}
	return out
}

// Enough reports whether the clauses that Seed kept exclude some bad signals. Then they are a proof.
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
