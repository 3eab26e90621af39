package depth_test

import (
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/depth"
	"github.com/heddle-mc/heddle/internal/engine/eager"
	"github.com/heddle-mc/heddle/internal/engine/token"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// The programs of aloneCases, after aloneHead.
const (
	aloneHead = `#include <assert.h>
#include <pthread.h>
#include <string.h>
static int x, y;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_t other;
static struct { char a; short b; long c; } s = {1, 1, 1}, two = {2, 2, 2}, seen;
static void initialise(void) { x++; }
`
	third = `
static void *f(void *a) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return a; }
static void *g(void *a) { pthread_mutex_unlock(&m); return a; }
int main(void) { pthread_t t, u, v; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0); pthread_create(&v, 0, g, 0);
  pthread_join(t, 0); pthread_join(u, 0); assert(x == 2); }`
	workers = `
static void *f(void *a) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return a; }
int main(void) { pthread_t t, u, v; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0); pthread_create(&v, 0, f, 0);
  pthread_join(t, 0); pthread_join(u, 0); pthread_join(v, 0); assert(x == 3); }`
	detaches = `
static void *f(void *a) { pthread_detach(pthread_self()); x = 1; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); int e = pthread_join(t, 0); x = 2; assert(e == 0); }`
	torn = `
static void *f(void *a) { s = two; return a; }
static void *g(void *a) { seen = s; return a; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0); pthread_join(u, 0); assert(seen.a == seen.c); }`
	overlapping = `
static char b[5] = {1, 2, 3, 4, 5};
static void *f(void *a) { memcpy(b + 1, b, 3); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); memmove(b, b + 1, 3); pthread_join(t, 0); assert(b[1] != b[2]); }`
	semaphores = `
#include <semaphore.h>
static sem_t sem, full;`
	flags = `
#include <stdatomic.h>
static atomic_int flag;`
	spawns = `
static void *f(void *a) { pthread_t t; if (y++ < 5) { pthread_create(&t, 0, f, 0); pthread_join(t, 0); } else x = 1; return a; }
int main(void) { f(0); assert(x == 0); }`
	unwritten = `
struct pair { int a, b; };
int main(void) { struct pair p; int i; assert(p.a == p.b && i != 7); }`
	twice = `
static void f(int n) { int i; assert(n == 0 || i != 7); }
int main(void) { f(0); f(1); }`
	looped = `
int main(void) { for (int n = 0; n < 3; n++) { int i; assert(n < 2 || i != 7); } }`
	pointer = `
static _Thread_local int own;
static void *f(void *a) { own = 1; return &own; }
int main(void) { pthread_t t; void *p; pthread_join(t, &p); pthread_create(&t, 0, f, 0); return *(int *)p; }`
)

var aloneCases = []struct {
	name, source string
	property     verdict.Property
	want         verdict.Verdict
	detail       string // part of the construct, of an unknown
}{
	{"a third thread unlocks", third, verdict.Race, verdict.Violation, ""},
	{"a third thread unlocks", third, verdict.Assert, verdict.Violation, ""},
	{"a thread detaches itself", detaches, verdict.Race, verdict.Violation, ""},
	{"a thread detaches itself", detaches, verdict.Assert, verdict.Violation, ""},
	{"a thread detaches itself after its access", `
static void *f(void *a) { x = 1; pthread_detach(pthread_self()); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); if (pthread_join(t, 0) != 0) x = 2; }`,
		verdict.Race, verdict.Unknown, "an answer of __heddle_thread_join"},
	{"a second join", `
static void *f(void *a) { return a; }
static void *g(void *a) { x = 1; pthread_join(other, 0); return a; }
int main(void) { pthread_t t; pthread_create(&other, 0, f, 0); pthread_create(&t, 0, g, 0); if (pthread_join(other, 0) != 0) x = 2; }`,
		verdict.Race, verdict.Unknown, "an answer of __heddle_thread_join"},
	{"a once control that is reset", `
static void *f(void *a) { pthread_once(&once, initialise); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_once(&once, initialise); once = (pthread_once_t)PTHREAD_ONCE_INIT; pthread_join(t, 0); }`,
		verdict.Race, verdict.Unknown, "the program itself accesses"},
	{"a held lock that is initialised", `
static void *f(void *a) { pthread_mutex_lock(&m); x = 2; return a; }
int main(void) { pthread_t t; pthread_mutex_lock(&m); pthread_create(&t, 0, f, 0); x = 1; pthread_mutex_init(&m, 0); pthread_join(t, 0); }`,
		verdict.Race, verdict.Unknown, "a once control or lock that was reset"},
	{"a lock that is initialised", `
static void *f(void *a) { pthread_mutex_lock(&m); x = 2; pthread_mutex_unlock(&m); return a; }
int main(void) { pthread_t t; pthread_mutex_init(&m, 0); pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); }`, verdict.Race, verdict.Safe, ""},
	{"a once control that both threads write", `
static void *f(void *a) { once = (pthread_once_t)PTHREAD_ONCE_INIT; pthread_once(&once, initialise); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); once = (pthread_once_t)PTHREAD_ONCE_INIT; return 0; }`,
		verdict.Race, verdict.Violation, ""},
	{"a once control that one thread writes", `
static void *f(void *a) { once = (pthread_once_t)PTHREAD_ONCE_INIT; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_once(&once, initialise); return 0; }`,
		verdict.Race, verdict.Safe, ""},
	{"a semaphore that is written over", semaphores + `
static void *f(void *a) { x = 1; sem = full; return a; }
int main(void) { pthread_t t; sem_init(&full, 0, 1); pthread_create(&t, 0, f, 0); sem_wait(&sem); x = 2; return 0; }`,
		verdict.Race, verdict.Unknown, "the program itself accesses"},
	{"a semaphore that is written before there are threads", semaphores + `
static void *f(void *a) { sem_wait(&sem); x++; sem_post(&sem); return a; }
int main(void) { pthread_t t; sem_init(&full, 0, 1); sem = full; pthread_create(&t, 0, f, 0); f(0); return 0; }`,
		verdict.Race, verdict.Safe, ""},
	{"a semaphore that is looked at", semaphores + `
static void *f(void *a) { x = 1; sem_post(&sem); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); if (*(int *)&sem == 1) x = 2; return 0; }`,
		verdict.Race, verdict.Unknown, "the program itself accesses"},
	{"a section with a failed assertion", `
void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);
static void *f(void *a) { __VERIFIER_atomic_begin(); y = x; assert(0); __VERIFIER_atomic_end(); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 1; return 0; }`,
		verdict.Race, verdict.Violation, ""},
	{"undefined behaviour before any operation", `
void reach_error(void);
static int *p;
static void *f(void *a) { *p = 0; return a; }
static void *g(void *a) { reach_error(); return a; }
int main(void) { pthread_t t[2], u; for (int k = 0; k < 2; k++) pthread_create(&t[k], 0, f, 0);
  pthread_create(&u, 0, g, 0); pthread_join(u, 0); return 0; }`,
		verdict.Reach, verdict.Violation, ""},
	{"a once control", `
static void *f(void *a) { pthread_once(&once, initialise); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_once(&once, initialise); pthread_join(t, 0); }`,
		verdict.Race, verdict.Safe, ""},
	{"a flag that is released and acquired", flags + `
static void *f(void *a) { x = 1; atomic_store_explicit(&flag, 1, memory_order_release); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); if (atomic_load_explicit(&flag, memory_order_acquire)) x = 2; return 0; }`,
		verdict.Race, verdict.Safe, ""},
	{"counts that acquire and release", flags + `
static void *f(void *a) { x = 1; atomic_fetch_add_explicit(&flag, 1, memory_order_acq_rel); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); if (atomic_fetch_add_explicit(&flag, 1, memory_order_acq_rel) == 1) x = 2; return 0; }`,
		verdict.Race, verdict.Safe, ""},
	{"a relaxed flag", flags + `
static void *f(void *a) { x = 1; atomic_store_explicit(&flag, 1, memory_order_release); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); if (atomic_load_explicit(&flag, memory_order_relaxed)) x = 2; return 0; }`,
		verdict.Race, verdict.Unknown, "weaker than seq_cst"},
	{"a relaxed count", flags + `
static void *f(void *a) { x = 1; atomic_fetch_add_explicit(&flag, 1, memory_order_release); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); if (atomic_fetch_add_explicit(&flag, 1, memory_order_release) == 1) x = 2; return 0; }`,
		verdict.Race, verdict.Unknown, "weaker than seq_cst"},
	{"three workers", workers, verdict.Assert, verdict.Safe, ""},
	{"a structure is copied", torn, verdict.Assert, verdict.Violation, ""},
	{"a structure is copied", torn, verdict.Race, verdict.Violation, ""},
	{"overlapping copies", overlapping, verdict.Assert, verdict.Violation, ""},
	{"overlapping copies", overlapping, verdict.Race, verdict.Violation, ""},
	{"a local that is never written", unwritten, verdict.Assert, verdict.Violation, ""},
	{"a local that is never written, of the second call", twice, verdict.Assert, verdict.Violation, ""},
	{"a local that is never written, in a loop", looped, verdict.Assert, verdict.Violation, ""},
	{"a pointer that is never written", pointer, verdict.Race, verdict.Unknown, "what was never written"},
	{"a thread beyond the bound", spawns, verdict.Assert, verdict.Bounded, ""},
}

// TestAlone checks that each engine decides some programs without help from the others. In some of them
// only the order of library calls decides the verdict; in others one place has many accesses in the trace.
func TestAlone(t *testing.T) {
	for _, c := range aloneCases {
		for name, e := range map[string]engine.Engine{"token": token.New(depth.Options{}), "eager": eager.New(depth.Options{})} {
			t.Run(strings.Join([]string{c.name, c.property.String(), name}, "/"), func(t *testing.T) {
				code := testprog.Code(t, aloneHead+c.source)
				out := testprog.Judge(t, e, &engine.Problem{Program: code.Program(), Property: c.property}, time.Minute)
				if out.Verdict != c.want || !strings.Contains(out.Detail, c.detail) || c.want == verdict.Bounded && len(out.Marks) == 0 {
					t.Errorf("%s %s %s %v, expected %s %s", out.Verdict, out.Reason, out.Detail, out.Marks, c.want, c.detail)
				}
				testprog.Replay(t, code, c.property, out)
			})
		}
	}
}
