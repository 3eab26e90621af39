package unroll

import (
	"github.com/heddle-mc/heddle/internal/efsm"
	"github.com/heddle-mc/heddle/internal/term"
)

// conflict reports whether two accesses of different threads race if nothing orders
// them: of the same data, not both atomic, one at least a write.
func conflict(s *efsm.System, x, y *efsm.Access) bool {
	return x.Var == y.Var && s.Vars[x.Var].Class == efsm.Data &&
		(x.Mode != efsm.Read || y.Mode != efsm.Read) && !(x.Atomic && y.Atomic)
}

// ordered returns the condition under which something may order the accesses of two
// adjacent steps, of states a and b with the frames before and after: a handover.
//
// requires: both states were entered.
func ordered(a, b *efsm.State, before, after *Frame) term.ID {
	ordered := term.False
	for _, h := range efsm.Handovers(a, b) {
		terms := before.u.Terms
		ordered = terms.Or(ordered, terms.And(before.Term(h.Write.When), after.Term(h.Read.When)))
	}
	return ordered
}

// notAdjacent marks what may be a race of the accesses of a state, or may not.
func notAdjacent(first *efsm.State) *efsm.Mark {
	return &efsm.Mark{Unsupported: "a race with an atomic section that synchronises", Origin: first.Origin}
}
