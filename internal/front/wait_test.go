package front

import (
	"context"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// TestWaitingLoops checks which loops are recognised as loops that only wait (semantics 12.5).
func TestWaitingLoops(t *testing.T) {
	const before = `
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>
struct q { int n; pthread_mutex_t m; pthread_cond_t c, d; } q, *g = &q;
void w(struct q *p) { pthread_cond_wait(&p->c, &p->m); }
void s(struct q *p, int v) { syscall(SYS_futex, &p->n, FUTEX_WAIT_PRIVATE, v, NULL, NULL, 0); }
long x(int *p, int op, int v) { return syscall(SYS_futex, p, op, v, NULL, NULL, 0); }
void f(struct q *p)
{
	int k = 0;
	`
	const after = `
}
int main(void) { f(&q); return 0; }
`
	for text, want := range map[string]bool{
		"while (!q.n) pthread_cond_wait(&q.c, &q.m);":                                                  true,
		"while (p->n + 1 == 3) pthread_cond_wait(&p->c, &p->m);":                                       true,
		"for (;;) { if (q.n) break; pthread_cond_wait(&q.c, &q.m); }":                                  true,
		"while (g->n) pthread_cond_wait(&g->c, &g->m);":                                                false, // g may change
		"while (q.n) if (q.n == 1) pthread_cond_wait(&q.c, &q.m); else pthread_cond_wait(&q.d, &q.m);": false,
		"while (q.n) { pthread_cond_wait(&q.c, &q.m); k++; } q.n = k;":                                 false,
		"while (q.n) { pthread_cond_wait(&q.c, &q.m); q.n--; }":                                        false,
		"while (!q.n) { pthread_cond_wait(&q.c, &q.m); pthread_cond_signal(&q.d); }":                   false,
		"while (!q.n) pthread_cond_wait(&q.c, &q.m); k = pthread_mutex_trylock(&q.m);":                 false, // sees who holds it
		"while (!p->n) w(p);":           true,
		"while (!g->n) w(g);":           false,
		"while (!p->n) { w(p); w(p); }": false,
		"while (!q.n) syscall(SYS_futex, &q.n, FUTEX_WAIT, 0, NULL, NULL, 0);":       true,
		"while (!(k = q.n)) syscall(SYS_futex, &q.n, FUTEX_WAIT, k, NULL, NULL, 0);": true,
		"while (!q.n) syscall(SYS_futex, &q.n, FUTEX_WAIT, 0, 0, 0, 0);":             true,
		"while (!q.n) x(&q.n, FUTEX_WAIT, 0);":                                       true,
		"while (!q.n) x(&q.n, FUTEX_WAKE, 0);":                                       false,
		"while (!q.n) x(&q.n, k, 0);":                                                false, // any operation
		"while (!(k = p->n)) s(p, k);":                                               true,
		"while (!q.n) syscall(SYS_futex, &q.n, FUTEX_WAIT, 0, &q, NULL, 0);":         false, // has a limit of time
		"while (!q.n) syscall(SYS_futex, &q.n, FUTEX_WAKE, 1, NULL, NULL, 0);":       false,
		"while (!g->n) syscall(SYS_futex, &g->n, FUTEX_WAIT, 0, NULL, NULL, 0);":     false,
		"while (!q.n) syscall(SYS_gettid);":                                          false,
		"if (!q.n) pthread_cond_wait(&q.c, &q.m);":                                   false,
	} {
		r, err := Compile(context.Background(), Options{Files: []string{"a.c"}, ReadFile: func(string) ([]byte, error) { return []byte(before + text + after), nil }})
		if err != nil || r.Program == nil {
			t.Fatal(text, err, r.Diagnostics)
		}
		got := false
		for f, in := range r.Program.Instrs() {
			got = got || f.Name == "f" && in.Op == ir.OpGlobalAddr && r.Program.Globals[in.Glob].Name == "__heddle_waits"
		}
		if got != want {
			t.Errorf("%s: %t", text, got)
		}
	}
}
