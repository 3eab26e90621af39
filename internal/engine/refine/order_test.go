package refine_test

import (
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/refine"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestManyWays checks programs with many ways to a place: the assertions distinguish the ways for as long
// as necessary.
func TestManyWays(t *testing.T) {
	prog := testprog.Source(t, prelude+`
static int c[4];
static void *a(void *_) { int s = 0; if (c[0] < n) s += 1; if (c[1] < n) s += 2; if (c[2] < n) s += 4; if (c[3] < n) s += 8; p = s; return 0; }
static void *b(void *_) { int s = 0; if (c[3] < n) s += 8; if (c[2] < n) s += 4; if (c[1] < n) s += 2; if (c[0] < n) s += 1; q = s; return 0; }
int main(void) { n = __VERIFIER_nondet_int(); for (int i = 0; i < 4; i++) c[i] = __VERIFIER_nondet_int();`+both+` assert(p == q); }`, ir.LP64)
	if !decides(t, "ways", refine.Kind().New(engine.Settings{"order": "sequential"}), prog, interp.Prepare(prog), verdict.Safe) {
		t.Errorf("not decided")
	}
}

// TestPaced checks programs in which several rounds of one thread match one round of another, or a whole
// inner loop. They are proved if a turn has that many rounds.
func TestPaced(t *testing.T) {
	const next = "__VERIFIER_assume(%s >= 0 && %s < k); %s = A[%s];"
	with := func(v string) string { return strings.ReplaceAll(next, "%s", v) }
	for name, c := range map[string]struct {
		text string
		want verdict.Verdict
	}{
		"two for one": {`
static void *a(void *_) { for (unsigned i = 0; i < 2u * n; i++) {` + with("p") + `} return 0; }
static void *b(void *_) { for (unsigned i = 0; i < 2u * n; i += 2) {` + with("q") + with("q") + `} return 0; }
int main(void) { n = __VERIFIER_nondet_int(); k = __VERIFIER_nondet_int(); __VERIFIER_assume(n >= 0 && n < 1000 && k >= 0 && k < 1000); A = make(k);` +
			both + ` assert(p == q); }`, verdict.Safe},
		"three for two": {`
static void *a(void *_) { for (unsigned i = 0; i < 2u * n; i++) {` + with("p") + `} return 0; }
static void *b(void *_) { for (unsigned i = 0; i < 2u * n; i += 2) {` + with("q") + with("q") + with("q") + `} return 0; }
int main(void) { n = __VERIFIER_nondet_int(); k = __VERIFIER_nondet_int(); __VERIFIER_assume(n >= 0 && n < 1000 && k >= 0 && k < 1000); A = make(k);` +
			both + ` assert(p == q); }`, verdict.Violation},
		"an inner loop": {`
static void *a(void *_) { for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) x++; return 0; }
static void *b(void *_) { for (int i = 0; i < n; i++) y += k; return 0; }
int main(void) { n = __VERIFIER_nondet_int(); k = __VERIFIER_nondet_int(); __VERIFIER_assume(k >= 0);` + both + ` assert(x == y); }`, verdict.Safe},
	} {
		prog := testprog.Source(t, strings.ReplaceAll(arrayStart, "VALUE", "__VERIFIER_nondet_int()")+c.text, ir.LP64)
		if !decides(t, name, refine.Kind().New(engine.Settings{"order": "lockstep"}), prog, interp.Prepare(prog), c.want) && c.want == verdict.Safe {
			t.Errorf("%s: not decided", name)
		}
	}
}
