package refine_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/refine"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// arrayStart stands before programs with arrays whose length is an input; make returns one of any content.
const arrayStart = prelude + `
extern _Bool __VERIFIER_nondet_bool(void);
static int *A, *B;
static int k;
static int *make(int size) {
	int *p = malloc(size * sizeof(int));
	for (int i = 0; i < size; i++) p[i] = VALUE;
	return p;
}
`

// arrayPrograms are such as a wrong treatment of arrays would judge wrongly. They are of any length.
var arrayPrograms = []struct {
	name, text string
	want       verdict.Verdict
}{
	{"two sums of one array", `
static void *a(void *_) { for (int i = 0; i < n; i++) p += A[i]; return 0; }
static void *b(void *_) { for (int j = 0; j < n; j++) q += A[j]; return 0; }
int main(void) { n = __VERIFIER_nondet_int(); __VERIFIER_assume(n >= 0 && n < 1000); A = make(n);` + both + ` assert(p == q); }`, verdict.Safe},
	{"two sums, one of them without the last", `
static void *a(void *_) { for (int i = 0; i < n; i++) p += A[i]; return 0; }
static void *b(void *_) { for (int j = 0; j + 1 < n; j++) q += A[j]; return 0; }
int main(void) { n = __VERIFIER_nondet_int(); __VERIFIER_assume(n >= 0 && n < 1000); A = make(n);` + both + ` assert(p == q); }`, verdict.Violation},
	{"two sums of two arrays", `
static void *a(void *_) { for (int i = 0; i < n; i++) p += A[i]; return 0; }
static void *b(void *_) { for (int j = 0; j < n; j++) q += B[j]; return 0; }
int main(void) { n = __VERIFIER_nondet_int(); __VERIFIER_assume(n >= 0 && n < 1000); A = make(n); B = make(n);` + both + ` assert(p == q); }`, verdict.Violation},
	{"a copy, element by element", `
static void *a(void *_) { for (int i = 0; i < n; i++) B[i] = A[i]; return 0; }
int main(void) { n = __VERIFIER_nondet_int(); __VERIFIER_assume(n >= 1 && n < 1000); A = make(n); B = malloc(n * sizeof(int)); B[0] = 7;
	pthread_t s; pthread_create(&s, 0, a, 0); pthread_join(s, 0); assert(B[0] == 7); }`, verdict.Violation},
	{"writes to different elements commute", `
static void *a(void *_) { A[0] = 1; return 0; }
static void *b(void *_) { A[1] = 2; return 0; }
int main(void) { n = __VERIFIER_nondet_int(); __VERIFIER_assume(n >= 2 && n < 1000); A = make(n);` + both + ` assert(A[0] + A[1] == 3); }`, verdict.Safe},
	{"writes to elements that may be the same do not", `
static void *a(void *_) { A[k] = 1; return 0; }
static void *b(void *_) { A[1] = 2; return 0; }
int main(void) { n = __VERIFIER_nondet_int(); k = __VERIFIER_nondet_int(); __VERIFIER_assume(n >= 2 && n < 1000 && k >= 0 && k < n); A = make(n);` + both + ` assert(A[1] == 2 || k == 0); }`, verdict.Violation},
	{"the other's element is read in between", `
static void *a(void *_) { A[k] = 1; A[k] = 0; return 0; }
static void *b(void *_) { q = A[0]; return 0; }
int main(void) { n = __VERIFIER_nondet_int(); k = __VERIFIER_nondet_int(); __VERIFIER_assume(n >= 2 && n < 1000 && k >= 0 && k < n); A = make(n); A[0] = 0;` + both + ` assert(q == 0); }`, verdict.Violation},
	{"zeros", `
static void *a(void *_) { for (int i = 0; i < n; i++) p += A[i]; return 0; }
int main(void) { n = __VERIFIER_nondet_int(); __VERIFIER_assume(n >= 0 && n < 1000); A = calloc(n, sizeof(int));
	pthread_t s; pthread_create(&s, 0, a, 0); pthread_join(s, 0); assert(n == 0 || A[n - 1] == 0); }`, verdict.Safe},
	{"an access outside ends the process before the assertion", `
static void *a(void *_) { if (k >= n) { p = A[k]; assert(0); } return 0; }
int main(void) { n = __VERIFIER_nondet_int(); k = __VERIFIER_nondet_int(); __VERIFIER_assume(n >= 0 && n < 1000); A = make(n);
	pthread_t s; pthread_create(&s, 0, a, 0); pthread_join(s, 0); }`, verdict.Safe},
	{"an assertion before an access outside", `
static void *a(void *_) { if (k >= n) { assert(0); p = A[k]; } return 0; }
int main(void) { n = __VERIFIER_nondet_int(); k = __VERIFIER_nondet_int(); __VERIFIER_assume(n >= 0 && n < 1000); A = make(n);
	pthread_t s; pthread_create(&s, 0, a, 0); pthread_join(s, 0); }`, verdict.Violation},
	{"a pointer that walks", `
static void *a(void *_) { for (int *x = A, i = 0; i < n; i++, x++) p += *x; return 0; }
static void *b(void *_) { for (int j = 0; j < n; j++) q += A[j]; return 0; }
int main(void) { n = __VERIFIER_nondet_int(); __VERIFIER_assume(n >= 0 && n < 1000); A = make(n);` + both + ` assert(p != q + 1 || n > 0); }`, verdict.Safe},
	{"arrays are apart", `
static void *a(void *_) { for (int i = 0; i < n; i++) A[i] = 1; return 0; }
int main(void) { n = __VERIFIER_nondet_int(); __VERIFIER_assume(n >= 1 && n < 1000); A = make(n); B = make(n); B[0] = 5;
	pthread_t s; pthread_create(&s, 0, a, 0); pthread_join(s, 0); assert(B[0] == 5 && A != B); }`, verdict.Safe},
	{"arrays of two lengths from one place", `
static void *a(void *_) { A[2] = 1; return 0; }
static void *b(void *_) { B[1] = 5; return 0; }
int main(void) { A = make(3); B = make(2);` + both + ` assert(A[2] + B[1] == 6); }`, verdict.Safe},
	{"an access outside of the shorter of two arrays from one place", `
static void *a(void *_) { p = (k ? A : B)[2]; assert(k); return 0; }
int main(void) { A = make(3); B = make(2); k = __VERIFIER_nondet_bool();
	pthread_t s; pthread_create(&s, 0, a, 0); pthread_join(s, 0); }`, verdict.Safe},
	{"an access inside of the shorter of two arrays from one place", `
static void *a(void *_) { p = (k ? A : B)[1]; assert(k); return 0; }
int main(void) { A = make(3); B = make(2); k = __VERIFIER_nondet_bool();
	pthread_t s; pthread_create(&s, 0, a, 0); pthread_join(s, 0); }`, verdict.Violation},
	{"one pointer is the other", `
static void *a(void *_) { for (int i = 0; i < n; i++) A[i] = 1; return 0; }
int main(void) { n = __VERIFIER_nondet_int(); __VERIFIER_assume(n >= 1 && n < 1000); A = make(n); B = A; B[0] = 5;
	pthread_t s; pthread_create(&s, 0, a, 0); pthread_join(s, 0); assert(B[0] == 5); }`, verdict.Violation},
}

