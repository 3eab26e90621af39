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

// TestPlain has conditions on results of functions that read a variable; the conditions also restrict
// the variable. In the programs that violate the property, as the explorer shows, the variable has
// changed by then, or it is another variable.
func TestPlain(t *testing.T) {
	const text = `
#include <pthread.h>
extern unsigned any(void);
static int top, other, a[4]; static int *p = &top;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
#define L pthread_mutex_lock(&m);
#define U pthread_mutex_unlock(&m);
static int get(void) { return top; }
static int of(int *q) { return *q; }
static int next(void) { return top + 1; }
static int later(void) { int k = top; U L return k; }
static int taken(void) { int k = top; top = 4; return k; }
static int twice(void) { if (any() & 1) return top; return other; }
static void *f(void *arg) { unsigned n = any() % 3; for (unsigned i = 0; i < n + 4; i++) { L BODY U } return 0; }
static void *g(void *arg) { for (unsigned i = 0; i < 2; i++) { OTHER } return 0; }
int main(void) {
	pthread_t c, d; pthread_create(&c, 0, f, 0); pthread_create(&d, 0, g, 0);
	return 0;
}
`
	const pop = `L if (get() > 0) { top--; a[get()] = 1; } U`
	for k, c := range []struct {
		proved, violated bool
		body, other      string
	}{
		{true, false, `if (get() < 4) { a[get()] = 1; top++; }`, ``},
		{true, false, `if (get() < 4) { a[get()] = 1; top++; }`, pop},
		{true, false, `if (of(&top) != 4) { a[of(&top)] = 1; top++; }`, `L if (get() != 0) top--; U`},
		{true, false, `if (top < 4) { a[get()] = 1; top++; }`, pop},
		{true, false, `int k = get(); if (k >= 0 && k < 4) { a[top] = 1; top++; }`, pop},
		{false, false, `if (next() < 4) { a[next()] = 1; top++; }`, ``},

		{false, true, `if (get() < 4) { top++; a[get()] = 1; }`, ``},
		{false, true, `if (get() <= 4) { a[get()] = 1; top++; }`, ``},
		{false, true, `if (next() <= 4) { a[next()] = 1; top++; }`, ``},
		{false, true, `if (get() < 4) { a[get()] = 1; top++; }`, `L if (get() >= 0) top--; U`},
		{false, true, `if (get() < 4) { a[get()] = 1; top++; }`, `top = 4;`},
		{false, true, `if (get() < 4) { U L a[get()] = 1; top++; }`, `L if (get() < 4) top++; U`},
		{false, true, `if (later() < 4) { a[get()] = 1; top++; }`, `L if (get() < 4) top++; U`},
		{false, true, `if (taken() < 4) a[get()] = 1;`, ``},
		{false, true, `if (twice() < 4) { a[get()] = 1; top++; }`, ``},
		{false, true, `if (of(&other) < 4) { a[get()] = 1; top++; }`, ``},
		{false, true, `if (of(i & 1 ? &other : &top) < 4) { a[get()] = 1; top++; }`, ``},
		{false, true, `int k = get(); if (i) top++; if (k < 4) { a[get()] = 1; }`, ``},
	} {
		model := []ir.DataModel{ir.LP64, ir.ILP32}[k%2]
		p := testprog.Source(t, strings.NewReplacer("BODY", c.body, "OTHER", c.other).Replace(text), model)
		r := values.Analyse(context.Background(), analyze.Of(p), 0)
		if r.Lost != "" {
			t.Fatalf("%s: %s", c.body, r.Lost)
		}
		if proved, why := r.Proves(verdict.Memory); proved != c.proved {
			t.Errorf("%s | %s: proved is %v, expected %v: %v", c.body, c.other, proved, c.proved, why)
		}
		a := *r.Proof(context.Background())
		got, err := threads.Confirm(context.Background(), p, &a)
		if err != nil {
			t.Fatal(err)
		}
		if ok, why := got.Confirms(verdict.Memory); ok != c.proved {
			t.Errorf("%s | %s: confirmed is %v, expected %v: %s", c.body, c.other, ok, c.proved, why)
		}
		x, err := smc.Explore(context.Background(), interp.Prepare(p), smc.Options{Properties: interp.PropertySet(verdict.Memory), Reduction: smc.DPOR, Executions: 4000, MaxDepth: 2000, MaxSteps: 1 << 21})
		if err != nil {
			t.Fatal(err)
		}
		if violated := len(x.Violations) > 0; violated != c.violated {
			t.Errorf("%s | %s: violated is %v, expected %v", c.body, c.other, violated, c.violated)
		}
	}
}
