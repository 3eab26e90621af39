package consistency

import "github.com/heddle-mc/heddle/internal/solve/sat"

// literal is a literal of an arc in the numbers of the theory, which are dense:
// 2·i + sign. The variables of the solver are many more.
type literal int32

// noLiteral is no literal.
const noLiteral literal = 0

func (l literal) not() literal { return l ^ 1 }

// literals translates between the numbers of the solver and of the theory.
type literals struct {
	own    []int32   // by variable of the solver: i, or 0
	solver []sat.Lit // by literal
}

func newLiterals(lits []sat.Lit) literals {
	top := sat.Var(0)
	for _, l := range lits {
		top = max(top, l.Var())
	}
	ls := literals{own: make([]int32, top+1), solver: make([]sat.Lit, 2)}
	for _, l := range lits {
		if v := l.Var(); l != sat.NoLit && ls.own[v] == 0 {
			ls.own[v] = int32(len(ls.solver) / 2)
			ls.solver = append(ls.solver, v.Pos(), v.Neg())
		}
	}
	return ls
}

// count returns the number of literals, noLiteral and its negation included.
func (ls *literals) count() int { return len(ls.solver) }

// of returns the theory's number of a literal of an arc.
func (ls *literals) of(l sat.Lit) literal { return literal(ls.own[l.Var()]<<1 | int32(l&1)) }
