package raceproof_test

import (
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/raceproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestLater checks that the accesses before an object is published are no suspects because of a race elsewhere. They are if
// the pointer passes through a relaxed atomic variable.
func TestLater(t *testing.T) {
	program := `
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node { int value; };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(struct node *) relaxed;
static struct node *under_lock;
static int x;
static struct node *get(void) {
	pthread_mutex_lock(&m);
	struct node *n = under_lock;
	pthread_mutex_unlock(&m);
	return n;
}
static void put(struct node *n) {
	pthread_mutex_lock(&m);
	under_lock = n;
	pthread_mutex_unlock(&m);
}
static void *f(void *a) {
	struct node *n = get();
	x++;
	return n ? a + n->value : a;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, f, 0);
	struct node *n = malloc(sizeof *n);
	if (n) {
		n->value = 1;
		put(n);
	}
	x++;
	return 0;
}
`
	loosely := strings.NewReplacer("n = get()", "n = atomic_load_explicit(&relaxed, memory_order_relaxed)",
		"put(n)", "atomic_store_explicit(&relaxed, n, memory_order_relaxed)").Replace(program)
	for text, open := range map[string]bool{program: false, loosely: true} {
		r := raceproof.Analyse(t.Context(), analyze.Of(testprog.Source(t, text, ir.LP64)), 0)
		if r.Lost != "" || r.RaceFree() || len(r.Pairs) == 0 {
			t.Fatalf("%+v", r)
		}
		if (r.Excluded[raceproof.Later] > 0) == open {
			t.Errorf("loosely %v: %d pairs only after another race", open, r.Excluded[raceproof.Later])
		}
		for _, p := range r.Pairs {
			if p.Location.Name != "x" && p.Kind != raceproof.Following && !open {
				t.Errorf("suspect %s", p.Location.Name)
			}
		}
	}
}
