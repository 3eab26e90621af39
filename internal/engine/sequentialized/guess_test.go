package sequentialized

import (
	"testing"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestGuesses checks programs that eager translations treat differently from lazy ones. Steps of a thread
// on guessed memory count only if the guess was right, and a violation counts independently of the later
// steps of other threads. Without -long a method is run for rounds or for contexts.
func TestGuesses(t *testing.T) {
	const head = `#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static int x, y;
static int *p;
`
	for turn, c := range []struct {
		name, source string
		violated     bool
	}{
		{"a value that nobody writes", `
static void *f(void *a) { if (x == 42) assert(0); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 1; x = 2; pthread_join(t, 0); }`, false},
		{"values that are not written in that order", `
static void *f(void *a) { int b = y, c = x; assert(!b || c); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 1; y = 1; pthread_join(t, 0); }`, false},
		{"values that are written in that order", `
static void *f(void *a) { int c = x, b = y; assert(!b || c); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 1; y = 1; pthread_join(t, 0); }`, true},
		{"a pointer that nobody writes", `
static void *f(void *a) { if (p) { *p = 1; assert(p == &x); } return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); p = &x; pthread_join(t, 0); assert(y == 0); }`, false},
		{"a pointer that is written", `
static void *f(void *a) { if (p) *p = 1; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); p = &x; p = &y; pthread_join(t, 0); assert(x == 0 && y == 0); }`, true},
		{"a thread that does not end", `
static void *f(void *a) { for (;;) x++; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); assert(x == 0); }`, true},
		{"a thread that does not end after the violation", `
static void *f(void *a) { x = 1; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); assert(x == 0); for (;;) y++; }`, true},
		{"the process ends inside a section", `
static void *f(void *a) { __VERIFIER_atomic_begin(); x = 1; exit(0); __VERIFIER_atomic_end(); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); assert(x == 0); pthread_join(t, 0); }`, false},
		{"a violation in a section that cannot be completed", `
void __VERIFIER_assume(int);
static void *f(void *a) { __VERIFIER_atomic_begin(); x = 1; assert(y == 0); __VERIFIER_assume(0); __VERIFIER_atomic_end(); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); y = 1; pthread_join(t, 0); }`, true},
		{"others see nothing of a section that cannot be completed", `
void __VERIFIER_assume(int);
static void *f(void *a) { __VERIFIER_atomic_begin(); x = 1; __VERIFIER_assume(y); __VERIFIER_atomic_end(); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); assert(x == 0); pthread_join(t, 0); }`, false},
		{"results that are numbers", `
static void *f(void *a) { return (void *)((long)a * 2); }
int main(void) { pthread_t t, u; void *r, *s; pthread_create(&t, 0, f, (void *)3); pthread_create(&u, 0, f, (void *)4);
  pthread_join(t, &r); pthread_join(u, &s); assert(r == s); }`, true},
		{"results that are numbers, and right", `
static void *f(void *a) { return (void *)((long)a * 2); }
int main(void) { pthread_t t, u; void *r, *s; pthread_create(&t, 0, f, (void *)3); pthread_create(&u, 0, f, (void *)4);
  pthread_join(t, &r); pthread_join(u, &s); assert((long)r + (long)s == 14); }`, false},
		{"a result that is a pointer", `
static void *f(void *a) { return y ? &x : &y; }
int main(void) { pthread_t t; void *r; pthread_create(&t, 0, f, 0); y = 1; pthread_join(t, &r); *(int *)r = 2; assert(y != 2); }`, true},
		{"a small number in a pointer", `
static void *f(void *a) { p = (int *)5; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); assert(p == 0); pthread_join(t, 0); }`, true},
		{"a number by way of an integer", `
static void *f(void *a) { p = (int *)(long)x; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 3; pthread_join(t, 0); assert(p != (int *)3); }`, true},
		{"a pointer that is moved from null", `
static void *f(void *a) { p = p + 1; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); assert(p == 0); }`, true},
		{"a handler that runs beside a thread", `
static void h(void) { assert(x == 0); }
static void *f(void *a) { x = 1; return a; }
int main(void) { pthread_t t; atexit(h); pthread_create(&t, 0, f, 0); return 0; }`, true},
		{"pointers beside their number", `
static struct { int n; int *to[2]; } s;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *a) { pthread_mutex_lock(&m); s.to[s.n++] = a; pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, f, &x); pthread_create(&u, 0, f, &y); pthread_join(t, 0); pthread_join(u, 0);
  *s.to[0] = 1; assert(x == 0); }`, true},
		{"pointers beside their number, all used", `
static struct { int n; int *to[2]; } s;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *a) { pthread_mutex_lock(&m); s.to[s.n++] = a; pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, f, &x); pthread_create(&u, 0, f, &y); pthread_join(t, 0); pthread_join(u, 0);
  *s.to[0] = 1; *s.to[1] = 1; assert(x + y == 2); }`, false},
		{"threads that create threads", `
static void *g(void *a) { x++; return a; }
static void *f(void *a) { pthread_t t; pthread_create(&t, 0, g, 0); x++; return a; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0); assert(x != 3); }`, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			code := testprog.Code(t, head+c.source)
			for i, m := range []string{"lr", "lmp"} {
				for k, b := range []engine.Bounds{{Rounds: 2, Unwind: 1}, {Contexts: 5, Unwind: 1}} {
					if (i+k+turn)%4 != 0 && !*long {
						continue
					}
					out := judge(t, task{m, b, false}, code, verdict.Assert, longest)
					if out.Reason == verdict.Timeout {
						t.Logf("%s %+v: %s", m, b, out.Reason)
						continue
					}
					if violated := out.Verdict == verdict.Violation; violated != c.violated || out.Verdict == verdict.Unknown {
						t.Errorf("%s %+v: %s %s %s", m, b, out.Verdict, out.Reason, out.Detail)
					}
				}
			}
		})
	}
}

// TestPointersInParts checks a pointer that is accessed in parts. A guess of such a pointer points to no
// object, so no verdict other than a violation may depend on it.
func TestPointersInParts(t *testing.T) {
	code := testprog.Code(t, `#include <assert.h>
#include <pthread.h>
static int x, y;
static union { int *p; unsigned char b[sizeof(int *)]; } from = {&x}, to = {&x};
static void *f(void *a) { from.p = &y; return a; }
static void *g(void *a) { for (unsigned i = 0; i < sizeof from; i++) to.b[i] = from.b[i]; return a; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0); pthread_join(t, 0); pthread_join(u, 0);
  if (to.p == &y) *to.p = 1; assert(y == 0); }
`)
	for _, m := range []string{"lr", "lmp"} {
		out := judge(t, task{m, engine.Bounds{Rounds: 2}, false}, code, verdict.Assert, longest)
		if out.Verdict != verdict.Violation && (out.Verdict != verdict.Unknown || out.Reason != verdict.Unsupported && out.Reason != verdict.Timeout) {
			t.Errorf("%s: %s %s %s", m, out.Verdict, out.Reason, out.Detail)
		}
	}
}
