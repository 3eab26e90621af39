package threads_test

import (
	"context"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/values"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/prove/confirm/threads"
)

// TestEqualPointers: comparisons of pointers to one instance are confirmed. Comparisons of pointers to
// several instances are not, whether the proof is right or claims that the pointers are equal or that
// they differ.
func TestEqualPointers(t *testing.T) {
	const text = `
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
extern int any(void);
static int x[4]; static int *kept; static _Thread_local int own;
static int *local(void) { int v = 0; int *p = &v; int *q = kept; kept = p; return q; }
static void *f(void *a) { int *p = a; assert(any() || p != &own); return 0; }
int main(void) {
	pthread_t t;
	BODY
	return 0;
}
`
	for _, c := range []struct {
		confirmed bool
		body      string
	}{
		{true, "int *p = any() ? x + 1 : x + 2; int *q = p; assert(p == q || p != q);"},
		{true, "kept = x + 2; int *q = x; q += 2; assert(kept == q);"},
		{true, "kept = x + any() % 2; assert(kept != x + 3);"},
		{true, "int *p = malloc(4); int *q = p; if (p) assert(p == q);"},
		{false, "int *p = any() ? x + 1 : x + 2; int *q = any() ? x + 1 : x + 2; assert(p == q);"},
		{false, "int *p = 0; for (int i = 0; i < 2; i++) { int *q = malloc(4); if (p && q) assert(p == q); p = q; }"},
		{false, "int *p = 0; for (int i = 0; i < 2; i++) { int *q = malloc(4); if (p && q) assert(p != q); p = q; }"},
		{false, "local(); int *p = local(); local(); assert(kept == p);"},
		{false, "for (int i = 0; i < 2; i++) pthread_create(&t, 0, f, &own);"},
		{false, "int y; assert(&y != x + 4);"},
	} {
		p := replaced(t, text, c.body)
		proof := values.Analyse(context.Background(), analyze.Of(p), 0).Proof(context.Background())
		got, err := threads.Confirm(context.Background(), p, proof)
		if err != nil {
			t.Fatal(err)
		}
		if ok, why := got.Confirms(verdict.Assert); ok != c.confirmed {
			t.Errorf("%s: confirmed is %v: %s", c.body, ok, why)
		}
		if c.confirmed {
			continue
		}
		for _, m := range mutants(p, proof) {
			got, err := threads.Confirm(context.Background(), p, m.proof())
			if err != nil {
				t.Fatal(err)
			}
			if ok, _ := got.Confirms(verdict.Assert); ok {
				t.Errorf("%s: %s is confirmed", c.body, m.name)
			}
		}
	}
}
