package explore

import (
	"context"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestAtRace checks executions that end with a race under a random schedule. Threads that wait for each
// other at that point are not yet a deadlock: a further thread may later unlock a lock that it does not
// own.
func TestAtRace(t *testing.T) {
	code := testprog.Code(t, `#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int x;
static atomic_int holds;
static void *one(void *p) { pthread_mutex_lock(&a); holds++; while (holds < 2) ; pthread_mutex_lock(&b); return p; }
static void *two(void *p) { pthread_mutex_lock(&b); holds++; while (holds < 2) ; pthread_mutex_lock(&a); return p; }
static void *three(void *p) { x = 1; return p; }
int main(void)
{
	pthread_t s, t, u;
	pthread_create(&s, 0, one, 0);
	pthread_create(&t, 0, two, 0);
	while (holds < 2)
		;
	pthread_create(&u, 0, three, 0);
	for (int i = 0; i < 9; i++)
		sched_yield();
	x = 2;
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	pthread_exit(0);
}
`)
	races := 0
	for seed := range uint64(200) {
		res, _, err := interp.RunCode(context.Background(), code, interp.Options{Seed: seed, Properties: interp.PropertySet(verdict.Race, verdict.Deadlock), MaxSteps: randomSteps, AtRace: true})
		switch {
		case err != nil:
			t.Fatal(err)
		case res.Violation == nil:
		case res.Violation.Property == verdict.Race:
			races++
		default:
			t.Fatalf("seed %d: %s", seed, res.Violation.Message)
		}
	}
	testprog.AtLeast(t, races, 200, 20)
}
