package check

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/explain/narrate"
	"github.com/heddle-mc/heddle/internal/explain/story"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// Minimising may use at most this part of the time budget, and not much longer
// than finding the violation took: people wait for it.
const (
	minimiseShare = 6
	minimiseLeast = time.Second
)

// confirm replays a violation that an engine found, makes its trace as small as
// the budget allows and fills in the judgement. A trace that does not lead to
// the violation is an *InternalError.
func (r *runner) confirm(ctx context.Context, property verdict.Property, a *answer, j *Judgement) error {
	found := a.Violations[0].Trace
	r.budget.At("replay")
	v, err := r.replay(ctx, property, found)
	var calls *ExternalCalls
	if err == nil && v != nil {
		calls, err = r.externalCalls(ctx, found)
	}
	if err != nil || calls == nil {
		if err == nil {
			j.Verdict, j.Reason = verdict.Unknown, verdict.Timeout
			j.Message = "a violation was found, but there was no time to replay it"
		}
		return err
	}
	j.After = r.budget.Elapsed()
	j.leadsTo(r.program, found, v)
	if message, external := calls.Doubt(ctx, v); message != "" {
		if j.Location != nil {
			message += fmt.Sprintf("; if not, at %s: %s", j.Location, j.Message)
		}
		*j = Judgement{Property: j.Property, Engine: j.Engine, Stats: j.Stats}
		j.dependsOn(message, external)
		return nil
	}
	j.Assumptions = calls.Assumed
	_, j.Key = r.finding(property, v)
	r.tell(j)
	if property.IsTemporal() {
		return r.narrate(property, j)
	}
	first, of := found, v
	if found, v, err = r.quieter(ctx, property, a.from, found, v); err != nil {
		return err
	}
	j.Found = found.Switches()
	r.budget.At("minimise")
	small, start := found, time.Now()
	if left := r.budget.remaining(); ctx.Err() == nil && left > 0 {
		if r.budget.timeout > 0 {
			left = min(left, r.budget.timeout/minimiseShare, minimiseLeast+r.budget.Elapsed())
		}
		if small, v, err = r.smaller(ctx, left, property, found, v); err != nil {
			return err
		}
	}
	j.Stats.Stages = append(j.Stats.Stages, engine.StageStats{Name: "minimise", Time: time.Since(start), Size: int(small.Steps())})
	if calls, err = r.externalCalls(ctx, small); err != nil {
		return err
	}
	if calls == nil || calls.doubted(ctx, v) {
		small, v = first, of // the first description stays
	} else {
		j.Assumptions = calls.Assumed
	}
	j.leadsTo(r.program, small, v)
	_, j.Key = r.finding(property, v)
	if err := r.confirmOthers(ctx, property, a, j); err != nil {
		return err
	}
	return r.narrate(property, j)
}

// leadsTo sets the judgement's violation and trace.
func (j *Judgement) leadsTo(p *ir.Program, t *trace.Trace, v *interp.Violation) {
	j.Trace, j.Kind, j.Message, j.Location = t, v.Kind, v.Message+spuriousNote(t), locationOf(p, v)
}

// confirmOthers replays the further violations of an answer, as far as there is
// time.
func (r *runner) confirmOthers(ctx context.Context, property verdict.Property, a *answer, j *Judgement) error {
	if !r.opts.All {
		return nil
	}
	for i := range a.Violations[1:] {
		t := a.Violations[1+i].Trace
		v, err := r.replay(ctx, property, t)
		if err != nil {
			return err
		}
		calls, err := r.externalCalls(ctx, t)
		if err != nil {
			return err
		}
		if v != nil && calls != nil && !calls.doubted(ctx, v) {
			_, key := r.finding(property, v)
			j.Others = append(j.Others, Other{key, v.Kind, locationOf(r.program, v), t.Failure.Message + spuriousNote(t), cause(property, v), t, nil})
		}
	}
	return nil
}

// narrate sets the story of the judgement's trace, unless there is no time.
func (r *runner) narrate(property verdict.Property, j *Judgement) error {
	r.budget.At("narrate")
	patient, cancel := r.patient()
	defer cancel()
	story, err := executing(patient, r, func(ctx context.Context, code *interp.Code) (*story.Story, error) {
		return narrate.Narrate(ctx, code, j.Trace, r.opts.Sources)
	})
	if err != nil && patient.Err() == nil {
		e := internalError("narrate", property, err)
		e.Trace = j.Trace
		return e
	}
	j.Story = story
	return nil
}

// patient returns a context that ends with the time budget, or a grace after now
// if that is later. It may outlast the check's context, so that a violation is not lost.
func (r *runner) patient() (context.Context, context.CancelFunc) {
	return r.budget.afterwards(max(r.budget.grace(), r.budget.remaining()))
}

// smaller minimises a trace for at most d. It returns the smaller trace with its violation. If time runs
// out, it returns the arguments t and v.
func (r *runner) smaller(ctx context.Context, d time.Duration, property verdict.Property, t *trace.Trace, v *interp.Violation) (*trace.Trace, *interp.Violation, error) {
	if r.minimise == nil {
		return t, v, nil
	}
	short, cancel := context.WithTimeoutCause(ctx, d, errTimeout)
	defer cancel()
	small, err := executing(short, r, func(ctx context.Context, code *interp.Code) (*trace.Trace, error) {
		return r.minimise(ctx, code, t, d-d/8)
	})
	switch {
	case err != nil && short.Err() != nil:
		return t, v, nil
	case err != nil:
		e := internalError("minimise", property, err)
		e.Trace = t
		return nil, nil, e
	}
	again, err := r.replay(ctx, property, small)
	switch {
	case err != nil:
		return nil, nil, err
	case again == nil:
		return t, v, nil
	}
	return small, again, nil
}

// replay executes a trace and returns the violation of the property that it
// leads to; nil: there was no time.
func (r *runner) replay(ctx context.Context, property verdict.Property, t *trace.Trace) (*interp.Violation, error) {
	misfit := func(err error) error {
		e := internalError("replay", property, err)
		e.Trace = t
		return e
	}
	if t == nil || t.Failure == nil {
		return nil, misfit(errors.New("the trace does not say what it leads to"))
	}
	if t.Failure.Property != property.String() {
		return nil, misfit(fmt.Errorf("the trace leads to a violation of %s", t.Failure.Property))
	}
	patient, cancel := r.patient()
	defer cancel()
	res, err := executing(patient, r, func(ctx context.Context, code *interp.Code) (*interp.Result, error) {
		return interp.ReplayCode(ctx, code, t, interp.ReplayOptions{Properties: interp.PropertySet(property)})
	})
	switch {
	case err != nil && patient.Err() != nil:
		return nil, nil
	case err != nil:
		return nil, misfit(err)
	case res.Violation == nil:
		return nil, misfit(fmt.Errorf("the execution ends (%s) without a violation", res.End.Kind))
	}
	return res.Violation, nil
}

// locationOf returns a violation's place, or nil if it has none.
func locationOf(p *ir.Program, v *interp.Violation) *verdict.Location {
	if !v.Pos.IsValid() {
		return nil
	}
	l := v.Pos.In(p.Files, v.Func)
	return &l
}
