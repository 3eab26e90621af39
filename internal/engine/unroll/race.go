package unroll

import (
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

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

// NotAdjacent returns the mark for a state whose accesses may race, or may not.
func NotAdjacent(first *efsm.State) *efsm.Mark {
	return &efsm.Mark{Mark: verdict.Mark{Unsupported: "a race with an atomic section that synchronises"}, Origin: first.Origin}
}
