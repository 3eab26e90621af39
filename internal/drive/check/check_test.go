package check

import (
	"context"
	"errors"
	"flag"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/drive/result"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/static"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestMain lets more tests run in parallel than there are processors: the parallel tests mostly wait.
func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("test.parallel", "16"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

const (
	lostUpdate = `
#include <assert.h>
#include <pthread.h>
int x;
void *add(void *arg) { x = x + 1; return 0; }
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, add, 0);
	pthread_create(&b, 0, add, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(x == 2);
}
`
	holds = `
#include <assert.h>
int main(void) { int x = 1; assert(x == 1); }
`
	bothFail = `
#include <assert.h>
void reach_error(void);
int x;
int main(void) { if (x) reach_error(); assert(x); }
`
)

// noLoss has the race of lostUpdate, and an assertion that holds.
var noLoss = strings.Replace(lostUpdate, "x == 2", "x <= 2", 1)

// program compiles a text.
func program(t *testing.T, text string) *ir.Program { return testprog.Source(t, text, ir.LP64) }

// checked judges a program with a table of engines.
func checked(t *testing.T, text string, timeout time.Duration, opts Options, entries ...entry) ([]Judgement, error) {
	t.Helper()
	return checkedBy(t, text, timeout, opts, cast(entries...))
}

func checkedBy(t *testing.T, text string, timeout time.Duration, opts Options, table *table) ([]Judgement, error) {
	t.Helper()
	p := program(t, text)
	b := NewBudget(context.Background(), timeout, 0)
	defer b.Stop()
	if err := opts.valid(table); err != nil {
		t.Fatal(err)
	}
	r := newRunner(b, p, opts, table)
	return r.run()
}

func TestVerdicts(t *testing.T) {
	loop := []verdict.Mark{{Bound: verdict.LoopBound, Limit: 4}}
	races := fake("e", explicit, engineFunc(hangs))
	races.Checks = verdict.PairCheck
	table := []struct {
		name    string
		text    string
		opts    Options
		engines []entry
		want    verdict.Verdict
		reason  verdict.Reason
		engine  string
	}{
		{"violation", lostUpdate, Options{}, []entry{fake("e", explicit, engineFunc(explores))}, verdict.Violation, "", "e"},
		{"safe", holds, Options{}, []entry{fake("e", explicit, engineFunc(explores))}, verdict.Safe, "", "e"},
		{"nothing to violate", "int main(void) { return 0; }", Options{}, []entry{fake("e", explicit, engineFunc(hangs))}, verdict.Safe, "", ""},
		{"reserved", holds, Options{Properties: []string{"termination"}}, []entry{fake("e", explicit, engineFunc(hangs))}, verdict.Unknown, NotBuilt, ""},
		{"no engine", holds, Options{}, []entry{races}, verdict.Unknown, NotBuilt, ""},
		{"by name", holds, Options{Engine: "b"}, []entry{fake("a", explicit, engineFunc(hangs)), fake("b", onRequest, engineFunc(explores))}, verdict.Safe, "", "b"},
		{"the second after an unknown", holds, Options{}, []entry{
			fake("a", symbolic, says(engine.Outcome{Verdict: verdict.Unknown, Reason: verdict.OutOfMemory})),
			fake("b", explicit, engineFunc(explores))}, verdict.Safe, "", "b"},
		{"bounded says more than unknown", holds, Options{}, []entry{
			fake("a", symbolic, says(engine.Outcome{Verdict: verdict.Bounded, Marks: loop})),
			fake("b", explicit, says(engine.Outcome{Verdict: verdict.Unknown, Reason: verdict.Unsupported}))}, verdict.Bounded, "", "a"},
		{"bounded is the answer to a fixed bound", holds, Options{Bounds: engine.Bounds{Unwind: 4}, Jobs: 2}, []entry{
			fake("a", symbolic, says(engine.Outcome{Verdict: verdict.Bounded, Marks: loop})),
			fake("b", explicit, engineFunc(explores))}, verdict.Bounded, "", "a"},
		{"the first of two", holds, Options{Jobs: 2}, []entry{fake("a", symbolic, waits(engine.Outcome{Verdict: verdict.Unknown})), fake("b", explicit, engineFunc(explores))},
			verdict.Safe, "", "b"},
	}
	for _, c := range table {
		t.Run(c.name, func(t *testing.T) {
			if c.opts.Properties == nil {
				c.opts.Properties = []string{"assert"}
			}
			list, err := checked(t, c.text, time.Minute, c.opts, c.engines...)
			if err != nil {
				t.Fatal(err)
			}
			if j := list[0]; j.Verdict != c.want || j.Reason != c.reason || j.Stats.Engine != c.engine {
				t.Errorf("got %s (%s) by %q, want %s (%s) by %q", j.Verdict, j.Reason, j.Stats.Engine, c.want, c.reason, c.engine)
			}
		})
	}
}

func TestInternalErrors(t *testing.T) {
	wrongTrace := func(ctx context.Context, p *engine.Problem) (*engine.Outcome, error) {
		out, err := explores(ctx, p)
		if err == nil {
			out.Violations[0].Trace.Failure.Line++
		}
		return out, err
	}
	table := []struct {
		name  string
		f     engineFunc
		stage string
		trace bool
		stack bool
	}{
		{"error", func(context.Context, *engine.Problem) (*engine.Outcome, error) { return nil, errors.New("broken") }, "engine a", false, false},
		{"panic", func(context.Context, *engine.Problem) (*engine.Outcome, error) { panic("broken") }, "engine a", false, true},
		{"no outcome", func(context.Context, *engine.Problem) (*engine.Outcome, error) { return nil, nil }, "engine a", false, false},
		{"no trace", says(engine.Outcome{Verdict: verdict.Violation}), "engine a", false, false},
		{"misfit", wrongTrace, "replay", true, false},
	}
	for _, c := range table {
		t.Run(c.name, func(t *testing.T) {
			list, err := checked(t, lostUpdate, time.Minute, Options{Properties: []string{"assert", "termination"}}, fake("a", symbolic, c.f))
			var broken *InternalError
			if !errors.As(err, &broken) {
				t.Fatalf("got %v", err)
			}
			if broken.Stage != c.stage || broken.Property != "assert" || (broken.Trace != nil) != c.trace || (broken.Stack != "") != c.stack {
				t.Errorf("got %+v", broken)
			}
			if len(list) != 2 || list[0].Reason != Internal || list[1].Reason != NotBuilt {
				t.Errorf("judged %+v", list)
			}
		})
	}
}

// TestViolationBesideInternalError checks one property whose engine fails and another that is violated: the
// result has both, in either order.
func TestViolationBesideInternalError(t *testing.T) {
	judges := func(ctx context.Context, p *engine.Problem) (*engine.Outcome, error) {
		if p.Property == verdict.Assert {
			return explores(ctx, p)
		}
		return nil, errors.New("broken")
	}
	for _, order := range [][]string{{"assert", "race"}, {"race", "assert"}} {
		list, err := checked(t, lostUpdate, time.Minute, Options{Properties: order}, fake("a", symbolic, engineFunc(judges)))
		var broken *InternalError
		if !errors.As(err, &broken) || broken.Property != "race" {
			t.Fatalf("%v: got %v", order, err)
		}
		for _, j := range list {
			if j.Property == "assert" && (j.Verdict != verdict.Violation || j.Trace == nil) || j.Property == "race" && j.Reason != Internal {
				t.Errorf("%v: judged %+v", order, j)
			}
		}
		if worst := list[result.Worst(list)]; worst.Verdict != verdict.Violation {
			t.Errorf("%v: the worst is %s", order, worst.Verdict)
		}
	}
}

// TestMinimised runs a minimiser that breaks traces, and a correct one.
func TestMinimised(t *testing.T) {
	judge := func(minim minimiser) (Judgement, error) {
		b := NewBudget(context.Background(), time.Minute, 0)
		defer b.Stop()
		r := newRunner(b, program(t, lostUpdate), Options{Properties: []string{"assert"}}, cast(fake("a", symbolic, engineFunc(explores))))
		r.minimise = minim
		list, err := r.run()
		return list[0], err
	}
	marked := func(_ context.Context, _ *interp.Code, tr *trace.Trace, replayed *interp.Result, _ time.Duration) (*trace.Trace, error) {
		if replayed == nil || replayed.Violation == nil || replayed.Steps != tr.Steps() {
			t.Errorf("the minimiser got %+v as the result of the trace, and would execute it again", replayed)
		}
		c := *tr
		c.Schedule = append([]trace.Segment(nil), tr.Schedule...)
		return &c, nil
	}
	j, err := judge(marked)
	if err != nil || j.Location == nil || j.Location.Line != 13 || j.Location.Function != "main" || j.Stats.SwitchesFound == 0 {
		t.Errorf("got %+v, %v", j, err)
	}
	cut := func(_ context.Context, _ *interp.Code, tr *trace.Trace, _ *interp.Result, _ time.Duration) (*trace.Trace, error) {
		c := *tr
		c.Schedule = tr.Schedule[:1]
		return &c, nil
	}
	var broken *InternalError
	if _, err := judge(cut); !errors.As(err, &broken) || broken.Stage != "replay" {
		t.Errorf("got %v", err)
	}
}

func TestAssumptions(t *testing.T) {
	safe := fake("a", symbolic, says(engine.Outcome{Verdict: verdict.Safe}))
	list, err := checked(t, lostUpdate, time.Minute, Options{Properties: []string{"assert"}}, safe)
	if err != nil {
		t.Fatal(err)
	}
	all := strings.Join(list[0].Assumptions, "\n")
	for _, want := range []string{"sequential", "allocations", "created", "weak", "division", "null"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is not among %q", want, list[0].Assumptions)
		}
	}
	if strings.Contains(all, "spurious") {
		t.Errorf("spurious wake-ups are on, but %q", list[0].Assumptions)
	}
	list, err = checked(t, lostUpdate, time.Minute, Options{Properties: []string{"assert"}, Environment: []string{"no-spurious"}}, safe)
	if all := strings.Join(list[0].Assumptions, "\n"); err != nil || !strings.Contains(all, "no spurious wake-ups") {
		t.Errorf("spurious wake-ups are off, but %q, %v", all, err)
	}
	// Properties that are proved are no assumptions.
	list, err = checked(t, lostUpdate, time.Minute, Options{Properties: []string{"assert", "memory", "div"}}, safe)
	if err != nil {
		t.Fatal(err)
	}
	for _, j := range list {
		if all := strings.Join(j.Assumptions, "\n"); strings.Contains(all, "undefined") || strings.Contains(all, "division") {
			t.Errorf("%s: %q", j.Property, j.Assumptions)
		}
	}
}

// TestProved checks a program whose races are excluded without running an engine, and one whose are not.
func TestProved(t *testing.T) {
	provers := []entry{{static.Kind(), prover}}
	opts := Options{Properties: []string{"race", "assert"}}
	for _, c := range []struct {
		text, engine string
	}{{strings.Replace(lostUpdate, "int x;", "_Atomic int x;", 1), "static"}, {lostUpdate, "e"}} {
		list, err := checked(t, c.text, time.Minute, opts, append(provers, fake("e", explicit, engineFunc(explores)))...)
		if err != nil {
			t.Fatal(err)
		}
		if list[0].Stats.Engine != c.engine || list[1].Stats.Engine != "e" {
			t.Errorf("answered by %s and %s, expected %s and e", list[0].Stats.Engine, list[1].Stats.Engine, c.engine)
		}
		if safe := c.engine == "static"; safe != (list[0].Verdict == verdict.Safe) {
			t.Errorf("%s: %s", c.engine, list[0].Verdict)
		} else if all := strings.Join(list[0].Assumptions, "\n"); safe && (!strings.Contains(all, "never given a value") || !strings.Contains(all, "undefined")) {
			t.Errorf("found the assumptions %q", all)
		}
	}
}

func TestProgress(t *testing.T) {
	var got []Progress
	talks := func(_ context.Context, p *engine.Problem) (*engine.Outcome, error) {
		p.Progress(engine.Progress{Stage: "solve", Bound: 2})
		return &engine.Outcome{Verdict: verdict.Safe}, nil
	}
	_, err := checked(t, holds, time.Minute, Options{Properties: []string{"assert"}, Progress: func(p Progress) { got = append(got, p) }}, fake("a", symbolic, engineFunc(talks)))
	want := []Progress{{Property: "assert", Engine: "a", Progress: engine.Progress{Stage: "solve", Bound: 2}}, {Property: "assert", Decided: true}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestOptions(t *testing.T) {
	table := cast(fake("a", symbolic, engineFunc(hangs)))
	for _, c := range []struct {
		opts Options
		want string
	}{
		{Options{Engine: "b"}, `unknown engine "b", expected one of auto, a`},
		{Options{Properties: []string{"speed"}}, `unknown property "speed"`},
		{Options{Environment: []string{"nondet"}}, "unknown choice of the environment"},
		{Options{Environment: []string{"spurious", "no-spurious"}}, "found both spurious and no-spurious"},
		{Options{Bounds: engine.Bounds{Unwind: -1}}, "the bound -1"},
	} {
		if err := c.opts.valid(table); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q", err, c.want)
		}
	}
}

// TestNothingToViolate checks programs without and with an instruction that can fail.
func TestNothingToViolate(t *testing.T) {
	const pthread = "#include <pthread.h>\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; void *t(void *a) { return a; }\n"
	for _, c := range []struct {
		text string
		want string // properties with nothing to violate
	}{
		{"int main(void) { return 0; }", "assert reach race deadlock lock overflow div shift resource leak"},
		{holds, "reach race deadlock lock overflow div shift resource leak"},
		{bothFail, "race deadlock lock overflow div shift resource leak"},
		{"void __elsewhere(void);\nint main(void) { __elsewhere(); }", ""},
		{"void elsewhere(void);\nint main(void) { elsewhere(); }", "assert reach race deadlock lock overflow div shift resource leak"},
		{"int main(int n, char **words) { return words[n] != 0; }", "race"},
		{"unsigned x = 7; int main(void) { return x / 2 % 3 << 31 >> 1; }", "assert reach race deadlock lock overflow div shift resource leak"},
		{"unsigned x = 7; int main(void) { return 1 / x << 32; }", "assert reach race deadlock lock overflow resource leak"},
		{"int x; int main(void) { return x + 1 >> x; }", "assert reach race deadlock lock div resource leak"},
		{pthread + "int main(void) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return 0; }", "assert reach race overflow div shift resource leak"},
		{pthread + "int main(void) { pthread_t a; return pthread_create(&a, 0, t, 0); }", "assert reach deadlock lock overflow div shift resource leak"},
	} {
		p := program(t, c.text)
		var got []string
		for property := range verdict.NumProperties {
			if NothingToViolate(p, property) {
				got = append(got, property.String())
			}
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%s: nothing violates %s, want %s", c.text, got, c.want)
		}
	}
}

func TestWorst(t *testing.T) {
	list := []Judgement{{Verdict: verdict.Safe}, {Verdict: verdict.Unknown}, {Verdict: verdict.Bounded}, {Verdict: verdict.Unknown}}
	if at := result.Worst(list); at != 1 {
		t.Errorf("got %d", at)
	}
}
