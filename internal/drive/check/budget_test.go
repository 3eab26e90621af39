package check

import (
	"context"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/drive/result"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// phases are the phases of a check at which TestPhasesEnd can insert a delay.
var phases = []string{"at once", "engine a", "judge", "replay", "minimise", "narrate", "callbacks", "assumptions", "coverage", "note", "advise"}

// TestPhasesEnd delays each phase of a check, one at a time, without regard for its context. The check
// still ends in its time, and keeps the judgements from before the phase. Without -long an interrupt, which is
// sooner, ends most of them.
func TestPhasesEnd(t *testing.T) {
	const timeout = 2 * time.Second
	for _, end := range []struct {
		name   string
		within time.Duration
		reason verdict.Reason
	}{{"timeout", 2 * time.Second, verdict.Timeout}, {"interrupt", time.Second, verdict.Interrupted}} {
		for i, phase := range phases {
			if !*long && end.name == "timeout" && i%5 != 0 {
				continue
			}
			t.Run(end.name+"/"+phase, func(t *testing.T) {
				t.Parallel()
				asked, cancel := context.WithCancel(context.Background())
				defer cancel()
				reached := make(chan struct{}, 100)
				release := make(chan struct{})
				defer close(release)
				asked = context.WithValue(asked, delayKey{}, func(at string) {
					if at == phase {
						reached <- struct{}{}
						<-release
					}
				})
				d := timeout
				if end.name == "interrupt" {
					d = time.Minute
				}
				b := NewBudget(asked, d, 0)
				defer b.Stop()
				opts := Options{Properties: []string{"assert", "reach"}}
				r := newRunner(b, program(t, lostUpdate), opts, cast(fake("a", symbolic, engineFunc(explores))))
				r.minimise = minimise
				var from time.Time
				if end.name == "interrupt" {
					go func() {
						select {
						case <-reached:
						case <-time.After(time.Second):
						}
						from = time.Now()
						cancel()
					}()
				} else {
					from = time.Now().Add(timeout)
				}
				list, err := r.run()
				if err != nil {
					t.Fatal(err)
				}
				if late := time.Since(from); !from.IsZero() && late > end.within {
					t.Errorf("the check ends %s after its time", late)
				}
				if len(list) != 2 {
					t.Fatalf("%d judgements, want 2", len(list))
				}
				if list[1].Verdict != verdict.Safe && phase != "at once" {
					t.Errorf("reach: %+v, want safe, which was known at once", list[1])
				}
				switch phase {
				case "at once", "engine a", "judge", "replay":
					if list[0].Verdict != verdict.Unknown || list[0].Reason != end.reason {
						t.Errorf("assert: %s (%s), want unknown (%s)", list[0].Verdict, list[0].Reason, end.reason)
					}
				default:
					if list[0].Verdict != verdict.Violation || list[0].Trace == nil {
						t.Errorf("assert: %+v, want the violation that was replayed", list[0])
					}
				}
			})
		}
	}
}

// TestPartlyKnown checks which verdicts stay valid if a check is abandoned before its assumptions were
// tried.
func TestPartlyKnown(t *testing.T) {
	b := NewBudget(context.Background(), time.Hour, 0)
	defer b.Stop()
	r := newRunner(b, program(t, noLoss), Options{Properties: []string{"assert", "race", "memory", "lock"}, Engine: Auto}, everything())
	r.known.begin(r.opts.Properties)
	r.known.note("assert", Judgement{Property: "assert", Verdict: verdict.Safe, Stats: result.Stats{Cost: result.Cost{Engine: "static"}}})
	r.known.note("race", Judgement{Property: "race", Verdict: verdict.Bounded, Stats: result.Stats{Cost: result.Cost{Engine: "order"}}})
	r.known.note("memory", Judgement{Property: "memory", Verdict: verdict.Violation, Stats: result.Stats{Cost: result.Cost{Engine: "order"}}})
	r.races.Store(&engine.Races{Shared: 1})
	want := []verdict.Verdict{verdict.Safe, verdict.Unknown, verdict.Violation, verdict.Unknown}
	for i, j := range r.partly() {
		if (j.Races != nil) != (j.Property == "race") {
			t.Errorf("%s: the report of pairs is %+v", j.Property, j.Races)
		}
		if j.Verdict != want[i] {
			t.Errorf("%s: %s, want %s", j.Property, j.Verdict, want[i])
		}
		if j.Verdict == verdict.Unknown && j.Reason != verdict.Timeout {
			t.Errorf("%s: the reason is %q, want timeout", j.Property, j.Reason)
		}
		if j.Verdict == verdict.Safe && len(j.Assumptions) == 0 {
			t.Errorf("%s: no assumptions", j.Property)
		}
	}
}
