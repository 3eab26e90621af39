package testprog

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
)

// Judge runs an engine for the time patience: processor time, or real time with an external solver. An
// error of the engine fails the test, with an unknown verdict. A pass whose result is rejected fails
// it, too.
func Judge(t testing.TB, e engine.Engine, p *engine.Problem, patience time.Duration) *engine.Outcome {
	t.Helper()
	limit := Wait
	if p.NewSolver != nil {
		limit = byClock
	}
	ctx, cancel := limit(patience)
	defer cancel()
	out, err := e.Run(ctx, p)
	if err != nil {
		var te *engine.TraceError
		if errors.As(err, &te) && te.Trace != nil {
			t.Logf("schedule %v, threads %v, failure %+v", te.Trace.Schedule, te.Trace.Threads, te.Trace.Failure)
		}
		t.Errorf("%s without %v: %v", p.Property, p.Without, err)
		return &engine.Outcome{Verdict: verdict.Unknown, Reason: verdict.Timeout}
	}
	for _, reason := range out.Stats.Rejected {
		t.Errorf("%s without %v: a checker rejects the result of a pass: %s", p.Property, p.Without, reason)
	}
	return out
}

// Replay replays the violations that an engine has found; each has to replay.
func Replay(t testing.TB, code *interp.Code, p verdict.Property, out *engine.Outcome) {
	t.Helper()
	for _, v := range out.Violations {
		if _, err := interp.ReplayCode(context.Background(), code, v.Trace, interp.ReplayOptions{Properties: interp.PropertySet(p)}); err != nil {
			t.Errorf("%s: the trace does not replay: %v", p, err)
		}
	}
}

// Tally counts the verdicts of engines on programs whose violations are known, for Decided.
type Tally map[string]int

// Agree counts a verdict of an engine, and fails the test if the explorer contradicts it. exhausts is
// the weakest verdict that excludes violations in the executions of the explorer: Bounded if both have
// the same bounds, unless the engine gives a reason.
func (c Tally) Agree(t testing.TB, who string, out *engine.Outcome, found *smc.Exploration, exhausts verdict.Verdict) {
	t.Helper()
	violated := len(found.Violations) > 0
	c[fmt.Sprintf("%s %s, %t", who, out.Verdict, violated)]++
	switch {
	case out.Verdict == verdict.Unknown:
		t.Logf("%s: unknown: %s %s", who, out.Reason, out.Detail)
	case violated && (out.Verdict == verdict.Safe || out.Verdict == verdict.Bounded && exhausts == verdict.Bounded && out.Reason == verdict.NoReason):
		v := &found.Violations[0].Violation
		t.Errorf("%s: %s, but the explorer finds %s %q at line %d", who, out.Verdict, v.Kind, v.Message, v.Pos.Line)
	case violated && out.Verdict == verdict.Bounded:
		t.Logf("%s: not found: %s %s %v", who, out.Reason, out.Detail, out.Marks)
	case !violated && out.Verdict == verdict.Violation && found.Complete && found.Exact:
		f := out.Violations[0].Trace.Failure
		t.Errorf("%s: %q at line %d, but the explorer finds nothing", who, f.Message, f.Line)
	}
}
