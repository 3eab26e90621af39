package check

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// TestHolding checks that an unevaluated check counts as reached if it holds in all executions, for all
// bounds. +, = and - before its line mean that it is evaluated, holds, or neither.
func TestHolding(t *testing.T) {
	const head = `#include <assert.h>
#include <pthread.h>
extern void elsewhere(void (*)(void)), anywhere(void *);
static int *p; int x, y;
static void unused(void) { assert(p == 0); }
static void used(void) { assert(p != 0); }
struct { void (*f)(void), (*g)(void); } table = { used, unused };
`
	for _, c := range []struct{ name, text, want string }{
		{"nothing calls the function", "int main(void) { p = &x; table.f(); return 0; }", "+6 =5"},
		{"something calls it, on a way that nobody goes", "int main(void) { p = &x; table.f(); if (y)\ntable.g(); return 0; }", "+6 =5"},
		{"it may go that way", "extern int __VERIFIER_nondet_int(void); int main(void) { p = &x; table.f(); if (__VERIFIER_nondet_int() == 77777)\ntable.g(); return 0; }", "+6 -5"},
		{"others may call it", "int main(void) { p = &x; anywhere(&table); return 0; }", "unknown -6 -5"},
		{"others call it", "int main(void) { p = &x; elsewhere(table.f); elsewhere(table.g); return 0; }", "+6 +5"},
		{"no value fails it", "extern int __VERIFIER_nondet_int(void); int main(void) { p = &x; table.f(); x = __VERIFIER_nondet_int(); if (x == 77777)\nassert(x > 5); return 0; }", "+6 =5 =9"},
		{"none is evaluated", "extern int __VERIFIER_nondet_int(void); int main(void) { if (__VERIFIER_nondet_int() == 77777)\ntable.f(); return 0; }", "unknown =5 -6"},
	} {
		t.Run(c.name, func(t *testing.T) {
			cut := says(engine.Outcome{Verdict: verdict.Bounded, Marks: []verdict.Mark{{Bound: verdict.LoopBound, Limit: 4}}})
			list, err := checked(t, head+c.text, time.Minute, Options{Properties: []string{"assert"}}, fake("symbolic", symbolic, cut))
			if err != nil || list[0].Coverage == nil {
				t.Fatal(list, err)
			}
			var words []string
			if j := list[0]; j.Reason == NotReached {
				words = append(words, j.Verdict.String())
			}
			for _, l := range list[0].Coverage.Reached {
				words = append(words, fmt.Sprint("+", l.Line))
			}
			for _, l := range list[0].Coverage.Holding {
				words = append(words, fmt.Sprint("=", l.Line))
			}
			for _, l := range list[0].Coverage.NotReached {
				words = append(words, fmt.Sprint("-", l.Line))
			}
			if got := strings.Join(words, " "); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// TestFailingWhileCovered checks that a check which fails in an execution for coverage is a violation, even
// if no engine found it.
func TestFailingWhileCovered(t *testing.T) {
	const text = "#include <assert.h>\nint main(int argc, char **argv) { assert(argc > 1); return 0; }"
	cut := says(engine.Outcome{Verdict: verdict.Bounded, Marks: []verdict.Mark{{Bound: verdict.LoopBound, Limit: 4}}})
	for _, c := range []struct {
		opts Options
		want verdict.Verdict
	}{
		{Options{}, verdict.Violation},
		{Options{Engine: "explicit"}, verdict.Bounded},
		{Options{Bounds: engine.Bounds{Unwind: 4}}, verdict.Bounded},
	} {
		c.opts.Properties = []string{"assert"}
		list, err := checked(t, text, time.Minute, c.opts, fake("symbolic", symbolic, cut), fake("explicit", explicit, cut))
		if err != nil || list[0].Verdict != c.want || (c.want == verdict.Violation) != (list[0].Trace != nil) {
			t.Errorf("%+v: %v, %v, want %s", c.opts, list, err, c.want)
		}
	}
}
