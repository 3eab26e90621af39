package check

import (
	"context"
	"errors"
	"time"

	"github.com/heddle-mc/heddle/internal/drive/result"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/circuit"
	"github.com/heddle-mc/heddle/internal/engine/stored"
	"github.com/heddle-mc/heddle/internal/explain/narrate"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/prove/certificate"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// Replay executes a trace that someone else made and judges the property of its
// failure; sources is as in Options. The error is an *interp.MisfitError if the trace does not lead there,
// and otherwise an *InternalError.
//
// requires: t has a failure.
func Replay(b *Budget, p *ir.Program, t *trace.Trace, sources func(file string) []string) (Judgement, error) {
	start := time.Now()
	r := newRunner(b, p, Options{Sources: sources}, nil)
	narrator := narrate.New(p, t, sources)
	res, err := executing(b.Context(), r, func(ctx context.Context, code *interp.Code) (*interp.Result, error) {
		return interp.ReplayCode(ctx, code, t, interp.ReplayOptions{Observer: narrator, Stepped: narrator.Stepped})
	})
	j := Judgement{Property: t.Failure.Property, Verdict: verdict.Unknown, Stats: result.Stats{Cost: result.Cost{SwitchesFound: t.Switches()}}}
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
	j.Stats.Time = time.Since(start)
	v := res.Violation
	j.Verdict = verdict.Violation
	describe(&j, p, t, v)
	j.Story = narrator.Story(v)
	j.Stats.Stages = []engine.StageStats{{Name: "replay", Time: j.Stats.Time, Size: int(res.Steps)}}
	return j, nil
}

// ReplayWitness executes a witness in AIGER's format for the circuit of a program and the first property.
// The property is violated, or unknown with the reason. The error is an *engine.InputError if the witness
// shows no violation, and otherwise as Replay's.
//
// requires: as Dump.
func ReplayWitness(b *Budget, p *ir.Program, opts Options, text []byte) (Judgement, error) {
	t := everything()
	f, _ := formOf("aig", nil, t)
	r, problem, err := first(b, p, opts, t.kind(f.engine))
	if err != nil {
		return Judgement{}, err
	}
	j := Judgement{Property: problem.Property.String(), Verdict: verdict.Unknown}
	out, err := put(b.Context(), r, problem, (&circuit.Witnesses{Text: text}).Run)
	switch {
	case b.Reason() != verdict.NoReason:
		j.Reason = b.Reason()
		return j, nil
	case errors.As(err, new(*engine.InputError)):
		return j, err
	case err != nil:
		return j, internalError("witness", problem.Property, err)
	case out.Verdict != verdict.Violation:
		j.Reason, j.Message = out.Reason, out.Detail
		return j, nil
	}
	return Replay(b, p, out.Violations[0].Trace, opts.Sources)
}

// Certify judges the properties of a certificate by its proofs alone: safe, or unknown because of
// verdict.Refused. The error is as Run's.
//
// requires: opts are valid, have no bounds, and their places are located in the program, which is the
// certificate's.
func Certify(b *Budget, p *ir.Program, opts Options, c *certificate.Certificate) ([]Judgement, error) {
	k := stored.Kind(c)
	opts.Engine, opts.Properties = k.Name, c.Properties()
	r := newRunner(b, p, opts, &table{kinds: []engine.Kind{k}})
	r.minimise = minimise
	return r.run()
}
