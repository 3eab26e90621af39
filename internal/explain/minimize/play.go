package minimize

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// player executes one candidate.
type player struct {
	z      *minimizer
	m      *interp.Machine
	src    *source
	past   *past       // nil: dependencies are not recorded
	taken  trace.Trace // the schedule so far
	steps  uint64
	quiet  bool         // the goal is not checked
	judged int          // number of the machine's violations already checked
	hit    *trace.Trace // if the goal is reached: the trace up to it
	// refuted: a candidate for a deadlock was not a deadlock, and the execution cannot be continued.
	refuted bool
}

// play begins an execution. of, if not nil, records its past, which doubles the time.
func (z *minimizer) play(src *source, of *past) *player {
	p := &player{z: z, src: src, past: of}
	conf := interp.Config{
		Properties: interp.PropertySet(z.goal.property), Environment: z.env, Places: z.places, Source: src, Loops: interp.CutIdle,
		MaxSteps: z.maxSteps, Done: z.ctx.Done(),
	}
	if of != nil {
		conf.Observer = of
	}
	if p.m = interp.NewMachine(z.code, conf); of != nil {
		of.begun(p.m)
	}
	z.stats.Executions++
	return p
}

// step executes a visible operation of a thread and checks the goal.
func (p *player) step(t *interp.Thread) interp.Outcome {
	p.src.asked = p.src.asked[:0]
	out := p.m.Step(t)
	if out != interp.Stepped {
		return out
	}
	p.taken.AddStep(t.Name())
	p.steps++
	p.z.stats.Steps++
	if p.past != nil {
		p.past.stepped(p.m, t)
	}
	if !p.quiet {
		p.judge()
	}
	return out
}

// judge sets hit if the goal is reached.
func (p *player) judge() {
	g := &p.z.goal
	list := p.m.Violations()
	for ; p.judged < len(list) && p.hit == nil; p.judged++ {
		if v := &list[p.judged]; v.Property == g.property && v.Same(&g.violation) {
			p.reached(v)
		}
	}
	if g.property != verdict.Deadlock || p.m.End().Kind != interp.Running {
		return
	}
	for _, v := range p.deadlocks() {
		if meets(placesOf(p.m, &v), g.waits) {
			p.reached(&v)
			if !p.confirm(&v) {
				p.hit = nil
				p.refuted = true
			}
			return
		}
	}
}

// deadlocks returns the deadlocks of the current state.
func (p *player) deadlocks() []interp.Violation {
	p.src.probing = true
	defer func() { p.src.probing = false }()
	return p.m.FindDeadlocks()
}

// reached stores the trace so far, which leads to v.
func (p *player) reached(v *interp.Violation) {
	p.hit = p.m.Trace(v)
	p.hit.Schedule = slices.Clone(p.taken.Schedule)
	if p.past != nil {
		p.past.over = true
	}
}

// confirmSteps bounds the steps that confirm looks ahead.
const confirmSteps = 20_000

// confirm reports whether a candidate is a deadlock. A thread that does not own a mutex may unlock it,
// and only the further execution shows whether one of the other threads does (semantics 5, 11). So
// these run in turns until none can continue. Then the execution cannot be used further, unless every
// thread is deadlocked or finished.
func (p *player) confirm(v *interp.Violation) bool {
	inside := func(t *interp.Thread) bool { return slices.Contains(v.Threads, t.Name()) }
	others := func() (list []*interp.Thread) {
		for _, t := range p.m.Ready() {
			if !inside(t) {
				list = append(list, t)
			}
		}
		return list
	}
	for n := 0; n < confirmSteps && p.m.End().Kind == interp.Running; {
		moved := false
		for _, t := range others() {
			if p.m.End().Kind != interp.Running || p.m.Step(t) != interp.Stepped {
				continue
			}
			moved = true
			n++
			p.z.stats.Steps++
		}
		if p.m.End().Kind == interp.Exited {
			return true
		}
		if !p.blocked(v.Threads) {
			return false
		}
		if !moved {
			return true
		}
	}
	return false
}

// blocked reports whether all of the threads are deadlocked now.
func (p *player) blocked(names []string) bool {
	p.src.probing = true
	defer func() { p.src.probing = false }()
	set := p.m.Deadlock()
	for _, name := range names {
		if !slices.ContainsFunc(set, func(t *interp.Thread) bool { return t.Name() == name }) {
			return false
		}
	}
	return true
}

// follow executes a schedule as far as it fits: if a thread has to wait, or does not exist, the next
// segment follows. It returns the trace if it reaches the goal.
func (z *minimizer) follow(schedule []trace.Segment, src *source) *trace.Trace {
	p := z.play(src, nil)
	limit := 2*z.best.Steps() + 1000
	for _, s := range schedule {
		t := p.m.Named(s.Thread)
		for n := uint64(0); t != nil && n < s.Steps; n++ {
			if p.steps > limit || p.m.End().Kind != interp.Running || z.spent() {
				return nil
			}
			out := p.step(t)
			if p.hit != nil {
				return p.hit
			}
			if out != interp.Stepped {
				break
			}
		}
	}
	return nil
}

// try executes a schedule with the inputs of the best trace and keeps the resulting trace if it is
// better.
func (z *minimizer) try(schedule []trace.Segment) bool {
	if z.spent() {
		return false
	}
	key := planKey(schedule)
	if z.tried[key] {
		return false
	}
	if z.tried == nil {
		z.tried = make(map[string]bool)
	}
	z.tried[key] = true
	return z.accept(z.follow(schedule, newSource(z.best)))
}

// accept makes t the best trace if it is smaller and replays.
func (z *minimizer) accept(t *trace.Trace) bool {
	if t == nil || compare(t, z.best) >= 0 {
		return false
	}
	if _, err := interp.ReplayCode(z.ctx, z.code, t, interp.ReplayOptions{}); err != nil {
		return false
	}
	z.stats.Executions++
	z.stats.Steps += t.Steps()
	z.best = t
	clear(z.tried)
	return true
}
