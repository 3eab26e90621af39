package explore

import (
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestCycles counts executions with a cycle of po and rf. A violation in one of them makes the verdict unknown.
func TestCycles(t *testing.T) {
	const head = `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define R(x) atomic_load_explicit(&x, memory_order_relaxed)
#define W(x, v) atomic_store_explicit(&x, v, memory_order_relaxed)
#define CAS(x, old, new) atomic_compare_exchange_strong_explicit(&x, &(int){old}, new, memory_order_relaxed, memory_order_relaxed)
atomic_int x, y;
int a, b;
static void *first(void *arg) { a = R(x); W(y, 1); return arg; }
`
	const tail = ` return arg; }
int main(void) {
	pthread_t t, u;
	pthread_create(&t, 0, first, 0);
	pthread_create(&u, 0, second, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	assert(!(a && b));
	return 0;
}`
	for _, c := range []struct {
		model, second string
		cyclic        uint64
	}{
		{"aarch64", "b = R(y); W(x, 1);", 1},
		{"aarch64", "b = R(y); W(x, (b ^ b) + 1);", 1}, // the other thread has no dependency
		{"aarch64", "b = R(y); atomic_store(&x, 1);", 1},
		{"aarch64", "b = CAS(y, 1, 2); W(x, 1);", 1},
		{"imm", "b = CAS(y, 1, 2); W(x, 1);", 1},
		{"rc11", "b = R(y); W(x, 1);", 0},
	} {
		model, err := ModelOf(c.model)
		if err != nil {
			t.Fatal(err)
		}
		text := head + "static void *second(void *arg) { " + c.second + tail
		explored := func(text string, cycles bool) *Report {
			out, err := Explore(t.Context(), Task{Code: testprog.Code(t, text), Model: model, Properties: interp.PropertySet(verdict.Assert), All: true, Cycles: cycles})
			if err != nil {
				t.Fatal(err)
			}
			return out
		}
		without, with := explored(text, false), explored(text, true)
		if without.Verdict == verdict.Unknown || (with.Verdict == verdict.Unknown) != (c.cyclic > 0) || c.cyclic > 0 && with.Reason != verdict.WeakMemory {
			t.Errorf("%s, %s: %s, with cycles %s (%s)", c.model, c.second, without.Verdict, with.Verdict, with.Reason)
		}
		with = explored(strings.Replace(text, "assert(!(", "(void)((", 1), true) // an execution counts if nothing fails
		if with.Counts.Cyclic != c.cyclic || with.Counts.Executions != without.Counts.Executions+c.cyclic || without.Counts.Cyclic != 0 {
			t.Errorf("%s, %s: %d executions, %d with a cycle, %d without cycles", c.model, c.second, with.Counts.Executions, with.Counts.Cyclic, without.Counts.Executions)
		}
	}
}

// TestPrivateSections has store buffering with a lock of its own in each thread between its store and its load. Processors execute full
// fences there; RC11 has no fence.
func TestPrivateSections(t *testing.T) {
	const text = `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
int a, b;
pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER, m = PTHREAD_MUTEX_INITIALIZER;
static void *first(void *arg) {
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	pthread_mutex_lock(&l);
	a = atomic_load_explicit(&y, memory_order_relaxed);
	pthread_mutex_unlock(&l);
	return arg;
}
static void *second(void *arg) {
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	pthread_mutex_lock(&m);
	b = atomic_load_explicit(&x, memory_order_relaxed);
	pthread_mutex_unlock(&m);
	return arg;
}
int main(void) {
	pthread_t t, u;
	pthread_create(&t, 0, first, 0);
	pthread_create(&u, 0, second, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	assert(a || b);
	return 0;
}`
	for name, violated := range map[string]bool{"rc11": true, "imm": true, "tso": false, "pso": false, "aarch64": false, "riscv": false} {
		model, err := ModelOf(name)
		if err != nil {
			t.Fatal(err)
		}
		out, err := Explore(t.Context(), Task{Code: testprog.Code(t, text), Model: model, Properties: interp.PropertySet(verdict.Assert)})
		if err != nil {
			t.Fatal(err)
		}
		if (out.Verdict == verdict.Violation) != violated {
			t.Errorf("%s: %s", name, out.Verdict)
		}
	}
}
