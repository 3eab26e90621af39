package intervals_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/order"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testgen"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var (
	long     = testflag.Long()
	patience = testflag.Patience(2 * time.Second)
)

// judge runs the order engine with or without narrowing.
func judge(t *testing.T, code *interp.Code, wide bool) *engine.Outcome {
	t.Helper()
	var without []string
	if wide {
		without = []string{"narrow"}
	}
	problem := &engine.Problem{Without: without, Program: code.Program(), Property: verdict.Assert, Bounds: engine.Bounds{Unwind: 2}}
	return testprog.Judge(t, order.New(order.Options{}), problem, *patience)
}

// TestVerdicts compares narrowed programs with the original programs: examples, those of
// testdata/semantics, and generated ones.
func TestVerdicts(t *testing.T) {
	codes := make(map[string]*interp.Code)
	var names []string
	add := func(name string, code *interp.Code) {
		names = append(names, name)
		codes[name] = code
	}
	for _, file := range testprog.Some(t, 24, *long) {
		add(filepath.Base(file), testprog.FileCode(t, file))
	}
	for seed := range uint64(generated.N() / 2) {
		name := fmt.Sprintf("generated-%d", seed)
		add(name, testprog.Code(t, testgen.Concurrent(testgen.Options{Seed: seed + 1}).C()))
	}
	for _, name := range names {
		narrow, wide := judge(t, codes[name], false), judge(t, codes[name], true)
		if narrow.Verdict == verdict.Unknown || wide.Verdict == verdict.Unknown {
			if narrow.Reason != wide.Reason {
				t.Logf("%s: %s %s, without narrowing %s %s", name, narrow.Verdict, narrow.Reason, wide.Verdict, wide.Reason)
			}
			continue
		}
		// A mark that no execution reaches may be left in the wide graph only.
		if narrow.Verdict != wide.Verdict {
			t.Errorf("%s: %s, without narrowing %s", name, narrow.Verdict, wide.Verdict)
		}
	}
}

// increments is the microbenchmark of Ghafari, Hu, Rakamarić: Context-bounded
// translations for concurrent software: an empirical evaluation, SPIN 2010.
func increments(threads, times int, cond string) string {
	create, join := "", ""
	for i := range threads {
		create += fmt.Sprintf("\tpthread_create(&t[%d], 0, w, 0);\n", i)
		join += fmt.Sprintf("\tpthread_join(t[%d], 0);\n", i)
	}
	return fmt.Sprintf(`#include <assert.h>
#include <pthread.h>
int x;
void *w(void *arg) {
	for (int k = 0; k < %d; k++)
		x++;
	assert(x > 0);
	return 0;
}
int main(void) {
	pthread_t t[%d];
%s%s	assert(%s);
	return 0;
}
`, times, threads, create, join, cond)
}

// TestIncrements checks that bounds of sums that grow with each write are proved without search, and that a
// violation is found.
func TestIncrements(t *testing.T) {
	for _, test := range []struct {
		threads, times int
		cond           string
		want           verdict.Verdict
	}{
		{2, 10, "x > 0", verdict.Safe},
		{3, 10, "x > 0", verdict.Safe},
		{3, 10, "x <= 30", verdict.Safe},
		{3, 10, "x >= 2", verdict.Safe},
		{3, 10, "x >= 3", verdict.Violation},
	} {
		out := judge(t, testprog.Code(t, increments(test.threads, test.times, test.cond)), false)
		if out.Verdict != test.want || out.Stats.Conflicts > 1000 {
			t.Errorf("%d × %d, %s: %s after %d conflicts, want %s", test.threads, test.times, test.cond, out.Verdict, out.Stats.Conflicts, test.want)
		}
	}
}

// TestRanks checks two threads that add in ten rounds each. The result is at most 17711, a Fibonacci
// number. A sum of all values that each thread has read would not show it to be below 2^31.
func TestRanks(t *testing.T) {
	code := testprog.Code(t, `#include <pthread.h>
int i = 1, j = 1;
void *f(void *a) { for (int k = 0; k < 10; k++) { __VERIFIER_atomic_begin(); i = i + j; __VERIFIER_atomic_end(); } return a; }
void *g(void *a) { for (int k = 0; k < 10; k++) { __VERIFIER_atomic_begin(); j = j + i; __VERIFIER_atomic_end(); } return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); g(0); }
`)
	out := testprog.Judge(t, order.New(order.Options{}), &engine.Problem{Program: code.Program(), Property: verdict.Overflow}, 10*time.Second)
	if out.Verdict != verdict.Safe || out.Stats.Conflicts > 0 {
		t.Errorf("%s, %d conflicts, expected safe without any", out.Verdict, out.Stats.Conflicts)
	}
}

// TestHeld judges a thread that writes a sum and computes another value from it. The last write of take
// makes 32762 of -32768 - 5 - 2, converted to short, if give comes first.
func TestHeld(t *testing.T) {
	for value, want := range map[int]verdict.Verdict{32762: verdict.Violation, 32763: verdict.Safe} {
		out := judge(t, testprog.Code(t, fmt.Sprintf(`#include <assert.h>
#include <pthread.h>
static _Atomic unsigned stock;
static _Atomic short rest = -32768;
static void *take(void *a) { rest = stock - 2; rest = rest ^ 3; return a; }
static void *give(void *a) { stock = rest - 5; return a; }
int main(void)
{
	pthread_t t, g;
	pthread_create(&t, 0, take, 0);
	pthread_create(&g, 0, give, 0);
	pthread_join(t, 0);
	pthread_join(g, 0);
	assert(rest != %d);
	return 0;
}
`, value)), false)
		if out.Verdict != want {
			t.Errorf("rest != %d: %s, want %s", value, out.Verdict, want)
		}
	}
}
