package smc_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testgen"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var (
	generated  = testflag.Generated(8)
	executions = testflag.Executions(300)
)

// fewExecutions is how many executions a plain search of one property may have.
const fewExecutions = 300

// violations lists the violations of an exploration, each with kind and places.
func violations(c *interp.Code, x *smc.Exploration) []string {
	var list []string
	for _, found := range x.Violations {
		v := found.Violation
		places := []ir.Pos{v.Pos}
		if v.First != nil {
			places = append(places, v.First.Pos)
			slices.SortFunc(places, func(a, b ir.Pos) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
		}
		list = append(list, fmt.Sprint(v.Property, " ", v.Kind, " ", places))
	}
	slices.Sort(list)
	return list
}

// agree explores a program in every way and compares the violations: by each reduction, and by properties
// one by one and together. It reports whether the plain exploration was complete, and whether DPOR was.
func agree(t testing.TB, name string, c *interp.Code, limits smc.Options) (plain, reduced bool) {
	t.Helper()
	run := func(properties interp.Properties, reduction smc.Reduction) *smc.Exploration {
		opts := limits
		opts.Properties, opts.Reduction = properties, reduction
		x, err := smc.Explore(context.Background(), c, opts)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range x.Violations {
			res, err := interp.ReplayCode(context.Background(), c, v.Trace, interp.ReplayOptions{})
			if err != nil || res.Violation.Property != v.Violation.Property || res.Violation.Pos != v.Violation.Pos {
				t.Errorf("%s, %s: the trace of %s does not replay: %v", name, reduction, v.Violation.Message, err)
			}
		}
		return x
	}
	joint := make(map[smc.Reduction]*smc.Exploration)
	for _, reduction := range []smc.Reduction{smc.NoReduction, smc.Hashing, smc.DPOR} {
		joint[reduction] = run(interp.AllProperties, reduction)
	}
	dpor := joint[smc.DPOR]
	if !dpor.Complete {
		if strings.Contains(dpor.Incomplete, "repeat") {
			t.Errorf("%s: %s", name, dpor.Incomplete)
		}
		return joint[smc.NoReduction].Complete, false
	}
	want := violations(c, dpor)
	for _, reduction := range []smc.Reduction{smc.NoReduction, smc.Hashing} {
		if x := joint[reduction]; x.Complete {
			if got := violations(c, x); !slices.Equal(got, want) {
				t.Errorf("%s: %s finds\n  %s\nDPOR\n  %s", name, reduction, strings.Join(got, "\n  "), strings.Join(want, "\n  "))
			}
		}
	}
	race := func(s string) bool { return strings.HasPrefix(s, verdict.Race.String()+" ") }
	if x := run(interp.AllProperties&^interp.PropertySet(verdict.Race), smc.Hashing); x.Complete { // loops without an end have few states
		if got, part := violations(c, x), slices.DeleteFunc(slices.Clone(want), race); !slices.Equal(got, part) {
			t.Errorf("%s: without races %s finds\n  %s\nDPOR\n  %s", name, smc.Hashing, strings.Join(got, "\n  "), strings.Join(part, "\n  "))
		}
	}
	for p := range verdict.NumProperties {
		for _, reduction := range []smc.Reduction{smc.DPOR, smc.NoReduction} {
			if plain := joint[smc.NoReduction]; reduction == smc.NoReduction && (!plain.Complete || plain.Executions > fewExecutions) {
				continue
			}
			x := run(interp.PropertySet(p), reduction)
			got := violations(c, x)
			part := slices.DeleteFunc(slices.Clone(want), func(s string) bool { return !strings.HasPrefix(s, p.String()+" ") })
			if x.Complete && !slices.Equal(got, part) {
				t.Errorf("%s: %s alone with %s finds\n  %s\nall properties\n  %s", name, p, reduction, strings.Join(got, "\n  "), strings.Join(part, "\n  "))
			}
		}
	}
	return joint[smc.NoReduction].Complete, true
}

// TestSameViolations explores the small programs of the repository in every way.
func TestSameViolations(t *testing.T) {
	plain, reduced, all := 0, 0, 0
	for _, file := range testprog.Some(t, 16, *smc.Long) {
		all++
		p, r := agree(t, filepath.Base(file), testprog.FileCode(t, file), smc.Options{Executions: 300, MaxSteps: 5_000, MaxDepth: 300, Loops: interp.CutAwait})
		if p {
			plain++
		}
		if r {
			reduced++
		}
	}
	t.Logf("complete: %d plain, %d reduced", plain, reduced)
	testprog.AtLeast(t, reduced, all, 50)
}

// TestRacePairs explores programs in which a thread accesses x at several places without synchronisation in
// between. Each pair of places is found, with any other events between the accesses.
func TestRacePairs(t *testing.T) {
	for _, test := range []struct {
		name, writer, reader, after string
		want                        []string // lines
	}{
		{"two reads", "x = 1;", "int r = 4 / x;\nint s = x;", "assert(x != 1);", []string{"4 7", "4 8", "4 13"}},
		{"a read that needs a later write", "x = 1;\nx = 2;", "if (x == 2)\ny = x;", "", []string{"4 8", "4 9", "5 8", "5 9"}},
	} {
		text := "#include <assert.h>\n#include <pthread.h>\nint x, y; void *writer(void *arg) {\n" + test.writer +
			"\nreturn 0; }\nvoid *reader(void *arg) {\n" + test.reader +
			"\nreturn 0; }\nint main(void) { pthread_t w, r;\npthread_create(&w, 0, writer, 0);\npthread_create(&r, 0, reader, 0);\n" +
			test.after + "\npthread_exit(0); }\n"
		code := testprog.Code(t, text)
		agree(t, test.name, code, smc.Options{MaxSteps: 10_000})
		x, err := smc.Explore(context.Background(), code, smc.Options{
			Properties: interp.PropertySet(verdict.Race), Reduction: smc.DPOR, MaxSteps: 10_000,
		})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, v := range x.Violations {
			a, b := v.Violation.First.Pos.Line, v.Violation.Pos.Line
			got = append(got, fmt.Sprint(min(a, b), " ", max(a, b)))
		}
		slices.Sort(got)
		slices.Sort(test.want)
		if got = slices.Compact(got); !slices.Equal(got, test.want) {
			t.Errorf("%s: races at %q, want %q", test.name, got, test.want)
		}
	}
}

// TestChoiceInAttempt checks a violation in a section that cannot be completed, after a choice: the trace
// needs the choice, though the attempt is undone.
func TestChoiceInAttempt(t *testing.T) {
	const text = `#include <pthread.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
pthread_mutex_t free, held;
void *f(void *arg)
{
	__VERIFIER_atomic_begin();
	if (__VERIFIER_nondet_int() == 1)
		pthread_mutex_unlock(&free);
	pthread_mutex_lock(&held);
	__VERIFIER_atomic_end();
	return arg;
}
int main(void)
{
	pthread_t t;
	pthread_mutex_lock(&held);
	pthread_create(&t, 0, f, 0);
	pthread_exit(0);
}
`
	code := testprog.Code(t, text)
	agree(t, "attempt", code, smc.Options{MaxSteps: 10_000})
	x, err := smc.Explore(context.Background(), code, smc.Options{
		Properties: interp.PropertySet(verdict.Lock), Reduction: smc.DPOR, MaxSteps: 10_000,
	})
	if err != nil || len(x.Violations) != 1 {
		t.Errorf("found %d violations, %v", len(x.Violations), err)
	}
}

// TestSameViolationsGenerated explores generated programs in every way.
func TestSameViolationsGenerated(t *testing.T) {
	plain, reduced := 0, 0
	features := func(uint64) testgen.Features { return testgen.AllFeatures }
	testprog.Concurrent(t, generated.All(), features, func(t *testing.T, _ uint64, text string) {
		p, r := agree(t, "it", testprog.Code(t, text), smc.Options{Executions: *executions, MaxSteps: 100_000})
		if p {
			plain++
		}
		if r {
			reduced++
		}
	})
	t.Logf("complete: %d plain, %d reduced", plain, reduced)
	testprog.AtLeast(t, reduced, generated.N(), 50)
}
