package sequentialized

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// longest is the time limit for answers that the test requires.
const longest = 5 * time.Minute

// TestBluetooth finds the bug of the Bluetooth driver with exactly as many rounds or
// contexts as the explorer needs, by every method, and not with fewer.
func TestBluetooth(t *testing.T) {
	for adders := 1; adders <= 2; adders++ {
		code := testprog.FileCode(t, filepath.Join("testdata", "bluetooth.c"), fmt.Sprintf("ADDERS=%d", adders))
		rounds := smallest(t, code, func(n int) engine.Bounds { return engine.Bounds{Rounds: n} })
		contexts := smallest(t, code, func(n int) engine.Bounds { return engine.Bounds{Contexts: n} })
		t.Logf("%d adders: %d rounds, %d contexts", adders, rounds, contexts)
		for _, m := range methods {
			if m.measure != bySwitches {
				continue
			}
			for _, c := range []struct {
				bounds engine.Bounds
				want   verdict.Verdict
			}{
				{engine.Bounds{Rounds: rounds - 1}, verdict.Bounded},
				{engine.Bounds{Rounds: rounds}, verdict.Violation},
				{engine.Bounds{Contexts: contexts - 1}, verdict.Bounded},
				{engine.Bounds{Contexts: contexts}, verdict.Violation},
			} {
				if c.bounds == (engine.Bounds{}) {
					continue
				}
				if out := judge(t, task{m.name, c.bounds, false}, code, verdict.Assert, longest); out.Verdict != c.want {
					t.Errorf("%d adders, %s, %+v: %s, want %s", adders, m.name, c.bounds, out.Verdict, c.want)
				}
			}
		}
	}
}

// smallest returns the smallest bound within which the explorer finds a violation.
func smallest(t *testing.T, code *interp.Code, bounds func(int) engine.Bounds) int {
	t.Helper()
	known := make(explored)
	for n := 1; n < 20; n++ {
		found := known.within(t, code, verdict.Assert, bounds(n), longest)
		switch {
		case len(found.Violations) > 0:
			return n
		case !found.Complete:
			t.Fatalf("incomplete at %d: %s", n, found.Incomplete)
		}
	}
	t.Fatal("no violation")
	return 0
}

// TestLockThroughAnything judges a program whose pointers have unknown targets, since it may store through
// a number: its locks are still found.
func TestLockThroughAnything(t *testing.T) {
	const source = `
#include <assert.h>
#include <pthread.h>
unsigned long __VERIFIER_nondet_ulong(void);
struct pair { int n; pthread_mutex_t m; } p = { 0, PTHREAD_MUTEX_INITIALIZER };
struct pair *volatile to = &p;
volatile int never;
void *add(void *arg)
{
	if (LOCKS) pthread_mutex_lock(&to->m);
	to->n++;
	if (LOCKS) pthread_mutex_unlock(&to->m);
	return arg;
}
int main(void)
{
	pthread_t t;
	if (never) *(int *)__VERIFIER_nondet_ulong() = 1;
	pthread_create(&t, NULL, add, NULL);
	add(NULL);
	pthread_join(t, NULL);
	assert(p.n == 2);
}
`
	for locks, want := range []verdict.Verdict{verdict.Violation, verdict.Bounded} {
		code := testprog.Code(t, fmt.Sprintf("#define LOCKS %d", locks)+source)
		out := judge(t, task{"lazyseq", engine.Bounds{Rounds: 2}, false}, code, verdict.Assert, longest)
		if out.Verdict != want {
			t.Errorf("locks %d: %s %s, want %s", locks, out.Verdict, out.Detail, want)
		}
	}
}
