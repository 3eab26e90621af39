package sequentialized

import (
	"fmt"
	"testing"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// included are programs with three threads, main among them, that fail in some executions.
func included(t *testing.T) map[string]*interp.Code {
	return map[string]*interp.Code{
		"fibonacci 2":  testprog.Code(t, fmt.Sprintf(fibonacci, 2, "j < 8")),
		"fibonacci 1":  testprog.Code(t, fmt.Sprintf(fibonacci, 1, "i < 3")),
		"counter":      testprog.FileCode(t, "../../../examples/counter_bug.c"),
		"late creator": testprog.Code(t, lateCreator),
		"early reader": testprog.Code(t, earlyReader),
	}
}

// earlyReader has a thread that reads x and comes first in a round. The other thread writes x.
const earlyReader = `
#include <assert.h>
#include <pthread.h>
int x;
void *read(void *arg) { assert(x == 0); return 0; }
void *write(void *arg) { x = 1; return 0; }
int main(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, read, 0);
	pthread_create(&t, 0, write, 0);
	return 0;
}
`

const lateCreator = `
#include <assert.h>
#include <pthread.h>
int x, y;
void *second(void *arg) { if (x == 1) y = 1; return 0; }
void *first(void *arg)
{
	pthread_t t;
	x = 1;
	pthread_create(&t, 0, second, 0);
	if (y == 1) x = 2;
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, first, 0);
	assert(x != 2);
	return 0;
}
`

const includedThreads = 3

// least returns the smallest bound within which a method finds a violation.
func least(t *testing.T, method string, code *interp.Code, bounds func(int) engine.Bounds) int {
	t.Helper()
	for n := 1; n < 12; n++ {
		if judge(t, task{method, bounds(n), false}, code, verdict.Assert, longest).Verdict == verdict.Violation {
			return n
		}
	}
	t.Fatalf("%s: no violation", method)
	return 0
}

func rounds(n int) engine.Bounds   { return engine.Bounds{Rounds: n} }
func contexts(n int) engine.Bounds { return engine.Bounds{Contexts: n} }
func writesOf(n int) engine.Bounds { return engine.Bounds{Writes: n} }

// TestInclusions checks that K rounds of T threads are executions of K·T contexts, and K contexts are
// executions of K rounds (Ghafari, Hu, Rakamarić, "Context-bounded translations for concurrent software",
// 2010). Without -long a fourth of the cases run.
func TestInclusions(t *testing.T) {
	for name, code := range included(t) {
		for _, m := range methods {
			if m.measure != bySwitches || !only.Has(m.name) || !*long && !testprog.Chosen(t, name+m.name, 4) {
				continue
			}
			r, c := least(t, m.name, code, rounds), least(t, m.name, code, contexts)
			if r > c || c > r*includedThreads {
				t.Errorf("%s, %s: %d rounds, %d contexts of %d threads", name, m.name, r, c, includedThreads)
			}
		}
	}
}

// TestClustersAreRounds checks two inclusions (Tomasco et al., section 6). A violation within n clusters of
// one thread each needs at most 2n+1 rounds of Lal and Reps. One of these with k context switches needs at
// most k clusters. A thread that only reads needs no cluster.
//
// Between two clusters there is at most one round without a cluster, for threads that read there and come
// before the first cluster's thread, and after the second's. That makes the paper's 2n-1 rounds. Two more are
// needed if one reads before the first cluster, and one after the last.
func TestClustersAreRounds(t *testing.T) {
	more := false
	for name, code := range included(t) {
		n, r, c := least(t, "mu:intra", code, writesOf), least(t, "lr", code, rounds), least(t, "lr", code, contexts)
		if r > 2*n+1 {
			t.Errorf("%s: %d clusters, %d rounds", name, n, r)
		}
		if n > c-1 {
			t.Errorf("%s: %d clusters, %d contexts", name, n, c)
		}
		more = more || r > 2*n-1
	}
	if !more {
		t.Error("no program needs more than 2n-1 rounds")
	}
}
