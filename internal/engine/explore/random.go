package explore

import (
	"context"
	"time"

	"github.com/heddle-mc/heddle/internal/interp"
	"github.com/heddle-mc/heddle/internal/interp/smc"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// The random schedules of a property: at most so many, each of at most so many
// instructions, all properties' in at most that share of the time and never
// longer than randomTime. Where most of them end by that limit, every fourth may be longer:
// a long beginning, of main alone, leaves nothing else to the others.
const (
	randomSchedules = 4000
	randomSteps     = 200_000
	longSteps       = 20_000_000
	randomShare     = 8
	randomTime      = 4 * time.Second

	// After so many equal executions at the start, there are hardly others.
	enoughEqual = 64
)

// random runs the program under random schedules and inputs, until one violates
// a property; each property has its own.
func (r *run) random(ctx context.Context) error {
	share := randomTime
	if d, limited := r.left(); limited {
		share = min(share, d/randomShare)
	}
	count, properties := 0, 0
	for p := range verdict.NumProperties {
		if r.task.Properties.Has(p) {
			properties++
		}
	}
	for p := range verdict.NumProperties {
		if !r.task.Properties.Has(p) {
			continue
		}
		n, err := r.randomFor(ctx, p, time.Now().Add(share/time.Duration(properties)))
		if err != nil {
			return err
		}
		count += n
		if len(r.out.Found) > 0 && !r.task.All {
			break
		}
	}
	r.stage("random", r.began, count)
	return nil
}

// randomFor looks for a violation of one property, and returns how many schedules
// it tried.
func (r *run) randomFor(ctx context.Context, p verdict.Property, until time.Time) (int, error) {
	r.tell("random", 0)
	opts := interp.Options{Properties: interp.PropertySet(p), Environment: r.task.Environment.For(p), MaxMemory: r.memory()}
	first, varies, cut := uint64(0), false, 0
	for n := range randomSchedules {
		if n == enoughEqual && !varies && cut == 0 {
			return n, nil
		}
		if !time.Now().Before(until) {
			return n, nil
		}
		opts.Seed, opts.MaxSteps = uint64(n), randomSteps
		if n%4 == 3 && cut > n/2 {
			opts.MaxSteps = longSteps
		}
		res, t, err := interp.RunCode(ctx, r.task.Code, opts)
		if err != nil {
			return n, err
		}
		if n == 0 {
			first = res.Hash
		}
		varies = varies || res.Hash != first
		if res.End.Kind == interp.StepLimit {
			cut++
		}
		r.out.Counts.Executions++
		r.out.Counts.Steps += res.Steps
		if res.Violation != nil {
			r.add(smc.Counterexample{Violation: *res.Violation, Trace: t})
			return n + 1, nil
		}
	}
	return randomSchedules, nil
}
