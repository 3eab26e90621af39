package pathproof_test

import (
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestChosen has loops that count in globals written by a single thread. It also has similar loops for
// which the bound is wrong: another thread writes too, the bound is about another variable, the first
// value is unknown, or the loop does something else as well.
func TestChosen(t *testing.T) {
	const head = `
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
extern int any(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
#define BEGIN __VERIFIER_atomic_begin();
#define END __VERIFIER_atomic_end();
static int *a, n, m, i, j;
static void assume(int c) { if (!c) abort(); }
static int *make(int size) {
	assume(size >= 0 && size <= 1000000);
	int *p = malloc(sizeof(int) * (size_t)size);
	for (int k = 0; k < size; k++) p[k] = any();
	return p;
}
static void *f(void *arg);
static void *other(void *arg) { OTHER return 0; }
static void *f(void *arg) { THREAD return 0; }
int main(void) {
	n = any(); m = any(); a = make(n); MAIN
	pthread_t t, u;
	pthread_create(&u, 0, other, 0); BETWEEN
	pthread_create(&t, 0, f, 0); AFTER
	return 0;
}
`
	const count = `while (i < n) { a[i] = 1; i++; }`
	const sections = `BEGIN int c = i < n; END while (c) { BEGIN a[i] = 1; i++; END BEGIN c = i < n; END }`
	for k, c := range []struct {
		property                            verdict.Property
		proved                              bool
		thread, other, main, between, after string
	}{
		{verdict.Memory, true, count, ``, ``, ``, ``},
		{verdict.Overflow, true, count, ``, ``, ``, ``},
		{verdict.Memory, true, count, `j = any();`, ``, ``, ``},
		{verdict.Memory, false, count, `i = any();`, ``, ``, ``},
		{verdict.Memory, false, count, `n = any();`, ``, ``, ``},
		{verdict.Memory, false, count, ``, `i = any();`, ``, ``},
		{verdict.Memory, true, count, ``, `i = any(); assume(i == j);`, ``, ``},
		{verdict.Memory, false, count, ``, `i = any(); assume(i >= j || j);`, ``, `i--;`},
		{verdict.Memory, false, count, ``, ``, `i = 0;`, ``}, // it holds, but main writes concurrently
		{verdict.Memory, false, count, ``, ``, `i = -1;`, ``},
		{verdict.Memory, false, count, ``, ``, ``, `i = -1;`},
		{verdict.Memory, false, count, ``, ``, ``, `n = any();`},
		{verdict.Memory, false, count, `*(any() ? &i : &j) = any();`, ``, ``, ``},
		{verdict.Memory, false, count, `i++;`, ``, ``, ``},
		{verdict.Memory, false, `while (i <= n) { a[i] = 1; i++; }`, ``, ``, ``, ``},
		{verdict.Memory, false, `while (i < m) { a[i] = 1; i++; }`, ``, ``, ``, ``},
		{verdict.Memory, false, `while (i < n) { a[i] = 1; i++; if (any()) i -= 2; }`, ``, ``, ``, ``},
		{verdict.Memory, false, `while (i < n) { i++; a[i] = 1; }`, ``, ``, ``, ``},
		{verdict.Memory, false, `while (i < n) { a[i] = 1; i++; if (any()) i = m; }`, ``, ``, ``, ``},
		{verdict.Memory, true, `while (any()) { assume(i < n); a[i] = 1; i++; }`, ``, ``, ``, ``},
		{verdict.Memory, false, `while (any()) { assume(i < n); a[i] = 1; i--; }`, ``, ``, ``, ``},
		{verdict.Memory, true, `i = n - 1; while (i >= 0) { a[i] = 1; i--; }`, ``, ``, ``, ``},
		{verdict.Memory, false, `i = n; while (i >= 0) { a[i] = 1; i--; }`, ``, ``, ``, ``},
		{verdict.Memory, true, sections, ``, ``, ``, ``},
		{verdict.Overflow, true, sections, ``, ``, ``, ``},
		{verdict.Memory, false, sections, `BEGIN if (i > 0) i--; END BEGIN i++; i++; END`, ``, ``, ``},
		{verdict.Memory, false, `BEGIN int c = i < n; END while (c) { BEGIN a[i] = 1; i++; END }`, ``, ``, ``, ``},
		{verdict.Memory, false, `int c = 1; while (c) { BEGIN a[i] = 1; i++; END BEGIN c = i < n; END }`, ``, ``, ``, ``},
		{verdict.Memory, false, `BEGIN int c = i < n; END while (c) { BEGIN a[i] = 1; i++; END BEGIN c = i < n; i++; END }`, ``, ``, ``, ``},
		{verdict.Memory, false, `BEGIN int c = i < n; END while (c) { BEGIN a[i] = 1; i++; END BEGIN c = i <= n; END }`, ``, ``, ``, ``},
		{verdict.Memory, false, `BEGIN int c = i < n; END while (c) { BEGIN a[i] = 1; i++; END BEGIN c = i < n || any(); END }`, ``, ``, ``, ``},
		// A thread that is created in between writes the cell.
		{verdict.Memory, false, count, `pthread_t v; pthread_create(&v, 0, f, 0);`, ``, ``, ``},
		{verdict.Memory, false, `a[j] = 1;`, `j = any();`, `assume(n > 0);`, ``, ``},
		{verdict.Memory, false, `a[j] = 1;`, `j = any();`, `assume(n > 0);`, `pthread_join(u, 0);`, ``},
	} {
		text := strings.NewReplacer("THREAD", c.thread, "OTHER", c.other, "MAIN", c.main, "BETWEEN", c.between, "AFTER", c.after).Replace(head)
		for m, model := range []ir.DataModel{ir.LP64, ir.ILP32} {
			if !*long && m != k%2 {
				continue
			}
			x := prove(testprog.Source(t, text, model), c.property)
			if ok, why := x.chosen(t); ok != c.proved {
				t.Errorf("%s %s | %s | %s | %s | %s: proved is %v, expected %v: %s", c.property, c.thread, c.other, c.main, c.between, c.after, ok, c.proved, why)
			}
		}
	}
}
