package static

import (
	"context"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/front"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// TestThreads checks proofs of race and deadlock freedom: some are confirmed as a proof by values, for
// others there is none.
func TestThreads(t *testing.T) {
	const head = `
#include <pthread.h>
#include <stdlib.h>
static int next, x, d[8];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static void *g(void *a) { return a; }
static void *f(void *a) { BODY return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); return d[0] + x; }
`
	const byNumber = "does not follow: a.c:7:98 in f: an access to d and that at a.c:7:98 in f may race"
	for _, c := range []struct {
		property verdict.Property
		body     string
		why      string
	}{
		{verdict.Race, "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);", ""},
		{verdict.Race, "pthread_mutex_lock(&m); int i = next++; pthread_mutex_unlock(&m); d[i] = 1;", byNumber},
		{verdict.Race, "pthread_t *t = malloc((next + 3) * sizeof *t); for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, g, 0); for (int i = 0; i < 3; i++) pthread_join(t[i], 0);", ""},
		{verdict.Deadlock, "pthread_mutex_lock(&m); pthread_mutex_lock(&n); x++; pthread_mutex_unlock(&n); pthread_mutex_unlock(&m);", ""},
	} {
		text := strings.Replace(head, "BODY", c.body, 1)
		r, err := front.Compile(context.Background(), front.Options{
			Files: []string{"a.c"}, ReadFile: func(string) ([]byte, error) { return []byte(text), nil }})
		if err != nil || r.Program == nil {
			t.Fatal(err)
		}
		out, err := New().Run(context.Background(), &engine.Problem{Program: r.Program, Property: c.property})
		if err != nil {
			t.Fatal(err)
		}
		if out.Verdict != verdict.Safe || out.Uncertified != c.why || (out.Certificate == nil) != (c.why != "") {
			t.Errorf("%s: found %s %q, uncertified %q, expected %q", c.body, out.Verdict, out.Detail, out.Uncertified, c.why)
		}
	}
}

// TestUncertified checks confirmed proofs, and a proof that is not confirmed because it counts
// additions to array elements.
func TestUncertified(t *testing.T) {
	const counting = `
#include <pthread.h>
static int n; static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *a) {
	for (int i = 0; i < 8; i++) { pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m); }
	return a;
}
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); return 0; }
`
	elements := strings.NewReplacer("static int n;", "static int n[2];", "n++;", "n[i & 1]++;").Replace(counting)
	const guarded = `
#include <pthread.h>
static int n; static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *a) { pthread_mutex_lock(&m); if (n < 9) n++; pthread_mutex_unlock(&m); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); return 0; }
`
	for text, want := range map[string]string{
		guarded:  "",
		counting: "",
		elements: "does not follow: a.c:5:64 in f: a result that may be out of range",
	} {
		r, err := front.Compile(context.Background(), front.Options{
			Files: []string{"a.c"}, ReadFile: func(string) ([]byte, error) { return []byte(text), nil }})
		if err != nil || r.Program == nil {
			t.Fatal(err)
		}
		out, err := New().Run(context.Background(), &engine.Problem{Program: r.Program, Property: verdict.Overflow})
		if err != nil {
			t.Fatal(err)
		}
		if out.Verdict != verdict.Safe || out.Uncertified != want {
			t.Errorf("found %s, uncertified %q, expected %q", out.Verdict, out.Uncertified, want)
		}
	}
}
