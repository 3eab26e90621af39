package minimize

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// goal is the failure that every candidate must reach.
type goal struct {
	property  verdict.Property
	violation interp.Violation
	waits     []waitPlace // for a deadlock: the places where threads wait
}

// waitPlace is a place where a thread of a deadlock waits.
type waitPlace struct {
	function string
	pos      ir.Pos
	join     bool
}

// placesOf returns the places where the threads of a deadlock wait. The threads must have been probed.
func placesOf(m *interp.Machine, v *interp.Violation) []waitPlace {
	var places []waitPlace
	for _, t := range m.Threads() {
		if slices.Contains(v.Threads, t.Name()) {
			at := t.Where()
			places = append(places, waitPlace{at.Func, at.Pos, t.Waiting().Kind == interp.WaitJoin})
		}
	}
	return places
}

// meets reports whether two deadlocks have a common place where a thread waits. Places where it waits
// for the end of a thread count only if one of the deadlocks has no others.
func meets(a, b []waitPlace) bool {
	isNoJoin := func(p waitPlace) bool { return !p.join }
	joins := !slices.ContainsFunc(a, isNoJoin) && !slices.ContainsFunc(b, isNoJoin)
	return slices.ContainsFunc(a, func(p waitPlace) bool { return (joins || !p.join) && slices.Contains(b, p) })
}

// waitsOf returns the places where threads wait at the end of a trace that leads to a deadlock and
// replays.
func (z *minimizer) waitsOf(t *trace.Trace) []waitPlace {
	p := z.play(newSource(t), nil)
	for _, s := range t.Schedule {
		th := p.m.Named(s.Thread)
		for n := uint64(0); n < s.Steps && th != nil; n++ {
			p.m.Step(th)
		}
	}
	p.src.probing = true
	for _, v := range p.m.FindDeadlocks() {
		if v.Same(&z.goal.violation) {
			return placesOf(p.m, &v)
		}
	}
	return nil
}
