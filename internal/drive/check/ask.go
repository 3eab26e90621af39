package check

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// answer is an engine's outcome.
type answer struct {
	engine.Outcome
	from    engine.Kind
	by      engine.Engine   // that gave it; nil: several did
	problem *engine.Problem // the engine's input
	settled bool            // bounded, and every engine's answer would be
}

// sound reports whether an answer needs no further engine.
func (a *answer) sound() bool {
	return a.Verdict == verdict.Violation || a.Verdict == verdict.Safe || a.settled
}

// unlimited is the time that stages have parts of when there is no limit.
const unlimited = 10 * time.Minute

// ask runs the stages of a plan until one has a sound answer, and returns the best. An engine that ended
// before its time does not run again. With a fixed bound, the first verdict within it is the answer.
func (r *runner) ask(ctx context.Context, q *question, plan []stage) (*answer, error) {
	var best *answer
	for i, s := range plan {
		engines := slices.DeleteFunc(slices.Clone(s.engines), func(k *engine.Kind) bool { return q.finished[k.Name] })
		late := slices.DeleteFunc(slices.Clone(s.late), func(l lateEngine) bool { return q.finished[l.kind.Name] })
		if len(engines)+len(late) == 0 {
			continue
		}
		stageCtx, cancel := ctx, context.CancelFunc(func() {})
		if i < len(plan)-1 && s.share < 1 {
			stageCtx, cancel = context.WithTimeoutCause(ctx, scaled(left(ctx), s.share), errTimeout)
		}
		a, err := r.sideBySide(stageCtx, q, engines, late)
		cancel()
		if err != nil {
			return nil, err
		}
		best = r.better(best, a)
		if r.enough(best) || ctx.Err() != nil {
			break
		}
	}
	return best, nil
}

// enough reports whether an answer needs no further engine.
func (r *runner) enough(a *answer) bool {
	return a != nil && (a.sound() || a.Verdict == verdict.Bounded && r.opts.Bounds != (engine.Bounds{}))
}

// sideBySide runs engines at once and returns the first sound answer, or the best of all. An engine's
// failure counts unless a sound answer came before it. Engines that end before ctx does, and not because
// time is up, are not run again for this question. The late engines begin one after the other, at their
// times or when the others have ended.
func (r *runner) sideBySide(ctx context.Context, q *question, engines []*engine.Kind, late []lateEngine) (*answer, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(errAnswered)
	type reply struct {
		at    int
		a     *answer
		err   error
		began time.Time
	}
	start := time.Now()
	beside := len(engines)
	all := slices.Clone(engines)
	for _, l := range late {
		all = append(all, l.kind)
	}
	replies := make(chan reply, len(all))
	idle := make(chan struct{}) // closed when all but the late ones have ended
	progress := r.progress(q.property)
	memory := r.memoryFor(beside + min(len(late), 1))
	run := func(ctx context.Context, i int) {
		began := time.Now()
		a, err := r.one(ctx, q.property, all[i], memory, progress)
		replies <- reply{i, a, err, began}
	}
	for i := range engines {
		go run(ctx, i)
	}
	go func() {
		all := left(ctx)
		for i, l := range late {
			lateness(ctx, scaled(all, l.after)-time.Since(start), idle)
			if ctx.Err() != nil {
				replies <- reply{at: beside + i}
				continue
			}
			ctx, cancel := context.WithTimeoutCause(ctx, scaled(all, l.share), errTimeout)
			run(ctx, beside+i)
			cancel()
		}
	}()
	answers := make([]*answer, len(all))
	for n := range all {
		if n == beside {
			close(idle)
		}
		got := <-replies
		if got.err != nil {
			return nil, got.err
		}
		if got.a == nil {
			continue
		}
		if got.at >= beside {
			q.joins(all[got.at].Name, got.began.Sub(start), time.Since(got.began), got.a.Verdict)
		}
		if got.a.sound() {
			return got.a, nil
		}
		answers[got.at] = got.a
		if ctx.Err() == nil && got.a.Reason != verdict.Timeout {
			q.finished[all[got.at].Name] = true
		}
	}
	var best *answer
	for _, a := range answers {
		best = r.better(best, a)
	}
	return best, nil
}

