package proof

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/solve/dimacs"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/testkit/peer"
)

// TestVerifiedChecker passes LRAT proofs of the SAT core to cake_lpr, a checker that was proved correct
// down to its machine code (Tan, Heule, Myreen, cake_lpr: verified propagation redundancy checking in
// CakeML, TACAS 2021). The formulas are random ones near the threshold, and with -cnf those of ../shared/cnf.
// Without its last lemma a proof is refused.
func TestVerifiedChecker(t *testing.T) {
	checker := buildVerifiedChecker(t)
	refuted := 0
	for seed := uint64(0); refuted < 6; seed++ {
		const vars = 110
		cnf := &dimacs.Formula{Vars: vars, Clauses: thirds(rand.New(rand.NewPCG(seed, 29)), vars, 520)}
		proof, ok := coreProof(context.Background(), cnf)
		if !ok {
			continue
		}
		refuted++
		if out := askVerified(t, checker, cnf, proof); !strings.Contains(out, "s VERIFIED UNSAT") {
			t.Errorf("seed %d: %s", seed, out)
		}
		if out := askVerified(t, checker, cnf, withoutRefutation(proof)); strings.Contains(out, "VERIFIED") {
			t.Errorf("seed %d: accepted without the empty clause: %s", seed, out)
		}
	}
	if *cnfTime == 0 {
		return
	}
	paths, err := filepath.Glob(filepath.FromSlash("../../../../shared/cnf/*.cnf.gz"))
	if err != nil || len(paths) == 0 {
		t.Skip("no ../shared/cnf")
	}
	refuted = 0
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".cnf.gz"), func(t *testing.T) {
			file, err := os.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			cnf, err := dimacs.Read(file)
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(context.Background(), *cnfTime)
			defer cancel()
			proof, ok := coreProof(ctx, cnf)
			if !ok {
				t.Skip("no refutation")
			}
			refuted++
			if out := askVerified(t, checker, cnf, proof); !strings.Contains(out, "s VERIFIED UNSAT") {
				t.Error(out)
			}
			t.Logf("accepted: %d bytes", len(proof))
		})
	}
	if refuted == 0 {
		t.Error("no formula was refuted in time")
	}
}

// buildVerifiedChecker compiles the checker, and returns the path of its program.
func buildVerifiedChecker(t *testing.T) string {
	t.Helper()
	source := filepath.FromSlash("../../../../shared/tools/cake_lpr")
	if _, err := os.Stat(source); err != nil {
		t.Skip("no ../shared/tools/cake_lpr")
	}
	peer.NeedGCC(t)
	program := filepath.Join(t.TempDir(), "cake_lpr")
	out, err := exec.Command("gcc", "-O2", "-std=c99", "-o", program, filepath.Join(source, "basis_ffi.c"),
		filepath.Join(source, "cake_lpr.S")).CombinedOutput()
	if err != nil {
		t.Skipf("cake_lpr cannot be built here: %v: %s", err, out)
	}
	return program
}

// coreProof returns the LRAT proof of the SAT core for an unsatisfiable formula.
func coreProof(ctx context.Context, cnf *dimacs.Formula) (proof []byte, ok bool) {
	var text bytes.Buffer
	writer := sat.NewProofText(&text, sat.LRAT)
	s := sat.New(sat.Options{Proof: writer, ProofBase: sat.ClauseID(len(cnf.Clauses) + 1)})
	s.NewVars(cnf.Vars)
	for _, c := range cnf.Clauses {
		lits := make([]sat.Lit, len(c))
		for i, l := range c {
			lits[i] = sat.LitOfDimacs(int(l))
		}
		s.AddClause(lits...)
	}
	if s.Solve(ctx) != sat.Unsatisfiable || writer.Flush() != nil {
		return nil, false
	}
	return text.Bytes(), true
}

// withoutRefutation returns a proof up to the lemma before the empty clause.
func withoutRefutation(proof []byte) []byte {
	lines := bytes.SplitAfter(proof, []byte("\n"))
	for i, l := range lines {
		if fields := bytes.Fields(l); len(fields) > 1 && string(fields[1]) == "0" {
			return bytes.Join(lines[:i], nil)
		}
	}
	return nil
}

// askVerified returns the output of the checker for a proof.
func askVerified(t *testing.T, checker string, cnf *dimacs.Formula, proof []byte) string {
	t.Helper()
	var text bytes.Buffer
	if _, err := cnf.WriteTo(&text); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	formula, lemmas := filepath.Join(dir, "formula.cnf"), filepath.Join(dir, "proof.lrat")
	if err := os.WriteFile(formula, text.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(lemmas, proof, 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(checker, formula, lemmas)
	cmd.Env = append(os.Environ(), "CML_HEAP_SIZE=1024", "CML_STACK_SIZE=256")
	out, err := cmd.CombinedOutput()
	if err != nil && len(out) == 0 {
		t.Fatalf("cake_lpr: %v", err)
	}
	return string(out)
}
