package sequentialized

import (
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestOwnedMemory checks that a thread knows a value that main stored before its creation only if no thread
// writes it afterwards. Without -long it asks two of the four methods in turn.
func TestOwnedMemory(t *testing.T) {
	for i, c := range []struct {
		name, global, thread, before, after string
		want                                verdict.Verdict
	}{
		{"an argument each", "", "assert(*(int *)p < 2);", "", "", verdict.Safe},
		{"the last argument", "", "assert(*(int *)p < 1);", "", "", verdict.Violation},
		{"an argument that main changes", "", "assert(*(int *)p < 2);", "", "args[0] = 5;", verdict.Violation},
		{"one that main changes in between", "", "assert(p != &args[0] || args[1] == 0);", "", "", verdict.Violation},
		{"a global that main sets first", "int g;", "assert(g == 3);", "g = 3;", "", verdict.Safe},
		{"a global that main sets late", "int g;", "assert(g == 3);", "", "g = 3;", verdict.Violation},
		{"a global that a thread sets", "int g;", "if (p == &args[0]) g = 1; else assert(g == 3);", "g = 3;", "", verdict.Violation},
		{"a global that a thread sets through a pointer", "int g, *q = &g;", "if (p == &args[0]) *q = 1; else assert(g == 3);", "g = 3;", "", verdict.Violation},
		{"a global that main sets through a pointer", "int g, *q;", "assert(g == 3);", "g = 3;", "q = args[0] ? &args[0] : &g; *q = 4;", verdict.Violation},
		{"main reads what it wrote itself", "int g;", "g;", "g = 3;", "assert(g == 3);", verdict.Safe},
		{"main reads what a thread wrote", "int g;", "g = 2;", "g = 3;", "assert(g == 3);", verdict.Violation},
		{"a member beside one that threads set", "struct { int n, kind; } g;", "assert(g.kind == 3); g.n++;", "g.kind = 3;", "", verdict.Safe},
		{"a member that a thread sets as a part of another", "union { long both; struct { int n, kind; }; } g;", "assert(g.kind == 3); g.both = 1;", "g.kind = 3;", "", verdict.Violation},
		{"a member behind an array that threads fill", "struct { int n[4], kind; } g;", "assert(g.kind == 3); g.n[*(int *)p] = 1;", "g.kind = 3;", "", verdict.Safe},
		{"a member that a thread sets in an array", "struct { int n, kind; } g[2];", "assert(g[1].kind == 3); g[*(int *)p].kind = 1;", "g[1].kind = 3;", "", verdict.Violation},
		{"a byte of a member", "struct { int n, kind; } g;", "assert(g.kind == 3); ((char *)&g)[4 + *(int *)p] = 0;", "g.kind = 3;", "", verdict.Violation},
		{"a member that main reads in the midst", "struct { int n, kind; } g;", "g.n = 1;", "g.kind = 3;", "assert(g.kind == 3); assert(g.n == 0);", verdict.Violation},
		{"a member that main changes in between", "struct { int n, kind; } g;", "g.n = 1; assert(g.kind == 3);", "g.kind = 3;", "g.kind = 4;", verdict.Violation},
		{"a member that memcpy sets", "#include <string.h>\nstruct { int n, kind; } g, h;", "assert(g.kind == 3); memcpy(&g, &h, sizeof g);", "g.kind = 3;", "", verdict.Violation},
		{"the rest of what memset sets", "#include <string.h>\nstruct { int n, kind; } g;", "assert(g.kind == 3); memset(&g, 0, sizeof g.n);", "g.kind = 3;", "", verdict.Safe},
		{"a global set on one path", "int g; extern int __VERIFIER_nondet_int(void);", "assert(g == 0);", "if (__VERIFIER_nondet_int()) g = 3;", "", verdict.Violation},
	} {
		code := testprog.Code(t, fmt.Sprintf(`
#include <assert.h>
#include <pthread.h>
int args[2];
%s
void *thread(void *p) { %s return 0; }
int main(void)
{
	pthread_t t[2];
	%s
	for (int i = 0; i < 2; i++) {
		args[i] = i;
		pthread_create(&t[i], 0, thread, &args[i]);
	}
	%s
	return 0;
}
`, c.global, c.thread, c.before, c.after))
		for k, name := range []string{"mu:inter", "mu:fine-explicit", "lr", "lazyseq"} {
			if !*long && (i+k)%2 != 0 {
				continue
			}
			out := within(t, name, 8, code)
			if c.want == verdict.Safe && out.Verdict == verdict.Bounded && !strings.HasPrefix(name, "mu") {
				continue // after as many rounds as there was time for
			}
			if out.Verdict != c.want {
				t.Errorf("%s: %s: %s (%s %s), want %s", c.name, name, out.Verdict, out.Reason, out.Detail, c.want)
			}
		}
	}
}

// TestUnneededRead checks that a read whose value is unused still ends the process if its address is
// invalid.
func TestUnneededRead(t *testing.T) {
	for body, want := range map[string]verdict.Verdict{
		"*p; assert(p != 0);": verdict.Safe,
		"g; assert(p != 0);":  verdict.Violation,
	} {
		code := testprog.Code(t, fmt.Sprintf(`
#include <assert.h>
#include <pthread.h>
int g;
void *thread(void *a) { int *p = a; %s return 0; }
int main(void)
{
	pthread_t t, s;
	pthread_create(&t, 0, thread, &g);
	pthread_create(&s, 0, thread, 0);
	return 0;
}
`, body))
		for _, name := range []string{"mu:inter", "lr", "lazyseq"} {
			if out := within(t, name, 8, code); out.Verdict != want && (want != verdict.Safe || out.Verdict != verdict.Bounded) {
				t.Errorf("%s %s: %s, want %s", name, body, out.Verdict, want)
			}
		}
	}
}

// TestManyThreads checks that memory unwinding takes as many threads as a program creates.
func TestManyThreads(t *testing.T) {
	for _, c := range []struct {
		threads int
		thread  string
		want    verdict.Verdict
	}{
		{40, "assert(*(int *)p != 39);", verdict.Violation},
		{40, "assert(*(int *)p != 40);", verdict.Safe},
		{70, "pthread_mutex_lock(&m); assert(*(int *)p != 69); pthread_mutex_unlock(&m);", verdict.Violation},
	} {
		code := testprog.Code(t, fmt.Sprintf(`
#include <assert.h>
#include <pthread.h>
int args[100];
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *thread(void *p) { %s return 0; }
int main(void)
{
	pthread_t t[100];
	for (int i = 0; i < %d; i++) {
		args[i] = i;
		pthread_create(&t[i], 0, thread, &args[i]);
	}
	return 0;
}
`, c.thread, c.threads))
		if out := within(t, "mu:inter", 0, code); out.Verdict != c.want {
			t.Errorf("%d threads: %s (%s %s), want %s", c.threads, out.Verdict, out.Reason, out.Detail, c.want)
		}
	}
}
