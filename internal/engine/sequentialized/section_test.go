package sequentialized

import (
	"testing"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestEachWriteOfASection checks atomic sections whose writes count one by one. A program needs as many
// positions as it writes, and no thread sees the middle of a section. A section with more writes than are
// left is not begun.
func TestEachWriteOfASection(t *testing.T) {
	const head = `#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static int x, y, a[3];
#define BEGIN __VERIFIER_atomic_begin();
#define END __VERIFIER_atomic_end();
`
	for _, c := range []struct {
		name, source string
		one, each    int // the writes with which there is an answer, and not with one less
		want         verdict.Verdict
	}{
		{"both are written", `
static void *f(void *p) { BEGIN x = 1; y = 1; END return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); BEGIN int u = x, v = y; END assert(!u || !v); }`, 1, 2, verdict.Violation},
		{"one unit is written three times", `
static void *f(void *p) { BEGIN x = 1; x = 2; x = 3; END return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); assert(x != 3); }`, 1, 3, verdict.Violation},
		{"the middle is not seen", `
static void *f(void *p) { BEGIN x = 1; x = 2; y = 1; END return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); int u = x, v = y; assert(u != 1 && (!u || v)); }`, 1, 3, verdict.Safe},
		{"the middle of an array is not seen", `
static void *f(void *p) { BEGIN for (int i = 0; i < 3; i++) a[i] = i + 1; END return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); int k = a[x] != 0; assert(!k || a[1] == 2 && a[2] == 3); }`, 1, 3, verdict.Safe},
		{"nor the middle of one whose elements are chosen", `
int __VERIFIER_nondet_int(void);
static void *f(void *p) { int i = __VERIFIER_nondet_int(); if (i == 0 || i == 1) { BEGIN a[i] = 1; a[i + 1] = 2; a[i] = 3; END } return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); int i = __VERIFIER_nondet_int();
  if (i == 0 || i == 1) { int u = a[i], v = a[i + 1]; assert(u != 1 && (u != 3 || v == 2)); } }`, 1, 3, verdict.Safe},
		{"its end is seen", `
int __VERIFIER_nondet_int(void);
static void *f(void *p) { int i = __VERIFIER_nondet_int(); if (i == 0 || i == 1) { BEGIN a[i] = 1; a[i + 1] = 2; y = 3; END } return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); int i = __VERIFIER_nondet_int();
  if (i == 0 || i == 1) { int u = a[i], v = a[i + 1]; assert(u != 1 || v != 2 || y != 3); } }`, 1, 3, verdict.Violation},
		{"what a section writes depends", `
static void *f(void *p) { BEGIN if (y) x = 1; else { x = 2; a[0] = 1; } END return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); y = 1; pthread_join(t, 0); assert(x == 1 || a[0]); }`, 2, 3, verdict.Safe},
		{"two sections follow one another", `
static void *f(void *p) { BEGIN x++; y++; END return p; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0);
  pthread_join(t, 0); BEGIN int d = x - y, s = x; END assert(d == 0 && s < 2); }`, 2, 4, verdict.Violation},
		{"a section with a lock in it", `
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *p) { BEGIN pthread_mutex_lock(&m); x = 1; END pthread_mutex_unlock(&m); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); int w = pthread_mutex_trylock(&m); assert(!w || !x); }`, 1, 2, verdict.Violation},
	} {
		t.Run(c.name, func(t *testing.T) {
			code := testprog.Code(t, head+c.source)
			for _, name := range unwindings() {
				if New(name).method.measure != byWrites || !only.Has(name) {
					continue
				}
				for counted, n := range map[bool]int{false: c.one, true: c.each} {
					for _, writes := range []int{n - 1, n} {
						want := c.want
						if writes < n {
							want = verdict.Bounded
						}
						if writes == 0 {
							continue
						}
						out := judge(t, task{name, engine.Bounds{Writes: writes, Unwind: 4}, counted}, code, verdict.Assert, longest)
						if out.Verdict != want {
							t.Errorf("%s, each %t, with %d writes: %s (%s %s), want %s", name, counted, writes, out.Verdict, out.Reason, out.Detail, want)
						}
					}
				}
			}
		})
	}
}
