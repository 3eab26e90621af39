package check

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// These are the limits of the first tries of several properties. Each property gets a short try first, so
// that cheap answers come before hard ones. All together get quickShare of the time, at most quickTime, but
// each at least quickLeast even if the properties before it were late. A second round gives each open
// property quickFactor times as much, if that is less than half of the time left: so its answer need not
// wait for the properties before it.
const (
	quickShare = 0.05
	quickTime  = time.Second
	quickLeast = 20 * time.Millisecond

	quickFactor = 6
)

// question is a property that takes time.
type question struct {
	property verdict.Property
	out      *Judgement      // of the property
	best     *answer         // so far; nil: none
	finished map[string]bool // engines that need not run again
	decided  bool            // no engine need run again
	asked    time.Duration   // how long
	late     string          // the engines that joined the others late (Judgement.Late)

	once     sync.Once // judged
	judging  time.Duration
	internal error
}

// judge makes the judgement of the first answer that it is given.
func (q *question) judge(r *runner, a *answer, err error) {
	q.once.Do(func() {
		r.judging.Lock()
		defer r.judging.Unlock()
		start := time.Now()
		if err == nil {
			r.budget.At("judge")
			*q.out, err = r.conclude(r.budget.Context(), q.property, a, *q.out)
		}
		if err != nil {
			*q.out = Judgement{Property: q.out.Property, Verdict: verdict.Unknown, Reason: Internal, Message: err.Error()}
		}
		q.out.Stats.Late = q.late
		q.judging, q.internal = time.Since(start), err
		r.known.note(q.out.Property, *q.out)
		r.goesOn(Progress{Property: q.out.Property, Decided: true})
	})
}

// judgeAll judges the properties that the quick methods left open. After a short try each gets its part
// of the time left, and the results of a joint exploration, whose violations are judged at once.
// Properties that are still open then wait for the end of that exploration.
func (r *runner) judgeAll(out []Judgement, open []int) error {
	var list []*question
	of := make(map[verdict.Property]*question)
	for _, i := range open {
		p, err := verdict.ParseProperty(out[i].Property)
		if err != nil {
			return internalError("check", verdict.NumProperties, err)
		}
		of[p] = &question{property: p, out: &out[i], finished: make(map[string]bool)}
		list = append(list, of[p])
	}
	var joint *company
	explore := func() {
		var left []verdict.Property
		for _, q := range list {
			if !q.decided {
				left = append(left, q.property)
			}
		}
		joint = r.jointly(left, func(p verdict.Property, a *answer) { of[p].judge(r, a, nil) })
	}
	if r.opts.Jobs > 1 {
		explore() // finds many a violation before the first proof
	}
	r.tryBefore(list, joint)
	r.proveEach(list, joint)
	if joint != nil && undecided(list) < len(list) {
		joint.end()
		explore() // for those that are left
	}
	if undecided(list) > 1 && !r.opts.All {
		moment := min(scaled(min(r.budget.remaining(), unlimited), quickShare), quickTime)
		r.askShortly(list, joint, moment, false)
		if longer := scaled(moment, quickFactor); longer < r.budget.remaining()/2 {
			r.askShortly(list, joint, longer, true)
		}
	}
	if r.opts.Jobs == 1 {
		explore()
	}
	defer joint.end()
	if undecided(list) > 0 {
		go r.text()
	}
	kept := r.keep()
	if r.weaker() {
		defer time.AfterFunc(kept, joint.end).Stop()
	}
	r.askEach(list, joint, kept, 0)
	var first error
	for _, q := range list {
		if !q.decided {
			r.await(q, joint.of(q.property))
		}
		q.out.Stats.Time += q.asked + q.judging
		first = cmp.Or(first, q.internal)
	}
	return first
}

// undecided returns how many of the properties are open.
func undecided(list []*question) int {
	n := 0
	for _, q := range list {
		if !q.decided {
			n++
		}
	}
	return n
}

// askShortly judges the undecided properties for a short time. Properties that need a run of their own have
// one each; the others share a run. togetherFirst starts with the latter. They are last in the first round,
// so in the second round they come first: they often need only little more time.
func (r *runner) askShortly(list []*question, joint *company, d time.Duration, togetherFirst bool) {
	open := slices.DeleteFunc(slices.Clone(list), func(q *question) bool { return q.decided })
	together, alone := r.split(open, joint)
	part := d * time.Duration(len(alone)) / time.Duration(max(1, len(open)))
	if togetherFirst {
		r.askTogether(together, d-part)
	}
	r.askEach(alone, joint, part, 1)
	if !togetherFirst {
		r.askTogether(together, d-part)
	}
}

// askEach judges the undecided properties, each in its part of a time. stages is the number of stages of
// its plan to run; 0: all.
func (r *runner) askEach(list []*question, joint *company, d time.Duration, stages int) {
	until := time.Now().Add(d)
	for k, q := range list {
		if q.decided {
			continue
		}
		left := slices.DeleteFunc(slices.Clone(list[k:]), func(q *question) bool { return q.decided })
		share := time.Until(until) / time.Duration(len(left))
		if stages > 0 {
			share = max(share, quickLeast)
		}
		ctx, cancel := context.WithTimeoutCause(r.budget.Context(), share, errTimeout)
		r.askFor(ctx, q, joint, stages)
		cancel()
	}
}

// askFor judges a property with the given number of stages of its plan; 0: all.
func (r *runner) askFor(ctx context.Context, q *question, joint *company, stages int) {
	start := time.Now()
	a, err := r.answer(ctx, q, joint.of(q.property), stages)
	q.asked += time.Since(start)
	q.best = r.better(q.best, a)
	if q.decided = err != nil || r.enough(q.best); q.decided {
		q.judge(r, q.best, err)
	}
}

// answer judges one property until ctx ends or the joint exploration decides it; nil: there is no engine
// besides that exploration.
//
// requires: it is not judged at once.
func (r *runner) answer(ctx context.Context, q *question, joint *company, stages int) (*answer, error) {
	if a, err := joint.answer(q.property); err == nil && a != nil && a.sound() {
		return a, nil
	}
	plan := r.plan(q.property)
	if joint != nil {
		plan = r.beside(plan)
	}
	if stages > 0 {
		plan = slices.Clone(plan[:min(stages, len(plan))])
		for i := range plan {
			plan[i].late = nil
		}
	}
	var a *answer
	if len(plan) > 0 {
		watched, cancel := joint.watch(ctx, q.property, (*answer).sound)
		defer cancel()
		var err error
		if a, err = r.ask(watched, q, plan); err != nil {
			return nil, err
		}
	}
	if a != nil && a.sound() {
		return a, nil
	}
	b, _ := joint.answer(q.property) // if it failed, await reports it
	return r.better(a, b), nil
}

// await judges an undecided property at the end of a joint exploration.
func (r *runner) await(q *question, joint *company) {
	start := time.Now()
	a, err := joint.wait(q.property)
	q.asked += time.Since(start)
	if q.best = r.better(q.best, a); q.best == nil {
		q.best = &answer{Outcome: engine.Outcome{Verdict: verdict.Unknown, Reason: r.budget.Reason()}}
	}
	if why := r.budget.Reason(); q.best.Reason == verdict.Timeout && why != verdict.NoReason {
		q.best.Reason = why // it was the time of a part
	}
	q.judge(r, q.best, err)
}
