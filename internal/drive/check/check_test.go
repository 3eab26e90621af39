package check

import (
	"context"
	"errors"
	"flag"
	"os"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/drive/result"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/explore"
	"github.com/heddle-mc/heddle/internal/engine/static"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/prove/inclusion"
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

// engineFunc is an engine that is a function.
type engineFunc func(context.Context, *engine.Problem) (*engine.Outcome, error)

func (f engineFunc) Run(ctx context.Context, p *engine.Problem) (*engine.Outcome, error) {
	return f(ctx, p)
}

// role is a fake engine's part in the automatic choice.
type role uint8

const (
	onRequest role = iota
	symbolic
	explicit
	prover
	unbounded // joins late
)

// entry is an engine and its role.
type entry struct {
	engine.Kind
	role role
}

// fake makes an entry of an engine.
func fake(name string, r role, f engine.Engine) entry {
	return entry{engine.Kind{
		Name: name, Checks: verdict.AllChecks &^ verdict.PlaceCheck, Bounds: ^engine.BoundSet(0),
		New: func(engine.Settings) engine.Engine { return f },
	}, r}
}

// cast is the table of some engines, with the shares of the real one.
func cast(entries ...entry) *table {
	t := &table{auto: strategy{proverShare: automatic.proverShare, jointShare: automatic.jointShare}}
	names := make(map[role]string)
	for _, e := range entries {
		t.kinds = append(t.kinds, e.Kind)
		names[e.role] = e.Name
	}
	part := map[string]role{"order": symbolic, "explore": explicit}
	for _, turn := range automatic.late {
		if part[turn.engine] = unbounded; names[unbounded] != "" {
			turn.engine, turn.of = names[unbounded], nil
			t.auto.late = append(t.auto.late[:0], turn)
		}
	}
	for _, name := range automatic.together {
		t.auto.together = append(t.auto.together, names[part[name]])
	}
	for _, turn := range automatic.turns {
		if automatic.isLate(turn.engine) && names[unbounded] == "" {
			continue
		}
		turn.engine, turn.of = names[part[turn.engine]], nil
		t.auto.turns = append(t.auto.turns, turn)
	}
	t.auto.prover, t.auto.joint, t.auto.otherwise = names[prover], names[explicit], names[onRequest]
	return t
}

// says returns an engine that answers at once.
func says(out engine.Outcome) engineFunc {
	return func(context.Context, *engine.Problem) (*engine.Outcome, error) { return &out, nil }
}

// waits answers when its context ends.
func waits(out engine.Outcome) engineFunc {
	return func(ctx context.Context, _ *engine.Problem) (*engine.Outcome, error) {
		<-ctx.Done()
		return &out, nil
	}
}

// hangs never answers, and does not listen.
func hangs(context.Context, *engine.Problem) (*engine.Outcome, error) { select {} }

// explores is a real engine.
func explores(ctx context.Context, p *engine.Problem) (*engine.Outcome, error) {
	return explore.New().Run(ctx, p)
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

// TestTimeouts checks engines that end late or never, at every stage: there is still an answer.
func TestTimeouts(t *testing.T) {
	t.Parallel() // it waits
	const budget = 200 * time.Millisecond
	unknown := engine.Outcome{Verdict: verdict.Unknown}
	table := []struct {
		name    string
		engines []entry
		minim   minimiser
		want    verdict.Verdict
		reason  verdict.Reason
	}{
		{"waits", []entry{fake("a", symbolic, waits(unknown))}, nil, verdict.Unknown, verdict.Timeout},
		{"hangs", []entry{fake("a", symbolic, engineFunc(hangs))}, nil, verdict.Unknown, verdict.Timeout},
		{"both", []entry{fake("a", symbolic, engineFunc(hangs)), fake("b", explicit, engineFunc(hangs))}, nil, verdict.Unknown, verdict.Timeout},
		{"bounded", []entry{fake("a", symbolic, waits(engine.Outcome{Verdict: verdict.Bounded})), fake("b", explicit, waits(unknown))},
			nil, verdict.Bounded, verdict.Timeout},
		{"returns its context's error", []entry{fake("a", symbolic, engineFunc(func(ctx context.Context, _ *engine.Problem) (*engine.Outcome, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}))}, nil, verdict.Unknown, verdict.Timeout},
		{"minimising hangs", []entry{fake("a", symbolic, engineFunc(explores))},
			func(context.Context, *interp.Code, *trace.Trace, time.Duration) (*trace.Trace, error) {
				select {}
			}, verdict.Violation, ""},
	}
	for _, c := range table {
		for jobs := 1; jobs <= 2; jobs++ {
			t.Run(c.name, func(t *testing.T) {
				text := noLoss
				if c.want == verdict.Violation {
					text = lostUpdate
				}
				p := program(t, text)
				b := NewBudget(context.Background(), budget, 0)
				defer b.Stop()
				r := newRunner(b, p, Options{Jobs: jobs, Properties: []string{"assert"}}, cast(c.engines...))
				r.minimise = c.minim
				list, err := r.run()
				if err != nil {
					t.Fatal(err)
				}
				if j := list[0]; j.Verdict != c.want || j.Reason != c.reason {
					t.Errorf("got %s (%s), want %s (%s)", j.Verdict, j.Reason, c.want, c.reason)
				}
			})
		}
	}
}

// TestTimeIsShared gives every property a moment, a longer one, then its part of the time.
func TestTimeIsShared(t *testing.T) {
	t.Parallel() // it waits
	var asked []string
	count := func(ctx context.Context, p *engine.Problem) (*engine.Outcome, error) {
		asked = append(asked, p.Property.String())
		<-ctx.Done()
		return &engine.Outcome{Verdict: verdict.Unknown}, nil
	}
	list, err := checked(t, bothFail, 2*time.Second, Options{Properties: []string{"assert", "reach"}}, fake("a", symbolic, engineFunc(count)))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Join(asked, " ") != "assert reach assert reach assert reach" || len(list) != 2 || list[0].Property != "assert" || list[1].Property != "reach" {
		t.Errorf("asked %s, judged %+v", asked, list)
	}
}

// TestCheapFirst checks several properties; the first takes all the time. The other properties are judged
// before it. A violation that an exploration finds meanwhile is reported at once, and again with its
// story.
func TestCheapFirst(t *testing.T) {
	t.Parallel() // it waits
	var order []string
	answers := func(ctx context.Context, p *engine.Problem) (*engine.Outcome, error) {
		if p.Property == verdict.Assert {
			<-ctx.Done()
			order = append(order, "assert")
			return &engine.Outcome{Verdict: verdict.Unknown}, nil
		}
		order = append(order, p.Property.String())
		if p.Property == verdict.Race {
			return &engine.Outcome{Verdict: verdict.Unknown}, nil
		}
		return &engine.Outcome{Verdict: verdict.Safe}, nil
	}
	for _, first := range []bool{false, true} {
		order = nil
		told := make(map[string]int)
		joint := jointFunc(func(ctx context.Context, p *engine.Problem, _ interp.Properties, tell func(verdict.Property, *engine.Outcome)) error {
			alone := *p
			alone.Property = verdict.Race
			out, err := explores(ctx, &alone)
			if err == nil {
				tell(verdict.Race, out)
				<-ctx.Done()
			}
			return err
		})
		opts := Options{Properties: []string{"assert", "race", "deadlock"}, Jobs: 2, First: first, Found: func(j *Judgement) {
			told[j.Property]++
			if (j.Story != nil) != (told[j.Property] == 2) || j.Trace == nil || j.Stats.Found == 0 {
				t.Errorf("told %+v", j)
			}
		}}
		list, err := checked(t, noLoss, 4*time.Second, opts, fake("symbolic", symbolic, engineFunc(answers)), fake("joint", explicit, joint))
		if err != nil || told["race"] != 2 || len(told) != 1 || list[1].Verdict != verdict.Violation {
			t.Fatalf("told %v, judged %+v, %v", told, list, err)
		}
		if first {
			if list[0].Reason != verdict.Interrupted {
				t.Errorf("after the first violation: %+v", list[0])
			}
			continue
		}
		if got := strings.ReplaceAll(strings.Join(order, " "), "race ", ""); got != "assert deadlock assert assert" || list[2].Verdict != verdict.Safe {
			t.Errorf("asked %s, judged %+v", got, list)
		}
	}
}

// TestLate checks when the late engine runs: beside engines that do not end, in its turn, and once they
// have ended without an answer. It does not run if every violation is wanted, nor within a bound.
func TestLate(t *testing.T) {
	unknown := engine.Outcome{Verdict: verdict.Unknown, Reason: verdict.Unsupported}
	safe := says(engine.Outcome{Verdict: verdict.Safe})
	for _, c := range []struct {
		name   string
		first  engineFunc
		budget time.Duration
		opts   Options
		want   verdict.Verdict
	}{
		{"beside", waits(unknown), time.Second, Options{Jobs: 2}, verdict.Safe},
		{"in turn", waits(unknown), time.Second, Options{Jobs: 1}, verdict.Safe},
		{"after them", says(unknown), time.Hour, Options{Jobs: 2}, verdict.Safe},
		{"all", says(unknown), time.Hour, Options{Jobs: 2, All: true}, verdict.Unknown},
		{"all in turn", says(unknown), time.Hour, Options{Jobs: 1, All: true}, verdict.Unknown},
		{"bounds", says(unknown), time.Hour, Options{Jobs: 2, Bounds: engine.Bounds{Unwind: 3}}, verdict.Unknown},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.opts.Properties = []string{"assert"}
			list, err := checked(t, holds, c.budget, c.opts, fake("a", symbolic, c.first), fake("b", explicit, says(unknown)), fake("c", unbounded, safe))
			if err != nil || list[0].Verdict != c.want || (c.want == verdict.Safe) != (list[0].Stats.Engine == "c") {
				t.Fatalf("got %+v, %v, want %s", list, err, c.want)
			}
			if told := strings.HasPrefix(list[0].Stats.Late, "c joined the others after "); told != (c.want == verdict.Safe && c.opts.Jobs == 2) {
				t.Errorf("told %q", list[0].Stats.Late)
			}
		})
	}
}

