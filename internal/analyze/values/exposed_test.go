package values_test

import (
	"context"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/values"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestExposed checks counters in objects that get a value from main after main stores them where other
// threads find them. For the unproved ones marked shown, the explorer finds a result that is out of
// range. The others add to the initial bytes, which the explorer seldom chooses, or to a later write of
// main.
func TestExposed(t *testing.T) {
	const text = `
#include <pthread.h>
#include <stdlib.h>
extern int any(void);
struct s { int n, k; }; static struct s *a, *b; static int big = 0x7fffffff;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *arg) { pthread_mutex_lock(&m); a->n++; pthread_mutex_unlock(&m); return 0; }
static void *g(void *arg) { BODY return 0; }
static void start(void) { pthread_t c; pthread_create(&c, 0, f, 0); }
int main(void) { pthread_t c[3]; MAIN return 0; }
`
	const create = ` for (int i = 0; i < 3; i++) pthread_create(&c[i], 0, f, 0);`
	for k, c := range []struct {
		proved, shown bool
		thread, main  string
	}{
		{true, false, ``, `a = malloc(sizeof *a); a->n = 0;` + create},
		{true, false, ``, `a = malloc(sizeof *a); a->n = 7;` + create + ` pthread_mutex_lock(&m); a->n = 0; pthread_mutex_unlock(&m);`},
		{true, false, ``, `a = malloc(sizeof *a); a->n = 0; start(); start();`},
		{true, false, ``, `a = malloc(sizeof *a); a->n = big; a->n = 0;` + create},
		{true, false, `pthread_mutex_lock(&m); a->n = 3; pthread_mutex_unlock(&m);`, `a = malloc(sizeof *a); a->n = 0; pthread_create(&c[0], 0, g, 0); start();`},
		{false, false, ``, `a = malloc(sizeof *a);` + create},
		{false, false, ``, `a = malloc(sizeof *a);` + create + ` pthread_mutex_lock(&m); a->n = 0; pthread_mutex_unlock(&m);`},
		{false, true, ``, `a = malloc(sizeof *a); a->n = big;` + create + ` pthread_mutex_lock(&m); a->n = 0; pthread_mutex_unlock(&m);`},
		{false, true, ``, `a = malloc(sizeof *a); a->n = big; start(); pthread_mutex_lock(&m); a->n = 0; pthread_mutex_unlock(&m);`},
		{false, false, ``, `a = malloc(sizeof *a); a->k = 0;` + create},
		{false, true, ``, `a = malloc(sizeof *a); a->n = big;` + create},
		{false, false, ``, `a = malloc(sizeof *a); if (any() & 1) a->n = 0;` + create},
		{false, false, ``, `a = malloc(sizeof *a);` + create + ` a->n = 0;`},
		{false, false, ``, `a = malloc(sizeof *a); start(); a->n = 0; start();`},
		{false, false, ``, `a = malloc(sizeof *a); a->n++; a->n = 0;` + create},
		{false, true, ``, `a = malloc(sizeof *a); for (int i = 0; i < 3; i++) { if (i == 1) a->n++; a->n = 0; pthread_create(&c[i], 0, f, 0); if (i == 1) a->n = big; }`},
		{false, true, ``, `a = malloc(sizeof *a); a->n = 0; pthread_create(&c[0], 0, f, 0); pthread_join(c[0], 0); a->n = big; start();`},
		{false, true, `a->n = big;`, `a = malloc(sizeof *a); a->n = 0; pthread_create(&c[0], 0, g, 0); start();`},
		{false, false, ``, `for (int i = 0; i < 2; i++) { a = malloc(sizeof *a); if (i) b = a; else a->n = 0; } start();`},
		{false, false, `a = malloc(sizeof *a); start();`, `pthread_create(&c[0], 0, g, 0); pthread_join(c[0], 0);`},
		{false, false, ``, `a = malloc(sizeof *a); struct s *p = a; a = malloc(sizeof *a); p->n = 0; start();`},
		{false, false, ``, `a = malloc(sizeof *a); b = a; a = malloc(sizeof *a); a->n = 0; start(); pthread_mutex_lock(&m); a = b; pthread_mutex_unlock(&m);`},
	} {
		model := []ir.DataModel{ir.LP64, ir.ILP32}[k%2]
		p := testprog.Source(t, strings.NewReplacer("BODY", c.thread, "MAIN", c.main).Replace(text), model)
		r := values.Analyse(context.Background(), analyze.Of(p), 0)
		if proved, why := r.Proves(verdict.Overflow); proved != c.proved || r.Lost != "" {
			t.Errorf("%s | %s: proved is %v, expected %v: %v %s", c.thread, c.main, proved, c.proved, why, r.Lost)
		}
		x, err := smc.Explore(context.Background(), interp.Prepare(p), smc.Options{Properties: interp.PropertySet(verdict.Overflow), Reduction: smc.DPOR, Executions: 4000, MaxDepth: 2000, MaxSteps: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		if shown := len(x.Violations) > 0; shown != c.shown {
			t.Errorf("%s | %s: violated is %v, expected %v", c.thread, c.main, shown, c.shown)
		}
	}
}
