package values_test

import (
	"context"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/values"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestSame checks comparisons of pointers to one instance of an object, and of pointers to possibly
// several.
func TestSame(t *testing.T) {
	const head = `
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
extern int any(void);
static int g, *shared; static _Thread_local int *own, local; static pthread_key_t key, other;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
`
	const tail = `
int main(void) {
	pthread_key_create(&key, 0); pthread_key_create(&other, 0);
	int n = any(); for (int i = 0; i < n; i++) { pthread_t t; pthread_create(&t, 0, f, 0); }
	return 0;
}
`
	for _, c := range []struct {
		proved bool
		f      string
	}{
		{true, `int x, y; own = &x; own = &y; assert(own == &y);`},
		{true, `int x, y; pthread_setspecific(key, &x); pthread_setspecific(key, &y); assert(pthread_getspecific(key) == &y);`},
		{false, `int x, y; pthread_setspecific(key, &x); if (any()) pthread_setspecific(key, &y); assert(pthread_getspecific(key) == &y);`},
		{true, `own = &local; assert(own == &local);`},
		{true, `own = &g; assert(own == &g);`},
		{false, `int d[2]; own = &d[any() & 1]; assert(own == &d[0]);`},
		{false, `int y; own = any() ? &y : &g; assert(own == &y);`},
		{false, `int y; if (any()) own = &y; assert(own == &y);`},
		// Other threads write there, too.
		{false, `int y; pthread_mutex_lock(&m); shared = &y; pthread_mutex_unlock(&m); pthread_mutex_lock(&m); assert(shared == &y); pthread_mutex_unlock(&m);`},
		{false, `pthread_mutex_lock(&m); shared = &local; pthread_mutex_unlock(&m); pthread_mutex_lock(&m); assert(shared == &local); pthread_mutex_unlock(&m);`},
		// A second instance may be elsewhere.
		{false, `for (int i = 0; i < 2; i++) { int y; if (own) assert(own == &y); own = &y; }`},
		{false, `int n = 0; again:; { int y; if (own) assert(own == &y); own = &y; } if (!n++) goto again;`},
		{false, `for (int i = 0; i < 2; i++) { int *y = malloc(4); if (own) assert(own == y); own = y; }`},
		{true, `for (int i = 0; i < 2; i++) { int *y = malloc(4); if (!y) break; *y = 1; own = y; assert(own == y); }`},
	} {
		p := testprog.Source(t, head+"static void *f(void *a) { "+c.f+" return 0; }\n"+tail, ir.LP64)
		r := values.Analyse(context.Background(), analyze.Of(p), 0)
		if proved, _ := r.Proves(verdict.Assert); proved != c.proved {
			t.Errorf("%s: proved is %v, expected %v", c.f, proved, c.proved)
		}
	}
}
