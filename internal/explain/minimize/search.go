package minimize

import (
	"maps"
	"math"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/wide"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// maxOpen bounds the number of segments that wait to be executed, because of their memory.
const maxOpen = 200_000

// moreSteps, plus half of its steps, is the number of additional steps allowed for a trace with fewer
// switches. Threads that wait in loops can run forever.
const moreSteps = 20

// search looks for the failure in all schedules with fewer switches than the
// best trace, then for one with as many switches and fewer steps. Inputs are
// those of the best trace; choices that belong to the schedule (which waiter
// wakes, what times out) are tried with every value.
func (z *minimizer) search() {
	z.stats.Searched = false
	s := &searcher{z: z, until: z.stats.Steps + (z.opts.Steps-min(z.opts.Steps, z.stats.Steps))/2, base: newSource(z.best), past: newPast(), seen: make(map[visit]bool), level: []open{{thread: "main"}}}
	for switches := 0; switches <= z.best.Switches(); switches++ {
		s.room = math.MaxUint64
		if switches+1 == z.best.Switches() { // behind one more switch, only traces with fewer steps are better
			s.room = z.best.Steps() - 1
		}
		z.stats.Searched = switches == z.best.Switches()
		if found := s.exploreLevel(switches < z.best.Switches()); found != nil {
			z.accept(found)
			z.stats.Searched = true
			return
		}
		if s.cut {
			return
		}
	}
}

// searcher explores segments, level by level. A level holds the segments that begin after the same
// number of switches.
type searcher struct {
	z     *minimizer
	until uint64 // the count of executed steps at which it gives up: half of the remaining ones
	base  *source
	past  *past // reused for one execution after another
	seen  map[visit]bool
	level []open
	next  []open
	room  uint64 // the least number of steps after which segments of the next level may not begin
	cut   bool   // the exploration is incomplete
}

// open is a segment to explore: the execution before it, and its thread.
type open struct {
	before *route
	forced map[choiceKey]wide.Word
	thread string
	within bool // continues a segment that has begun
	resume bool // after a state that looked like the goal and was not
}

// route is a schedule, its last segment first. Routes share common prefixes.
type route struct {
	before *route
	thread string
	steps  uint64
}

// after returns the schedule up to the end of n steps of the segment.
func (o *open) after(n uint64) *route {
	if n == 0 {
		return o.before
	}
	return &route{o.before, o.thread, n}
}

// visit is a state and the thread that runs there.
type visit struct {
	state  uint64
	thread string
	start  bool // the thread begins a segment there
}

// exploreLevel explores the segments of a level and, if deeper, collects those of
// the next one. It returns the shortest trace to the goal among them.
func (s *searcher) exploreLevel(deeper bool) *trace.Trace {
	var found *trace.Trace
	for len(s.level) > 0 {
		o := s.level[0]
		s.level = s.level[1:]
		if s.spent() || len(s.level)+len(s.next) > maxOpen {
			s.cut = true
			return found
		}
		limit := s.z.best.Steps()
		switch {
		case found != nil:
			limit = found.Steps()
		case deeper:
			limit += limit/2 + moreSteps
		}
		if t := s.explore(&o, limit, deeper && found == nil); t != nil {
			found = t
		}
	}
	s.level, s.next = s.next, nil
	return found
}

// spent reports whether the search has to end.
func (s *searcher) spent() bool { return s.z.stats.Steps >= s.until || s.z.spent() }

// repeat executes a route.
func (p *player) repeat(r *route) bool {
	if r == nil {
		return true
	}
	if !p.repeat(r.before) {
		return false
	}
	t := p.m.Named(r.thread)
	for range r.steps {
		if t == nil || p.step(t) != interp.Stepped {
			return false
		}
	}
	return true
}

// explore executes a segment until it reaches a visited state. It returns the trace if it reaches the
// goal in less than limit steps.
func (s *searcher) explore(o *open, limit uint64, deeper bool) *trace.Trace {
	src := *s.base
	src.forced = o.forced
	s.past.reset()
	p := s.z.play(&src, s.past)
	p.quiet = true // the route does not reach the goal
	done := p.repeat(o.before)
	p.quiet = false
	if !done {
		s.cut = true // a budget ended it, since it was executed before
		return nil
	}
	t := p.m.Named(o.thread)
	if t == nil || !o.within && s.visited(p, t, true) {
		return nil
	}
	if o.resume {
		if s.visited(p, t, false) {
			return nil
		}
		if deeper {
			s.leave(p, t, o, 0)
		}
	}
	for n := uint64(0); p.m.End().Kind == interp.Running && p.steps+1 < limit; n++ {
		if s.spent() {
			s.cut = true
			return nil
		}
		out := p.step(t)
		s.branch(o, n, src.asked)
		switch {
		case p.hit != nil:
			return p.hit
		case p.refuted:
			s.level = append(s.level, open{before: o.after(n + 1), forced: o.forced, thread: o.thread, within: true, resume: true})
			return nil
		case out != interp.Stepped || s.visited(p, t, false):
			return nil
		case deeper:
			s.leave(p, t, o, n+1)
		}
	}
	return nil
}

// visited reports whether the state was visited before with the thread running, and marks it as
// visited.
func (s *searcher) visited(p *player, t *interp.Thread, start bool) bool {
	v := visit{p.past.state(), t.Name(), start}
	if s.seen[v] {
		return true
	}
	s.seen[v] = true
	return false
}

// leave collects the segments of other threads that can begin after n steps of the
// segment of t.
func (s *searcher) leave(p *player, t *interp.Thread, o *open, n uint64) {
	if p.steps >= s.room {
		return
	}
	var here *route
	state := p.past.state()
	for _, u := range p.m.Ready() {
		if u == t || s.seen[visit{state, u.Name(), true}] || !p.canGoOn(u) {
			continue
		}
		if here == nil {
			here = o.after(n)
		}
		s.next = append(s.next, open{before: here, forced: o.forced, thread: u.Name()})
	}
}

// canGoOn reports whether a thread can execute its next visible operation now, for some choices before
// it.
func (p *player) canGoOn(t *interp.Thread) bool {
	p.src.probing = true
	can := p.m.Probe(t)
	p.src.probing = false
	return can || t.Waiting().Retry
}

// branch collects the other answers to the choices of a step, the step after n steps of the segment.
func (s *searcher) branch(o *open, n uint64, list []asked) {
	for i := range list {
		a := &list[i]
		key := choiceKey{a.choice.Thread, a.choice.Index}
		if _, fixed := o.forced[key]; fixed || !ofSchedule(a.choice.Reason) {
			continue
		}
		values, _ := interp.Corners(a.choice)
		for _, v := range values {
			if v == a.value {
				continue
			}
			forced := maps.Clone(o.forced)
			if forced == nil {
				forced = make(map[choiceKey]wide.Word)
			}
			for _, b := range list[:i] {
				forced[choiceKey{b.choice.Thread, b.choice.Index}] = b.value
			}
			forced[key] = v
			s.level = append(s.level, open{before: o.after(n), forced: forced, thread: o.thread, within: true})
		}
	}
}

// ofSchedule reports whether a choice is the environment's, and not an input of the program.
func ofSchedule(r ir.ChooseReason) bool {
	return r == ir.ChooseWake || r == ir.ChooseTimeout || r.IsEnvironment()
}