// queue is a producer and a consumer, whose rounds begin after a local head of a loop. START is the least
// number of elements.
const queue = `
static void *a(void *_) { while (__VERIFIER_nondet_bool()) {
	__VERIFIER_atomic_begin(); __VERIFIER_assume(k + q >= 0 && k + q < n && A[k + q] == 7); q++; __VERIFIER_atomic_end(); } return 0; }
static void *b(void *_) { while (__VERIFIER_nondet_bool()) {
	__VERIFIER_atomic_begin(); __VERIFIER_assume(q >= START && k >= 0 && k < n); p = A[k]; k++; q--; __VERIFIER_atomic_end(); } return 0; }
int main(void) { p = 7; n = __VERIFIER_nondet_int(); __VERIFIER_assume(n >= 0 && n < 1000); A = make(n);` + both + ` assert(p == 7); }`

// TestRoundsInTurn checks programs in which each element is taken right after it was put. The proof needs
// no assertion about queues with more elements.
func TestRoundsInTurn(t *testing.T) {
	for start, want := range map[string]verdict.Verdict{"1": verdict.Safe, "0": verdict.Violation} {
		text := strings.ReplaceAll(arrayStart, "VALUE", "__VERIFIER_nondet_int()") + strings.ReplaceAll(queue, "START", start)
		prog := testprog.Source(t, text, ir.LP64)
		if !decides(t, start, refine.Kind().New(engine.Settings{"order": "lockstep"}), prog, interp.Prepare(prog), want) {
			t.Errorf("at least %s: not decided", start)
		}
	}
}

