package check

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/explore"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// jointFunc is a joint engine that is a function.
type jointFunc func(ctx context.Context, p *engine.Problem, properties interp.Properties, tell func(verdict.Property, *engine.Outcome)) error

func (f jointFunc) Run(context.Context, *engine.Problem) (*engine.Outcome, error) {
	return nil, errors.New("asked for one property")
}

func (f jointFunc) Joins(verdict.Property) bool { return true }

func (f jointFunc) RunJointly(ctx context.Context, p *engine.Problem, properties interp.Properties, tell func(verdict.Property, *engine.Outcome)) error {
	return f(ctx, p, properties, tell)
}

// TestJointly runs an engine that judges one property at a time and an engine that judges all of
// them together.
func TestJointly(t *testing.T) {
	t.Parallel() // it waits
	silent := waits(engine.Outcome{Verdict: verdict.Unknown})
	explores := jointFunc(explore.New().RunJointly)
	fails := jointFunc(func(context.Context, *engine.Problem, interp.Properties, func(verdict.Property, *engine.Outcome)) error {
		return errors.New("broken")
	})
	waits := jointFunc(func(ctx context.Context, _ *engine.Problem, _ interp.Properties, _ func(verdict.Property, *engine.Outcome)) error {
		<-ctx.Done()
		return ctx.Err()
	})
	for _, c := range []struct {
		name     string
		symbolic engineFunc
		joint    jointFunc
		jobs     int
		want     string // verdict and engine of assert, race, deadlock
		err      string
	}{
		{"nobody else answers", silent, explores, 2, "violation joint, violation joint, safe joint", ""},
		{"with one job the exploration comes first", says(engine.Outcome{Verdict: verdict.Bounded, Marks: []verdict.Mark{{Bound: verdict.LoopBound, Limit: 4}}}), explores, 1,
			"violation joint, violation joint, safe joint", ""},
		{"the others answer", says(engine.Outcome{Verdict: verdict.Safe}), waits, 2, "safe symbolic, safe symbolic, safe symbolic", ""},
		{"a failure that nobody makes up for", says(engine.Outcome{Verdict: verdict.Unknown}), fails, 2, "unknown , unknown , unknown ", "broken"},
		{"a failure beside answers", says(engine.Outcome{Verdict: verdict.Safe}), fails, 2, "safe symbolic, safe symbolic, safe symbolic", ""},
		{"nobody answers", silent, waits, 2, "unknown symbolic, unknown symbolic, unknown symbolic", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			text := noLoss
			if strings.Contains(c.want, "violation") {
				text = lostUpdate
			}
			list, err := checked(t, text, 3*time.Second, Options{Properties: []string{"assert", "race", "deadlock"}, Jobs: c.jobs},
				fake("symbolic", symbolic, c.symbolic), fake("joint", explicit, c.joint))
			if got := err; (got == nil) != (c.err == "") || got != nil && !strings.Contains(got.Error(), c.err) {
				t.Fatalf("error %v, want %q", err, c.err)
			}
			var words []string
			for _, j := range list {
				words = append(words, j.Verdict.String()+" "+j.Stats.Engine)
			}
			if got := strings.Join(words, ", "); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// TestSettledJointly checks a joint exploration that covers all executions in its layout. Its answer
// decides the property; the answers of engines that it interrupted do not.
func TestSettledJointly(t *testing.T) {
	const text = `#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int *old;
static void *work(void *arg) { int *p = malloc(4); assert((unsigned long)p / 3 != 7); return arg; }
int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); old = malloc(4); free(old); pthread_join(t, 0); return 0; }
`
	loop := verdict.Mark{Bound: verdict.LoopBound, Limit: 4}
	started := make(chan struct{}, 8)
	stopped := engineFunc(func(ctx context.Context, _ *engine.Problem) (*engine.Outcome, error) {
		started <- struct{}{}
		<-ctx.Done()
		return &engine.Outcome{Verdict: verdict.Bounded, Reason: verdict.Interrupted, Marks: []verdict.Mark{loop}}, nil
	})
	ends := jointFunc(func(_ context.Context, _ *engine.Problem, _ interp.Properties, tell func(verdict.Property, *engine.Outcome)) error {
		<-started
		for _, p := range []verdict.Property{verdict.Assert, verdict.Race} {
			tell(p, &engine.Outcome{Verdict: verdict.Safe, Layout: engine.TellsApart})
		}
		return nil
	})
	list, err := checked(t, text, time.Minute, Options{Properties: []string{"assert", "race"}, Jobs: 2},
		fake("symbolic", symbolic, stopped), fake("joint", explicit, ends))
	if err != nil {
		t.Fatal(err)
	}
	for _, j := range list {
		if j.Verdict != verdict.Bounded || j.Stats.Engine != "joint" || j.Reason == verdict.Interrupted || slices.Contains(j.Bounds, loop) {
			t.Errorf("%s: %s by %s, reason %q, marks %v; want the joint exploration's", j.Property, j.Verdict, j.Stats.Engine, j.Reason, j.Bounds)
		}
	}
}
