package order

import (
	"context"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// leaks lists programs that lose objects, or nearly do. text follows the declarations that all of them
// share.
var leaks = []struct{ name, text string }{
	{"a node off a list", `struct node *top; int main(void) { for (int i = 0; i < 4; i++) { struct node *n = malloc(sizeof *n); n->next = top; top = n; } top = top->next; return 0; }`},
	{"a list", `struct node *top; int main(void) { for (int i = 0; i < 4; i++) { struct node *n = malloc(sizeof *n); n->next = top; top = n; } return 0; }`},
	{"a list that is freed", `struct node *top; int main(void) { for (int i = 0; i < 4; i++) { struct node *n = malloc(sizeof *n); n->next = top; top = n; } while (top) { struct node *n = top->next; free(top); top = n; } return 0; }`},
	{"behind a freed object", `struct node *top; int main(void) { for (int i = 0; i < 2; i++) { struct node *n = malloc(sizeof *n); n->next = top; top = n; } free(top); return 0; }`},
	{"a cycle", `int main(void) { struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b); a->next = b; b->next = a; return 0; }`},
	{"a cycle that a global holds", `struct node *g; int main(void) { struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b); a->next = b; b->next = a; g = b; return 0; }`},
	{"moved by realloc", `struct node **g; int main(void) { g = malloc(8); g[0] = malloc(16); g = realloc(g, 16); return 0; }`},
	{"copied as bytes", `struct node *g, *h; int main(void) { g = malloc(16); memcpy(&h, &g, sizeof g); g = 0; return 0; }`},
	{"copied in a structure", `struct { struct node *a; int b; } x, y; int main(void) { x.a = malloc(16); y = x; x.a = 0; return 0; }`},
	{"an element that inputs choose", `int *a[5]; int main(void) { int i = __VERIFIER_nondet_int(); if (i < 0 || i >= 5) return 0; a[i] = malloc(4); a[2] = 0; return 0; }`},
	{"an element of a heap object", `struct node *g; int main(void) { g = calloc(2, sizeof *g); g[1].next = malloc(16); return 0; }`},
	{"a pointer into the object", `int *g; int main(void) { g = malloc(8); g++; return 0; }`},
	{"a pointer past the object", `char *g; int main(void) { g = malloc(8); g += 8; return 0; }`},
	{"one end of two", `int *g; int main(void) { g = malloc(4); if (__VERIFIER_nondet_int()) { free(g); return 0; } g = 0; return 1; }`},
	{"exit keeps a caller's frame", `void f(void) { exit(0); } int main(void) { int *p = malloc(4); f(); return *p; }`},
	{"exit, and the variable is overwritten", `int main(void) { int *p; for (int i = 0; i < 3; i++) p = malloc(4); exit(p != 0); }`},
	{"exit keeps arguments", `int g(int *p, int x) { exit(x); } int main(void) { g(malloc(4), 1); return 0; }`},
	{"exit keeps arrays of the frame", `int main(void) { int *a[3]; for (int i = 0; i < 3; i++) a[i] = malloc(4); exit(0); }`},
	{"arrays of main's frame", `int main(void) { int *a[3]; for (int i = 0; i < 3; i++) a[i] = malloc(4); return 0; }`},
	{"lost by a handler", `int *g; void h(void) { g = 0; } int main(void) { atexit(h); g = malloc(4); return 0; }`},
	{"freed by a handler", `int *g; void h(void) { free(g); } int main(void) { atexit(h); g = malloc(4); return 0; }`},
	{"at a division by zero", `int *g; int main(void) { g = malloc(4); g = 0; int r = 10 / __VERIFIER_nondet_int(); g = malloc(4); return r; }`},
	{"exit of a thread", `int *g; void *f(void *x) { g = malloc(4); g = 0; exit(0); } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); return 0; }`},
	{"an assertion of a thread", `int *g, x; void *f(void *a) { assert(x == 0); return 0; } int main(void) { pthread_t t; g = malloc(4); pthread_create(&t, 0, f, 0); g = 0; x = 1; pthread_join(t, 0); g = malloc(4); return 0; }`},
	{"the result of a thread", `void *f(void *a) { return malloc(4); } int main(void) { pthread_t t; void *r; pthread_create(&t, 0, f, 0); pthread_join(t, &r); return 0; }`},
	{"the argument of a thread", `void *f(void *a) { return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, malloc(4)); pthread_join(t, 0); return 0; }`},
	{"all threads end", `void *f(void *a) { return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, malloc(4)); pthread_exit(0); }`},
	{"taken once", `_Atomic(int *) g; void *f(void *a) { free(atomic_exchange(&g, 0)); return 0; } int main(void) { pthread_t t; g = malloc(4); pthread_create(&t, 0, f, 0); free(atomic_exchange(&g, 0)); pthread_join(t, 0); return 0; }`},
	{"overwritten by another thread", `int *g; void *f(void *a) { g = malloc(4); return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); g = malloc(4); pthread_join(t, 0); free(g); return 0; }`},
	{"a thread that nobody waits for", `int *g; void *f(void *a) { int *p = malloc(4); g = p; return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); g = 0; return 0; }`},
	{"put into main's frame by a thread", `void *f(void *a) { *(int **)a = malloc(4); return 0; } int main(void) { int *p = 0; pthread_t t; pthread_create(&t, 0, f, &p); pthread_join(t, 0); return 0; }`},
	{"put into main's frame by a thread and freed", `void *f(void *a) { *(int **)a = malloc(4); return 0; } int main(void) { int *p = 0; pthread_t t; pthread_create(&t, 0, f, &p); pthread_join(t, 0); free(p); return 0; }`},
	{"an address looked at on one path", `int *g, *h; int main(void) { g = malloc(8); h = malloc(8); if (__VERIFIER_nondet_int() && (uintptr_t)g == 5) return 1; g = 0; h = 0; return 0; }`},
	{"an address looked at by a thread", `int *g; uintptr_t u; void *f(void *a) { u = (uintptr_t)g; return 0; } int main(void) { pthread_t t; g = malloc(8); pthread_create(&t, 0, f, 0); g = 0; return 0; }`},
	{"thread-specific data", `pthread_key_t k; void *f(void *a) { pthread_setspecific(k, malloc(4)); return 0; } int main(void) { pthread_t t; pthread_key_create(&k, free); pthread_create(&t, 0, f, 0); pthread_join(t, 0); return 0; }`},
	{"an assertion in a section", `int *g, x; void *f(void *a) { __VERIFIER_atomic_begin(); x = 1; __VERIFIER_atomic_end(); return 0; } int main(void) { pthread_t t; g = malloc(4); pthread_create(&t, 0, f, 0); __VERIFIER_atomic_begin(); int *p = g; g = 0; p = 0; assert(x == 0); g = malloc(4); __VERIFIER_atomic_end(); pthread_join(t, 0); free(g); return 0; }`},
	{"exit in a section", `int *g; void *f(void *a) { __VERIFIER_atomic_begin(); g = malloc(4); __VERIFIER_atomic_end(); return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); __VERIFIER_atomic_begin(); if (g) { g = 0; exit(0); } __VERIFIER_atomic_end(); pthread_join(t, 0); free(g); return 0; }`},
	{"the process hangs", `int *g; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int main(void) { g = malloc(4); g = 0; pthread_mutex_lock(&m); pthread_mutex_lock(&m); return 0; }`},
}

const leakHeader = `
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
struct node { struct node *next; int value; };
`

// TestLeaks compares the engines with the explorer on programs that are about leaks; all of them are
// decided.
func TestLeaks(t *testing.T) {
	for i, tt := range leaks {
		t.Run(tt.name, func(t *testing.T) {
			code := testprog.Code(t, strings.TrimPrefix(leakHeader, "\n")+tt.text+"\n")
			found, err := smc.Explore(context.Background(), code, smc.Options{
				Properties: interp.PropertySet(verdict.Memory), Executions: 5_000, Reduction: smc.DPOR, StopAtFirst: true,
			})
			if err != nil {
				t.Fatal(err)
			}
			lost := len(found.Violations) > 0
			for n, v := range variants[:1+i%len(variants)] {
				both := verdict.Leak.Properties()
				out := judge(t, v.opts, engine.Problem{Program: code.Program(), Property: both[(i+n)%len(both)]})
				switch {
				case out.Verdict == verdict.Violation && (lost || !found.Exact):
				case out.Verdict != verdict.Safe || lost:
					t.Errorf("%s: %s, the explorer finds %d violations; %s", v.name, out.Verdict, len(found.Violations), out.Detail)
				}
			}
		})
	}
}
