package sat

// Propagator is a theory that takes part in the search. The solver tells it
// which observed variables (see [Solver.Observe]) were assigned, and asks it
// for implied literals and conflicts. All calls come from the goroutine that
// called [Solver.Solve]; the propagator must not call the solver back.
//
// The propagator sees a stack of levels. Level 0 is there from the start;
// NewLevel opens one more; Backtrack(n) closes all levels above n and with
// them everything that was assigned in them. A literal is announced once, in
// trail order, in the level that is open at the time of the call. Literals
// that hold at level 0 are never taken back.
type Propagator interface {
	// Assigned announces observed literals that became true. The slice
	// belongs to the solver and is valid during the call only.
	Assigned(batch []Lit)
	// NewLevel opens a decision level.
	NewLevel()
	// Backtrack closes all levels above level. Literals that the propagator
	// implied in them are forgotten: whatever still follows from the literals
	// that remain has to be implied again, in any later call of Propagate.
	Backtrack(level int)
	// Propagate reports implied literals or a conflict to out. It is called
	// when unit propagation is complete, once after each batch.
	Propagate(out *Theory)
	// Explain appends to buf the clause that implied l in a call of Theory.Imply that has not been undone
	// by Backtrack: l itself, and literals that were false when it was implied. The clause must follow
	// from the theory alone. It is called at most once per implication.
	Explain(l Lit, buf []Lit) []Lit
	// FinalCheck is called when every variable is assigned and Propagate is
	// quiet. The model is accepted if it reports no conflict.
	FinalCheck(out *Theory)
}

// Decider is implemented by a [Propagator] that wants to choose decisions.
type Decider interface {
	// Decide returns an unassigned literal of an observed variable to be made
	// true next, or NoLit to leave the choice to the solver.
	Decide() Lit
}

// Justifier is implemented by a [Propagator] that says in proofs why its
// clauses hold.
type Justifier interface {
	// Justify returns the reason, on one line, why the clause follows from the
	// theory. It is called right after Explain or Conflict gave the clause.
	Justify(lits []Lit) string
}

// Theory collects the implied literals and the conflict that a [Propagator] reports in one call.
type Theory struct {
	implied  []Lit
	conflict []Lit
	failed   bool // conflict is valid (it may be the empty clause)
}

// Imply reports that l follows from literals already announced to the propagator. The solver may ask
// Explain for the reason later. A true literal is ignored; a false one is a conflict.
func (t *Theory) Imply(l Lit) { t.implied = append(t.implied, l) }

// Conflict says that the clause lits follows from the theory and that all its
// literals are false. Only the first conflict of a call counts.
func (t *Theory) Conflict(lits ...Lit) {
	if t.failed {
		return
	}
	t.failed = true
	t.conflict = append(t.conflict[:0], lits...)
}

func (t *Theory) reset() {
	t.implied = t.implied[:0]
	t.conflict = t.conflict[:0]
	t.failed = false
}