// joins records the verdict of an engine that joined the others late.
func (q *question) joins(name string, after, took time.Duration, said verdict.Verdict) {
	if q.late != "" {
		q.late += "; "
	}
	q.late += fmt.Sprintf("%s joined the others after %.1f s, for %.1f s: %s", name, after.Seconds(), took.Seconds(), said)
}

// left returns the time that a context has left.
func left(ctx context.Context) time.Duration {
	if deadline, ok := ctx.Deadline(); ok {
		return min(unlimited, time.Until(deadline))
	}
	return unlimited
}

// lateness waits until a late engine has to begin: for d, or until idle is closed or ctx ends.
func lateness(ctx context.Context, d time.Duration, idle <-chan struct{}) {
	wait := time.NewTimer(d)
	defer wait.Stop()
	select {
	case <-ctx.Done():
	case <-idle:
	case <-wait.C:
	}
}

// one runs one engine.
func (r *runner) one(ctx context.Context, property verdict.Property, k *engine.Kind, memory int64, progress func(string, engine.Progress)) (*answer, error) {
	if why := k.Refusal(r.opts.Bounds, r.opts.Settings); why != "" {
		return &answer{Outcome: engine.Outcome{Verdict: verdict.Unknown, Reason: verdict.Unsupported, Detail: why}, from: *k}, nil
	}
	r.budget.At("engine " + k.Name)
	by := k.New(r.opts.Settings)
	problem := r.problem(property, memory)
	problem.Shared = r.opts.Engine == Auto && problem.Temporal == nil
	problem.Progress, problem.Races = func(p engine.Progress) { progress(k.Name, p) }, r.races.Store
	out, err := put(ctx, r, problem, by.Run)
	switch {
	case Abandoned(err) || ended(ctx, err):
		out = &engine.Outcome{Verdict: verdict.Unknown}
	case blamed(err) != nil:
		out = blamed(err)
	case errors.As(err, new(*engine.InputError)):
		return nil, err
	case err != nil:
		return nil, internalError("engine "+k.Name, property, err)
	case out == nil:
		return nil, internalError("engine "+k.Name, property, errors.New("no outcome"))
	case out.Verdict == verdict.Violation && len(out.Violations) == 0:
		return nil, internalError("engine "+k.Name, property, errors.New("a violation without a trace"))
	}
	if out.Verdict == verdict.Safe && out.Uncertified != "" && !k.Stands && r.opts.Engine == Auto {
		out = &engine.Outcome{Verdict: verdict.Unknown, Reason: verdict.NotProved, Stats: out.Stats}
	}
	if out.Races != nil {
		r.races.Store(out.Races)
	}
	a := &answer{Outcome: *out, from: *k, by: by, problem: problem}
	a.becauseOf(ctx)
	r.limitToLayout(a)
	return a, r.withoutAccepted(ctx, property, a)
}

// problem returns the input of an engine for a property. memory is the engine's limit in bytes; 0: none.
func (r *runner) problem(property verdict.Property, memory int64) *engine.Problem {
	return &engine.Problem{
		Program: r.program, Known: r.facts, Property: property, Places: r.opts.places, Temporal: r.opts.Temporal(property), Environment: r.env,
		Bounds: r.opts.Bounds, Part: r.opts.Part, Model: r.model, All: r.all(property), Without: r.opts.Without, Memory: memory,
		NewSolver: newSolver(r.tool, r.opts.Seed),
	}
}

// put runs an engine on a problem, within the budget.
func put[T any](ctx context.Context, r *runner, p *engine.Problem, run func(context.Context, *engine.Problem) (T, error)) (T, error) {
	var code *interp.Code // belongs to the goroutine of the engine until that has ended
	p.Prepare = func() *interp.Code {
		if code == nil {
			code = r.codes.take()
		}
		return code
	}
	out, err := Within(ctx, r.budget, func(ctx context.Context) (T, error) { return run(ctx, p) })
	if !Abandoned(err) && code != nil {
		r.codes.give(code)
		code = nil
	}
	return out, err
}

