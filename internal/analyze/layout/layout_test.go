package layout

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

const prelude = `#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int key; };
int a, b, v[4];
pthread_t t;
#line 1
`

// TestFind checks harmless code, and code that depends on addresses, with the lines of the dependences.
func TestFind(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"live objects are not equal", `int main(void) { int *p = &a; return p == &b || (uintptr_t)p == (uintptr_t)&b; }`, nil},
		{"null", `int main(void) { char *p = malloc(1); return p == 0 || (uintptr_t)p == 0 || p > (char *)0; }`, nil},
		{"marks", `void *p; int main(void) { p = malloc(1); free(p); return p == (void *)-1 || p == (void *)1; }`, nil},
		{"order of two objects", `int main(void) { int *p = &a, *q = &b;
			return p < q; }`, []string{"addresses 2 pointers"}},
		{"order of two numbers", `int main(void) {
			return (uintptr_t)&a < (uintptr_t)&b; }`, []string{"addresses 2"}},
		{"order in an object", `int main(void) { int *p = v; while (p < v + 4) *p++ = 1; return &v[1] < &v[2]; }`, nil},
		{"distance in an object", `int main(void) { int *p = v; while (*p) p++; return p - v; }`, nil},
		{"whether an address is in an object", `char c[8]; int main(void) { char *p = __VERIFIER_nondet_int() ? c : (char *)v; return (size_t)(p - c) < 8 || (uintptr_t)p - (uintptr_t)c <= 7; }`, nil},
		{"whether an address is between two others", `char c[8]; int main(void) { char *p = __VERIFIER_nondet_int() ? c : (char *)v;
			return ((uintptr_t)c <= (uintptr_t)p) & ((uintptr_t)p <= (uintptr_t)&c[7]); }`, nil},
		{"how far an address is from an object", `char c[8]; int main(void) { char *p = __VERIFIER_nondet_int() ? c : (char *)v;
			return (size_t)(p - c) < 9; }`, []string{"addresses 2"}},
		{"distance in an object that is made often", `char *copy(int n) { char *s = malloc(n), *p = s; while (*p) p++; int k = p - s; free(s); return 0; }
			int main(void) { copy(2); copy(3); return 0; }`, nil},
		{"a hash", `int main(void) {
			unsigned long h = (uintptr_t)&a >> 4; return h % 8; }`, []string{"addresses 2"}},
		{"numbers beside pointers among variable arguments", `void say(const char *format, ...) { va_list list; va_start(list, format); vprintf(format, list); va_end(list); }
			int main(void) { say("%s %d %ld %p", "a", 5, 5L, (void *)&a); return 0; }`, nil},
		{"the address of a nested function", `int main(void) { int n = 0; void *f(void *x) { n++; return x; } void *g(void *(*h)(void *)) { return h(0); }
			pthread_create(&t, 0, f, 0); pthread_join(t, 0); return g(f) == 0; }`, nil},
		{"the lowest bit of a pointer", `char c[8]; int main(void) { union { char *p; struct { unsigned tag : 1; }; } u = {c};
			return u.tag; }`, []string{"addresses 2"}},
		{"small keys", `void *key = (void *)5; int main(void) { return (int)((uintptr_t)key * 31 % 7); }`, nil},
		{"the argument of a thread", `void *f(void *x) { int i = (int)(long)x; v[i] = i + 1; return (void *)(long)(i * 2); }
			int main(void) { void *r; pthread_create(&t, 0, f, (void *)3L); pthread_join(t, &r); return (int)(long)r; }`, nil},
		{"a member's structure", `int main(void) { struct node n; int *k = &n.key; struct node *m = (struct node *)((char *)k - offsetof(struct node, key));
			struct node *o = (struct node *)((uintptr_t)k - offsetof(struct node, key)); o->key = 1; return m->key; }`, nil},
		{"tags", `struct node n; uintptr_t w; atomic_uintptr_t x;
			int main(void) { w = (uintptr_t)&n | 1; if (w & 1) { struct node *p = (struct node *)(w & ~(uintptr_t)1); p->key = 1; }
			x = (uintptr_t)&n; atomic_fetch_or(&x, 1); ((struct node *)(x & ~(uintptr_t)3))->key = 2; return 0; }`, nil},
		{"alignment that C gives", `int main(void) { return (uintptr_t)&a % 4 || (uintptr_t)&a & 3; }`, nil},
		{"alignment that C does not give", `int main(void) {
			return (uintptr_t)&a & 7; }`, []string{"addresses 2"}},
		{"copies", `int main(void) { int *p = &a, *q; memcpy(&q, &p, sizeof p); char *c = (char *)&p, *d = (char *)&q; for (int i = 0; i < (int)sizeof p; i++) d[i] = c[i]; *q = 1; printf("%p\n", (void *)q); return 0; }`, nil},
		{"bytes of a pointer", `int main(void) { int *p = &a, *q = &b;
			return memcmp(&p, &q, sizeof p) < 0; }`, []string{"addresses 2 pieces"}},
		{"a name beside a pointer", `struct { char name[8]; int *p; } s = {"a", &a}; int main(void) { for (int i = 0; i < 7; i++) s.name[i] = "abc"[i % 4];
			return strcmp(s.name, "b") == 0; }`, []string{"addresses 2 pieces"}},
		{"a freed address", `int main(void) { char *p = malloc(8); uintptr_t n = (uintptr_t)p; free(p); char *q = malloc(8);
			int same = (uintptr_t)q == n; free(q); return same; }`, []string{"address-reuse 2"}},
		{"a freed pointer", `int main(void) { char *p = malloc(8); free(p); char *q = malloc(8);
			int same = q == p; free(q); return same; }`, []string{"address-reuse 2 pointers"}},
		{"realloc", `int main(void) { char *p = malloc(8); uintptr_t n = (uintptr_t)p; char *q = realloc(p, 4);
			if ((uintptr_t)q == n) return 1; free(q); return 0; }`, []string{"address-reuse 2"}},
		{"what is never freed", `int main(void) { char *p = malloc(8), *q = malloc(8); return q == p; }`, nil},
		{"an exchange", `int *_Atomic top; int main(void) { top = malloc(4); int *old = top; free(old); top = malloc(4);
			return atomic_compare_exchange_strong(&top, &old, 0); }`, []string{"address-reuse 2 pointers"}},
		{"the end of one object", `int main(void) { int *p = &a + 1;
			return p == &b; }`, []string{"addresses 2"}},
		{"a chosen address", `int main(void) { int n = __VERIFIER_nondet_int();
			return *(int *)(uintptr_t)n; }`, []string{"addresses 2"}},
		{"a switch", `int main(void) {
			switch ((uintptr_t)&a) { case 65536: return 1; } return 0; }`, []string{"addresses 2"}},
		{"handles of threads", `void *f(void *x) { return 0; } int main(void) { pthread_create(&t, 0, f, 0); int same = pthread_equal(t, pthread_self()) || t == pthread_self(); pthread_join(t, 0); return same; }`, nil},
		{"the order of handles", `void *f(void *x) { return 0; } int main(void) { pthread_create(&t, 0, f, 0);
			int less = t < pthread_self(); pthread_join(t, 0); return less; }`, []string{"addresses 2"}},
		{"where nothing is known", `int main(void) { *(int *)(uintptr_t)__VERIFIER_nondet_int() = 1; int *p = &a, *q = &b;
			return (uintptr_t)p % 8 || p < q; }`, []string{"addresses 2", "addresses 2 pointers"}},
		{"numbers for threads where nothing is known", `void *f(void *x) { int i = (int)(long)x; *(int *)(uintptr_t)__VERIFIER_nondet_int() = i; return 0; }
			int main(void) { for (int i = 0; i < 2; i++) pthread_create(&t, 0, f, (void *)(long)i); return 0; }`, nil},
		{"an address for a thread where nothing is known", `void *f(void *x) {
			int i = (int)(long)x; *(int *)(uintptr_t)__VERIFIER_nondet_int() = i; return 0; }
			int main(void) { pthread_create(&t, 0, f, &a); return 0; }`, []string{"addresses 2"}},
	} {
		for _, model := range []ir.DataModel{ir.LP64, ir.ILP32} {
			var got []string
			for _, at := range Find(context.Background(), analyze.Of(testprog.Source(t, prelude+c.text, model))) {
				line := fmt.Sprintf("%s %d", at.Bound, at.Pos.Line)
				if at.Pointers {
					line += " pointers"
				}
				if at.Pieces {
					line += " pieces"
				}
				if !slices.Contains(got, line) {
					got = append(got, line)
				}
			}
			slices.Sort(got)
			if !slices.Equal(got, c.want) {
				t.Errorf("%s, %s: got %s, want %s", c.name, model, strings.Join(got, ", "), strings.Join(c.want, ", "))
			}
		}
	}
}