// TestLateReason checks that the reason why a late engine proves nothing does not replace the other
// engines' reason.
func TestLateReason(t *testing.T) {
	late := says(engine.Outcome{Verdict: verdict.Unknown, Reason: verdict.Unsupported})
	for jobs := 1; jobs <= 2; jobs++ {
		list, err := checked(t, holds, 100*time.Millisecond, Options{Properties: []string{"assert"}, Jobs: jobs},
			fake("a", symbolic, engineFunc(hangs)), fake("b", explicit, engineFunc(hangs)), fake("c", unbounded, late))
		if err != nil || list[0].Verdict != verdict.Unknown || list[0].Reason != verdict.Timeout {
			t.Errorf("%d jobs: %+v, %v, want that the time is up", jobs, list, err)
		}
	}
}

// TestTurns runs three engines: two are interrupted, and the third ends by itself.
func TestTurns(t *testing.T) {
	for _, c := range []struct {
		second engineFunc
		want   string
	}{
		{waits(engine.Outcome{Verdict: verdict.Unknown}), "abab"},
		{says(engine.Outcome{Verdict: verdict.Unknown, Reason: verdict.Inputs}), "aba"},
	} {
		var asked string
		log := func(name string, f engineFunc) engineFunc {
			return func(ctx context.Context, p *engine.Problem) (*engine.Outcome, error) {
				asked += name
				return f(ctx, p)
			}
		}
		first := log("a", waits(engine.Outcome{Verdict: verdict.Bounded}))
		list, err := checked(t, holds, 400*time.Millisecond, Options{Properties: []string{"assert"}}, fake("a", symbolic, first), fake("b", explicit, log("b", c.second)))
		if err != nil || list[0].Verdict != verdict.Bounded || list[0].Reason != verdict.Timeout || asked != c.want {
			t.Errorf("asked %s, want %s; got %+v, %v", asked, c.want, list, err)
		}
	}
}

