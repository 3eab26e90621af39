package stored_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	proved "github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/analyze/values"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/prove/certificate"
	"github.com/heddle-mc/heddle/internal/prove/confirm/threads"
	"github.com/heddle-mc/heddle/internal/prove/pathproof"
)

// TestMutantsOfCells changes the stated bounds on memory in loops, in the proof of a safe program and of
// one whose loop runs one iteration too far.
func TestMutantsOfCells(t *testing.T) {
	var n tally
	var bounds []proved.Bound
	var cells []proved.CellBound
	for _, c := range []struct {
		last     string
		violated bool
	}{{"<", false}, {"<=", true}} {
		p := source(t, sections, "LAST", c.last)
		proof := *values.Analyse(context.Background(), analyze.Of(p), 0).Proof(context.Background())
		proof.Paths = []verdict.Property{verdict.Memory}
		proof.Bounds, proof.CellBounds = pathproof.Propose(p, &proof)
		kept, report, err := threads.Choose(context.Background(), p, &proof)
		if err != nil {
			t.Fatal(err)
		}
		if ok, why := report.Confirms(verdict.Memory); ok == c.violated || !c.violated && len(kept.CellBounds) == 0 {
			t.Fatalf("%s: confirmed is %v, with %d bounds: %s", c.last, ok, len(kept.CellBounds), why)
		}
		if !c.violated {
			bounds, cells = kept.Bounds, kept.CellBounds
		}
		kept.Bounds, kept.CellBounds = bounds, cells // the programs have the same blocks
		claim := certificate.Claim{Properties: []string{verdict.Memory.String()}, Values: kept}
		problem := &engine.Problem{Program: p, Property: verdict.Memory}
		written := text(t, p, claim)
		if !strings.Contains(written, "keeps") {
			t.Fatalf("nothing is kept: %s", written)
		}
		if out, err := judge(t, written, problem); err != nil || (out.Verdict == verdict.Safe) == c.violated {
			t.Errorf("%s: found %+v, %v", c.last, out, err)
		}
		for _, m := range mutants(written) {
			if word, _, _ := strings.Cut(m.name, " "); word == "keeps" || word == "bound" {
				n.add(t, fmt.Sprintf("%s: %q", c.last, m.name), m.text(), problem, c.violated)
			}
		}
	}
	t.Logf("%+v", n)
	if n.refused == 0 {
		t.Errorf("no mutant is refused and %d are accepted", n.accepted)
	}
}

const sections = `
#include <pthread.h>
#include <stdlib.h>
extern int any(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static int *a, n, i;
static void *f(void *arg) {
	__VERIFIER_atomic_begin();
	int c = i LAST n;
	__VERIFIER_atomic_end();
	while (c) {
		__VERIFIER_atomic_begin();
		a[i] = 1;
		i++;
		__VERIFIER_atomic_end();
		__VERIFIER_atomic_begin();
		c = i LAST n;
		__VERIFIER_atomic_end();
	}
	return arg;
}
int main(void) {
	pthread_t t;
	n = any();
	if (n < 1 || n > 1000) return 0;
	a = malloc(sizeof *a * n);
	pthread_create(&t, 0, f, 0);
	pthread_join(t, 0);
	return 0;
}
`
