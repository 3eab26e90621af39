package check

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

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
			func(context.Context, *interp.Code, *trace.Trace, *interp.Result, time.Duration) (*trace.Trace, error) {
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

// TestEarlyReport checks that a report on pairs of accesses is in the answer if its engine, or the whole check, does not
// end.
func TestEarlyReport(t *testing.T) {
	t.Parallel() // it waits
	b := NewBudget(context.Background(), 200*time.Millisecond, 0)
	defer b.Stop()
	r := newRunner(b, program(t, noLoss), Options{Properties: []string{"race"}}, cast(fake("a", symbolic, engineFunc(func(ctx context.Context, p *engine.Problem) (*engine.Outcome, error) {
		p.Races(&engine.Races{Pairs: 3})
		return hangs(ctx, p)
	}))))
	if before := b.Partly(); before != nil {
		t.Errorf("found %+v before the check", before)
	}
	list, err := r.run()
	for _, got := range [][]Judgement{list, b.Partly()} {
		if err != nil || len(got) != 1 || got[0].Verdict != verdict.Unknown || got[0].Races == nil || got[0].Races.Pairs != 3 {
			t.Errorf("found %+v, %v, expected unknown with the report", got, err)
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
