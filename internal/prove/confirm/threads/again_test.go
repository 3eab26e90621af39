package threads_test

import (
	"context"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/values"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/prove/confirm/threads"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestAgain has programs that read a place twice: after a test for zero, the second value divides. In
// the programs that violate the property, as the explorer shows, the place, the object, the iteration
// or the value has changed in between.
func TestAgain(t *testing.T) {
	const text = `
#include <pthread.h>
#include <stdlib.h>
extern unsigned any(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
#define BEGIN __VERIFIER_atomic_begin();
#define END __VERIFIER_atomic_end();
static int a[8], b[8], r; static int *p; static unsigned i, j;
static void assume(int c) { if (!c) abort(); }
static void set(unsigned k) { a[k] = 0; }
static void *f(void *arg), *g(void *arg);
static void *f(void *arg) { THREAD return 0; }
static void *g(void *arg) { OTHER return 0; }
int main(void) {
	i = any() & 1; j = any() & 1; p = malloc(8 * sizeof *p);
	for (int k = 0; k < 8; k++) { a[k] = k & 1; b[k] = k & 1; p[k] = k & 1; }
	pthread_t c, d; pthread_create(&c, 0, f, 0); pthread_create(&d, 0, g, 0); MAIN
	return 0;
}
`
	for k, c := range []struct {
		confirmed, violated bool
		thread, other, main string
	}{
		{true, false, `if (a[i]) r = 3 / a[i];`, ``, ``},
		{true, false, `if (p[i]) r = 3 / p[i];`, ``, ``},
		{true, false, `assume(p[i] != 0); b[i] = 0; r = 3 / p[i];`, ``, ``},
		{true, false, `BEGIN assume(p[i] != 0); END BEGIN r = 3 / p[i]; END`, `b[1] = 0;`, ``},
		{true, false, `if (p[i]) { if (i) r = 1; else b[0]++; r = 3 / p[i]; }`, ``, ``},
		{true, false, `for (unsigned k = 0; k < 8; k++) if (p[k]) r = 3 / p[k];`, ``, ``},
		{true, false, `if (*(i ? &a[j] : &a[i])) { int *q = &a[1]; if (i == 1 && j == 1) r = 3 / *q; }`, ``, ``},

		{false, true, `if (p[i]) r = 3 / p[j];`, ``, ``},
		{false, true, `if (p[i]) r = 3 / a[j];`, ``, ``},
		{false, true, `if (a[i]) { a[j + 2 - 2] = 0; r = 3 / a[i]; }`, ``, ``},
		{false, true, `if (a[i]) { set(i); r = 3 / a[i]; }`, ``, ``},
		{false, true, `if (a[i]) { if (j) a[i] = 0; r = 3 / a[i]; }`, ``, ``},
		{false, true, `if (a[i]) { unsigned k = i; i = 0; r = 3 / a[i] + k; }`, ``, ``},
		{false, true, `if (a[i]) r = 3 / a[i];`, `a[1] = 0;`, ``},
		{false, true, `if (a[i]) r = 3 / a[i];`, ``, `a[1] = 0;`},
		{false, true, `if (a[i]) r = 3 / a[i];`, `i = 0;`, ``},
		{false, true, `BEGIN assume(a[i] != 0); END BEGIN r = 3 / a[i]; END`, `a[1] = 0;`, ``},
		{false, true, `if (a[i]) r = 3 / a[i];`, `if (a[0]) a[1] = 1; else f(0); a[i] = 0;`, ``},
		{false, true, `for (int k = 0; k < 2; k++) { if (k == 0) assume(a[i] != 0); else r = 3 / a[i]; a[i] = 0; }`, ``, ``},
		{false, true, `assume(a[i] != 0); for (int k = 0; k < 2; k++) { r = 3 / a[i]; a[i] = 0; }`, ``, ``},
		{false, true, `int *q[3]; for (int k = 0; k < 3; k++) { q[k] = malloc(8); q[k][1] = k & 1; } if (q[1][1]) r = 3 / q[0][1];`, ``, ``},
		{false, true, `unsigned k = 0; if (a[k + 1]) for (; k < 2; k++) r = 3 / a[k + 1];`, ``, ``},
		{false, true, `p[1] = 1; if (p[1]) { p = malloc(8 * sizeof *p); p[1] = 0; r = 3 / p[1]; }`, ``, ``},
		{false, true, `int *q[2]; for (int k = 0; k < 2; k++) { q[k] = malloc(8); q[k][1] = k; } if (q[1][1]) r = 3 / q[0][1];`, ``, ``},
		{false, true, `if (a[i]) { pthread_t e; pthread_create(&e, 0, g, 0); pthread_join(e, 0); r = 3 / a[i]; }`, `a[1] = 0;`, ``},
	} {
		model := []ir.DataModel{ir.LP64, ir.ILP32}[k%2]
		p := testprog.Source(t, strings.NewReplacer("THREAD", c.thread, "OTHER", c.other, "MAIN", c.main).Replace(text), model)
		r := values.Analyse(context.Background(), analyze.Of(p), 0)
		if r.Lost != "" {
			t.Fatalf("%s: %s", c.thread, r.Lost)
		}
		a := *r.Proof(context.Background())
		a.Paths = []verdict.Property{verdict.Div}
		got, err := threads.Confirm(context.Background(), p, &a)
		if err != nil {
			t.Fatal(err)
		}
		if ok, why := got.Confirms(verdict.Div); ok != c.confirmed {
			t.Errorf("%s | %s | %s: confirmed is %v, expected %v: %s", c.thread, c.other, c.main, ok, c.confirmed, why)
		}
		x, err := smc.Explore(context.Background(), interp.Prepare(p), smc.Options{Properties: interp.PropertySet(verdict.Div), Reduction: smc.DPOR, Executions: 2000, MaxDepth: 2000, MaxSteps: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		if violated := len(x.Violations) > 0; violated != c.violated {
			t.Errorf("%s | %s | %s: violated is %v, expected %v", c.thread, c.other, c.main, violated, c.violated)
		}
	}
}
