package values_test

import (
	"context"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/values"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestAppear checks threads that make objects reachable without the lock under which all threads access
// them afterwards, while another thread holds that lock.
func TestAppear(t *testing.T) {
	const text = `
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int *_Atomic p; static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *a) {
	MADE
	pthread_mutex_lock(&m); *q = 6; pthread_mutex_unlock(&m);
	while (1) ;
	return a;
}
int main(void) {
	pthread_t t, u;
	pthread_mutex_lock(&m);
	pthread_create(&t, 0, f, 0); MORE
	int *q = p;
	if (q) { int x = *q; assert(COND); *q = 1; }
	pthread_mutex_unlock(&m);
}
`
	const (
		local = "int v = 5, *q = &v; p = q;"
		zero  = "int *q = calloc(1, sizeof *q); if (!q) return a; p = q;"
	)
	for _, c := range []struct {
		made, more, cond string
		proved           bool
	}{
		{local, "", "x != 5", false},
		{local, "pthread_create(&u, 0, f, 0);", "x != 5", false},
		{local, "pthread_create(&u, 0, f, 0);", "x == 1", false},
		{local, "pthread_create(&u, 0, f, 0);", "x < 7", true},
		{zero, "", "x != 0", false},
		{zero, "pthread_create(&u, 0, f, 0);", "x != 0", false},
	} {
		source := strings.NewReplacer("MADE", c.made, "MORE", c.more, "COND", c.cond).Replace(text)
		r := values.Analyse(context.Background(), analyze.Of(testprog.Source(t, source, ir.LP64)), 0)
		if proved, _ := r.Proves(verdict.Assert); proved != c.proved {
			t.Errorf("%s %s: %s is proved: %v\n%s", c.made, c.more, c.cond, proved, r)
		}
	}
}