func TestInterrupted(t *testing.T) {
	ctx, interrupt := context.WithCancel(context.Background())
	b := NewBudget(ctx, time.Minute, 0)
	defer b.Stop()
	r := newRunner(b, program(t, holds), Options{Properties: []string{"assert"}},
		cast(fake("a", symbolic, engineFunc(func(ctx context.Context, _ *engine.Problem) (*engine.Outcome, error) {
			interrupt()
			<-ctx.Done()
			return &engine.Outcome{Verdict: verdict.Bounded, Reason: verdict.Timeout}, nil
		}))))
	list, err := r.run()
	if err != nil || list[0].Verdict != verdict.Bounded || list[0].Reason != verdict.Interrupted {
		t.Errorf("got %+v, %v", list, err)
	}
}

// TestMemory checks an engine that does not stop growing.
func TestMemory(t *testing.T) {
	const limit = 200 << 20
	var ended atomic.Bool
	grows := func(ctx context.Context, p *engine.Problem) (*engine.Outcome, error) {
		defer ended.Store(true)
		var held [][]byte
		for ctx.Err() == nil {
			block := make([]byte, 1<<20)
			for i := range block {
				block[i] = 1
			}
			held = append(held, block)
		}
		return &engine.Outcome{Verdict: verdict.Unknown, Stats: engine.Stats{Terms: len(held)}}, nil
	}
	p := program(t, holds)
	b := NewBudget(context.Background(), time.Minute, limit)
	defer b.Stop()
	r := newRunner(b, p, Options{Properties: []string{"assert"}}, cast(fake("a", symbolic, engineFunc(grows))))
	list, err := r.run()
	if err != nil || list[0].Verdict != verdict.Unknown || list[0].Reason != verdict.OutOfMemory {
		t.Errorf("got %+v, %v", list, err)
	}
	if peak := b.Peak(); peak > limit+limit/10 {
		t.Errorf("used %d MB of %d", peak>>20, limit>>20)
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
	marked := func(_ context.Context, _ *interp.Code, tr *trace.Trace, _ time.Duration) (*trace.Trace, error) {
		c := *tr
		c.Schedule = append([]trace.Segment(nil), tr.Schedule...)
		return &c, nil
	}
	j, err := judge(marked)
	if err != nil || j.Location == nil || j.Location.Line != 13 || j.Location.Function != "main" || j.Stats.SwitchesFound == 0 {
		t.Errorf("got %+v, %v", j, err)
	}
	cut := func(_ context.Context, _ *interp.Code, tr *trace.Trace, _ time.Duration) (*trace.Trace, error) {
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
		{"int main(void) { return 0; }", "assert reach race deadlock lock overflow div shift leak"},
		{holds, "reach race deadlock lock overflow div shift leak"},
		{bothFail, "race deadlock lock overflow div shift leak"},
		{"void __elsewhere(void);\nint main(void) { __elsewhere(); }", ""},
		{"void elsewhere(void);\nint main(void) { elsewhere(); }", "assert reach race deadlock lock overflow div shift leak"},
		{"unsigned x = 7; int main(void) { return x / 2 % 3 << 31 >> 1; }", "assert reach race deadlock lock overflow div shift leak"},
		{"unsigned x = 7; int main(void) { return 1 / x << 32; }", "assert reach race deadlock lock overflow leak"},
		{"int x; int main(void) { return x + 1 >> x; }", "assert reach race deadlock lock div leak"},
		{pthread + "int main(void) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return 0; }", "assert reach race overflow div shift leak"},
		{pthread + "int main(void) { pthread_t a; return pthread_create(&a, 0, t, 0); }", "assert reach deadlock lock overflow div shift leak"},
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

// modelled is an engine that returns a model.
type modelled struct {
	engineFunc
	model inclusion.Model
}

func (m modelled) Model(context.Context, *engine.Problem, *engine.Outcome) (inclusion.Model, error) {
	return m.model, nil
}

// modelFunc is a model that is a function.
type modelFunc func(*inclusion.Execution) (*inclusion.Outcome, error)

func (f modelFunc) Check(_ context.Context, e *inclusion.Execution) (*inclusion.Outcome, error) {
	return f(e)
}

// TestParanoid checks that random executions find wrong answers, and models that lost something.
func TestParanoid(t *testing.T) {
	loop := []verdict.Mark{{Bound: verdict.LoopBound, Limit: 4}}
	safe, bounded := says(engine.Outcome{Verdict: verdict.Safe}), says(engine.Outcome{Verdict: verdict.Bounded, Marks: loop})
	lost := modelFunc(func(e *inclusion.Execution) (*inclusion.Outcome, error) {
		return nil, &inclusion.LostError{Model: "graph", Msg: "a step is lost", Execution: e}
	})
	cut := modelFunc(func(*inclusion.Execution) (*inclusion.Outcome, error) {
		return &inclusion.Outcome{Cut: &loop[0]}, nil
	})
	has := modelFunc(func(*inclusion.Execution) (*inclusion.Outcome, error) { return &inclusion.Outcome{}, nil })
	table := []struct {
		name, text string
		answer     engineFunc
		model      inclusion.Model
		wrong      string // in the internal error; empty: there is none
	}{
		{"violated", lostUpdate, safe, nil, "violates assert at"},
		{"beyond the bound", lostUpdate, bounded, cut, ""},
		{"safe", holds, safe, has, ""},
		{"lost", holds, safe, lost, "a step is lost"},
		{"lost within the bound", holds, bounded, lost, "a step is lost"},
		{"cut", holds, safe, cut, "comes to the loop bound 4"},
		{"no model", holds, safe, nil, ""},
	}
	for _, c := range table {
		t.Run(c.name, func(t *testing.T) {
			e := fake("a", symbolic, modelled{c.answer, c.model})
			_, err := checked(t, c.text, time.Minute, Options{Properties: []string{"assert"}, Paranoid: true}, e)
			var broken *InternalError
			switch {
			case c.wrong == "" && err != nil:
				t.Error(err)
			case c.wrong == "":
			case !errors.As(err, &broken) || !strings.Contains(err.Error(), c.wrong):
				t.Errorf("got %v, want %q", err, c.wrong)
			case broken.Stage != "paranoid" || broken.Trace == nil:
				t.Errorf("got %+v", broken)
			}
			if _, err := checked(t, c.text, time.Minute, Options{Properties: []string{"assert"}}, e); err != nil {
				t.Errorf("not asked for: %v", err)
			}
		})
	}
}
