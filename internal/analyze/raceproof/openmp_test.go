package raceproof_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/raceproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// inRegion returns a program with a parallel region. A construct of OpenMP begins with its name in brackets.
func inRegion(body string) string {
	body = strings.NewReplacer("[", "\n#pragma omp ", "]", "\n", "<", "[", ">", "]").Replace(body)
	return fmt.Sprintf(`int a[8], b[8], x, y;
		int main(void) {
		#pragma omp parallel num_threads(2)
		{ %s }
		return x; }`, body)
}

// loop returns a worksharing loop of two iterations. Its body writes < and > for the brackets of elements.
func loop(clauses, body string) string {
	return "[for schedule(static, 1) " + clauses + "] for (int i = 1; i != 3; i++) { " + body + " }"
}

// TestOpenMP checks proofs for regions of OpenMP, and compares them with the explorer.
func TestOpenMP(t *testing.T) {
	for _, c := range []struct {
		name, body string
		proved     bool
	}{
		{"own elements", loop("", "a<i> = i; b<i> = a<i>;"), true},
		{"the element in front", loop("", "a<i> = a<i - 1>;"), false},
		{"two writes", loop("", "a<i> = i; a<i + 1> = i;"), false},
		{"two elements each: the product may wrap", loop("", "a<2 * i> = i; a<2 * i + 1> = i;"), false},
		{"three elements each", loop("", "a<2 * i> = i; a<2 * i + 2> = i;"), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := testprog.Source(t, inRegion(c.body), ir.LP64)
			done, _ := hold(t, c.name, p, smc.Options{Executions: 300, MaxDepth: 500, MaxSteps: 1 << 18})
			if done != c.proved {
				t.Errorf("proved: %v, expected %v\n%s", done, c.proved, raceproof.Analyse(context.Background(), analyze.Of(p), 0))
			}
		})
	}
}

// constructs are those of generated regions; % stands for statements.
var constructs = []string{loop("", "%"), loop("nowait", "%"), "[single] { % }", "[single nowait] { % }", "[master] { % }", "[critical] { % }", "[barrier]", "{ % }",
	"[sections] { [section] { % } [section] { % } }", "for (int r = 0; r != 2; r++) { [single] { % } [barrier] }"}

// statements are those of generated regions. Outside of loops i is the variable around the region.
var statements = []string{"a<i> = 1;", "a<i> = a<i + 1>;", "b<i + 1> = a<i>;", "a<2 * i> = b<i>;", "x++;", "y = x;", "b<i> = y;", "a<i + 1> = 2;"}

// TestGeneratedOpenMP puts random constructs together. Most of the regions race.
func TestGeneratedOpenMP(t *testing.T) {
	proved, all := 0, 0
	for seed := range generated.All() {
		if seed%5 > 0 { // one program takes as long as five of other tests
			continue
		}
		all++
		rng := rand.New(rand.NewPCG(seed, 12))
		body := "int i = 0; "
		for range 1 + rng.IntN(3) {
			text := constructs[rng.IntN(len(constructs))]
			for strings.Contains(text, "%") {
				text = strings.Replace(text, "%", statements[rng.IntN(len(statements))], 1)
			}
			body += text + " "
		}
		p := testprog.Source(t, inRegion(body), ir.LP64)
		name := fmt.Sprintf("seed %d: %s", seed, body)
		if done, _ := hold(t, name, p, smc.Options{Executions: 60, MaxDepth: 500, MaxSteps: 1 << 18}); done {
			proved++
		}
	}
	t.Logf("%d of %d proved", proved, all)
}
