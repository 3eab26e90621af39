package engine

import (
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/ltl"
)

// Temporal is what a property of executions as a whole says (semantics 17).
type Temporal struct {
	Text    string       // of the formula
	Formula *ltl.Formula // that has to hold of every execution; without Next
	Atoms   []ltl.Atom
	Places  []ir.Place // by atom: its place, if it has one
	Unfair  bool       // executions count in which a thread that could go on for ever does not
}

// Ended is the formula of termination: every execution comes to an end.
func Ended() *Temporal {
	f, atoms, err := ltl.Parse(termination)
	if err != nil {
		panic(err)
	}
	return &Temporal{Text: termination, Formula: f, Atoms: atoms, Places: make([]ir.Place, len(atoms))}
}

const termination = "F !running"
