package token_test

import (
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/depth"
	"github.com/heddle-mc/heddle/internal/engine/token"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestLoopOfThreads checks a program that creates and joins threads in loops, more than the system has
// instances at first. Their locked sections are one piece each, and threads that are not created cost
// nothing.
func TestLoopOfThreads(t *testing.T) {
	const program = `#include <assert.h>
#include <pthread.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *a) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return a; }
int main(void) { pthread_t t[4]; for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, f, 0);
  for (int i = 0; i < 4; i++) pthread_join(t[i], 0); assert(`
	for cond, want := range map[string]verdict.Verdict{"x == 4": verdict.Safe, "x != 4": verdict.Violation} {
		code := testprog.Code(t, program+cond+"); }")
		out := testprog.Judge(t, token.New(depth.Options{}), &engine.Problem{Program: code.Program(), Property: verdict.Assert}, time.Minute)
		if out.Verdict != want {
			t.Errorf("%s: %s %s %v, expected %s", cond, out.Verdict, out.Reason, out.Marks, want)
		}
		testprog.Replay(t, code, verdict.Assert, out)
	}
}
