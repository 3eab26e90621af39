package check

import (
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/drive/result"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// choices has, for each choice of the environment, a program whose assertion fails
// exactly if the choice is on.
var choices = map[ir.ChooseReason]string{
	ir.ChooseSpurious: `
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int set;
void *sets(void *arg) { pthread_mutex_lock(&m); set = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); return 0; }
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, sets, 0);
	pthread_mutex_lock(&m);
	if (!set)
		pthread_cond_wait(&c, &m);
	assert(set);
	pthread_mutex_unlock(&m);
	return 0;
}
`,
	ir.ChooseAllocFail: `
#include <assert.h>
#include <stdlib.h>
int main(void) { assert(malloc(4) != 0); return 0; }
`,
	ir.ChooseSpawnFail: `
#include <assert.h>
#include <pthread.h>
void *nothing(void *arg) { return 0; }
int main(void) { pthread_t t; assert(pthread_create(&t, 0, nothing, 0) == 0); return 0; }
`,
	ir.ChooseOutputFail: `
#include <assert.h>
#include <stdio.h>
int main(void) { assert(printf("a") == 1); return 0; }
`,
	ir.ChooseIOFail: `
#include <assert.h>
#include <unistd.h>
int main(void) { assert(chdir("/") == 0); return 0; }
`,
	ir.ChooseSignal: `
// environment: signals
#include <assert.h>
#include <signal.h>
volatile sig_atomic_t stop;
void on(int signal) { stop = 1; }
int main(void) { signal(SIGINT, on); assert(!stop); return 0; }
`,
	ir.ChooseWeakFail: `
#include <assert.h>
#include <stdatomic.h>
atomic_int x;
int main(void) { int zero = 0; assert(atomic_compare_exchange_weak(&x, &zero, 1)); return 0; }
`,
}

// TestEnvironment checks that every engine makes a choice of the environment if it is on, and no other.
// Violations that need the choice were replayed.
func TestEnvironment(t *testing.T) {
	var all ir.Environment
	for _, e := range result.Environment {
		all |= ir.EnvironmentSet(e.Reason)
		if choices[e.Reason] == "" {
			t.Errorf("no program for %s", e.Reason)
		}
	}
	names := Engines()
	if testing.Short() { // it is the driver that runs concurrently
		names = []string{Auto}
	}
	for turn, name := range names {
		for reason, text := range choices {
			if name != Auto && !every.IsAll() && (turn+int(reason))%8 != 0 {
				continue
			}
			alone := ir.EnvironmentSet(reason)
			for i, c := range []struct {
				on   ir.Environment
				want verdict.Verdict
			}{
				{0, verdict.Safe},
				{alone, verdict.Violation},
				{all &^ alone, verdict.Safe},
				{all, verdict.Violation},
			} {
				if i > 1 && (turn+int(reason))%3 != 0 { // an engine that keeps them apart does with others, too
					continue
				}
				opts := Options{Properties: []string{"assert"}, Engine: name, Environment: c.on.Switches(), Jobs: 1}
				list, err := checkedBy(t, text, 30*time.Second, opts, everything())
				if err != nil {
					t.Errorf("%s, %s, with %b: %v", name, reason, c.on, err)
					continue
				}
				got := list[0]
				switch {
				case got.Verdict == c.want:
				case name == "static" && got.Reason == verdict.NotProved: // it proves or does not answer
				case name == "refine" && reason == ir.ChooseSignal && got.Reason == verdict.NotProved: // handlers meet its bound of calls
				case got.Verdict == verdict.Unknown && got.Reason == verdict.Unsupported:
					t.Logf("%s, %s, with %b: %s", name, reason, c.on, got.Message)
				case c.want == verdict.Safe && got.Verdict == verdict.Bounded && len(got.Bounds) > 0:
				default:
					t.Errorf("%s, %s, with %b: %s (%s %s), expected %s", name, reason, c.on, got.Verdict, got.Reason, got.Message, c.want)
				}
			}
		}
	}
	if len(choices) != len(result.Environment) {
		t.Errorf("programs for %d choices, there are %d", len(choices), len(result.Environment))
	}
}
