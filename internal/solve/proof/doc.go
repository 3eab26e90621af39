// Package proof checks proofs of unsatisfiability. It trusts no claim of a solver and shares no code
// with one: it has its own literals, its own reader of formulas and its own propagation.
//
// Command heddle proof-check and the tests of package sat call Check.
//
// A proof is a row of steps, one on a line, that change a set of clauses, at
// first those of the formula. A lemma may be added if it is implied by unit
// propagation (RUP), or if adding it keeps the set satisfiable because it is a
// resolution asymmetric tautology on its first literal, the pivot (RAT). A
// proof is accepted if every step is right and the empty clause is derived, or,
// under assumptions, a clause of their negations.
//
// Two formats are read, plain or gzip, with comment lines that start with c:
//
//	LRAT                              DRAT
//	ID lit… 0 hint… 0                 lit… 0              lemma
//	ID d ID… 0                        d lit… 0            deletion
//	ID t lit… 0 TEXT                  t lit… 0 TEXT       theory lemma
//
// In LRAT the clauses of the formula have the ids 1, 2, … and those of lemmas
// increase. Hints are the clauses that become unit, in the order in which they
// do; the last one becomes false. For RAT, hints for propagation from the lemma
// alone are followed by a group for each clause with the negated pivot: its
// negated id, then hints. A hint that does nothing is an error. In DRAT the
// checker propagates itself.
//
// A theory lemma is an axiom: no step here justifies it. TEXT names its justification, and the caller
// may judge it.
//
// RAT keeps a model only after changing the pivot in it to true. So under
// assumptions, or before a theory lemma is added, RAT would prove too much: a
// pivot is not the negation of an assumption, and no theory lemma contains the
// negation of an earlier pivot.
//
// Papers: Wetzler, Heule, Hunt, DRAT-trim: efficient checking and trimming using
// expressive clausal proofs, SAT 2014; Cruz-Filipe, Heule, Hunt, Kaufmann,
// Schneider-Kamp, Efficient certified RAT verification, CADE 2017. As in the
// former's tool, DRAT deletions of clauses that make a literal true without
// assumptions are ignored, as are those of clauses that are not there; keeping a
// clause is always right.
//
// A step in LRAT costs the size of the clauses that it names, for a lemma that is
// RAT in DRAT that of all clauses, for other lemmas that of one propagation.
package proof

import "fmt"

// Rejection says why a proof is not accepted.
type Rejection struct {
	Line int // of the proof, from 1; 0 if no line is to blame
	Msg  string
}

func (r *Rejection) Error() string {
	if r.Line == 0 {
		return r.Msg
	}
	return fmt.Sprintf("line %d: %s", r.Line, r.Msg)
}

// SyntaxError says what is wrong with a text, and where.
type SyntaxError struct {
	Text         Text
	Line, Column int // from 1; the column in bytes
	Msg          string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.Text, e.Line, e.Column, e.Msg)
}

// Text is one of the two texts that are read.
type Text string

const (
	FormulaText Text = "formula"
	ProofText   Text = "proof"
)
