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

// firstShare is the part of its time that each property gets before any gets more: many faults
// show in the first executions, and should not wait for the other properties'.
const firstShare = 16

// random runs the program under random schedules and inputs, until one violates
// a property; each property has its own. What is found is told at once, if somebody
// wants to know.
func (r *run) random(ctx context.Context, told func(*Report)) error {
	share := randomTime
	if d, limited := r.left(); limited {
		share = min(share, d/randomShare)
	}
	var list []*schedules
	for p := range verdict.NumProperties {
		if r.task.Properties.Has(p) {
			list = append(list, &schedules{property: p})
		}
	}
	defer func(began time.Time) {
		count := 0
		for _, s := range list {
			count += s.n
		}
		r.stage("random", began, count)
	}(r.began)
	for _, part := range []time.Duration{share / firstShare, share} {
		for _, s := range list {
			if s.done {
				continue
			}
			if err := r.try(ctx, s, time.Now().Add(part/time.Duration(len(list)))); err != nil {
				return err
			}
			if len(r.out.Found) > 0 && told != nil {
				told(&r.out)
			}
			if len(r.out.Found) > 0 && !r.task.All {
				return nil
			}
		}
	}
	return nil
}

// schedules are the random schedules that were tried for a property.
type schedules struct {
	property verdict.Property
	n        int    // so many
	first    uint64 // the first execution's hash
	varies   bool   // some have another
	cut      int    // by the limit of instructions
	done     bool   // no more are needed
}

// try looks for a violation of one property until a time.
func (r *run) try(ctx context.Context, s *schedules, until time.Time) error {
	r.tell("random", 0)
	p := s.property
	opts := interp.Options{Properties: interp.PropertySet(p), Environment: r.task.Environment.For(p), MaxMemory: r.memory()}
	for ; ; s.n++ {
		if s.n == randomSchedules || s.n == enoughEqual && !s.varies && s.cut == 0 {
			s.done = true
			return nil
		}
		if !time.Now().Before(until) {
			return nil
		}
		opts.Seed, opts.MaxSteps = uint64(s.n), randomSteps
		if s.n%4 == 3 && s.cut > s.n/2 {
			opts.MaxSteps = longSteps
		}
		res, t, err := interp.RunCode(ctx, r.task.Code, opts)
		if err != nil {
			return err
		}
		if s.n == 0 {
			s.first = res.Hash
		}
		s.varies = s.varies || res.Hash != s.first
		if res.End.Kind == interp.StepLimit {
			s.cut++
		}
		r.out.Counts.Executions++
		r.out.Counts.Steps += res.Steps
		if res.Violation != nil {
			r.add(smc.Counterexample{Violation: *res.Violation, Trace: t})
			s.n, s.done = s.n+1, true
			return nil
		}
	}
}
