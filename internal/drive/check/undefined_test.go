package check

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/front"
	"github.com/heddle-mc/heddle/internal/front/link"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestAlone compares the verdict of each property, judged alone, with the stated verdict of the
// program.
func TestAlone(t *testing.T) {
	judged := 0
	for _, file := range testprog.Files(t) {
		for p, want := range testprog.Alone(t, file) {
			judgedAlone(t, file, testprog.Compile(t, file, ir.LP64), Options{Properties: []string{p.String()}}, want)
			judged++
		}
		for p, want := range testprog.Strict(t, file) {
			r, err := front.Compile(context.Background(), front.Options{Files: []string{file}, Externals: link.StrictExternals})
			if err != nil || r.Program == nil {
				t.Fatal(file, err)
			}
			judgedAlone(t, file, r.Program, Options{Properties: []string{p.String()}, StrictExternals: true}, want)
			judged++
		}
	}
	if judged == 0 {
		t.Error("no program says anything")
	}
}

func judgedAlone(t *testing.T, file string, p *ir.Program, opts Options, want string) {
	t.Helper()
	b := NewBudget(context.Background(), time.Minute, 0)
	defer b.Stop()
	list, err := Run(b, p, opts)
	if err != nil {
		t.Fatal(err)
	}
	j := &list[0]
	if got := j.Verdict.String(); got != want || got == "unknown" && j.Reason != UndefinedBehaviour && j.Reason != verdict.External {
		t.Errorf("%s: %s is %s (%s %s), expected %s", filepath.Base(file), j.Property, got, j.Reason, j.Message, want)
	}
}

// TestTriedAssumptions checks that an assumption is tried if a proof rests on it, with executions that the
// proof covers. Properties that the same run proved are not tried.
func TestTriedAssumptions(t *testing.T) {
	safe := says(engine.Outcome{Verdict: verdict.Safe})
	const outside = "int a[4], last = 4; int main(void) { a[last] = 1; assert(last); return 0; }"
	// A wake-up without a signal leads to executions of deadlock as well (semantics 11.5).
	woken := strings.Replace(choices[ir.ChooseSpurious], "assert(set);", "assert(1 / set);", 1)
	leaks := "#include <stdlib.h>\nint main(void) { int *p = malloc(4); *p = 1; assert(*p); return 0; }"
	const head = "#include <assert.h>\n"
	for _, c := range []struct {
		name, text string
		properties string
		answer     engineFunc
		want       string // verdicts, and parts of messages
		has        string
	}{
		{"an access", head + outside, "assert", safe, "unknown", "out-of-bounds at"},
		{"the property that judges it", head + outside, "assert", safe, "unknown", "--property memory judges it"},
		{"found in the same run", head + outside, "assert,memory", explores, "unknown violation", "out-of-bounds at"},
		{"proved in the same run", head + outside, "assert,memory", safe, "safe safe", ""},
		{"no proof", head + "int a[4], last = 4; int main(void) { assert(last); a[last] = 1; return 0; }", "assert", says(engine.Outcome{Verdict: verdict.Bounded}), "bounded", ""},
		{"a leak", head + leaks, "assert", safe, "safe", ""},
		{"with its environment", woken, "assert,deadlock", safe, "unknown unknown", "at"},
		{"for some inputs", head + "int __VERIFIER_nondet_int(void); int a[2]; int main(void) { int i = __VERIFIER_nondet_int(); if (i >= 0 && i < 3) a[i] = 1; assert(a[0] < 2); return 0; }",
			"assert", safe, "unknown", "out-of-bounds at"},
	} {
		properties := strings.Split(c.properties, ",")
		list, err := checked(t, c.text, time.Minute, Options{Properties: properties, Jobs: 1}, fake("a", symbolic, c.answer))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var got []string
		for _, j := range list {
			got = append(got, j.Verdict.String())
			if j.Verdict == verdict.Unknown && (j.Reason != UndefinedBehaviour || !strings.Contains(j.Message, c.has) || len(j.Assumptions) > 0) {
				t.Errorf("%s: %s, %q, %q", c.name, j.Reason, j.Message, j.Assumptions)
			}
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%s: %s, expected %s", c.name, got, c.want)
		}
	}
}

// TestNotReached checks that a bound within which no execution evaluates a check is no answer.
func TestNotReached(t *testing.T) {
	bounded := says(engine.Outcome{Verdict: verdict.Bounded, Reason: verdict.Timeout})
	for _, c := range []struct{ name, text, want string }{
		{"reached", "int x; int main(void) { assert(x == 0); return 0; }", "bounded timeout [] 1"},
		{"some", "int x; int main(void) { assert(x == 0); if (any() == 77777)\nassert(any()); return 0; }", "bounded timeout [5] 1"},
		{"none", "int x; int main(void) { if (any() == 77777)\nassert(any()); return 0; }", "unknown not-reached [5] 0"},
		{"beside main, which goes round for ever", "#include <pthread.h>\nint x; void *f(void *a) { for (;;) { assert(x >= 0); x ^= 1; } }\n" +
			"int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); for (;;) ; }", "bounded timeout [] 1"},
	} {
		list, err := checked(t, "#include <assert.h>\n#define any __VERIFIER_nondet_int\nextern int any(void);\n"+c.text, time.Minute, Options{Properties: []string{"assert"}, Jobs: 1}, fake("a", symbolic, bounded))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		j := &list[0]
		lines := []int{}
		for _, l := range j.Coverage.NotReached {
			lines = append(lines, l.Line)
		}
		if got := fmt.Sprint(j.Verdict, " ", j.Reason, " ", lines, " ", len(j.Coverage.Reached)); got != c.want {
			t.Errorf("%s: %s, expected %s", c.name, got, c.want)
		}
	}
}

// TestReachedByChoice checks that an engine looks for values that random executions do not choose.
func TestReachedByChoice(t *testing.T) {
	const text = `#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
	int n = __VERIFIER_nondet_int(), s = 0;
	if (__VERIFIER_nondet_int() != 123456789) return 0;
	for (int i = 0; i < n; i++) s++;
	if (n == 2)
		assert(s == n);
	return 0;
}`
	list, err := checkedBy(t, text, time.Minute, Options{Properties: []string{"assert"}, Engine: "order", Bounds: engine.Bounds{Unwind: 3}, Jobs: 1}, everything())
	if err != nil {
		t.Fatal(err)
	}
	if j := &list[0]; j.Verdict != verdict.Bounded || j.Coverage == nil || len(j.Coverage.Reached) != 1 {
		t.Errorf("%s %s, %+v, expected that a bounded execution evaluates the check", j.Verdict, j.Reason, j.Coverage)
	}
}
