package check

import (
	"context"
	"errors"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/interp"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/trace"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// Replay executes a trace that someone else made and judges the property of its
// failure; sources is as in Options. The error is an *interp.MisfitError if the trace does not lead there,
// and otherwise an *InternalError.
//
// requires: t has a failure.
func Replay(b *Budget, p *ir.Program, t *trace.Trace, sources func(file string) []string) (Judgement, error) {
	start := time.Now()
	r := newRunner(b, p, Options{Sources: sources}, nil)
	res, err := executing(b.Context(), r, func(ctx context.Context, code *interp.Code) (*interp.Result, error) {
		return interp.ReplayCode(ctx, code, t, interp.ReplayOptions{})
	})
	j := Judgement{Property: t.Failure.Property, Verdict: verdict.Unknown, Found: t.Switches()}
	var misfit *interp.MisfitError
	switch {
	case err == nil:
	case errors.As(err, &misfit):
		return j, err
	case b.Reason() != verdict.NoReason:
		j.Reason = b.Reason()
		return j, nil
	default:
		e := &InternalError{Stage: "replay", Property: t.Failure.Property, Err: err, Trace: t}
		var panicked *PanicError
		if errors.As(err, &panicked) {
			e.Stack = panicked.Stack
		}
		return j, e
	}
	j.Time = time.Since(start)
	v := res.Violation
	j.Verdict = verdict.Violation
	j.leadsTo(p, t, v)
	j.Stats.Stages = []engine.StageStats{{Name: "replay", Time: j.Time, Size: int(res.Steps)}}
	return j, r.narrate(b.Context(), v.Property, &j)
}