// TestArrays checks the verdicts for arrays whose length is an input, on both data models, with lockstep
// and with another order or no reduction. Without -long a sixth of the programs run, and not with lockstep.
func TestArrays(t *testing.T) {
	decided, asked := 0, 0
	for i, p := range arrayPrograms {
		if !*refine.Long && !testprog.Chosen(t, p.name, 6) {
			continue
		}
		t.Run(p.name, func(t *testing.T) {
			model := []ir.DataModel{ir.LP64, ir.ILP32}[i%2]
			prog := testprog.Source(t, strings.ReplaceAll(arrayStart, "VALUE", "__VERIFIER_nondet_int()")+p.text, model)
			code := interp.Prepare(prog)
			answers := 0
			for name, e := range engines() {
				turn := []string{"plain", "sequential", "backward", "split"}[i%4]
				if name != turn && (name != "lockstep" || !*refine.Long) {
					continue
				}
				if decides(t, name, e, prog, code, p.want) {
					answers++
				}
			}
			asked++
			if answers > 0 {
				decided++
			}
		})
	}
	testprog.AtLeast(t, decided, asked, 60)
}

// arrayProgram returns a program with arrays whose length is no constant. They have at most two elements,
// so the explorer can judge the program. In every other program the property is overflow, for sums of
// elements of which any two overflow.
func arrayProgram(seed uint64) (text string, asked verdict.Property) {
	rnd := rand.New(rand.NewPCG(seed, 17))
	pick := func(list ...string) string { return list[rnd.IntN(len(list))] }
	cell := func(index string) string { return fmt.Sprintf("%s[%s]", pick("A", "A", "B"), index) }
	sections := rnd.IntN(2) == 0
	body := func(own string) string {
		end := pick("n", "n", "n", "k", "n - k")
		step := ""
		for range 1 + rnd.IntN(2) {
			s := pick(
				fmt.Sprintf("%s += %s;", own, cell("i")),
				fmt.Sprintf("%s += %s;", own, cell("i")),
				fmt.Sprintf("if (%s > 0) %s++;", cell("i"), own),
				fmt.Sprintf("if (%s < %s) %s = %s;", own, cell("i"), own, cell("i")),
				fmt.Sprintf("%s = %s;", cell("i"), cell("i")),
				fmt.Sprintf("%s = %s + 1;", cell("i"), cell("i")),
				fmt.Sprintf("%s = %s;", cell("i"), pick("0", "1", own)),
				fmt.Sprintf("%s = %s;", cell(pick("0", "i")), own),
			)
			step += " " + s
		}
		if sections {
			step = " __VERIFIER_atomic_begin();" + step + " __VERIFIER_atomic_end();"
		}
		return fmt.Sprintf("for (int i = 0; i < %s; i++) {%s }", end, step)
	}
	claim := pick(
		"p == q", "p <= q", "p + q >= 0", "p <= 2 * n", "q <= n", "n == 0 || A[0] == B[0]", "n == 0 || A[0] <= 1", "p >= 0", "p == q || n > 1",
		"n < 2 || A[0] <= A[1] + p", "A != B || p == q",
	)
	second := pick("make(n)", "make(n)", "A", "calloc(n, sizeof(int))")
	value, asked := "__VERIFIER_nondet_bool()", verdict.Assert
	if seed%4 > 1 {
		value, asked = "(__VERIFIER_nondet_bool() ? 2147483647 : 0)", verdict.Overflow
	}
	return strings.ReplaceAll(arrayStart, "VALUE", value) + fmt.Sprintf(`
static void *a(void *_) { %s return 0; }
static void *b(void *_) { %s return 0; }
int main(void) { n = __VERIFIER_nondet_bool() + __VERIFIER_nondet_bool(); k = n > 0 ? %s : 0; A = make(n); B = %s;%s assert(%s); }
`, body("p"), body(pick("q", "q", "p")), pick("1", "n"), second, both, claim), asked
}

// TestGeneratedArrays compares the engine with the explorer on generated programs with arrays whose length
// is no constant.
func TestGeneratedArrays(t *testing.T) {
	count := make(testprog.Tally)
	e := refine.Kind().New(nil)
	for seed := range generated.Next(max(2, generated.N()/4)) {
		text, asked := arrayProgram(seed)
		prog := testprog.Source(t, text, []ir.DataModel{ir.LP64, ir.ILP32}[seed%2])
		code := interp.Prepare(prog)
		found, err := smc.Explore(context.Background(), code, smc.Options{
			Properties: interp.PropertySet(asked), Reduction: smc.DPOR, Executions: 20_000, Budget: 2 * time.Second,
		})
		if err != nil {
			t.Fatal(err)
		}
		out := testprog.Judge(t, e, &engine.Problem{Program: prog, Property: asked}, 6*(*patience))
		count.Agree(t, "refine "+asked.String(), out, found, verdict.Safe)
		testprog.Replay(t, code, asked, out)
		if t.Failed() {
			t.Fatalf("seed %d:\n%s", seed, text)
		}
	}
	testprog.Decided(t, count, 25)
}
