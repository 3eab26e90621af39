package static

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/front"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

const source = `
#include <pthread.h>
KIND int x;
static void *f(void *a) { x++; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x++; }
`

// compiled returns a program.
func compiled(t *testing.T, text string) *ir.Program {
	t.Helper()
	r, err := front.Compile(context.Background(), front.Options{
		Files: []string{"a.c"}, ReadFile: func(string) ([]byte, error) { return []byte(text), nil }})
	if err != nil || r.Program == nil {
		t.Fatal(err)
	}
	return r.Program
}

// TestRun checks a program with a proof, a program without a proof, and a property that the engine does
// not support.
func TestRun(t *testing.T) {
	for _, c := range []struct {
		kind     string
		property verdict.Property
		want     verdict.Verdict
		detail   string
	}{
		{"_Atomic", verdict.Race, verdict.Safe, "static race freedom"},
		{"static", verdict.Race, verdict.Unknown, "accesses at a.c:5:61 and a.c:4:28 may race, and 2 more pairs"},
		{"_Atomic", verdict.Deadlock, verdict.Safe, "static deadlock freedom"},
		{"_Atomic", verdict.Memory, verdict.Safe, "static values"},
		{"_Atomic", verdict.Overflow, verdict.Safe, "static values"},
		{"static", verdict.Overflow, verdict.Unknown, "a.c:4:28: a result that may be out of range"},
		{"_Atomic", verdict.Lock, verdict.Unknown, ""},
	} {
		text := strings.Replace(source, "KIND", c.kind, 1)
		p := compiled(t, text)
		out, err := New().Run(context.Background(), &engine.Problem{Program: p, Property: c.property})
		if err != nil {
			t.Fatal(err)
		}
		if out.Verdict != c.want || !strings.HasPrefix(out.Detail, c.detail) {
			t.Errorf("%s %s: found %s %q %q", c.kind, c.property, out.Verdict, out.Detail, out.Assumed)
		}
	}
}

const initialised = `
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m;
static int inside;
static void *enter(void *a)
{
	pthread_mutex_lock(&m);
	inside++;
	assert(inside == 1);
	inside--;
	pthread_mutex_unlock(&m);
	return a;
}
int main(void)
{
	pthread_t t;
	BEFORE
	pthread_create(&t, 0, enter, 0);
	BESIDE
	enter(0);
	pthread_join(t, 0);
	return 0;
}
`

// TestKnowing checks races that are excluded because values do not wrap, or because control does not reach
// an access, and similar races that are not.
func TestKnowing(t *testing.T) {
	const head = `
#include <pthread.h>
#include <stdlib.h>
static int next, x, y, d[8];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *a) { pthread_mutex_lock(&m); %s pthread_mutex_unlock(&m); %s return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); return 0; }
`
	for _, c := range []struct {
		held, free string
		want       verdict.Verdict
	}{
		{"if (next > 7) exit(0); int i = next++;", "d[i] = 1;", verdict.Safe},
		{"int i = next++; if (i > 7) exit(0);", "d[i] = 1;", verdict.Safe}, // there are two threads
		{"for (int k = 0; x || k < 9; k++) next++; int i = next++ & 7;", "d[i] = 1;", verdict.Unknown},
		{"if (next > 7) exit(0); int i = next; next = 1;", "d[i] = 1;", verdict.Unknown},
		{"", "if (x) y++;", verdict.Safe},
		{"", "if (!x) y++;", verdict.Unknown},
		{"", "static _Thread_local int *p; int u; p = &u; if (p == &u) pthread_mutex_lock(&m); x++; if (p == &u) pthread_mutex_unlock(&m);", verdict.Safe},
		{"", "static _Thread_local int *p; int u; if (a) p = &u; if (p == &u) pthread_mutex_lock(&m); x++; if (p == &u) pthread_mutex_unlock(&m);", verdict.Unknown},
	} {
		text := fmt.Sprintf(head, c.held, c.free)
		p := compiled(t, text)
		out, err := New().Run(context.Background(), &engine.Problem{Program: p, Property: verdict.Race})
		if err != nil {
			t.Fatal(err)
		}
		if out.Verdict != c.want {
			t.Errorf("%s %s: found %s %q", c.held, c.free, out.Verdict, out.Detail)
		}
	}
}

