package refine

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/depth"
	"github.com/heddle-mc/heddle/internal/engine/search"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/prove/confirm/reduced"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// proved are programs whose proofs are confirmed and changed.
var proved = map[string]string{
	"rounds": `
static void *a(void *_) { for (int i = 0; i < n; i++) x++; return 0; }
static void *b(void *_) { for (int i = 0; i < n; i++) x--; return 0; }
int main(void) { n = __VERIFIER_nondet_int();` + threads + ` assert(x == 0); }`,
	"ahead": `
static void *a(void *_) { for (int i = 0; i < n; i++) x++; return 0; }
static void *b(void *_) { for (int i = 0; i < n; i++) { __VERIFIER_assume(x > 0); x--; } return 0; }
int main(void) { n = __VERIFIER_nondet_int();` + threads + ` assert(x == 0); }`,
	"branches": `
static void *a(void *_) { p = n < 0 ? -1 : n > 0; return 0; }
static void *b(void *_) { q = n < 0 ? 1 : n > 0 ? -1 : 0; return 0; }
int main(void) { n = __VERIFIER_nondet_int();` + threads + ` assert(p + q == 0); }`,
	"choices": `
static void *a(void *_) { for (int i = 0; i < n; i++) { _Bool up = __VERIFIER_nondet_int(); p = up ? p + 1 : p; q = up ? q : q + 1; } return 0; }
static void *b(void *_) { for (int i = 0; i < n; i++) x++; return 0; }
int main(void) { n = __VERIFIER_nondet_int(); __VERIFIER_assume(n >= 0 && n < 1000);` + threads + ` assert(p + q == x); }`,
	"lock": `
static void *a(void *_) { for (int i = 0; i < n; i++) { pthread_mutex_lock(&m); p++; p--; pthread_mutex_unlock(&m); } return 0; }
static void *b(void *_) { pthread_mutex_lock(&m); assert(p == 0); pthread_mutex_unlock(&m); return 0; }
int main(void) { n = __VERIFIER_nondet_int();` + threads + `}`,
	"elements": `
static void *a(void *_) { for (int i = 0; i < n; i++) p += A[i]; return 0; }
static void *b(void *_) { for (int i = 0; i < n; i++) q += A[i]; return 0; }
int main(void) { n = __VERIFIER_nondet_int(); __VERIFIER_assume(n >= 0 && n < 1000); A = malloc(n * sizeof(int));` + threads + ` assert(p == q); }`,
	"writes": `
static void *a(void *_) { A[0] = 1; return 0; }
static void *b(void *_) { A[1] = 2; return 0; }
int main(void) { n = __VERIFIER_nondet_int(); __VERIFIER_assume(n >= 2 && n < 1000); A = malloc(n * sizeof(int));` + threads + ` assert(A[0] + A[1] == 3); }`,
}

const start = `
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
static atomic_int x;
static int p, q, n, *A;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
`

const threads = `
	pthread_t s, t;
	pthread_create(&s, 0, a, 0);
	pthread_create(&t, 0, b, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
`

// TestProofs checks that the results of explorations are confirmed.
func TestProofs(t *testing.T) {
	confirmed, all := 0, 0
	for name, text := range proved {
		for _, order := range []string{"sequential", "lockstep", "backward"} {
			if !*Long && !testprog.Chosen(t, name+order, 5) {
				continue
			}
			p := testprog.Source(t, start+text, ir.LP64)
			ctx, stop := context.WithTimeout(context.Background(), 2*time.Second)
			all++
			proofs := prove(ctx, t, p, order)
			if len(proofs) > 0 {
				confirmed++
			}
			for _, x := range proofs {
				if err := reduced.Confirm(context.Background(), x.proof()); err != nil {
					t.Errorf("%s, %s: %v", name, order, err)
				}
			}
			stop()
		}
	}
	testprog.AtLeast(t, confirmed, all, 40)
}

// prove returns the explorations that are proofs, one for each thread's part; none: there are none in time.
func prove(ctx context.Context, t *testing.T, p *ir.Program, name string) (proofs []*exploration) {
	t.Helper()
	r := &run{Engine: &Engine{order: name}, Run: search.Begin(&engine.Problem{Program: p, Property: verdict.Assert, NewSolver: quick})}
	s, err := depth.BeginArrays(ctx, r.Run)
	if s == nil || err != nil {
		t.Fatal(err, r.Unsupported)
	}
	r.decider = newDecider(r.Run, s.Terms)
	if err := r.divide(ctx, s); err != nil || r.Unsupported != "" {
		t.Fatal(err, r.Unsupported)
	}
	for _, part := range r.parts {
		a := r.attempts(part.model, false, orders(part.model))[0]
		for {
			x := r.explore(a)
			err := x.begin(ctx)
			if err == nil {
				_, err = x.run(ctx, math.MaxInt)
			}
			if err == nil && len(x.bad) == 0 {
				proofs = append(proofs, x)
				break
			}
			if _, _, more, err := r.refine(ctx, part, a); err != nil || !more {
				return nil
			}
		}
	}
	return proofs
}
