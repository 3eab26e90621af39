package interleave

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/model/interleave"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestFewContexts checks that violations are found within the contexts that they need, for all kinds of
// steps beside or after an operation, and for operations that are not possible yet.
func TestFewContexts(t *testing.T) {
	tests := []struct {
		file     string
		property verdict.Property
		contexts int // 0: they grow
	}{
		{"bitfield_store_is_load_and_store.c", verdict.Assert, 3}, // behind an operation that is not executed
		{"overflow_of_creator_and_created.c", verdict.Overflow, 2},
		{"mutex_as_a_signal.c", verdict.Lock, 0},      // in the operation, which is then no step
		{"leak_last_thread_end.c", verdict.Memory, 2}, // in the last step of another thread
		{"thread_local_dies_with_its_thread.c", verdict.Memory, 0},
		{"section_that_ends_the_process_races.c", verdict.Race, 4},
		{"waiting_loop_ends_without_a_signal.c", verdict.Assert, 6},
		{"deadlock_while_another_runs.c", verdict.Deadlock, 3},
	}
	for _, test := range tests {
		code := testprog.FileCode(t, filepath.Join("..", "..", "..", "testdata", "semantics", test.file))
		for _, kind := range Kinds() {
			out := testprog.JudgeWithin(t, kind.New(nil), code, test.property, engine.Bounds{Contexts: test.contexts}, 20*time.Second)
			if out.Verdict != verdict.Violation {
				t.Errorf("%s: %s %s within %d contexts: %s (%s), expected a violation", test.file, kind.Name, test.property, test.contexts, out.Verdict, out.Reason)
			}
		}
	}
}

// TestFewCalls checks the number of solver calls of uw. If one interleaving has the violation, or shows
// that none has, there are at most two; the second is about further contexts.
func TestFewCalls(t *testing.T) {
	const inputs = `
int __VERIFIER_nondet_int(void);
static void *a(void *arg) { atomic_fetch_add(&f, 1); return arg; }
static void *b(void *arg)
{
	unsigned char in = __VERIFIER_nondet_int();
	atomic_fetch_add(&f, 1);
	assert(in * in != 3 * in + 7);
	return arg;
}`
	tests := []struct {
		name, text string
		want       verdict.Verdict
		most       int
	}{
		{"the first interleaving fails", `
static void *a(void *arg) { atomic_store(&f, 1); return arg; }
static void *b(void *arg) { assert(!atomic_load(&f)); return arg; }`, verdict.Violation, 1},
		{"inputs decide", inputs, verdict.Bounded, 2},
	}
	for _, test := range tests {
		code := testprog.Code(t, headers+test.text+threads)
		for _, kind := range Kinds() {
			if kind.Name != "uw" {
				continue
			}
			out := testprog.JudgeWithin(t, kind.New(nil), code, verdict.Assert, engine.Bounds{Contexts: 4}, 20*time.Second)
			if calls := out.Stats.Own.(interleave.Stats).Checks; out.Verdict != test.want || calls == 0 || calls > test.most {
				t.Errorf("%s: %s after %d calls of the solver, expected %s after at most %d", test.name, out.Verdict, calls, test.want, test.most)
			}
		}
	}
}

// TestEndedProcess checks a trace in which a thread ends the process: other threads have no steps after
// that.
func TestEndedProcess(t *testing.T) {
	code := testprog.Code(t, headers+`
static int *_Atomic box;
static void *c(void *arg) { box = malloc(4); return arg; }
static void *b(void *arg) { box = malloc(4); return arg; }
static void *a(void *arg) { assert(x); return arg; }
int main(void)
{
	pthread_t t, u, v;
	pthread_create(&t, 0, a, 0);
	pthread_create(&u, 0, b, 0);
	pthread_create(&v, 0, c, 0);
	assert(x);
	return 0;
}
`)
	for _, kind := range Kinds() {
		for contexts := 2; contexts < 5; contexts++ {
			testprog.JudgeWithin(t, kind.New(nil), code, verdict.Memory, engine.Bounds{Contexts: contexts}, 20*time.Second)
		}
	}
}

// TestBoundsOfOtherPaths checks that the values which other threads write bound a read only if it is
// executed, and not on a path that skips it.
func TestBoundsOfOtherPaths(t *testing.T) {
	code := testprog.Code(t, headers+`
_Bool __VERIFIER_nondet_bool(void);
unsigned char __VERIFIER_nondet_uchar(void);
static atomic_int z;
static void *a(void *arg)
{
	_Bool in = __VERIFIER_nondet_bool();
	int seen = 0;
	if (!in)
		z = 1003;
	if (in)
		seen = z;
	int late = f;
	assert(late || (in ? seen != 1 : seen));
	return arg;
}
static void *b(void *arg) { z = __VERIFIER_nondet_uchar() % 3; f = 1; return arg; }`+threads)
	for _, kind := range Kinds() {
		for contexts := 0; contexts < 4; contexts++ {
			out := testprog.JudgeWithin(t, kind.New(nil), code, verdict.Assert, engine.Bounds{Contexts: contexts}, 20*time.Second)
			if want := contexts != 1; (out.Verdict == verdict.Violation) != want {
				t.Errorf("%s within %d contexts: %s, expected a violation: %t", kind.Name, contexts, out.Verdict, want)
			}
		}
	}
}

// TestGoesOnBeforeTheEnd checks a thread that is cancelled while it waits in pthread_join. It continues
// before the joined thread ends, and that thread does not count as ended. This holds whether or not inputs
// decide if it is created.
func TestGoesOnBeforeTheEnd(t *testing.T) {
	for _, input := range []string{"", "if (__VERIFIER_nondet_int()) return 0;"} {
		code := testprog.Code(t, headers+`
#include <semaphore.h>
int __VERIFIER_nondet_int(void);
static sem_t s;
static void *a(void *arg) { sem_wait(&s); return arg; }
static void *b(void *arg) { pthread_join(*(pthread_t *)arg, 0); return arg; }
int main(void)
{
	static pthread_t t[2];
	void *result;
	`+input+`
	sem_init(&s, 0, 0);
	pthread_create(&t[0], 0, a, 0);
	pthread_create(&t[1], 0, b, &t[0]);
	pthread_cancel(t[1]);
	pthread_join(t[1], &result);
	assert(result == PTHREAD_CANCELED);
	pthread_cancel(t[0]);
	pthread_join(t[0], &result);
	assert(result == PTHREAD_CANCELED);
	return 0;
}
`)
		for _, kind := range Kinds() {
			out := testprog.JudgeWithin(t, kind.New(nil), code, verdict.Assert, engine.Bounds{Contexts: 3}, 20*time.Second)
			if out.Verdict != verdict.Bounded || out.Reason != verdict.NoReason {
				t.Errorf("%s after %q: %s (%s), expected no violation within the bounds", kind.Name, input, out.Verdict, out.Reason)
			}
		}
	}
}
