package pathproof_test

import (
	"context"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/prove/pathproof"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestApart has programs of which only the computations of each function are known. It also has similar
// programs that compute with their arguments, with values from memory or with results of calls. These
// are in a function that runs through a pointer, in another thread, or in a loop that goes on.
func TestApart(t *testing.T) {
	const head = `
#include <limits.h>
#include <pthread.h>
extern int any(void);
static int x, y; static int *p = &x;
static int big(void) { return INT_MAX; }
static int never(int k) { return k + 1; }
static int up(int k) { if (k < INT_MAX) k++; return k; }
`
	for k, c := range []struct {
		proved, violated bool
		text             string
	}{
		{true, false, `int main(void) { for (int i = 0; i < 9; i++) *p = i; return 0; }`},
		{true, false, `int main(void) { for (int i = 0; i == 0 || i == 1 && x + 1u < 1u; i++) p = any() ? &x : &y; return 0; }`},
		{true, false, `int main(void) { int n = any(); for (int i = 0; i < n; i++) x = n - i; return 0; }`},
		{true, false, `int main(void) { for (int i = 9; i > 0; i--) x = up(i); return 0; }`},
		{true, false, `int main(void) { int k = *p; if (k > 0) y = k - 1; if (k >= -5 && k <= 5) y = k * k; return 0; }`},
		{true, false, `static int (*q)(int) = up; int main(void) { x = q(INT_MAX); return 0; }`},
		{true, false, `static void *f(void *a) { unsigned u = x; u++; x = u; return a; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = up(y); return 0; }`},

		{false, true, `int main(void) { for (int i = INT_MAX - 1; i > 0; i++) *p = i; return 0; }`},
		{false, false, `int main(void) { for (int i = 0; i < 9; i++) *p = i; x++; return 0; }`},
		{false, true, `int main(void) { *p = INT_MAX; x++; return 0; }`},
		{false, true, `int main(void) { x = big() + 1; return 0; }`},
		{false, true, `int main(void) { x = never(INT_MAX); return 0; }`},
		{false, true, `static int (*q)(int) = never; int main(void) { x = q(INT_MAX); return 0; }`},
		{false, true, `int main(void) { int (*q)(int) = never; x = q(INT_MAX); return 0; }`},
		{false, true, `static struct { int n; int (*q)(int); } s[] = {{1, up}, {2, never}}; int main(void) { x = s[1].q(INT_MAX); return 0; }`},
		{false, true, `static void *f(void *a) { x++; return a; } int main(void) { pthread_t t; x = INT_MAX; pthread_create(&t, 0, f, 0); return 0; }`},
		{false, true, `static void *f(void *a) { int k = *(int *)a; k++; return a; } int main(void) { pthread_t t; x = INT_MAX; pthread_create(&t, 0, f, &x); return 0; }`},
		{false, true, `int main(void) { int k = *p; *p = INT_MAX; if (k < 9) y = *p + 1; return 0; }`},
		{false, true, `int main(void) { int k = 3, *q = &k; *q = INT_MAX; k++; return 0; }`},
		{false, true, `int main(void) { int k = INT_MIN; x = -k; return 0; }`},
		{false, true, `int main(void) { int k = INT_MIN, n = -1; x = k / (y + n); return 0; }`},
		{false, true, `int main(void) { int n = 9; for (int i = 0; i < n; i++) { if (i == 3) i = INT_MAX - 1, n = INT_MAX, y = i + 2; } return 0; }`},
	} {
		p := testprog.Source(t, head+c.text, []ir.DataModel{ir.LP64, ir.ILP32}[k%2])
		if proved := pathproof.ProveApart(context.Background(), p, "it was not asked"); proved != c.proved {
			t.Errorf("%s: proved is %v, expected %v", c.text, proved, c.proved)
		}
		if found := len(overflows(t, p, 400)) > 0; found != c.violated {
			t.Errorf("%s: violated is %v, expected %v", c.text, found, c.violated)
		}
	}
}

// overflows explores a program and returns the results that are out of range.
func overflows(t *testing.T, p *ir.Program, executions uint64) []smc.Counterexample {
	t.Helper()
	x, err := smc.Explore(context.Background(), interp.Prepare(p), smc.Options{
		Properties: interp.PropertySet(verdict.Overflow), Reduction: smc.DPOR, Executions: executions, MaxDepth: 2000, MaxSteps: 1 << 18,
	})
	if err != nil {
		t.Fatal(err)
	}
	return x.Violations
}
