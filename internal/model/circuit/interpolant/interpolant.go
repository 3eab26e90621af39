package interpolant

import (
	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
	"github.com/heddle-mc/heddle/internal/solve/sat"
)

// Interpolant returns an interpolant as an edge of a graph, in which edge returns the edges of the
// common variables.
//
// requires: Solve returned sat.Unsatisfiable.
func (p *Pair) Interpolant(g *bitblast.Graph, edge func(sat.Var) bitblast.Edge) bitblast.Edge {
	inB := make([]bool, p.solver.NumVars()+1)
	for i := p.firstB; i < p.given.len(); i++ {
		for _, l := range p.given.at(i) {
			inB[l.Var()] = true
		}
	}
	chains := p.chains()
	partial := make([]bitblast.Edge, p.derived.len())
	of := func(id sat.ClauseID) bitblast.Edge {
		switch i := int(id) - 1; {
		case id >= firstDerived:
			return partial[id-firstDerived]
		case i >= p.firstB:
			return bitblast.True
		default:
			var any []bitblast.Edge
			for _, l := range p.given.at(i) {
				if inB[l.Var()] {
					any = append(any, edge(l.Var())^bitblast.Edge(l&1))
				}
			}
			return circuit.Or(g, any...)
		}
	}
	for i, chain := range chains {
		for k, link := range chain {
			switch e := of(link.clause); {
			case k == 0:
				partial[i] = e
			case inB[link.pivot]:
				partial[i] = g.And(partial[i], e)
			default:
				partial[i] = circuit.Or(g, partial[i], e)
			}
		}
	}
	return partial[p.empty]
}

// link is a step of a resolution: a clause, and the variable on which it is resolved. The first link
// has no variable.
type link struct {
	clause sat.ClauseID
	pivot  sat.Var
}

// chains returns, by derived clause, its resolution. Clauses that the empty clause does not need have
// none.
func (p *Pair) chains() [][]link {
	r := resolver{Pair: p, false: make([]bool, 2*p.solver.NumVars()+2), needed: make([]bool, 2*p.solver.NumVars()+2)}
	chains := make([][]link, p.empty+1)
	used := make([]bool, p.empty+1)
	used[p.empty] = true
	for i := p.empty; i >= 0; i-- {
		if !used[i] {
			continue
		}
		chains[i] = r.chain(i)
		for _, l := range chains[i] {
			if l.clause >= firstDerived {
				used[l.clause-firstDerived] = true
			}
		}
	}
	return chains
}

// resolver finds the resolutions.
type resolver struct {
	*Pair
	false   []bool // by literal
	needed  []bool // by literal: the clause resolved so far has it
	touched []sat.Lit
}

// lits returns the literals of a clause.
func (r *resolver) lits(id sat.ClauseID) []sat.Lit {
	if id >= firstDerived {
		return r.derived.at(int(id - firstDerived))
	}
	return r.given.at(int(id) - 1)
}

func (r *resolver) set(table []bool, l sat.Lit) {
	table[l] = true
	r.touched = append(r.touched, l)
}

// chain returns the resolution of a derived clause, or of a subset of it. It uses the hints that are
// needed, backwards from the last one, the false clause.
func (r *resolver) chain(i int) []link {
	for _, l := range r.derived.at(i) {
		r.set(r.false, l)
	}
	type step struct {
		clause sat.ClauseID
		lit    sat.Lit // the literal that it makes true
	}
	var steps []step
	var out []link
	for _, id := range r.hints.at(i) {
		left := sat.NoLit
		for _, l := range r.lits(id) {
			if r.false[l] || l == left {
				continue
			}
			if left != sat.NoLit {
				panic("interpolant: a hint that is not unit")
			}
			left = l
		}
		if left == sat.NoLit {
			out = append(out, link{clause: id})
			break
		}
		r.set(r.false, left.Not())
		steps = append(steps, step{id, left})
	}
	for _, l := range r.lits(out[0].clause) {
		r.set(r.needed, l)
	}
	for k := len(steps) - 1; k >= 0; k-- {
		s := steps[k]
		if !r.needed[s.lit.Not()] {
			continue
		}
		out = append(out, link{s.clause, s.lit.Var()})
		r.needed[s.lit.Not()] = false
		for _, l := range r.lits(s.clause) {
			if l != s.lit {
				r.set(r.needed, l)
			}
		}
	}
	for _, l := range r.touched {
		r.false[l], r.needed[l] = false, false
	}
	r.touched = r.touched[:0]
	return out
}
