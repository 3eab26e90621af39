package weak

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

const head = "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n" +
	"extern void __VERIFIER_assume(int); extern int __VERIFIER_nondet_int(void); extern _Bool __VERIFIER_nondet_bool(void);\n" +
	"atomic_int x, y, z; int a, b, c, d, p, n; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, k = PTHREAD_MUTEX_INITIALIZER;\n" +
	"#define R(v, o) atomic_load_explicit(&v, memory_order_##o)\n#define W(v, n, o) atomic_store_explicit(&v, n, memory_order_##o)\n" +
	"#define ADD(v, n, o) atomic_fetch_add_explicit(&v, n, memory_order_##o)\n#define F(o) atomic_thread_fence(memory_order_##o)\n" +
	"#define CAS(v, e, n) ({ int old = e; atomic_compare_exchange_strong(&v, &old, n); })\n" +
	"#define LOCK(m) pthread_mutex_lock(&m)\n#define UNLOCK(m) pthread_mutex_unlock(&m)\n"

// program returns a program with a thread for each body. finally runs when they have ended.
func program(finally string, threads ...string) string {
	var s strings.Builder
	s.WriteString(head)
	for i, body := range threads {
		fmt.Fprintf(&s, "static void *f%d(void *arg) { %s return arg; }\n", i, body)
	}
	fmt.Fprintf(&s, "int main(void) { pthread_t t[%d];\n", len(threads))
	for i := range threads {
		fmt.Fprintf(&s, "pthread_create(&t[%d], 0, f%d, 0);\n", i, i)
	}
	if finally != "" {
		fmt.Fprintf(&s, "for (int i = 0; i < %d; i++) pthread_join(t[i], 0);\n%s\n", len(threads), finally)
	}
	s.WriteString("return 0; }\n")
	return s.String()
}

func explore(t *testing.T, text, model string, visit func(*Execution)) *Exploration {
	t.Helper()
	m, err := ModelOf(model)
	if err != nil {
		t.Fatal(err)
	}
	x, err := Explore(t.Context(), testprog.Code(t, text), Options{Model: m, Visit: visit, Properties: interp.PropertySet(verdict.Assert), Runs: 100_000})
	if err != nil {
		t.Fatal(err)
	}
	if x.Refused != "" {
		t.Errorf("%s: refused: %s", model, x.Refused)
	}
	return x
}

