package proof

import (
	"bytes"
	"compress/gzip"
	"context"
	"flag"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/solve/dimacs"
	"github.com/heddle-mc/heddle/internal/testkit/peer"
)

var cnfTime = flag.Duration("cnf", 0, "solve each formula of ../shared/cnf for this long and check the proofs")

// TestCadical checks the DRAT proofs of another solver, CaDiCaL, for random
// formulas near the threshold, and rejects them for formulas with a model.
func TestCadical(t *testing.T) {
	peer.NeedProgram(t, "cadical")
	refuted := 0
	for seed := uint64(0); refuted < 5; seed++ {
		const vars = 120
		cnf := &dimacs.Formula{Vars: vars, Clauses: thirds(rand.New(rand.NewPCG(seed, 13)), vars, 560)}
		var text bytes.Buffer
		if _, err := cnf.WriteTo(&text); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "random.cnf")
		if err := os.WriteFile(path, text.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		proof, ok := cadicalProof(t, path, time.Minute)
		if !ok {
			continue
		}
		refuted++
		result, err := Check(context.Background(), &text, bytes.NewReader(proof), Options{Format: DRAT})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if result.Lemmas == 0 {
			t.Errorf("seed %d: no lemmas: %+v", seed, result)
		}
		if _, err := checkClauses(context.Background(), cnf.Clauses[:vars], bytes.NewReader(proof), Options{Format: DRAT}); err == nil {
			t.Errorf("seed %d: accepted for a part of the formula that has a model", seed)
		}
	}
}

// TestCNF checks CaDiCaL's proofs for the formulas of concurrent programs.
func TestCNF(t *testing.T) {
	if *cnfTime == 0 {
		t.Skip("no -cnf")
	}
	peer.NeedProgram(t, "cadical")
	paths, err := filepath.Glob(filepath.FromSlash("../../../../shared/cnf/*.cnf.gz"))
	if err != nil || len(paths) == 0 {
		t.Skip("no ../shared/cnf")
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".cnf.gz"), func(t *testing.T) {
			solving := time.Now()
			proof, ok := cadicalProof(t, path, *cnfTime)
			if !ok {
				t.Skip("no refutation")
			}
			solved := time.Since(solving)
			file, err := os.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			unzipped, err := gzip.NewReader(file)
			if err != nil {
				t.Fatal(err)
			}
			checking := time.Now()
			result, err := Check(context.Background(), io.Reader(unzipped), bytes.NewReader(proof), Options{Format: DRAT})
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("solved in %.1f s, checked in %.1f s: %+v", solved.Seconds(), time.Since(checking).Seconds(), result)
		})
	}
}

// cadicalProof returns the DRAT proof of an unsatisfiable formula.
func cadicalProof(t *testing.T, path string, limit time.Duration) (proof []byte, ok bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	out := filepath.Join(t.TempDir(), "proof.drat")
	cmd := exec.CommandContext(ctx, "cadical", "-q", "--no-binary", path, out)
	cmd.Run() // the exit code is the answer: 20 for none
	if cmd.ProcessState.ExitCode() != 20 {
		return nil, false
	}
	proof, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return proof, true
}
