package sequentialized

import (
	"fmt"
	"testing"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// unwindings lists the schemes of memory unwinding.
func unwindings() []string {
	var out []string
	for _, m := range methods {
		if m.measure != bySwitches && m.name != "mu" {
			out = append(out, m.name)
		}
	}
	return out
}

// within judges assertions with a number of writes.
func within(t *testing.T, name string, writes int, code *interp.Code) *engine.Outcome {
	t.Helper()
	return judge(t, task{name, engine.Bounds{Writes: writes}, false}, code, verdict.Assert, longest)
}

const fibonacci = `
#include <assert.h>
#include <pthread.h>
int i = 1, j = 1;
void *add_j(void *arg) { for (int k = 0; k < %[1]d; k++) i = i + j; return 0; }
void *add_i(void *arg) { for (int k = 0; k < %[1]d; k++) j = j + i; return 0; }
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, add_j, 0);
	pthread_create(&b, 0, add_i, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(%[2]s);
	return 0;
}
`

// TestFibonacci is figure 2 of Tomasco et al.: j is 144 after five iterations each when the threads take
// turns, and never more. If a position is a write, or a cluster of one thread's writes, that takes ten
// positions. A cluster of several threads' writes has a turn of each, so five are enough. Five are also
// needed, since the turns of one cluster are in the order of creation. By default a fourth of the schemes runs,
// and the assertion is only about j, since a sum of two takes long. Except for clusters of several threads
// there are three iterations then, and j is 21.
func TestFibonacci(t *testing.T) {
	for _, name := range unwindings() {
		if !*long && !testprog.Chosen(t, name, 4) {
			continue
		}
		iterations, most := 5, 144
		if !*long && name != "mu:inter" {
			iterations, most = 3, 21
		}
		least := 2 * iterations
		if name == "mu:inter" {
			least = iterations
		}
		below := fmt.Sprintf("j < %d", most)
		if every.IsAll() {
			below = fmt.Sprintf("i < %[1]d && j < %[1]d", most)
		}
		code := testprog.Code(t, fmt.Sprintf(fibonacci, iterations, below))
		for n, want := range map[int]verdict.Verdict{least - 1: verdict.Bounded, least: verdict.Violation} {
			out := within(t, name, n, code)
			if out.Verdict != want {
				t.Errorf("%s with %d writes: %s (%s %s), want %s", name, n, out.Verdict, out.Reason, out.Detail, want)
			}
		}
	}
}

// TestFibonacciIsBounded checks that no execution exceeds the values of figure 2. The proof takes long, so
// by default there are three iterations, and j is at most 21.
func TestFibonacciIsBounded(t *testing.T) {
	iterations, most := 3, 21
	if every.IsAll() {
		iterations, most = 5, 144
	}
	code := testprog.Code(t, fmt.Sprintf(fibonacci, iterations, fmt.Sprintf("i <= %[1]d && j <= %[1]d", most)))
	for _, name := range unwindings() {
		if out := within(t, name, 2*iterations, code); out.Verdict != verdict.Safe {
			t.Errorf("%s: %s (%s %s)", name, out.Verdict, out.Reason, out.Detail)
		}
	}
}

// TestStoppedIsNotFinished checks that a thread which stops because its writes are used up has not ended,
// so no thread can have joined it.
func TestStoppedIsNotFinished(t *testing.T) {
	code := testprog.Code(t, `
#include <assert.h>
#include <pthread.h>
int x;
void *writes(void *arg) { x = 1; x = 2; return 0; }
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, writes, 0);
	pthread_join(t, 0);
	assert(x == 2);
	return 0;
}
`)
	for _, name := range unwindings() {
		for n := 1; n <= 3; n++ {
			want := verdict.Safe
			if n == 1 {
				want = verdict.Bounded
			}
			out := within(t, name, n, code)
			if out.Verdict != want {
				t.Errorf("%s with %d writes: %s (%s %s), want %s", name, n, out.Verdict, out.Reason, out.Detail, want)
			}
			if n == 1 && (len(out.Marks) != 1 || out.Marks[0].Bound != verdict.WriteBound) {
				t.Errorf("%s: marks %v", name, out.Marks)
			}
		}
	}
}

// TestUndefinedEndsLater checks undefined behaviour in one thread: it ends the process, but other threads
// may fail before.
func TestUndefinedEndsLater(t *testing.T) {
	code := testprog.Code(t, `
#include <assert.h>
#include <pthread.h>
int *p, x;
void *writes(void *arg) { *p = 1; return 0; }
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, writes, 0);
	x = 1;
	assert(x == 0);
	return 0;
}
`)
	for _, name := range unwindings() {
		if out := within(t, name, 2, code); out.Verdict != verdict.Violation {
			t.Errorf("%s: %s (%s %s)", name, out.Verdict, out.Reason, out.Detail)
		}
	}
}
