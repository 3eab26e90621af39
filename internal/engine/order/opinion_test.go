package order

import (
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/search"
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// handedOver writes a value below 8. Main asserts that the value is below a limit.
const handedOver = `#include <assert.h>
#include <pthread.h>
extern unsigned __VERIFIER_nondet_uint(void);
static _Atomic unsigned flag, x;
static void *give(void *arg)
{
	x = __VERIFIER_nondet_uint() % 8;
	flag = 1;
	return arg;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, give, NULL);
	pthread_join(t, NULL);
	if (flag)
		assert(x < LIMIT);
	return 0;
}
`

// worked returns the work on the program with a limit, up to the graphs before and after narrowing.
func worked(t *testing.T, limit string) (r *run, whole, narrow *event.Graph) {
	t.Helper()
	code := testprog.Code(t, strings.Replace(handedOver, "LIMIT", limit, 1))
	r = newRun(&engine.Problem{Program: code.Program(), Property: verdict.Assert}, Options{})
	r.began = r.began.Add(-time.Hour) // the second opinion gets the most time that it may have
	whole, err := r.unwind(t.Context(), term.New(term.Options{}), search.Unwinding{Loop: 1})
	if err != nil {
		t.Fatal(err)
	}
	if narrow, _, err = r.narrow(t.Context(), whole); err != nil {
		t.Fatal(err)
	}
	return r, whole, narrow
}

// TestSample compares random executions with the graph of their program, and with graphs that lost
// something.
func TestSample(t *testing.T) {
	few := func(done int) bool { return done < 5 }
	for _, tt := range []struct {
		name string
		lose func(g *event.Graph)
		want string
	}{
		{"nothing", func(*event.Graph) {}, ""},
		{"a write", func(g *event.Graph) {
			for i := range g.Events {
				if e := &g.Events[i]; e.Kind == event.Write {
					e.Guard = term.False
				}
			}
		}, "the graph"},
		{"a step", func(g *event.Graph) {
			last := &g.Threads[2]
			last.Nodes = last.Nodes[:1]
		}, "the graph has nothing more for the thread to do"},
	} {
		r, _, g := worked(t, "9")
		tt.lose(g)
		err := r.compare(t.Context(), g, few)
		if (err == nil) != (tt.want == "") {
			t.Errorf("%s: got %v, want %q", tt.name, err, tt.want)
		}
	}
	r, _, g := worked(t, "1")
	if err := r.compare(t.Context(), g, few); err == nil || !strings.Contains(err.Error(), "it violates the property") {
		t.Errorf("a program that fails in most executions and is called safe: got %v", err)
	}
}

// TestAgain checks a narrowed graph that decides the assertion, so the whole graph is judged again.
func TestAgain(t *testing.T) {
	r, whole, narrow := worked(t, "9")
	if !decides(whole, narrow) || r.whole != whole {
		t.Fatal("narrowing decides that x < 9, and this is not noticed")
	}
	if decides(whole, whole) {
		t.Error("a graph decides more than itself")
	}
	if err := r.again(t.Context()); err != nil || r.search.Found.Stats.Stage("again").Size == 0 {
		t.Errorf("of a safe program: got %v, %+v", err, r.search.Found.Stats)
	}
	r, whole, _ = worked(t, "3")
	r.whole = whole // as if narrowing had decided that the assertion holds
	if err := r.again(t.Context()); err == nil || !strings.Contains(err.Error(), "without there is one") {
		t.Errorf("of a violated program that is called safe: got %v", err)
	}
	r.whole = whole
	r.search.Found.Violations = []engine.Violation{{}}
	if err := r.again(t.Context()); err != nil {
		t.Errorf("where a violation is known: got %v", err)
	}
}