func TestCounts(t *testing.T) {
	for _, c := range []struct {
		name    string
		sc, ra  uint64 // executions under sc and rc11
		threads []string
	}{
		{"one", 1, 1, []string{"a = 1;"}},
		{"SB", 3, 4, []string{"W(x, 1, release); a = R(y, acquire);", "W(y, 1, release); b = R(x, acquire);"}},
		{"SB+sc", 3, 3, []string{"W(x, 1, seq_cst); a = R(y, seq_cst);", "W(y, 1, seq_cst); b = R(x, seq_cst);"}},
		{"SB+fences", 3, 3, []string{"W(x, 1, relaxed); F(seq_cst); a = R(y, relaxed);", "W(y, 1, relaxed); F(seq_cst); b = R(x, relaxed);"}},
		{"MP+rlx", 3, 4, []string{"W(x, 1, relaxed); W(y, 1, relaxed);", "a = R(y, relaxed); b = R(x, relaxed);"}},
		{"MP+ra", 3, 3, []string{"W(x, 1, relaxed); W(y, 1, release);", "a = R(y, acquire); b = R(x, relaxed);"}},
		{"MP+fences", 3, 3, []string{"W(x, 1, relaxed); F(release); W(y, 1, relaxed);", "a = R(y, relaxed); F(acquire); b = R(x, relaxed);"}},
		{"LB", 3, 3, []string{"a = R(x, relaxed); W(y, 1, relaxed);", "b = R(y, relaxed); W(x, 1, relaxed);"}},
		{"IRIW+ra", 15, 16, []string{"W(x, 1, release);", "W(y, 1, release);", "a = R(x, acquire); b = R(y, acquire);", "c = R(y, acquire); d = R(x, acquire);"}},
		{"IRIW+sc", 15, 15, []string{"W(x, 1, seq_cst);", "W(y, 1, seq_cst);", "a = R(x, seq_cst); b = R(y, seq_cst);", "c = R(y, seq_cst); d = R(x, seq_cst);"}},
		{"CoRR", 3, 3, []string{"W(x, 1, relaxed);", "a = R(x, relaxed); b = R(x, relaxed);"}},
		{"2+2W", 3, 4, []string{"W(x, 1, relaxed); W(y, 2, relaxed);", "W(y, 1, relaxed); W(x, 2, relaxed);"}},
		{"three RMW", 6, 6, []string{"ADD(x, 1, relaxed);", "ADD(x, 1, relaxed);", "ADD(x, 1, relaxed);"}},
		{"three writes", 6, 6, []string{"W(x, 1, relaxed);", "W(x, 2, relaxed);", "W(x, 3, relaxed);"}},
		{"write and RMW", 3, 3, []string{"ADD(x, 1, relaxed); a = R(x, relaxed);", "W(x, 5, relaxed);"}},
		{"locks", 6, 6, []string{"LOCK(m); a++; UNLOCK(m);", "LOCK(m); a++; UNLOCK(m);", "LOCK(m); a++; UNLOCK(m);"}},
		{"two locks", 3, 3, []string{"LOCK(m); UNLOCK(m); LOCK(k); UNLOCK(k);", "LOCK(k); UNLOCK(k); LOCK(m); UNLOCK(m);"}},
		{"trylock", 4, 5, []string{"LOCK(m); UNLOCK(m); a = R(x, relaxed);", "W(x, 1, relaxed); if (!pthread_mutex_trylock(&m)) UNLOCK(m);"}},
		{"choice", 8, 8, []string{"if (__VERIFIER_nondet_bool()) W(x, 1, relaxed); else W(x, 2, relaxed);", "__VERIFIER_nondet_bool(); a = R(x, relaxed);"}},
		{"exchange in a loop", 2, 2, []string{"int r = R(x, seq_cst); while (!atomic_compare_exchange_strong(&x, &r, 2)) ;", "W(x, 1, seq_cst);"}},
		{"exchange of an old value", 3, 3, []string{"int r = R(x, seq_cst), s = r; while (!atomic_compare_exchange_strong(&x, &r, 2)) ; a = s;", "W(x, 1, seq_cst);"}},
		{"exchange with another order", 3, 3, []string{"int r = R(x, relaxed); while (!atomic_compare_exchange_strong(&x, &r, 2)) ;", "W(x, 1, seq_cst);"}},
		{"exchange that fails once", 3, 3, []string{"int r = 1; atomic_compare_exchange_strong(&x, &r, 2); r = R(x, relaxed);", "W(x, 1, seq_cst);"}},
		{"await", 1, 1, []string{"W(x, 1, release);", "while (!R(x, acquire)); a = 1;"}},
		{"assume", 1, 1, []string{"W(x, 1, release);", "__VERIFIER_assume(R(x, acquire)); a = 1;"}},
	} {
		for model, want := range map[string]uint64{"sc": c.sc, "rc11": c.ra} {
			x := explore(t, program("", c.threads...), model, nil)
			if x.Executions != want {
				t.Errorf("%s under %s: %d executions (%d blocked, %d runs), expected %d", c.name, model, x.Executions, x.Blocked, x.Runs, want)
			}
		}
		x, err := smc.Explore(t.Context(), testprog.Code(t, program("", c.threads...)), smc.Options{Reduction: smc.DPOR, Loops: interp.CutAwait})
		if err != nil || x.Traces != c.sc {
			t.Errorf("%s: DPOR has %d traces, %v", c.name, x.Traces, err)
		}
	}
}

// TestBudget ends the exploration of a program whose executions have no end.
func TestBudget(t *testing.T) {
	m, _ := ModelOf("rc11")
	text := program("", "while (1) { LOCK(m); UNLOCK(m); }", "LOCK(m); UNLOCK(m);")
	x, err := Explore(t.Context(), testprog.Code(t, text), Options{Model: m, Properties: interp.PropertySet(verdict.Assert), Budget: 50 * time.Millisecond})
	if err != nil || !x.OutOfTime || x.Complete || x.Refused != "" {
		t.Errorf("%v, out of time: %v, complete: %v, %s", err, x.OutOfTime, x.Complete, x.Refused)
	}
}
