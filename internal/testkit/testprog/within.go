package testprog

import (
	"context"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
)

// JudgeWithin is Judge within bounds. A violation has to replay, within the contexts.
func JudgeWithin(t testing.TB, e engine.Engine, code *interp.Code, p verdict.Property, b engine.Bounds, patience time.Duration) *engine.Outcome {
	t.Helper()
	out := Judge(t, e, &engine.Problem{Program: code.Program(), Property: p, Bounds: b}, patience)
	Replay(t, code, p, out)
	for _, v := range out.Violations {
		if b.Contexts > 0 && v.Trace.Switches() >= b.Contexts {
			t.Errorf("%s: a trace of %d switches, expected less than %d", p, v.Trace.Switches(), b.Contexts)
		}
	}
	return out
}

// ExploreWithin has the explorer look for a violation within contexts and rounds, for so long.
func ExploreWithin(t testing.TB, code *interp.Code, p verdict.Property, b engine.Bounds, patience time.Duration) *smc.Exploration {
	t.Helper()
	limits := smc.Bounds{}
	if b.Rounds > 0 {
		limits.Rounds = smc.AtMost(b.Rounds)
	}
	if b.Contexts > 0 {
		limits.Contexts = smc.AtMost(b.Contexts)
	}
	found, err := smc.Explore(context.Background(), code, smc.Options{
		Properties: interp.PropertySet(p), StopAtFirst: true, Reduction: smc.Hashing, Bounds: limits,
		Executions: 20_000, MaxSteps: 20_000, Budget: patience,
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
