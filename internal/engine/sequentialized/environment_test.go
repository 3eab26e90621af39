package sequentialized

import (
	"context"
	"testing"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestSpuriousWakeUp checks that the environment's choices in a model are repeated when the model is
// executed. Without spurious wake-ups the assertion holds.
func TestSpuriousWakeUp(t *testing.T) {
	code := testprog.Code(t, `
#include <assert.h>
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
int x;
void *waits(void *arg)
{
	pthread_mutex_lock(&lock);
	pthread_cond_wait(&cond, &lock);
	assert(x == 1);
	pthread_mutex_unlock(&lock);
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, waits, 0);
	pthread_mutex_lock(&lock);
	x = 1;
	pthread_cond_signal(&cond);
	pthread_mutex_unlock(&lock);
	return 0;
}
`)
	for _, m := range methods {
		if !*long && !testprog.Chosen(t, m.name, 2) {
			continue
		}
		for _, c := range []struct {
			env  ir.Environment
			want bool
		}{{0, false}, {ir.EnvironmentSet(ir.ChooseSpurious), true}} {
			b := engine.Bounds{Rounds: 2}
			if m.measure != bySwitches {
				b = engine.Bounds{Writes: 8}
			}
			p := &engine.Problem{Program: code.Program(), Property: verdict.Assert, Environment: c.env, Bounds: b}
			out, err := New(m.name).Run(context.Background(), p)
			if err != nil {
				t.Errorf("%s, environment %#x: %v", m.name, c.env, err)
				continue
			}
			if got := len(out.Violations) > 0; got != c.want {
				t.Errorf("%s, environment %#x: %s (%s %s)", m.name, c.env, out.Verdict, out.Reason, out.Detail)
			}
			testprog.Replay(t, code, verdict.Assert, out)
		}
	}
}

// TestNoThread checks programs that join a number which no creation wrote. If the number is no thread's,
// the methods do not support it; that is no failure of theirs.
func TestNoThread(t *testing.T) {
	for _, text := range []string{`
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
void *nothing(void *arg) { return 0; }
int main(void)
{
	pthread_t t;
	int same = getenv("A") == getenv("A");
	pthread_create(&t, 0, nothing, 0);
	pthread_join(t, 0);
	assert(!same);
	return 0;
}
`, `
#include <assert.h>
#include <pthread.h>
#include <string.h>
void *nothing(void *arg) { return 0; }
void *named(void *arg) { return strerror(0); }
int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, named, 0);
	pthread_join(t, 0);
	pthread_create(&u, 0, nothing, 0);
	pthread_join(u, 0);
	assert(0);
	return 0;
}
`} {
		noThread(t, testprog.Code(t, text))
	}
}

func noThread(t *testing.T, code *interp.Code) {
	t.Helper()
	for _, m := range methods {
		p := &engine.Problem{Program: code.Program(), Property: verdict.Assert, Environment: ir.EnvironmentSet(ir.ChooseSpawnFail)}
		out, err := New(m.name).Run(context.Background(), p)
		if err != nil {
			t.Errorf("%s: %v", m.name, err)
		} else if out.Verdict == verdict.Safe {
			t.Errorf("%s: safe", m.name)
		}
	}
}
