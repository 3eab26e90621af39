package sat

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/solve/proof"
)

// TestProofsAreAcceptedByTheChecker compares with package proof, which shares no
// code with this one: refutations in both formats, with and without assumptions.
func TestProofsAreAcceptedByTheChecker(t *testing.T) {
	frequent := pace{mode: 50, reduce: 20, rephase: 50, inprocess: 50, inspect: 100}
	refuted := 0
	for seed := range uint64(40) {
		for _, f := range []struct {
			text  ProofFormat
			check proof.Format
		}{{LRAT, proof.LRAT}, {DRAT, proof.DRAT}} {
			clauses := randomClauses(40, 170, seed)
			cnf := fmt.Sprintf("p cnf 40 %d\n", len(clauses))
			for _, c := range clauses {
				cnf += strings.Trim(fmt.Sprint(dimacsOf(c)), "[]") + " 0\n"
			}
			var text bytes.Buffer
			writer := NewProofText(&text, f.text)
			s := newWithPace(Options{Proof: writer, ProofBase: ClauseID(len(clauses)) + 1}, frequent)
			s.NewVars(40)
			for _, c := range clauses {
				s.AddClause(c...)
			}
			status := s.Solve(context.Background())
			for v := Var(1); v < 8 && status == Satisfiable; v++ {
				status = s.Solve(context.Background(), v.Pos(), (v + 8).Neg(), (v + 16).Pos())
			}
			if err := writer.Flush(); err != nil {
				t.Fatal(err)
			}
			if status != Unsatisfiable {
				continue
			}
			refuted++
			opts := proof.Options{Format: f.check, Assumptions: dimacsOf(s.Core())}
			if _, err := proof.Check(context.Background(), strings.NewReader(cnf), &text, opts); err != nil {
				t.Errorf("seed %d, format %d, core %v: %v", seed, f.text, s.Core(), err)
			}
		}
	}
	if refuted < 40 {
		t.Errorf("only %d refutations", refuted)
	}
}

func dimacsOf(lits []Lit) []int32 {
	out := make([]int32, len(lits))
	for i, l := range lits {
		out[i] = int32(l.Dimacs())
	}
	return out
}
