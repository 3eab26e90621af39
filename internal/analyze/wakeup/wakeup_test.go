package wakeup

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

const head = `
#include <pthread.h>
#include <threads.h>
#include <stdio.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static mtx_t mc; static cnd_t cc;
static int ready, count, waiters, data, quit, seen;
int test(int *);
static int stopped(void) { pthread_mutex_lock(&other); int q = quit; pthread_mutex_unlock(&other); return q; }
static int has(void) { return count > 0; }
static void wait(void) { pthread_cond_wait(&c, &m); }
static void lock(void) { if (pthread_mutex_lock(&m)) printf("lock"); }
static void unlock(void) { pthread_mutex_unlock(&m); }
`

// TestFind checks that Find returns waits after which the thread goes on, and no wait that a loop repeats.
func TestFind(t *testing.T) {
	for _, tt := range []struct {
		name, body string
		found      int
	}{
		{"while", "lock(); while (!ready) pthread_cond_wait(&c, &m); seen = data; unlock();", 0},
		{"for", "lock(); for (; !ready;) { waiters++; pthread_cond_wait(&c, &m); waiters--; } seen = data; unlock();", 0},
		{"do", "lock(); do pthread_cond_wait(&c, &m); while (!ready); seen = data; unlock();", 0},
		{"goto", "lock(); again: if (!ready) { pthread_cond_wait(&c, &m); goto again; } seen = data; unlock();", 0},
		{"for ever with break", "lock(); for (;;) { if (ready) break; pthread_cond_wait(&c, &m); } seen = data; unlock();", 0},
		{"condition in a function", "lock(); while (!has()) pthread_cond_wait(&c, &m); count--; unlock();", 0},
		{"wait in a function", "lock(); while (!ready) wait(); seen = data; unlock();", 0},
		{"cnd_wait", "mtx_lock(&mc); while (!ready) cnd_wait(&cc, &mc); seen = data; mtx_unlock(&mc);", 0},
		{"worker", "for (;;) { lock(); while (!count && !quit) pthread_cond_wait(&c, &m); if (quit) { unlock(); return; } count--; unlock(); seen++; }", 0},
		{"a way out in the loop", "lock(); while (!count) { pthread_cond_wait(&c, &m); if (quit) { unlock(); return; } } count--; unlock();", 0},
		{"test after the lock is taken again", "for (;;) { lock(); if (!count) { pthread_cond_wait(&c, &m); unlock(); continue; } count--; unlock(); seen++; }", 0},
		{"if with a second test", "for (;;) { int got = 0; lock(); if (!count) pthread_cond_wait(&c, &m); if (count) { count--; got = 1; } unlock(); if (got) seen++; }", 0},
		{"timed", "struct timespec at = {1}; lock(); if (!ready) pthread_cond_timedwait(&c, &m, &at); seen = ready; unlock();", 0},
		{"wakes others first", "for (;;) { lock(); int n = count; if (n) { pthread_cond_broadcast(&c); pthread_cond_wait(&c, &m); } unlock(); if (!n) break; } seen++;", 0},
		{"undefined test", "while (!stopped()) { lock(); if (!test(&data)) { if (stopped()) { unlock(); break; } pthread_cond_wait(&c, &m); unlock(); continue; } unlock(); seen++; }", 0},
		{"error", "lock(); while (!ready) if (pthread_cond_wait(&c, &m)) { printf(\"wait\"); return; } seen = data; unlock();", 0},

		{"if", "lock(); if (!ready) pthread_cond_wait(&c, &m); seen = data; unlock();", 1},
		{"if, cnd_wait", "mtx_lock(&mc); if (!ready) cnd_wait(&cc, &mc); seen = data; mtx_unlock(&mc);", 1},
		{"no condition", "lock(); pthread_cond_wait(&c, &m); unlock(); printf(\"%d\", data);", 1},
		{"only reads afterwards", "lock(); if (!ready) pthread_cond_wait(&c, &m); int v = data; unlock(); if (v) printf(\"x\");", 1},
		{"while with break", "lock(); while (!ready) { pthread_cond_wait(&c, &m); break; } seen = data; unlock();", 1},
		{"constant test", "lock(); for (;;) { pthread_cond_wait(&c, &m); if (1) break; } seen = data; unlock();", 1},
		{"worker with if", "for (;;) { lock(); if (!count) pthread_cond_wait(&c, &m); count--; unlock(); }", 1},
		{"worker that acts later", "for (;;) { lock(); if (!count) pthread_cond_wait(&c, &m); int n = data; unlock(); seen += n; }", 1},
		{"worker with another lock", "for (;;) { lock(); if (!count) pthread_cond_wait(&c, &m); unlock(); pthread_mutex_lock(&other); seen++; pthread_mutex_unlock(&other); }", 1},
		{"wait in a function, if", "lock(); if (!ready) wait(); seen = data; unlock();", 1},
		{"wait in a function, one of two calls", "lock(); while (!ready) wait(); if (!count) wait(); seen = data; unlock();", 1},
		{"two waits", "lock(); if (!ready) pthread_cond_wait(&c, &m); if (!count) pthread_cond_wait(&c, &m); seen = data; unlock();", 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := testprog.Source(t, head+"static void work(void) { "+tt.body+" }\nstatic void *f(void *a) { work(); return a; }\n"+
				"int main(void) { pthread_t id; pthread_create(&id, 0, f, 0); return has(); }\n", ir.LP64)
			list := Find(context.Background(), analyze.Of(p))
			if len(list) != tt.found {
				t.Errorf("found %v, expected %d", list, tt.found)
			}
			for _, w := range list {
				if !strings.HasSuffix(w.Call, "_wait") || w.Place.Line == 0 || !strings.HasPrefix(w.String(), fmt.Sprintf("%s at a.c:%d:", w.Call, w.Place.Line)) {
					t.Errorf("found %+v, %s", w, w)
				}
			}
		})
	}
}

