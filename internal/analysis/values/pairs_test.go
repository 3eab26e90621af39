package values_test

import (
	"context"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/analysis"
	"github.com/heddle-mc/heddle/internal/analysis/values"
	"github.com/heddle-mc/heddle/internal/interp"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/testprog"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// TestPairs has additions in loops that go on, which are taken back, by two threads. In those that are violated, as random executions show, they are not always taken
// back, from the same place, before the next one.
func TestPairs(t *testing.T) {
	const text = `
#include <pthread.h>
#include <stdlib.h>
extern unsigned any(void);
#define D (1 << 28)
static int x, y, a[2]; static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
#define L pthread_mutex_lock(&m);
#define U pthread_mutex_unlock(&m);
#define ADD(x) L x += D; U
#define SUB(x) L x -= D; U
static void add(int *p) { L *p += D; U }
static void sub(int *p) { L *p -= D; U }
static void deep(void) { ADD(x) if (any() & 1) deep(); SUB(x) }
static void other(void) { ADD(y) SUB(y) }
static void twice(void) { ADD(x) SUB(x) }
static void *f(void *arg) { int k = 0, s = 0, *p = &x; while (any() % 8) { BODY } return 0; }
int main(void) {
	pthread_t c, d; FIRST
	pthread_create(&c, 0, f, 0); pthread_create(&d, 0, f, 0); MAIN
	return 0;
}
`
	for k, c := range []struct {
		proved, violated  bool
		first, body, main string
	}{
		{true, false, ``, `ADD(x) SUB(x)`, ``},
		{true, false, ``, `SUB(x) ADD(x)`, ``},
		{true, false, `x = 2 * D;`, `ADD(x) if (any() & 1) { SUB(x) } else { SUB(x) continue; } ADD(y) SUB(y)`, ``},
		{true, false, ``, `ADD(x) other(); SUB(x)`, ``},
		{true, false, ``, `ADD(x) if (any() & 1) exit(0); SUB(x)`, ``},
		{true, false, ``, `k = any() & 1; ADD(a[k]) SUB(a[k])`, ``},
		{true, false, ``, `ADD(x) SUB(x) ADD(x) SUB(x)`, ``},
		{true, false, ``, `if (any() & 1) { ADD(x) SUB(x) } else { SUB(x) ADD(x) }`, ``},
		{true, false, ``, `ADD(x) SUB(x)`, `L x = D; U`},
		{true, false, ``, `twice();`, ``},
		{true, false, ``, `ADD(x) twice(); SUB(x)`, ``},
		{true, false, ``, `if (any() & 1) { ADD(x) } else { ADD(x) } SUB(x)`, ``},

		{false, true, ``, `ADD(x) if (any() & 1) { SUB(x) }`, ``},
		{false, true, ``, `if (any() & 1) { ADD(x) } SUB(x)`, ``},
		{false, true, ``, `ADD(x) if (any() & 1) continue; SUB(x)`, ``},
		{false, true, ``, `ADD(x) SUB(y)`, ``},
		{false, false, ``, `ADD(a[k]) k = 1 - k; SUB(a[k])`, ``},
		{false, true, ``, `k = any() & 1; ADD(a[k]) k = any() & 1; SUB(a[k])`, ``},
		{false, true, ``, `if (s) { SUB(a[k]) s = 0; } else { ADD(a[k]) s = 1; } k = any() & 1;`, ``},
		{false, false, ``, `ADD((*p)) p = any() & 1 ? &x : &y; SUB((*p))`, ``},
		{false, true, ``, `p = any() & 1 ? &x : &y; ADD((*p)) p = any() & 1 ? &x : &y; SUB((*p))`, ``},
		{false, true, ``, `ADD(x) L x -= D / 2; U`, ``},
		{false, true, ``, `ADD(x) ADD(x) SUB(x)`, ``},
		{false, true, ``, `deep();`, ``},
		{false, true, ``, `ADD(x) do { SUB(x) } while (any() & 1);`, ``},
		{false, true, ``, `do { ADD(x) } while (any() & 1); SUB(x)`, ``},
		{false, true, ``, `if (any() & 1) { twice(); SUB(x) } else { ADD(x) }`, ``},
		{false, true, ``, `add(p); if (any() & 1) sub(p);`, ``},
		{false, true, ``, `ADD(x) if (any() & 1) return 0; SUB(x)`, `for (int i = 0; i < 9; i++) f(0);`},
		{false, true, `x = 6 * D;`, `ADD(x) SUB(x)`, ``},
		{false, true, ``, `ADD(x) SUB(x)`, `L x = 6 * D; U`},
		{false, true, ``, `ADD(x) SUB(x)`, `L x = -8 * D; U`},
		{false, true, ``, `ADD(x) SUB(x)`, `ADD(x) ADD(x) ADD(x) ADD(x) ADD(x) ADD(x)`},
		{false, true, ``, `SUB(x) ADD(x)`, `L x = -8 * D; U`},
		{false, true, `x = 4 * D;`, `ADD(x) SUB(x)`, `for (int i = 0; i < 4; i++) pthread_create(&c, 0, f, 0);`},
		{false, true, `x = 5 * D;`, `ADD(x) twice(); SUB(x)`, ``},
	} {
		model := []ir.DataModel{ir.LP64, ir.ILP32}[k%2]
		p := testprog.Source(t, strings.NewReplacer("FIRST", c.first, "BODY", c.body, "MAIN", c.main).Replace(text), model)
		r := values.Analyse(context.Background(), analysis.Of(p), 0)
		if r.Lost != "" {
			t.Fatalf("%s: %s", c.body, r.Lost)
		}
		if proved, why := r.Proves(verdict.Overflow); proved != c.proved {
			t.Errorf("%s | %s | %s: proved is %v, expected %v: %v", c.first, c.body, c.main, proved, c.proved, why)
		}
		runs := uint64(200)
		if c.violated {
			runs = 20000
		}
		if violated := overflowsAtRandom(t, p, runs); violated != c.violated {
			t.Errorf("%s | %s | %s: violated is %v, expected %v", c.first, c.body, c.main, violated, c.violated)
		}
	}
}

// overflowsAtRandom reports whether one of so many random executions has a signed result that is out of range.
func overflowsAtRandom(t *testing.T, p *ir.Program, runs uint64) bool {
	t.Helper()
	code := interp.Prepare(p)
	for seed := range runs {
		r, _, err := interp.RunCode(context.Background(), code, interp.Options{Seed: seed, Properties: interp.PropertySet(verdict.Overflow), MaxSteps: 10000})
		if err != nil {
			t.Fatal(err)
		}
		if r.End.Kind == interp.Violated {
			return true
		}
	}
	return false
}
