package order

import (
	"context"
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestParts checks that the parts of the executions have together the verdict of all of them: a violation if
// one of them has it, the marks of all of them. Some parts are divided again.
func TestParts(t *testing.T) {
	count := make(testprog.Tally)
	most := 0
	testprog.Concurrent(t, generated.All(), testprog.HalfOfAll, func(t *testing.T, seed uint64, text string) {
		code := testprog.Code(t, text)
		for _, p := range checked {
			problem := engine.Problem{Program: code.Program(), Property: p, Bounds: engine.Bounds{Unwind: 2}}
			whole := judge(t, Options{}, problem)
			parts := divide(t, problem, 2+int(seed%5))
			most = max(most, len(parts))
			if len(parts) > 0 {
				again := problem
				again.Part = &parts[0]
				if more := divide(t, again, 2); more != nil {
					parts = append(parts[1:], more...)
				}
			}
			if whole.Verdict == verdict.Unknown || len(parts) == 0 {
				continue
			}
			got := verdict.Safe
			var marks []verdict.Mark
			for i := range parts {
				problem.Part = &parts[i]
				out := judge(t, Options{}, problem)
				testprog.Replay(t, code, p, out)
				got = max(got, out.Verdict)
				if out.Verdict == verdict.Unknown {
					t.Logf("%s: part %v: %s %s", p, parts[i].Branches, out.Reason, out.Detail)
				}
				marks = append(marks, out.Marks...)
			}
			count[got.String()]++
			if got != whole.Verdict && got != verdict.Unknown {
				t.Errorf("%s: the parts %v: %s, want %s", p, parts, got, whole.Verdict)
			}
			for _, m := range whole.Marks {
				if got == verdict.Bounded && !slices.Contains(marks, m) {
					t.Errorf("%s: the parts have the marks %v, want %v, too", p, marks, m)
				}
			}
		}
	})
	testprog.Decided(t, count, 90)
	if most < 3 {
		t.Errorf("found %d parts at most, expected 3", most)
	}
}

// divide divides twice, with the same result.
func divide(t *testing.T, p engine.Problem, n int) []engine.Part {
	t.Helper()
	parts, err := New(Options{}).Divide(context.Background(), &p, n)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := New(Options{}).Divide(context.Background(), &p, n); err != nil || !slices.EqualFunc(parts, again, func(a, b engine.Part) bool { return a.Form == b.Form && slices.Equal(a.Branches, b.Branches) }) {
		t.Errorf("%s: divided again: %v, %v, want %v", p.Property, again, err, parts)
	}
	if len(parts) > n {
		t.Errorf("%s: %d parts, expected %d at most", p.Property, len(parts), n)
	}
	return parts
}

// TestPartRefused checks that a part of another graph, or with unknown branches, is refused.
func TestPartRefused(t *testing.T) {
	code := testprog.Code(t, `#include <pthread.h>
#include <assert.h>
int x;
void *one(void *arg) { x = 1; return 0; }
void *two(void *arg) { x = 2; return 0; }
int main(void) {
	pthread_t a, b;
	pthread_create(&a, 0, one, 0);
	pthread_create(&b, 0, two, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(x > 0);
}
`)
	problem := engine.Problem{Program: code.Program(), Property: verdict.Assert, Bounds: engine.Bounds{Unwind: 1}, Without: []string{narrowing}}
	parts := divide(t, problem, 2)
	if len(parts) != 2 {
		t.Fatalf("found %d parts, expected 2", len(parts))
	}
	problem.Part = &parts[0]
	if out := judge(t, Options{}, problem); out.Verdict != verdict.Safe {
		t.Errorf("found %s, expected safe: %s", out.Verdict, out.Detail)
	}
	for _, change := range []func(*engine.Part){
		func(p *engine.Part) { p.Form = "00" + p.Form[2:] },
		func(p *engine.Part) { p.Branches[0].At = "rf 1000 1000" },
		func(p *engine.Part) { p.Branches[0].Took = 2 },
		func(p *engine.Part) { p.Branches[0].Of = 3 },
	} {
		part := engine.Part{Form: parts[0].Form, Branches: slices.Clone(parts[0].Branches)}
		change(&part)
		problem.Part = &part
		if out := judge(t, Options{}, problem); out.Verdict != verdict.Unknown || out.Reason != verdict.Refused {
			t.Errorf("%v: found %s (%s), expected unknown (refused)", part, out.Verdict, out.Reason)
		}
	}
	problem.Part, problem.Bounds.Unwind = &parts[0], 2
	if out := judge(t, Options{}, problem); out.Verdict == verdict.Violation {
		t.Errorf("another bound: found %s: %s", out.Verdict, out.Detail)
	}
}