// becauseOf sets the reason of the answer to the reason why ctx ended, which the budget knows and the
// engine does not.
func (a *answer) becauseOf(ctx context.Context) {
	if !a.sound() && ctx.Err() != nil {
		switch a.Reason {
		case verdict.NoReason, verdict.Timeout, verdict.Interrupted:
			a.Reason = reasonOf(ctx)
		}
	}
}

// scaled returns a part of a time.
func scaled(d time.Duration, share float64) time.Duration { return time.Duration(share * float64(d)) }

// ended reports whether an error is the end of a context.
func ended(ctx context.Context, err error) bool {
	return ctx.Err() != nil && (errors.Is(err, ctx.Err()) || errors.Is(err, context.Cause(ctx)))
}

// memoryFor returns how many bytes each of n engines may hold; 0: no bound. A part stays free for the
// stages after them.
func (r *runner) memoryFor(n int) int64 {
	if r.budget.memory == 0 {
		return 0
	}
	used, _ := r.budget.look()
	if used > r.budget.memory/4 {
		debug.FreeOSMemory() // garbage of the earlier engines
		used, _ = r.budget.look()
	}
	left := r.budget.memory - used
	return max(left-left/8, 1<<20) / int64(n)
}

// progress returns a function that passes progress on.
func (r *runner) progress(property verdict.Property) func(string, engine.Progress) {
	return func(name string, p engine.Progress) {
		if r.budget.Reason() == verdict.NoReason { // not from an engine that was left alone
			r.goesOn(Progress{Property: property.String(), Engine: name, Progress: p})
		}
	}
}

// progressUnder returns the same for the executions of a weaker memory model, which the name of the engine then has.
func (r *runner) progressUnder(property verdict.Property, model string) func(string, engine.Progress) {
	tell := r.progress(property)
	return func(name string, p engine.Progress) { tell(name+" under "+trace.MemoryTitle(model), p) }
}

// goesOn calls Options.Progress, one call at a time.
func (r *runner) goesOn(p Progress) {
	if r.opts.Progress != nil {
		r.telling.Lock()
		defer r.telling.Unlock()
		r.opts.Progress(p)
	}
}

// better returns the better of two answers by rank. Of equal ones it is the later answer of the same
// engine, which had more time, or that of the engine that comes first in the strategy, independent of their
// order. An unknown answer of a late engine is ignored: the reason of the others is more useful. So is that of an engine
// that does not follow children of fork, if another does.
func (r *runner) better(a, b *answer) *answer {
	switch {
	case a == nil:
		return b
	case b == nil, r.opts.Engine == Auto && r.table.auto.isLate(b.from.Name) && b.Verdict == verdict.Unknown:
		return a
	case r.blind(a) && !r.blind(b):
		return b
	case r.blind(b) && !r.blind(a):
		return a
	case rank(b) > rank(a):
		return b
	case rank(b) == rank(a) && (a.from.Name == b.from.Name || r.table.auto.place(b.from.Name) < r.table.auto.place(a.from.Name)):
		return b
	}
	return a
}

// blind reports whether an answer is unknown because the engine does not follow children of fork.
func (r *runner) blind(a *answer) bool {
	return r.opts.Engine == Auto && a.Verdict == verdict.Unknown && !a.from.Processes && r.program.Has(ir.OpFork)
}

// rank orders answers by their value.
func rank(a *answer) int {
	switch {
	case a.Verdict == verdict.Violation:
		return 6
	case a.Verdict == verdict.Safe:
		return 5
	case a.settled:
		return 4 // it holds for more than another bound
	case a.Verdict == verdict.Bounded:
		return 3
	}
	switch a.Reason {
	case verdict.Unsupported:
		return 2
	case verdict.Timeout, verdict.Interrupted:
		return 0
	}
	return 1
}
