package check

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/heddle-mc/heddle/internal/drive/result"
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

// confirm replays a violation that an engine found, makes its trace as small as the budget allows and fills
// in the judgement. So the trace is executed twice, before and after that. The first time is by the engine, if
// it replays its traces (engine.Problem.Replay) or writes them while it executes the program (package record), and
// nothing needs to be observed. A trace that does not lead to the violation is an *InternalError.
func (r *runner) confirm(ctx context.Context, property verdict.Property, a *answer, j *Judgement) error {
	first, err := r.first(ctx, property, &a.Violations[0])
	if err != nil {
		return err
	}
	if first == nil {
		j.Verdict, j.Reason = verdict.Unknown, verdict.Timeout
		j.Message = "a violation was found, but there was no time to replay it"
		return nil
	}
	j.Stats.Found = r.budget.Elapsed()
	r.leadsTo(j, property, first)
	if message, external := first.calls.Doubt(ctx, first.violation); message != "" {
		if j.Location != nil {
			message += fmt.Sprintf("; if not, at %s: %s", j.Location, j.Message)
		}
		*j = Judgement{Property: j.Property, Stats: result.Stats{Cost: result.Cost{Engine: j.Stats.Engine}, Stats: j.Stats.Stats}}
		dependsOn(j, message, external)
		return nil
	}
	r.tell(j)
	if property.IsTemporal() {
		return nil
	}
	found := first
	if first.trace.Memory == "" {
		if found, err = r.quieter(ctx, property, a.from, first); err != nil {
			return err
		}
	}
	j.Stats.SwitchesFound = found.trace.Switches()
	r.budget.At("minimise")
	small, start := found.trace, time.Now()
	if left := r.budget.remaining(); ctx.Err() == nil && left > 0 && small.Memory == "" {
		if r.budget.timeout > 0 {
			left = min(left, r.budget.timeout/minimiseShare, minimiseLeast+r.budget.Elapsed())
		}
		if small, err = r.smaller(ctx, left, property, found); err != nil {
			return err
		}
	}
	if small.Memory == "" { // another trace is not minimised
		j.Stats.Stages = append(j.Stats.Stages, engine.StageStats{Name: "minimise", Time: time.Since(start), Size: int(small.Steps())})
	}
	r.budget.At("narrate")
	last, err := r.replay(ctx, property, small, true)
	if err != nil {
		return err
	}
	if last != nil && last.calls.doubted(ctx, last.violation) {
		if last, err = r.replay(ctx, property, first.trace, true); err != nil {
			return err
		}
	}
	if last == nil {
		last = first
	}
	r.leadsTo(j, property, last)
	return r.confirmOthers(ctx, property, a, j)
}

// leadsTo sets the judgement's violation, its story and the assumptions, from an execution.
func (r *runner) leadsTo(j *Judgement, property verdict.Property, e *execution) {
	describe(j, r.program, e.trace, e.violation)
	j.Assumptions, j.Story = e.calls.Assumed, e.story
	_, j.Key = r.finding(property, e.violation)
	j.Next = lockedByGlibc(j.Message)
}

// describe sets the judgement's violation and trace.
func describe(j *Judgement, p *ir.Program, t *trace.Trace, v *interp.Violation) {
	j.Trace, j.Kind, j.Message, j.Location = t, v.Kind, v.Message+spuriousNote(t)+t.MemoryNote(), locationOf(p, v)
}

// confirmOthers replays the further violations of an answer, as far as there is
// time.
func (r *runner) confirmOthers(ctx context.Context, property verdict.Property, a *answer, j *Judgement) error {
	if !r.opts.All {
		return nil
	}
	for i := range a.Violations[1:] {
		t := a.Violations[1+i].Trace
		e, err := r.replay(ctx, property, t, false)
		if err != nil {
			return err
		}
		if e != nil && !e.calls.doubted(ctx, e.violation) {
			v := e.violation
			_, key := r.finding(property, v)
			j.Others = append(j.Others, Other{Key: key, Kind: v.Kind, Location: locationOf(r.program, v), Message: t.Failure.Message + spuriousNote(t), Cause: cause(property, v), Trace: t})
		}
	}
	return nil
}

