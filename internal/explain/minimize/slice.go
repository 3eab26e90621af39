package minimize

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/program/scc"
	"github.com/heddle-mc/heddle/internal/program/trace"
)

// slice drops the steps of the best trace that do not happen before its failure, and puts the others
// into the order with the fewest switches that their dependencies allow. It repeats this while it
// helps.
func (z *minimizer) slice() {
	for !z.spent() {
		observer := newPast()
		observer.records = true
		p := z.play(newSource(z.best), observer)
		var names []string
		for _, s := range z.best.Schedule {
			t := p.m.Named(s.Thread)
			for n := uint64(0); t != nil && n < s.Steps && p.hit == nil; n++ {
				p.step(t)
			}
		}
		for _, t := range p.m.Threads() {
			names = append(names, t.Name())
		}
		if p.hit == nil {
			return // it does not reach its own failure: the candidate is no deadlock
		}
		better := z.accept(p.hit)
		for _, kept := range [][]bool{p.past.causes(z.lastSteps(p)), nil} {
			for _, plan := range linearise(p.past.steps, kept, len(names)) {
				if z.try(schedule(p.past.steps, plan, names)) {
					better = true
				}
			}
		}
		if !better {
			return
		}
	}
}

// lastSteps returns the steps that the failure at the end of p's execution needs: usually the last step
// only. For a deadlock, and for two threads at two places, it is the last step of each of the threads.
// For a race it is also the last step of the first thread.
func (z *minimizer) lastSteps(p *player) []int {
	last := []int{len(p.past.steps) - 1}
	add := func(name string) {
		for i := len(p.past.steps) - 1; i >= 0; i-- {
			if p.m.Threads()[p.past.steps[i].thread].Name() == name {
				last = append(last, i)
				return
			}
		}
	}
	for _, name := range p.hit.Failure.Threads {
		add(name)
	}
	if o := p.hit.Failure.Other; o != nil {
		add(p.hit.Failure.Thread)
		add(o.Thread)
	}
	for _, v := range p.m.Violations() {
		if v.First != nil && v.Same(&z.goal.violation) {
			add(v.First.Thread)
		}
	}
	return last
}

// causes returns, by step, whether one of the given steps depends on it.
func (p *past) causes(of []int) []bool {
	kept := make([]bool, len(p.steps))
	for s := range scc.ReachAll(of, func(s int) []int {
		return slices.DeleteFunc(slices.Clone(p.steps[s].needs), func(n int) bool { return n == noStep })
	}) {
		kept[s] = true
	}
	return kept
}

// schedule returns the segments of a sequence of steps.
func schedule(steps []step, order []int, names []string) []trace.Segment {
	var t trace.Trace
	for _, s := range order {
		t.AddStep(names[steps[s].thread])
	}
	return t.Schedule
}
