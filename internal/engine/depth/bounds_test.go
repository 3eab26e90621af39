package depth_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/depth"
	"github.com/heddle-mc/heddle/internal/engine/eager"
	"github.com/heddle-mc/heddle/internal/engine/token"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestBounds checks that the engine raises its own bounds on nested calls and on threads and objects
// created at one place, until no execution is cut. A bound that the problem sets stays. Threads beyond that
// bound are created and never run.
func TestBounds(t *testing.T) {
	const head = `#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int x, *p[5];
static void *work(void *a) { x = 1; return a; }
static int deep(int n) { return n ? 1 + deep(n - 1) : 0; }
`
	const created = `
int main(void) { pthread_t t; for (int i = 0; i < 4; i++) pthread_create(&t, 0, work, 0); x = 2; assert(x != 1); }`
	const recursive = `
static void *f(void *a) { x = deep(6); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); assert(x != 6); }`
	const made = `
static void *f(void *a) { for (int i = 0; i < 5; i++) { p[i] = malloc(sizeof(int)); *p[i] = i; } return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); assert(*p[4] != 4); }`
	const second = `
static void *f(void *a) { x = 2; return a; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, work, 0); pthread_create(&u, 0, f, 0); assert(x != 2); }`
	const joined = `
static void *f(void *a) { return a; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, work, 0); pthread_create(&u, 0, f, 0); assert(x == 0 || x == 1); pthread_join(u, 0); assert(0); }`
	for _, c := range []struct {
		name, source string
		bounds       engine.Bounds
		want         verdict.Verdict
		marks        []verdict.Bound
	}{
		{"recursion grows", recursive, engine.Bounds{}, verdict.Violation, nil},
		{"recursion is bounded", recursive, engine.Bounds{Unwind: 4}, verdict.Bounded, []verdict.Bound{verdict.RecursionBound}},
		{"recursion is not cut", recursive, engine.Bounds{Unwind: 8}, verdict.Violation, nil},
		{"objects grow", made, engine.Bounds{}, verdict.Violation, nil},
		{"objects are bounded", made, engine.Bounds{Unwind: 4}, verdict.Bounded, []verdict.Bound{verdict.AllocBound}},
		{"threads of one place", created, engine.Bounds{Unwind: 4}, verdict.Violation, nil},
		{"threads are bounded", second, engine.Bounds{Threads: 2}, verdict.Bounded, []verdict.Bound{verdict.ThreadBound}},
		{"threads are enough", second, engine.Bounds{Threads: 3}, verdict.Violation, nil},
		{"nobody joins a thread that never runs", joined, engine.Bounds{Threads: 2}, verdict.Bounded, []verdict.Bound{verdict.ThreadBound}},
		{"main alone", second, engine.Bounds{Threads: 1}, verdict.Bounded, []verdict.Bound{verdict.ThreadBound}},
	} {
		code := testprog.Code(t, head+c.source)
		for _, e := range []engine.Engine{token.New(depth.Options{}), eager.New(depth.Options{})} {
			out := testprog.JudgeWithin(t, e, code, verdict.Assert, c.bounds, time.Minute)
			var marks []verdict.Bound
			for _, m := range out.Marks {
				marks = append(marks, m.Bound)
			}
			if out.Verdict != c.want || !slices.Equal(slices.Compact(marks), c.marks) {
				t.Errorf("%s, %T: %s %s %s, marks %v", c.name, e, out.Verdict, out.Reason, out.Detail, out.Marks)
			}
		}
	}
}

// TestGrownModel checks that Last returns the system with the grown bounds, on which the outcome is based.
func TestGrownModel(t *testing.T) {
	code := testprog.Code(t, `
#include <assert.h>
static int x;
static int deep(int n) { return n ? 1 + deep(n - 1) : 0; }
int main(void) { x = deep(6); assert(x == 6); }
`)
	e := token.New(depth.Options{})
	p := &engine.Problem{Program: code.Program(), Property: verdict.Assert}
	if last := e.Last(p); last != nil {
		t.Errorf("before: %+v", last.Bounds)
	}
	out, err := e.Run(context.Background(), p)
	if err != nil || out.Verdict != verdict.Safe {
		t.Fatal(out, err)
	}
	if last := e.Last(p); last == nil || last.Bounds.Unwind <= 6 {
		t.Errorf("after: %+v", last)
	}
}
