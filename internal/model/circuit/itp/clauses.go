package itp

import (
	"context"
	"slices"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
	"github.com/heddle-mc/heddle/internal/solve/sat"
)

// maxLiterals bounds the literals of the clauses that describe an invariant.
const maxLiterals = 5000

// proved returns the answer for an invariant: as clauses and, if these are too many, also as a set.
func (k *Checker) proved(ctx context.Context, set bitblast.Edge) *circuit.Answer {
	a := &circuit.Answer{Status: circuit.Proved, States: set}
	var exact bool
	if a.Invariant, exact = k.clauses(ctx, set, maxLiterals); exact {
		a.States = bitblast.NoEdge
	}
	return a
}

// compact returns the same set of states built from clauses, unless these have more literals than the
// set has gates. Otherwise interpolants of interpolants become large without need.
func (k *Checker) compact(ctx context.Context, set bitblast.Edge) bitblast.Edge {
	list, exact := k.clauses(ctx, set, len(circuit.Cone(k.c.Graph, set)))
	if !exact {
		return set
	}
	var fail []bitblast.Edge
	for _, clause := range list {
		var any []bitblast.Edge
		for _, l := range clause {
			any = append(any, k.c.Latches[l.Latch()].Edge^bitblast.Edge(l&1))
		}
		fail = append(fail, circuit.Or(k.c.Graph, any...).Not())
	}
	return circuit.Or(k.c.Graph, fail...).Not()
}

// clauses returns clauses over the latches that hold in the states of a set, and whether they hold in
// no others. No literal can be dropped from a clause. At most literals literals are returned. Each
// clause is the negation of those literals of a state outside the set that keep it outside.
func (k *Checker) clauses(ctx context.Context, set bitblast.Edge, literals int) (list []circuit.Clause, exact bool) {
	inside, outside := k.solver(), k.solver()
	in, out := bitblast.NewEncoder(k.c.Graph, inside), bitblast.NewEncoder(k.c.Graph, outside)
	in.Assert(set)
	out.Assert(set.Not())
	for {
		if status := outside.Solve(ctx); status != sat.Satisfiable {
			return list, status == sat.Unsatisfiable
		}
		var cube []sat.Lit
		latch := make(map[sat.Var]int)
		for i := range k.c.Latches {
			e := k.c.Latches[i].Edge
			if o, v := out.Var(e), in.Var(e); o != 0 && v != 0 {
				latch[v] = i
				cube = append(cube, v.Lit(outside.Value(o.Pos())))
			}
		}
		if inside.Solve(ctx, cube...) != sat.Unsatisfiable {
			return list, false
		}
		cube = slices.Clone(inside.Core())
		for n := 0; n < len(cube); {
			if inside.Solve(ctx, slices.Concat(cube[:n], cube[n+1:])...) == sat.Unsatisfiable {
				cube = slices.Clone(inside.Core())
			} else {
				n++
			}
		}
		var clause circuit.Clause
		var block []sat.Lit
		for _, l := range cube {
			i := latch[l.Var()]
			clause = append(clause, circuit.LatchIs(i, l.IsNeg()))
			block = append(block, out.Var(k.c.Latches[i].Edge).Lit(l.IsNeg()))
		}
		list = append(list, clause)
		if literals -= len(clause); literals < 0 {
			return list, false
		}
		outside.AddClause(block...)
	}
}
