package sat

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// proofChecker is a ProofWriter that checks every step as it comes. Clauses are
// given to it by the test.
type proofChecker struct {
	clauses map[ClauseID][]Lit
	given   ClauseID
	last    ClauseID
	added   []Lit // the last clause added
	empty   bool
	axioms  [][]Lit
	err     error
}

// withProof returns the options with a proof checked by c.
func withProof(opts Options) (Options, *proofChecker) {
	c := &proofChecker{clauses: map[ClauseID][]Lit{}}
	opts.Proof = c
	return opts, c
}

// give notes the next given clause.
func (c *proofChecker) give(lits []Lit) {
	c.given++
	c.clauses[c.given] = slices.Clone(lits)
}

func (c *proofChecker) fail(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf("proof: "+format, args...)
	}
}

func (c *proofChecker) enter(id ClauseID, lits []Lit) {
	if id <= c.last || id <= c.given || c.clauses[id] != nil {
		c.fail("clause %d added after %d", id, c.last)
	}
	c.last = id
	c.clauses[id] = append([]Lit{}, lits...)
}

func (c *proofChecker) Add(id ClauseID, lits []Lit, hints []ClauseID) {
	if err := c.follows(lits, hints); err != nil {
		c.fail("clause %d %v: %w", id, lits, err)
	}
	c.enter(id, lits)
	c.added = c.clauses[id]
	c.empty = c.empty || len(lits) == 0
}

// follows checks the hints strictly: each clause but the last is unit when its
// turn comes, and the last is false.
func (c *proofChecker) follows(lits []Lit, hints []ClauseID) error {
	isFalse := map[Lit]bool{}
	for _, l := range lits {
		if isFalse[l.Not()] {
			return nil // a tautology
		}
		isFalse[l] = true
	}
	for i, h := range hints {
		clause, ok := c.clauses[h]
		if !ok {
			return fmt.Errorf("hint %d is no clause", h)
		}
		unit := NoLit
		for _, l := range clause {
			if isFalse[l] || l == unit {
				continue
			}
			if unit != NoLit || isFalse[l.Not()] {
				return fmt.Errorf("hint %d %v is not unit", h, clause)
			}
			unit = l
		}
		if unit == NoLit {
			if i < len(hints)-1 {
				return fmt.Errorf("hint %d is false before the end of %v", h, hints)
			}
			return nil
		}
		isFalse[unit.Not()] = true
	}
	return fmt.Errorf("hints %v lead to no conflict", hints)
}

func (c *proofChecker) Axiom(id ClauseID, lits []Lit, _ string) {
	c.enter(id, lits)
	c.axioms = append(c.axioms, slices.Clone(lits))
}

func (c *proofChecker) Delete(id ClauseID, lits []Lit) {
	clause, ok := c.clauses[id]
	if !ok || !sameLits(clause, lits) {
		c.fail("clause %d deleted as %v, is %v", id, lits, clause)
	}
	delete(c.clauses, id)
}

func sameLits(a, b []Lit) bool {
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

// refuted returns an error unless the proof ends with the refutation of the
// core.
func (c *proofChecker) refuted(core []Lit) error {
	var negated []Lit
	for _, l := range core {
		negated = append(negated, l.Not())
	}
	if c.err == nil && !c.empty && (len(core) == 0 || !sameLits(c.added, negated)) {
		c.fail("ends with %v for the core %v", c.added, core)
	}
	return c.err
}

// solveProved solves a formula with a checked proof and returns the status.
func solveProved(t *testing.T, opts Options, p pace, vars int, clauses [][]Lit) Status {
	t.Helper()
	opts, proof := withProof(opts)
	s := newWithPace(opts, p)
	s.NewVars(vars)
	for _, c := range clauses {
		proof.give(c)
		s.AddClause(c...)
	}
	status := s.Solve(context.Background())
	if status == Unsatisfiable {
		proof.refuted(nil)
	}
	if proof.err != nil {
		t.Error(proof.err)
	}
	return status
}

// TestProofs runs long enough for every technique to take part, with all of them
// and with each one off.
func TestProofs(t *testing.T) {
	frequent := pace{mode: 50, reduce: 20, rephase: 50, inprocess: 50, inspect: 100}
	for k := range NumTechniques + 1 {
		without := Technique(1) << k & (1<<NumTechniques - 1)
		for seed := range uint64(4) {
			clauses := randomClauses(60, 270, seed)
			status := solveProved(t, Options{Without: without, With: offByDefault}, frequent, 60, clauses)
			if again := random3With(Options{}, 60, 270, seed); again.Solve(context.Background()) != status {
				t.Errorf("without %b, seed %d: %v", without, seed, status)
			}
		}
	}
}

func TestProofText(t *testing.T) {
	steps := func(w ProofWriter) {
		a, b := Var(1).Pos(), Var(2).Neg()
		w.Add(4, []Lit{a, b}, []ClauseID{2, 3})
		w.Delete(2, []Lit{a})
		w.Delete(3, []Lit{b})
		w.Axiom(5, []Lit{a.Not()}, "cycle of po and ws")
		w.Add(6, nil, []ClauseID{5, 4})
		w.Delete(4, []Lit{a, b})
	}
	for _, c := range []struct {
		format ProofFormat
		want   string
	}{
		{LRAT, "4 1 -2 0 2 3 0\n4 d 2 3 0\n5 t -1 0 cycle of po and ws\n6 0 5 4 0\n6 d 4 0\n"},
		{DRAT, "1 -2 0\nd 1 0\nd -2 0\nt -1 0 cycle of po and ws\n0\nd 1 -2 0\n"},
	} {
		var out strings.Builder
		text := NewProofText(&out, c.format)
		steps(text)
		if err := text.Flush(); err != nil || out.String() != c.want {
			t.Errorf("got error %v and\n%swant\n%s", err, out.String(), c.want)
		}
	}
}

// noSpace is a writer that fails.
type noSpace struct{}

func (noSpace) Write([]byte) (int, error) { return 0, errors.New("no space") }

func TestProofTextReportsErrors(t *testing.T) {
	text := NewProofText(noSpace{}, LRAT)
	for id := range ClauseID(100_000) {
		text.Add(id+1, []Lit{Var(1).Pos()}, nil)
	}
	if err := text.Flush(); err == nil || err.Error() != "write proof: no space" {
		t.Errorf("got %v", err)
	}
}
