package refine_test

import (
	"testing"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/refine"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// prelude stands before the programs below.
const prelude = `
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static atomic_int x, y, z;
static int p, q, n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
`

// both creates two threads and waits for them.
const both = `
	pthread_t s, t;
	pthread_create(&s, 0, a, 0);
	pthread_create(&t, 0, b, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
`

// programs are such as a wrong reduction would judge wrongly.
var programs = []struct {
	name, text string
	want       verdict.Verdict
}{
	{"a thread asserts what the other writes", `
static void *a(void *_) { x = 1; return 0; }
static void *b(void *_) { assert(x == 0); return 0; }
int main(void) {` + both + `}`, verdict.Violation},
	{"a thread asserts in between", `
static void *a(void *_) { x = 1; x = 0; return 0; }
static void *b(void *_) { assert(x == 0); return 0; }
int main(void) {` + both + `}`, verdict.Violation},
	{"both assert, of the other's variable", `
static void *a(void *_) { x = 1; assert(y == 0); return 0; }
static void *b(void *_) { y = 1; assert(x == 0); return 0; }
int main(void) {` + both + `}`, verdict.Violation},
	{"additions commute", `
static void *a(void *_) { x += 1; return 0; }
static void *b(void *_) { x += 2; return 0; }
int main(void) {` + both + ` assert(x == 3); }`, verdict.Safe},
	{"an addition and a product do not", `
static void *a(void *_) { x += 1; return 0; }
static void *b(void *_) { x *= 2; return 0; }
int main(void) {` + both + ` assert(x == 2); }`, verdict.Violation},
	{"an addition and a product of zero do", `
static void *a(void *_) { x += 0; return 0; }
static void *b(void *_) { x *= 2; return 0; }
int main(void) { x = 2;` + both + ` assert(x == 4); }`, verdict.Safe},
	{"writes of the same value commute", `
static void *a(void *_) { x = 7; return 0; }
static void *b(void *_) { x = 7; return 0; }
int main(void) {` + both + ` assert(x == 7); }`, verdict.Safe},
	{"writes of others do not", `
static void *a(void *_) { x = 7; return 0; }
static void *b(void *_) { x = 8; return 0; }
int main(void) {` + both + ` assert(x == 8); }`, verdict.Violation},
	{"a lock", `
static void *a(void *_) { pthread_mutex_lock(&m); p++; p--; pthread_mutex_unlock(&m); return 0; }
static void *b(void *_) { pthread_mutex_lock(&m); assert(p == 0); pthread_mutex_unlock(&m); return 0; }
int main(void) {` + both + `}`, verdict.Safe},
	{"a lock that comes too late", `
static void *a(void *_) { x++; pthread_mutex_lock(&m); x--; pthread_mutex_unlock(&m); return 0; }
static void *b(void *_) { pthread_mutex_lock(&m); assert(x == 0); pthread_mutex_unlock(&m); return 0; }
int main(void) {` + both + `}`, verdict.Violation},
	{"who has the lock first", `
static void *a(void *_) { pthread_mutex_lock(&m); p = 1; pthread_mutex_unlock(&m); return 0; }
static void *b(void *_) { pthread_mutex_lock(&m); q = p; pthread_mutex_unlock(&m); return 0; }
int main(void) {` + both + ` assert(q == 1); }`, verdict.Violation},
	{"no join", `
static void *a(void *_) { x = 1; return 0; }
int main(void) { pthread_t s; pthread_create(&s, 0, a, 0); assert(x == 0); }`, verdict.Violation},
	{"a join", `
static void *a(void *_) { x = 1; return 0; }
int main(void) { pthread_t s; pthread_create(&s, 0, a, 0); pthread_join(s, 0); assert(x == 1); }`, verdict.Safe},
	{"a join of one of two", `
static void *a(void *_) { x = 1; return 0; }
static void *b(void *_) { x = 2; return 0; }
int main(void) { pthread_t s, t; pthread_create(&s, 0, a, 0); pthread_create(&t, 0, b, 0); pthread_join(t, 0); assert(x == 2); }`, verdict.Violation},
	{"a thread created late", `
static void *b(void *_) { assert(x == 1); return 0; }
static void *a(void *_) { pthread_t t; x = 1; pthread_create(&t, 0, b, 0); return 0; }
int main(void) { pthread_t s; pthread_create(&s, 0, a, 0); }`, verdict.Safe},
	{"a thread created too early", `
static void *b(void *_) { assert(x == 1); return 0; }
static void *a(void *_) { pthread_t t; pthread_create(&t, 0, b, 0); x = 1; return 0; }
int main(void) { pthread_t s; pthread_create(&s, 0, a, 0); }`, verdict.Violation},
	{"an atomic section", `
static void *a(void *_) { __VERIFIER_atomic_begin(); x++; x--; __VERIFIER_atomic_end(); return 0; }
static void *b(void *_) { assert(x == 0); return 0; }
int main(void) {` + both + `}`, verdict.Safe},
	{"half of one", `
static void *a(void *_) { __VERIFIER_atomic_begin(); x++; y++; __VERIFIER_atomic_end(); x--; return 0; }
static void *b(void *_) { assert(x == y); return 0; }
int main(void) {` + both + `}`, verdict.Violation},
	{"the process ends in between", `
static void *a(void *_) { x = 1; if (y == 1) exit(0); x = 2; return 0; }
static void *b(void *_) { y = 1; assert(x != 1); return 0; }
int main(void) {` + both + `}`, verdict.Violation},
	{"the process ends before", `
static void *a(void *_) { if (y == 0) exit(0); x = 1; return 0; }
static void *b(void *_) { y = 1; if (x == 1) assert(y == 1); return 0; }
int main(void) {` + both + `}`, verdict.Safe},
	{"a thread waits for a value", `
static void *a(void *_) { while (x == 0) ; assert(y == 1); return 0; }
static void *b(void *_) { y = 1; x = 1; return 0; }
int main(void) {` + both + `}`, verdict.Safe},
	{"the value comes too early", `
static void *a(void *_) { while (x == 0) ; assert(y == 1); return 0; }
static void *b(void *_) { x = 1; y = 1; return 0; }
int main(void) {` + both + `}`, verdict.Violation},
	{"a step that may stop a thread, after it did something", `
static void *a(void *_) { int v = x++; __VERIFIER_assume(v == 5); return 0; }
static void *b(void *_) { assert(x == 0); return 0; }
int main(void) {` + both + `}`, verdict.Violation},
	{"a thread goes on for ever, and touches nothing of the other's", `
static void *a(void *_) { for (;;) { assert(x == 0 || x == 1); x ^= 1; } return 0; }
static void *b(void *_) { y = 1; assert(y == 0); return 0; }
int main(void) {` + both + `}`, verdict.Violation},
	{"rounds without a number", `
static void *a(void *_) { for (int i = 0; i < n; i++) x++; return 0; }
static void *b(void *_) { for (int i = 0; i < n; i++) x--; return 0; }
int main(void) { n = __VERIFIER_nondet_int();` + both + ` assert(x == 0); }`, verdict.Safe},
	{"rounds without a number, one more", `
static void *a(void *_) { for (int i = 0; i < n; i++) x++; return 0; }
static void *b(void *_) { for (int i = 0; i <= n; i++) x--; return 0; }
int main(void) { n = __VERIFIER_nondet_int();` + both + ` assert(x == 0); }`, verdict.Violation},
	{"rounds that commute where the other is ahead", `
static void *a(void *_) { for (int i = 0; i < n; i++) x++; return 0; }
static void *b(void *_) { for (int i = 0; i < n; i++) { __VERIFIER_assume(x > 0); x--; } return 0; }
int main(void) { n = __VERIFIER_nondet_int();` + both + ` assert(x == 0); }`, verdict.Safe},
	{"rounds of the other's variable", `
static void *a(void *_) { for (int i = 0; i < n; i++) x = y; return 0; }
static void *b(void *_) { for (int i = 0; i < n; i++) y = x + 1; return 0; }
int main(void) { n = __VERIFIER_nondet_int(); __VERIFIER_assume(n == 2);` + both + ` assert(x < 2); }`, verdict.Violation},
	{"what is moved where there is some", `
static void *a(void *_) { for (_Bool more = 1; more; ) { __VERIFIER_atomic_begin(); more = x != 0 || y != 0; if (x != 0) { x--; z++; } __VERIFIER_atomic_end(); } return 0; }
static void *b(void *_) { while (y != 0) { __VERIFIER_atomic_begin(); y--; x++; __VERIFIER_atomic_end(); } return 0; }
int main(void) { x = n = __VERIFIER_nondet_int(); y = q = __VERIFIER_nondet_int();` + both + ` assert((unsigned)z == (unsigned)n + (unsigned)q); }`, verdict.Safe},
	{"what is moved, and lost where there is one", `
static void *a(void *_) { for (_Bool more = 1; more; ) { __VERIFIER_atomic_begin(); more = x != 0 || y != 0; if (x != 0) { x--; if (x != 1) z++; } __VERIFIER_atomic_end(); } return 0; }
static void *b(void *_) { while (y != 0) { __VERIFIER_atomic_begin(); y--; x++; __VERIFIER_atomic_end(); } return 0; }
int main(void) { x = n = __VERIFIER_nondet_int(); y = q = __VERIFIER_nondet_int(); __VERIFIER_assume(n >= 0 && n < 3 && q >= 0 && q < 3);` + both +
		` assert((unsigned)z == (unsigned)n + (unsigned)q); }`, verdict.Violation},
	{"a round does one of two", `
static void *a(void *_) { for (int i = 0; i < n; i++) { _Bool up = __VERIFIER_nondet_int(); p = up ? p + 1 : p; q = up ? q : q + 1; } return 0; }
static void *b(void *_) { for (int i = 0; i < n; i++) x++; return 0; }
int main(void) { n = __VERIFIER_nondet_int(); __VERIFIER_assume(n >= 0 && n < 1000);` + both + ` assert(p + q == x); }`, verdict.Safe},
	{"a round does one of two, or both", `
static void *a(void *_) { for (int i = 0; i < n; i++) { _Bool up = __VERIFIER_nondet_int(); p = up ? p + 1 : p; q = up && i != 1 ? q : q + 1; } return 0; }
static void *b(void *_) { for (int i = 0; i < n; i++) x++; return 0; }
int main(void) { n = __VERIFIER_nondet_int(); __VERIFIER_assume(n >= 0 && n < 1000);` + both + ` assert(p + q == x); }`, verdict.Violation},
}

// decides reports whether an engine reaches the known verdict of a program's assertions. Another result
// must be unknown or bounded.
func decides(t *testing.T, name string, e engine.Engine, prog *ir.Program, code *interp.Code, want verdict.Verdict) bool {
	t.Helper()
	out := testprog.Judge(t, e, &engine.Problem{Program: prog, Property: verdict.Assert}, 2*(*patience))
	testprog.Replay(t, code, verdict.Assert, out)
	switch {
	case out.Verdict == want:
		return true
	case out.Verdict == verdict.Safe || out.Verdict == verdict.Violation:
		t.Errorf("%s: %s, expected %s", name, out.Verdict, want)
	default:
		t.Logf("%s: %s %s", name, out.Reason, out.Detail)
	}
	return false
}

// TestReductions checks the known verdicts with all orders and without reduction; without -long it checks half of
// the programs with a third of the orders.
func TestReductions(t *testing.T) {
	decided, all := 0, 0
	for _, p := range programs {
		if !*refine.Long && !testprog.Chosen(t, p.name, 2) {
			continue
		}
		all++
		t.Run(p.name, func(t *testing.T) {
			prog := testprog.Source(t, prelude+p.text, ir.LP64)
			code := interp.Prepare(prog)
			answers := 0
			for name, e := range engines() {
				if name == "" || !*refine.Long && !testprog.Chosen(t, p.name+name, 3) {
					continue // the one without a name is one of the others
				}
				if decides(t, name, e, prog, code, p.want) {
					answers++
				}
			}
			if answers > 0 {
				decided++
			}
		})
	}
	testprog.AtLeast(t, decided, all, 80)
}
