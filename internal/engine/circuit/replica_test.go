package circuit_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/circuit"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestReplicas checks properties of programs with any number of threads, which pdr proves. It does not
// prove properties that hold of few threads only, or that depend on the identities of threads. Without
// -long it checks every third.
func TestReplicas(t *testing.T) {
	const head = `#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER;
static pthread_t who;
static unsigned char x, y;
static _Atomic unsigned char turn;
int __VERIFIER_nondet_int(void);
void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static volatile unsigned count;
static volatile unsigned came;
static pthread_t *all;
static int n;
`
	const grows = "unsigned v; do { v = count; "
	const most = "unsigned v = __VERIFIER_nondet_int(); pthread_mutex_lock(&m); "
	const seen = "pthread_mutex_lock(&m); assert(v <= count); pthread_mutex_unlock(&m);"
	const alone = "for (;;) { count = count + 1; own = own + 1; assert(count == own); }"
	const comes = "__VERIFIER_atomic_begin(); if (came == -1u) exit(0); came++; __VERIFIER_atomic_end(); "
	const keeps = "if (!all) { n = __VERIFIER_nondet_int(); if (n <= 0) exit(0); all = malloc(n * sizeof *all); } if (k >= n) exit(0); all[k] = t;"
	pdr := circuit.Kinds()[slices.IndexFunc(circuit.Kinds(), func(k engine.Kind) bool { return k.Name == "pdr" })]
	for i, c := range []struct {
		name, thread, loop string
		property           verdict.Property
		safe               bool
	}{
		{"exclusion", "pthread_mutex_lock(&m); assert(x == 0); x = 1; x = 0; pthread_mutex_unlock(&m);", "", verdict.Assert, true},
		{"exclusion", "pthread_mutex_lock(&m); assert(x == 0); x = 1; x = 0; pthread_mutex_unlock(&m);", "", verdict.Race, true},
		{"exclusion of readers", "pthread_rwlock_rdlock(&w); y = x; pthread_rwlock_unlock(&w);", "pthread_rwlock_wrlock(&w); x++; pthread_rwlock_unlock(&w);", verdict.Race, false},
		{"a race of two", "x = 1;", "", verdict.Race, false},
		{"a race with the creator", "pthread_mutex_lock(&m); y = x; pthread_mutex_unlock(&m);", "x = 1;", verdict.Race, false},
		{"a flag", "turn = 1;", "assert(turn < 2);", verdict.Assert, true},
		{"few threads", "unsigned char own = ++turn; assert(own < 6);", "", verdict.Assert, false},
		{"four in a row", "unsigned char own = turn; if (own < 5 && turn++ == own) assert(own < 4);", "", verdict.Assert, false},
		{"readers that are counted", "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); turn = x; assert(turn < 5);" +
			"pthread_mutex_lock(&m); x--; pthread_mutex_unlock(&m);", "", verdict.Assert, false},
		{"an argument", "assert((long)a == 7);", "", verdict.Assert, true},
		{"arguments", "assert((long)a < 5);", "", verdict.Assert, false},
		{"a join", "x = 1;", "pthread_join(t, 0); x = 0;", verdict.Race, false},
		{"the same handle", "if (pthread_equal(who, pthread_self())) assert(!y);", "who = t; y = 1;", verdict.Assert, false},
		{"another handle", "if (turn && !pthread_equal(who, pthread_self())) assert(!y);", "if (!y) { who = t; y = 1; turn = 1; }", verdict.Assert, false},
		{"what another unlocks", "pthread_mutex_unlock(&m); pthread_mutex_lock(&m); x++; assert(x == 1); x--; pthread_mutex_unlock(&m);", "", verdict.Assert, false},
		{"threads that create threads", "pthread_t u; x++; assert(x < 9); if (x < 9) pthread_create(&u, 0, g, 0);", "", verdict.Assert, false},
		{"joins", "pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m);", keeps + "pthread_join(all[k++], 0);", verdict.Race, true},
		{"joins that matter", "x = 1;", keeps + "pthread_join(all[k++], 0); x = 0;", verdict.Race, false},
		{"a number that grows", grows + "if (v == -1u) return a; } while (!__sync_bool_compare_and_swap(&count, v, v + 1)); assert(count > v);", "", verdict.Assert, true},
		{"a number that comes round", grows + "} while (!__sync_bool_compare_and_swap(&count, v, v + 1)); assert(count > v);", "", verdict.Assert, false},
		{"the largest that was seen", most + "if (v > count) count = v; pthread_mutex_unlock(&m);" + seen, "", verdict.Assert, true},
		{"the largest that was seen, not always", most + "if (v > count || v == 7) count = v; pthread_mutex_unlock(&m);" + seen, "", verdict.Assert, false},
		{"who comes first counts alone", "unsigned own = 0; " + comes + "if (came == 1) " + alone, "", verdict.Assert, true},
		{"who comes second as well", "unsigned own = 0; " + comes + "if (came <= 2) " + alone, "", verdict.Assert, false},
		{"who comes first is ahead", "unsigned own = 1; " + comes + "if (came == 1) " + alone, "", verdict.Assert, false},
		{"who comes first, again and again", "unsigned own = 0; __VERIFIER_atomic_begin(); came++; __VERIFIER_atomic_end(); if (came == 1) " + alone, "", verdict.Assert, false},
		{"counted before", "unsigned own = 0; " + comes + "count = came; if (came == 1) " + alone, "", verdict.Assert, false},
		{"memory of its own", "int *p = malloc(sizeof *p); *p = 1; assert(*p == 1); free(p);", "", verdict.Assert, true},
		{"memory that is handed on", "int *p = malloc(sizeof *p); static int *_Atomic last; *p = 1; if (last) assert(*last < 4); *p = ++turn; last = p;", "", verdict.Assert, false},
	} {
		if !*long && i%3 != 0 {
			continue
		}
		t.Run(strings.ReplaceAll(c.name, " ", "_")+"/"+c.property.String(), func(t *testing.T) {
			arg := "0"
			if strings.Contains(c.name, "argument") {
				arg = "(void *)(long)" + map[bool]string{true: "7l", false: "k++"}[c.safe]
			}
			code := testprog.Code(t, head+"static void *g(void *a) { y = 1; return a; }\nstatic void *f(void *a) { "+c.thread+" return a; }\n"+
				"int main(void) { int k = 0; for (;;) { pthread_t t; pthread_create(&t, 0, f, "+arg+"); "+c.loop+" k = k; } }\n")
			e, p := pdr.New(nil).(*circuit.Engine), &engine.Problem{Program: code.Program(), Property: c.property}
			out := testprog.Judge(t, e, p, map[bool]time.Duration{true: time.Minute, false: 600 * time.Millisecond}[c.safe])
			if (out.Verdict == verdict.Safe) != c.safe || c.safe && out.Proof == nil {
				t.Errorf("%s %s %s, expected safe: %v", out.Verdict, out.Reason, out.Detail, c.safe)
			}
			if m, err := e.Model(t.Context(), p, out); c.safe && (m != nil || err != nil) {
				t.Errorf("found the model %v, %v: executions have more threads", m, err)
			}
			testprog.Replay(t, code, c.property, out)
		})
	}
}
