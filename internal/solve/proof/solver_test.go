package proof

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/heddle-mc/heddle/internal/solve/sat"
)

// TestSolverMutations spoils proofs of the SAT core as TestMutations does those of
// a plain search.
func TestSolverMutations(t *testing.T) {
	var bases []base
	for seed := uint64(0); len(bases) < 8; seed++ {
		const vars = 11
		cnf := thirds(rand.New(rand.NewPCG(seed, 17)), vars, 80)
		if satisfiable(cnf) {
			continue
		}
		cnf = minimal(cnf)
		b := base{cnf: cnf}
		s := sat.New(sat.Options{Proof: &b, ProofBase: sat.ClauseID(len(cnf) + 1)})
		s.NewVars(vars)
		for _, c := range cnf {
			var lits []sat.Lit
			for _, l := range c {
				lits = append(lits, sat.LitOfDimacs(int(l)))
			}
			s.AddClause(lits...)
		}
		if status := s.Solve(context.Background()); status != sat.Unsatisfiable {
			t.Fatalf("seed %d: %s", seed, status)
		}
		bases = append(bases, b)
	}
	testMutations(t, bases)
}

// Add implements sat.ProofWriter.
func (b *base) Add(id sat.ClauseID, lits []sat.Lit, hints []sat.ClauseID) {
	l := line{id: int64(id)}
	for _, k := range lits {
		l.lits = append(l.lits, int32(k.Dimacs()))
	}
	for _, h := range hints {
		l.hints = append(l.hints, int64(h))
	}
	b.proof = append(b.proof, l)
}

// Axiom implements sat.ProofWriter; there is no theory here.
func (b *base) Axiom(sat.ClauseID, []sat.Lit, string) { panic("proof: an axiom without a theory") }

// Delete implements sat.ProofWriter.
func (b *base) Delete(id sat.ClauseID, _ []sat.Lit) {
	b.proof = append(b.proof, line{kind: deletion, id: max(1, int64(id)), ids: []int64{int64(id)}})
}
