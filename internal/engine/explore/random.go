package explore

import (
	"context"
	"math/bits"
	"time"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
)

// The random schedules: at most so many, each of at most so many instructions, all in at most that share of
// the time and never longer than randomTime. Where most of them end by that limit, some may be longer (see
// longer). Afterwards there are schedules of at least longSteps instructions, for longShare of the time left.
// Where the first that ends so did not create a thread, it is repeated. Instructions of main alone then have the limit
// longSteps, or a part of it if earlier schedules ended.
const (
	randomSchedules = 4000
	randomSteps     = 200_000
	longSteps       = 20_000_000
	laterPart       = 8
	randomShare     = 8
	randomTime      = 4 * time.Second
	longShare       = 4

	// After so many equal executions at the start, there are hardly others.
	enoughEqual = 64

	// fewThreads is the number of threads, main included, that begin in every third schedule, if most
	// schedules do not end. With many threads each has few turns, and some constructs are supported for few
	// threads only.
	fewThreads = 4
)

// firstShare is the part of their time that schedules get before there is a long execution:
// many faults show in the first ones.
const firstShare = 16

// random runs the program under random schedules and inputs until each property is violated; if one
// violation is enough, until any is. If told is not nil, it is called with each violation at once.
func (r *run) random(ctx context.Context, told func(*Report)) error {
	share := randomTime
	if d, limited := r.left(); limited {
		share = min(share, d/randomShare)
	}
	s := &schedules{environment: r.task.only(r.task.Properties).Environment, properties: r.task.Properties, part: randomPart}
	s.quiet = s.environment
	if s.environment.In(r.task.Code.Program()).Has(ir.ChooseSpurious) {
		s.quiet &^= ir.EnvironmentSet(ir.ChooseSpurious, ir.ChooseSpuriousAgain)
	}
	defer func(began time.Time) { r.stage("random", began, s.n) }(r.began)
	look := func(ctx context.Context, part time.Duration) (found bool, err error) {
		for until := time.Now().Add(part); !s.done; {
			found, err := r.try(ctx, s, until, part >= share)
			if !found || err != nil {
				return false, err
			}
			if told != nil {
				told(&r.out)
			}
			if !r.task.All {
				return true, nil
			}
		}
		return false, nil
	}
	for _, part := range []time.Duration{share / firstShare, share} {
		if found, err := look(ctx, part); found || err != nil {
			return err
		}
	}
	d, limited := r.left()
	if d /= longShare; !limited || d < share || !s.mostlyCut() {
		return nil
	}
	s.most = longSteps
	short, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	_, err := look(short, d)
	if ctx.Err() == nil && short.Err() != nil {
		return nil
	}
	return err
}

// schedules are the random schedules that were tried in an environment.
type schedules struct {
	environment ir.Environment
	quiet       ir.Environment    // environment without spurious wake-ups, for half of the schedules
	properties  interp.Properties // that were not violated yet
	n           int               // number of schedules
	first       uint64            // the first execution's hash
	varies      bool              // some have another
	alone       uint64            // further instructions of main before it creates a thread
	again       int               // the schedule that was repeated for that, from 1
	part        uint64            // of the memory, for one
	cut         int               // by the limit of instructions
	most        uint64            // the limit of instructions of the next, which doubles when that reaches it; 0: by number
	lacking     int               // schedules that reached an unsupported construct
	done        bool              // no more are needed
}

// mostlyCut reports whether most schedules did not end within their instructions.
func (s *schedules) mostlyCut() bool { return s.cut > s.n/2 }

// longer returns the seed and the instruction limit of the n-th schedule in a program whose schedules are
// mostly cut. Every fourth schedule gets four times the limit of the others, every sixteenth sixteen times,
// and so on, with the seeds of schedules that were cut. So each length gets the same total time, and a
// schedule that never ends leaves time for others.
func longer(n int, steps uint64) (seed, limit uint64) {
	seed = uint64(n)
	for next := n + 1; next%4 == 0 && steps < longSteps; next /= 4 {
		seed, steps = seed/4, steps*4
	}
	return seed, min(steps, longSteps)
}

// try looks for a violation until a time. If long is false, it also stops before the next long execution.
// It reports whether it found one.
func (r *run) try(ctx context.Context, s *schedules, until time.Time, long bool) (found bool, err error) {
	r.tell("random", 0)
	opts := interp.Options{Properties: s.properties, Environment: s.environment, AtRace: true}
	for ; !s.done; s.n++ {
		if s.n == randomSchedules || s.n == enoughEqual && !s.varies && s.cut == 0 {
			s.done = true
		}
		if s.done || !time.Now().Before(until) {
			return false, nil
		}
		opts.Seed, opts.MaxSteps, opts.Alone = uint64(s.n), randomSteps, s.alone
		switch {
		case s.most > 0:
			opts.MaxSteps = s.most
		case s.mostlyCut():
			opts.Seed, opts.MaxSteps = longer(s.n, randomSteps)
		}
		opts.Environment, opts.Threads, opts.MaxMemory = s.environment, 0, r.memory(s.part)
		if s.cut+s.lacking > s.n/2 {
			if s.n%3 == 1 {
				opts.Threads = fewThreads
			}
		}
		if bits.OnesCount(uint(s.n))%2 == 0 {
			opts.Environment = s.quiet
		}
		if opts.MaxSteps+opts.Alone > randomSteps && !long {
			return false, nil
		}
		res, t, err := interp.RunCode(ctx, r.task.Code, opts)
		if err != nil {
			return false, err
		}
		if s.n == 0 {
			s.first = res.Hash
		}
		s.varies = s.varies || res.Hash != s.first
		switch res.End.Kind {
		case interp.StepLimit:
			s.cut++
			s.most *= 2
		case interp.Unsupported:
			s.lacking++
		}
		r.out.Counts.Executions++
		r.out.Counts.Steps += res.Steps
		if res.Violation != nil {
			r.add(smc.Counterexample{Violation: *res.Violation, Trace: t})
			s.properties &^= interp.PropertySet(res.Violation.Property)
			s.n, s.done = s.n+1, s.properties == 0
			return true, nil
		}
		if s.n == 0 && res.End.Kind == interp.MemoryLimit && s.part > largePart {
			s.n, s.part = -1, largePart
		}
		if s.cut == 1 && res.Alone {
			switch s.again {
			case 0:
				s.alone, s.again = longSteps, s.n+1
				if s.n > 0 { // some executions are shorter
					s.alone /= laterPart
				}
				s.n, s.cut = s.n-1, 0
			case s.n + 1: // main may be alone for ever
				s.alone = 0
			}
		}
	}
	return false, nil
}
