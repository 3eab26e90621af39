package static

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// reported returns the report on races of a program, which is neither safe nor violated.
func reported(t *testing.T, text string) *engine.Races {
	p := testprog.Source(t, text, ir.LP64)
	out, err := New().Run(t.Context(), &engine.Problem{Program: p, Property: verdict.Race})
	if err != nil || out.Verdict != verdict.Unknown || out.Races == nil {
		t.Fatalf("found %v, %v, expected a report", out, err)
	}
	return out.Races
}

// TestSuspects checks the report on pairs of accesses when not all are proved: also behind main's arguments
// where a pointer is made from a number, and behind a construct without a meaning. The suspect comes first whose object a lock mostly protects.
func TestSuspects(t *testing.T) {
	const text = `
#include <pthread.h>
static int x, y, z, done; static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *a) {
	pthread_mutex_lock(&m); x++; z++; x++; pthread_mutex_unlock(&m);
	y = 1;
	return a;
}
static void behind(void) { z = 2; }
int main(int argc, char **argv) {
	pthread_t t;
	long *p = (long *)(argc * 4096L);
	pthread_create(&t, 0, f, 0);
	pthread_mutex_lock(&m); x++; z++; pthread_mutex_unlock(&m);
	if (argc > 3) { x = 0; *p = 1; }
	if (argc > 4) { __asm__("xgetbv"); behind(); }
	return y;
}
`
	races, proved := reported(t, text), 0
	for _, p := range races.Proved {
		proved += p.Pairs
	}
	open := map[string]bool{}
	for _, s := range races.Suspects {
		open[s.Object] = true
	}
	if !open["x"] || !open["y"] || open["z"] || races.Suspects[0].Object != "x" || races.Suspects[0].Locked == 0 {
		t.Errorf("found the suspects %+v, expected x and y, and x first", races.Suspects)
	}
	if proved == 0 || proved >= races.Pairs || !strings.Contains(strings.Join(races.Assumed, "; "), "made from numbers") {
		t.Errorf("found %+v, expected some proved pairs, and the assumption about numbers", races)
	}
	if !strings.Contains(strings.Join(races.Assumed, "; "), "not reached access no shared object (1): behind") {
		t.Errorf("found the assumptions %q, expected one about the function that is not reached", races.Assumed)
	}
}

// TestLocations checks the order of the suspects of one object by member. First comes the condition of a wait that
// one place writes without the lock of the others. Then follow a member that one place accesses without it, and members
// without a lock. The last ones have an index that could be out of bounds, or a lock that another thread may release.
func TestLocations(t *testing.T) {
	const text = `
#include <pthread.h>
struct s { int bare, counted, ready, loose, own; int slots[4]; };
static struct s s;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void *f(void *a) {
	pthread_mutex_lock(&m);
	while (!s.ready) pthread_cond_wait(&c, &m);
	s.ready = 0; s.counted++; s.counted++;
	pthread_mutex_unlock(&m);
	pthread_mutex_lock(&n); s.loose = 1; pthread_mutex_unlock(&n);
	s.bare = 1; s.slots[*(int *)a] = 1;
	return a;
}
int main(void) {
	pthread_t t; int k = s.own;
	pthread_create(&t, 0, f, &k);
	s.ready = 1; s.counted--;
	pthread_mutex_lock(&m); s.ready = 1; s.counted--; pthread_cond_signal(&c); pthread_mutex_unlock(&m);
	s.bare = 2; s.slots[1] = 2; s.own = 1;
	pthread_mutex_lock(&n); s.loose = 2; pthread_mutex_unlock(&n); pthread_mutex_unlock(&n);
	return s.own;
}
`
	races := reported(t, text)
	var order []string
	for _, s := range races.Suspects {
		text := fmt.Sprintf("%s %s %d/%d %v", s.Location, s.Guard, s.Guarded, s.Places, s.Waits)
		if len(order) == 0 || order[len(order)-1] != text {
			order = append(order, text)
		}
	}
	want := []string{"s.ready m 3/4 true", "s.counted m 3/4 false", "s.slots  0/2 false", "s.bare  0/2 false", "s.loose n 2/2 false", "s.own  0/2 false"}
	if !slices.Equal(order, want) {
		t.Errorf("found %q, expected %q", order, want)
	}
}

// TestUpdates checks that a plain update by several threads comes before plain reads and writes, and that a place that is
// mostly atomic comes before both. It is no update if each thread has its own element, or if the other access only reads.
func TestUpdates(t *testing.T) {
	const text = `
#include <pthread.h>
#include <stdlib.h>
struct work { int number; };
struct table { long used; long count[]; };
static int bare, read, total, mostly, own[4], other[4];
static struct table *table;
static void *f(void *a) {
	struct work *w = a;
	bare = 1;
	total += read;
	__atomic_fetch_add(&mostly, 1, __ATOMIC_SEQ_CST); __atomic_fetch_add(&mostly, 2, __ATOMIC_SEQ_CST);
	own[w->number]++;
	other[total & 3]++;
	table->count[read]++;
	return a;
}
int main(void) {
	pthread_t t[2];
	struct work w[2];
	table = malloc(sizeof *table + 8 * sizeof(long));
	for (int i = 0; i < 2; i++) { w[i].number = i; pthread_create(&t[i], 0, f, &w[i]); read = i; }
	mostly++;
	return bare;
}
`
	races := reported(t, text)
	var order []string
	for _, s := range races.Suspects {
		if text := fmt.Sprintf("%s %v %d", s.Location, s.Update, s.Atomic); !slices.ContainsFunc(order, func(o string) bool { return strings.HasPrefix(o, s.Location+" ") }) {
			order = append(order, text)
		}
	}
	want := []string{"mostly true 2", "count of the object allocated at a.c:21:10 true 0", "other true 0", "total true 0"}
	if len(order) < len(want) || !slices.Equal(order[:len(want)], want) {
		t.Errorf("found %q, expected %q first", order, want)
	}
	for _, o := range order[min(len(want), len(order)):] {
		if strings.Contains(o, "true") {
			t.Errorf("found the update %q", o)
		}
	}
}
