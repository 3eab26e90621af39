package engine

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/ltl"
)

// Temporal is a property of executions as a whole (semantics 17): a formula over atoms.
type Temporal struct {
	Text    string       // of the formula, or its description
	Formula *ltl.Formula // that has to hold of every execution; without Next
	Atoms   []ltl.Atom
	Places  []ir.Place // by atom: its place, if it has one
	Unfair  bool       // executions count in which a thread that could go on for ever does not
	Each    bool       // the formula is about one thread, and must hold for each that reaches the first place; no atom names it
}

// Ended returns the formula of termination: every execution ends.
func Ended() *Temporal { return parse("F !running") }

// Arrives returns the formula of progress: each thread that reaches one place reaches the other, or ends.
func Arrives(names [2]string, places [2]ir.Place) *Temporal {
	t := parse("G (at(1) -> F (at(2) || finished(each)))")
	for i, name := range names {
		t.Atoms[i].Place, t.Places[i] = name, places[i]
	}
	t.Text, t.Each = fmt.Sprintf("progress from %s to %s", names[0], names[1]), true
	return t
}

func parse(text string) *Temporal {
	f, atoms, err := ltl.Parse(text)
	if err != nil {
		panic(err)
	}
	return &Temporal{Text: text, Formula: f, Atoms: atoms, Places: make([]ir.Place, len(atoms))}
}