// patient returns a context that ends with the time budget, or a grace after now
// if that is later. It may outlast the check's context, so that a violation is not lost.
func (r *runner) patient() (context.Context, context.CancelFunc) {
	return r.budget.afterwards(max(r.budget.grace(), r.budget.remaining()))
}

// smaller minimises the trace of an execution for at most d. It returns the smaller trace, or the trace
// itself if time runs out.
func (r *runner) smaller(ctx context.Context, d time.Duration, property verdict.Property, e *execution) (*trace.Trace, error) {
	if r.minimise == nil {
		return e.trace, nil
	}
	short, cancel := context.WithTimeoutCause(ctx, d, errTimeout)
	defer cancel()
	small, err := executing(short, r, func(ctx context.Context, code *interp.Code) (*trace.Trace, error) {
		return r.minimise(ctx, code, e.trace, e.result, d-d/8)
	})
	switch {
	case err != nil && short.Err() != nil:
		return e.trace, nil
	case err != nil:
		failed := internalError("minimise", property, err)
		failed.Trace = e.trace
		return nil, failed
	}
	return small, nil
}

// execution holds the results of one replay of a trace.
type execution struct {
	trace     *trace.Trace
	result    *interp.Result
	violation *interp.Violation // of the result
	calls     *ExternalCalls
	story     *story.Story // nil: it was not asked for
}

// first returns an execution of a violation as an engine found it: the engine's own execution, or a
// replay with observers; nil: there was no time.
func (r *runner) first(ctx context.Context, property verdict.Property, v *engine.Violation) (*execution, error) {
	if v.Replayed == nil || v.Replayed.Violation == nil || property.IsTemporal() || r.observesCalls() {
		return r.replay(ctx, property, v.Trace, property.IsTemporal())
	}
	return &execution{trace: v.Trace, result: v.Replayed, violation: v.Replayed.Violation, calls: &ExternalCalls{Facts: r.facts}}, nil
}

// observesCalls reports whether a verdict may depend on the undefined functions that an execution calls, or on the
// values that library models guess.
func (r *runner) observesCalls() bool {
	return len(r.program.Externals()) > 0 || guessesValues(r.program)
}

// replay executes a trace and returns the execution, which violates the property, with its story if told is
// true; nil: there was no time.
func (r *runner) replay(ctx context.Context, property verdict.Property, t *trace.Trace, told bool) (*execution, error) {
	r.budget.At("replay")
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
	e := &execution{trace: t, calls: &ExternalCalls{Facts: r.facts}}
	var observers interp.Observers
	if r.observesCalls() {
		observers = append(observers, e.calls)
	}
	opts := interp.ReplayOptions{Properties: interp.PropertySet(property)}
	var narrator *narrate.Narrator
	if told {
		narrator = narrate.New(r.program, t, r.opts.Sources)
		observers = append(observers, narrator)
		opts.Stepped = narrator.Stepped
	}
	if len(observers) > 0 {
		opts.Observer = observers
	}
	patient, cancel := r.patient()
	defer cancel()
	_, err := executing(patient, r, func(ctx context.Context, code *interp.Code) (*interp.Result, error) {
		res, err := interp.ReplayCode(ctx, code, t, opts)
		switch {
		case err != nil:
			return nil, err
		case res.Violation == nil:
			return nil, fmt.Errorf("the execution ends (%s) without a violation", res.End.Kind)
		case told:
			e.story = narrator.Story(res.Violation)
		}
		e.result, e.violation = res, res.Violation
		return res, nil
	})
	switch {
	case err != nil && patient.Err() != nil:
		return nil, nil
	case err != nil:
		return nil, misfit(err)
	}
	return e, nil
}

// locationOf returns a violation's place, or nil if it has none.
func locationOf(p *ir.Program, v *interp.Violation) *verdict.Location {
	if !v.Pos.IsValid() {
		return nil
	}
	l := v.Pos.In(p.Files, v.Func)
	return &l
}
