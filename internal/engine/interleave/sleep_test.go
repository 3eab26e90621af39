package interleave

import (
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/model/interleave"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// threads is a main thread that creates the threads a and b, and joins them.
const threads = `
int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, a, 0);
	pthread_create(&u, 0, b, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
`

const headers = `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
static int x, y;
static atomic_int f;
`

// TestSleep checks violations that sleep sets of other tools lost, and that redundant interleavings are
// left out.
func TestSleep(t *testing.T) {
	tests := []struct {
		name     string
		property verdict.Property
		text     string
		want     verdict.Verdict
		fewer    bool // interleavings than without
	}{
		{"the sleeper's own reads count", verdict.Assert, `
static void *a(void *arg) { assert(x != 2); return arg; }
static void *b(void *arg) { x = 2; return arg; }` + threads, verdict.Violation, false},
		{"a subtree is not exhausted by its first interleaving", verdict.Assert, `
static void *c(void *arg) { x = 1; return arg; }
static void *a(void *arg) { pthread_t t; pthread_create(&t, 0, c, 0); x = 2; pthread_join(t, 0); return arg; }
static void *b(void *arg) { int r = x, s = x; assert(r != 2 || s != 1); return arg; }` + threads, verdict.Violation, false},
		{"output reads", verdict.Memory, `
static char *p;
static void *a(void *arg) { puts(p); return arg; }
static void *b(void *arg) { free(p); return arg; }
int main(void)
{
	pthread_t t, u;
	p = malloc(2);
	p[0] = 'x', p[1] = 0;
	pthread_create(&t, 0, a, 0);
	pthread_create(&u, 0, b, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
`, verdict.Violation, false},
		{"races need the order of what synchronises", verdict.Race, `
static void *a(void *arg) { x = 1; atomic_store(&f, 1); return arg; }
static void *b(void *arg) { if (!atomic_load(&f)) x = 2; return arg; }` + threads, verdict.Violation, false},
		{"a loop that is cut is entered later, too", verdict.Assert, `
static void *a(void *arg) { while (!atomic_load(&f)) y++; assert(0); return arg; }
static void *b(void *arg) { atomic_store(&f, 1); return arg; }` + threads, verdict.Violation, false},
		{"independent operations", verdict.Assert, `
static void *a(void *arg) { x = 1; x = 2; f++; assert(x == 2); return arg; }
static void *b(void *arg) { y = 1; y = 2; assert(y == 2); return arg; }
static void *c(void *arg) { y += x; return arg; }
int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, a, 0);
	pthread_create(&u, 0, b, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	c(0);
	return 0;
}
`, verdict.Safe, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			code := testprog.Code(t, headers+test.text)
			count := make(map[string]int)
			for _, reduce := range []string{"none", sleepSets} {
				e := lazy(t).New(engine.Settings{"reduce": reduce})
				out := testprog.Judge(t, e, &engine.Problem{Program: code.Program(), Property: test.property}, 20*time.Second)
				testprog.Replay(t, code, test.property, out)
				if out.Verdict != test.want {
					t.Errorf("%s: %s (%s), expected %s", reduce, out.Verdict, out.Reason, test.want)
				}
				count[reduce] = out.Stats.Own.(interleave.Stats).Interleavings
			}
			if test.fewer && count[sleepSets] >= count["none"] {
				t.Errorf("%d interleavings, %d without sleep sets, expected less", count[sleepSets], count["none"])
			}
		})
	}
}

// TestSleepContexts checks that within each number of contexts, sleep sets change no verdict and leave out
// interleavings. Thread a reads what b writes last after two switches, and its other operations are
// independent of b's.
func TestSleepContexts(t *testing.T) {
	code := testprog.Code(t, headers+`
static void *a(void *arg) { y = 1; y = 2; y = 3; int r = x; y = 4; assert(r != 2); return arg; }
static void *b(void *arg) { f = 1; f = 2; x = 1; x = 2; return arg; }
int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, a, 0);
	pthread_create(&u, 0, b, 0);
	if (f + y == 0) x = 3;
	return 0;
}
`)
	fewer := 0
	for n := 2; n <= 6; n++ {
		var verdicts [2]verdict.Verdict
		var count [2]int
		for i, settings := range []engine.Settings{{}, {"reduce": sleepSets}} {
			p := &engine.Problem{Program: code.Program(), Property: verdict.Assert, Bounds: engine.Bounds{Contexts: n}, All: true, Without: []string{merging}}
			out := testprog.Judge(t, lazy(t).New(settings), p, 20*time.Second)
			testprog.Replay(t, code, verdict.Assert, out)
			verdicts[i], count[i] = out.Verdict, out.Stats.Own.(interleave.Stats).Interleavings
		}
		if verdicts[0] != verdicts[1] || count[1] > count[0] {
			t.Errorf("%d contexts: %s after %d interleavings, with sleep sets %s after %d", n, verdicts[0], count[0], verdicts[1], count[1])
		}
		if count[1] < count[0] {
			fewer++
		}
	}
	if fewer == 0 {
		t.Error("expected fewer interleavings with sleep sets")
	}
}

func lazy(t *testing.T) *engine.Kind {
	t.Helper()
	for _, k := range Kinds() {
		if k.Name == "lazy" {
			return &k
		}
	}
	t.Fatal("no engine lazy")
	return nil
}
