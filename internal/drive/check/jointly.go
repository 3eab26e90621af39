package check

import (
	"context"
	"slices"
	"sync"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// company is a joint exploration of all open properties, beside the engines that judge them one by one.
// nil: there is none.
type company struct {
	mu      sync.Mutex
	answers [verdict.NumProperties]*answer
	told    [verdict.NumProperties]chan struct{} // closed when there will be no other answer
	err     error
	set     interp.Properties // that it judges
	stop    context.CancelCauseFunc
	work    sync.WaitGroup
}

// jointly starts an exploration for several properties at once. It does so if the driver chooses the
// engines, one of them can do it, and one violation of each property is enough. With one job the
// exploration has ended when this returns. found is called with violations, on goroutines of their own.
func (r *runner) jointly(properties []verdict.Property, found func(verdict.Property, *answer)) *company {
	k, joint, set := r.joins(r.table.auto.joint, properties)
	if joint == nil {
		return nil
	}
	return r.explore(k, joint, set, found)
}

// joins returns the engine of a name and the properties that it can judge jointly. There is no such engine
// if the options name an engine, or if one violation of each property is not enough.
func (r *runner) joins(name string, properties []verdict.Property) (*engine.Kind, engine.Joint, interp.Properties) {
	k := r.table.kind(name)
	if r.opts.All || slices.ContainsFunc(properties, r.accepts) || r.opts.Engine != Auto || r.opts.Bounds != (engine.Bounds{}) || k == nil {
		return nil, nil, 0
	}
	joint, ok := k.New(nil).(engine.Joint)
	if !ok {
		return nil, nil, 0
	}
	var set interp.Properties
	several := 0
	for _, p := range properties {
		if k.Supports(p) && joint.Joins(p) {
			set |= interp.PropertySet(p)
			several++
		}
	}
	if several < 2 {
		return nil, nil, 0
	}
	return k, joint, set
}

// explore begins a joint exploration.
func (r *runner) explore(k *engine.Kind, joint engine.Joint, set interp.Properties, found func(verdict.Property, *answer)) *company {
	ctx, cancel := context.WithCancelCause(r.budget.Context())
	if r.opts.Jobs == 1 {
		left := min(r.budget.remaining(), unlimited)
		limited, stop := context.WithTimeoutCause(ctx, scaled(left, r.table.auto.jointShare), errTimeout)
		inner := cancel
		ctx, cancel = limited, func(cause error) { inner(cause); stop() }
	}
	c := &company{set: set, stop: cancel}
	for p := range c.told {
		c.told[p] = make(chan struct{})
	}
	problem := &engine.Problem{Program: r.program, Known: r.facts, Environment: r.env, Memory: r.memoryFor(min(r.opts.Jobs, 2))}
	tell := func(p verdict.Property, o *engine.Outcome) {
		a := &answer{Outcome: *o, from: *k}
		a.becauseOf(ctx)
		r.limitToLayout(a)
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.answers[p] == nil {
			c.answers[p] = a
			close(c.told[p])
			if a.Verdict == verdict.Violation {
				go found(p, a)
			}
		}
	}
	run := func() {
		_, err := put(ctx, r, problem, func(ctx context.Context, p *engine.Problem) (*engine.Outcome, error) {
			return nil, joint.RunJointly(ctx, p, set, tell)
		})
		c.mu.Lock()
		defer c.mu.Unlock()
		if err != nil && !Abandoned(err) && !ended(ctx, err) {
			c.err = internalError("engine "+k.Name, verdict.NumProperties, err)
		}
		for p := range c.told {
			if c.answers[p] == nil {
				close(c.told[p])
			}
		}
	}
	c.work.Go(run)
	if r.opts.Jobs == 1 {
		c.work.Wait()
	}
	return c
}

// of returns the exploration if it judges a property, else nil.
func (c *company) of(p verdict.Property) *company {
	if c == nil || !c.set.Has(p) {
		return nil
	}
	return c
}

// end ends the exploration.
func (c *company) end() {
	if c != nil {
		c.stop(errAnswered)
		c.work.Wait()
	}
}

// watch returns a context that ends with ctx, or with an answer about a property that is enough.
func (c *company) watch(ctx context.Context, p verdict.Property, enough func(*answer) bool) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	if c != nil {
		go func() {
			select {
			case <-ctx.Done():
			case <-c.told[p]:
				if a, err := c.answer(p); err == nil && a != nil && enough(a) {
					cancel(errAnswered)
				}
			}
		}()
	}
	return ctx, func() { cancel(errAnswered) }
}

// answer returns the answer for a property that is known at present, or nil.
func (c *company) answer(p verdict.Property) (*answer, error) {
	if c == nil {
		return nil, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if a := c.answers[p]; a != nil {
		return a, nil
	}
	return nil, c.err
}

// wait returns the final answer of the exploration for a property, or nil.
func (c *company) wait(p verdict.Property) (*answer, error) {
	if c == nil {
		return nil, nil
	}
	<-c.told[p]
	return c.answer(p)
}