// TestThroughPointers leaves out a wait whose callers are not known, unless the function itself goes on.
func TestThroughPointers(t *testing.T) {
	for text, found := range map[string]int{
		"lock(); if (!ready) pthread_cond_wait(&c, &m);":                        0,
		"lock(); if (!ready) pthread_cond_wait(&c, &m); seen = data; unlock();": 1,
		"lock(); if (!ready) pthread_cond_wait(&c, &m); unlock(); seen = data;": 1,
	} {
		p := testprog.Source(t, head+"static void hook(void) { "+text+" }\nstatic void (*volatile call)(void) = hook;\nint main(void) { call(); return 0; }\n", ir.LP64)
		if list := Find(context.Background(), analyze.Of(p)); len(list) != found {
			t.Errorf("%s: found %v, expected %d", text, list, found)
		}
	}
}

// TestBesideHandlers leaves out a wait in a loop of a program in which signals may arrive between all operations.
func TestBesideHandlers(t *testing.T) {
	for text, found := range map[string]int{
		"for (;;) { lock(); int n = count; if (n) pthread_cond_wait(&c, &m); unlock(); if (!n) break; } seen++;": 0,
		"lock(); if (!ready) pthread_cond_wait(&c, &m); seen = data; unlock();":                                  1,
	} {
		p := testprog.Source(t, head+"#include <signal.h>\nstatic void on(int s) { seen = s; }\nstatic void *f(void *a) { "+text+" return a; }\n"+
			"int main(void) { pthread_t id; signal(SIGINT, on); pthread_create(&id, 0, f, 0); pthread_kill(id, SIGINT); return has(); }\n", ir.LP64)
		if list := Find(context.Background(), analyze.Of(p)); len(list) != found {
			t.Errorf("%s: found %v, expected %d", text, list, found)
		}
	}
}