// TestInitialised checks a mutex that is initialised when no thread can hold it, and when one may.
func TestInitialised(t *testing.T) {
	const init = "pthread_mutex_init(&m, 0);"
	for _, c := range []struct {
		before, beside string
		want           verdict.Verdict
	}{
		{"", "", verdict.Safe},
		{init, "", verdict.Safe},
		{"", init, verdict.Unknown},
		{"", "m = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;", verdict.Unknown},
	} {
		text := strings.NewReplacer("BEFORE", c.before, "BESIDE", c.beside).Replace(initialised)
		p := compiled(t, text)
		code := interp.Prepare(p)
		for _, p := range []verdict.Property{verdict.Assert, verdict.Race} {
			out, err := New().Run(context.Background(), &engine.Problem{Program: code.Program(), Property: p})
			if err != nil {
				t.Fatal(err)
			}
			if out.Verdict != c.want {
				t.Errorf("%q, %q, %s: found %s %q", c.before, c.beside, p, out.Verdict, out.Detail)
			}
		}
	}
}

// TestUnknownPointers checks a program with pointers of unknown target. Results that its functions compute
// from local values are still in range.
func TestUnknownPointers(t *testing.T) {
	for _, c := range []struct {
		property verdict.Property
		body     string
		want     verdict.Verdict
	}{
		{verdict.Overflow, "for (int i = 0; i < 9; i++) *p = i;", verdict.Safe},
		{verdict.Overflow, "for (int i = 0; i < 9; i++) *p = x++;", verdict.Unknown},
		{verdict.Memory, "for (int i = 0; i < 9; i++) *p = i;", verdict.Unknown},
		{verdict.Div, "for (int i = 0; i < 9; i++) *p = 1 / (i + 1);", verdict.Unknown},
	} {
		text := "extern unsigned long any(void); static int x; int main(void) { int *p = (int *)any(); " + c.body + " return 0; }"
		p := compiled(t, text)
		out, err := New().Run(context.Background(), &engine.Problem{Program: p, Property: c.property})
		if err != nil {
			t.Fatal(err)
		}
		const pointer = "a store through a pointer that was made from a number"
		if out.Verdict != c.want || c.want == verdict.Safe && !strings.Contains(out.Uncertified, pointer) || c.want != verdict.Safe && out.Detail != pointer {
			t.Errorf("%s, %s: found %s %q %q", c.property, c.body, out.Verdict, out.Detail, out.Uncertified)
		}
	}
}

// TestFormats checks that output with a literal format has only the pointer effects of its conversions, so
// that programs with endless threads are proved.
func TestFormats(t *testing.T) {
	for _, c := range []struct {
		call   string
		proved bool
	}{
		{`snprintf(line, sizeof line, "%s-%ld", name, n)`, true},
		{`sprintf(line, "%5d %x", (int)n, (unsigned)n)`, true},
		{`fprintf(log, "%s %ld\n", name, n)`, true},
		{`snprintf(line, sizeof line, format, name, n)`, false},
		{`snprintf(line, sizeof line, "%s%n", name, (int *)&n)`, false},
	} {
		p := compiled(t, `
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char line[64];
static long n;
static const char *format = "%s-%ld";
static FILE *log;
static void *worker(void *name)
{
	for (;;) {
		pthread_mutex_lock(&m);
		n = (n + 1) % 1000;
		`+c.call+`;
		pthread_mutex_unlock(&m);
	}
}
int main(void)
{
	pthread_t t;
	if (!(log = fopen("log", "w")))
		return 1;
	pthread_create(&t, 0, worker, "one");
	worker("two");
	return 0;
}
`)
		for _, property := range []verdict.Property{verdict.Race, verdict.Deadlock} {
			out, err := New().Run(context.Background(), &engine.Problem{Program: p, Property: property})
			if err != nil {
				t.Fatal(err)
			}
			if (out.Verdict == verdict.Safe) != c.proved {
				t.Errorf("%s, %s: found %s %q", c.call, property, out.Verdict, out.Detail)
			}
		}
	}
}
