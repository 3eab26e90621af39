package waypoint

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/explain/svcomp"
	"github.com/heddle-mc/heddle/internal/front/probe"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/wide"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// Detail selects how much of an execution a witness describes.
type Detail uint8

// The levels of detail, from most to least. Each includes the next.
const (
	Switches  Detail = iota // places where another thread takes over
	Inputs                  // created threads, chosen values
	Creations               // created threads
	NumDetails
)

// Write returns the segments of a violation witness for a trace. It executes the trace on the program
// with Marks. The error is the reason why there is no witness.
func Write(ctx context.Context, sites *Sites, code *interp.Code, t *trace.Trace, detail Detail) ([]svcomp.Segment, error) {
	w, err := newWriter(ctx, sites, code, t, detail)
	if err != nil {
		return nil, err
	}
	if first := w.violation.First; first != nil && len(t.Schedule) > 0 && t.Schedule[len(t.Schedule)-1].Thread != first.Thread {
		for steps := uint64(1); steps <= maxPostponed; steps++ {
			other, err := newWriter(ctx, sites, code, postponed(t, first.Thread, steps), detail)
			if err == nil && other.violation.Same(w.violation) && other.late() < w.late() {
				w = other
			}
		}
	}
	return w.write(), nil
}

// maxPostponed is the greatest number of steps of a racing thread that are moved to the end.
const maxPostponed = 4

// postponed returns a trace in which the last steps of a thread come right before the final step, as
// far as the order of threads allows. Waypoints cannot describe steps after the first access of a race.
func postponed(t *trace.Trace, thread string, steps uint64) *trace.Trace {
	out := *t
	out.Schedule = slices.Clone(t.Schedule)
	moved := uint64(0)
	for i := len(out.Schedule) - 1; i >= 0 && moved < steps; i-- {
		if s := &out.Schedule[i]; s.Thread == thread {
			n := min(s.Steps, steps-moved)
			s.Steps -= n
			moved += n
		}
	}
	last := &out.Schedule[len(out.Schedule)-1]
	end := last.Thread
	last.Steps--
	out.Schedule = append(out.Schedule, trace.Segment{Thread: thread, Steps: moved}, trace.Segment{Thread: end, Steps: 1})
	out.Schedule = slices.DeleteFunc(out.Schedule, func(s trace.Segment) bool { return s.Steps == 0 })
	return &out
}

// newWriter executes a trace and finds the targets.
func newWriter(ctx context.Context, sites *Sites, code *interp.Code, t *trace.Trace, detail Detail) (*writer, error) {
	e, err := record(ctx, sites, code, t)
	if err != nil {
		return nil, err
	}
	w := &writer{execution: e, sites: sites, detail: detail, numbers: map[string]int{"main": svcomp.MainThread}, needed: make(map[visitKey]bool)}
	return w, w.findTargets()
}

// late returns the number of visits in the last segment.
func (w *writer) late() int { return len(w.visits) - w.cut }

// writer chooses the visits for waypoints.
type writer struct {
	*execution
	sites   *Sites
	detail  Detail
	numbers map[string]int // the numbers of threads with a number
	needed  map[visitKey]bool
	targets []target
	cut     int // visits from here on belong to the last segment
}

// visitKey identifies the visits that one waypoint could mean.
type visitKey struct {
	thread string
	site   probe.SiteID
}

func (v *visit) key() visitKey { return visitKey{v.thread, v.site} }

// target is a visit that becomes a target.
type target struct {
	key visitKey
	at  int // index of its visit
}

// maxOptional is the greatest number of waypoints at switches in a witness.
const maxOptional = 300

func (w *writer) write() []svcomp.Segment {
	for {
		chosen, seen := w.choose()
		blocked := w.blocked(seen)
		if blocked < 0 || !w.separate(blocked) {
			return w.segments(chosen)
		}
	}
}

// findTargets finds the visits of the failing statements.
func (w *writer) findTargets() error {
	v := w.violation
	w.cut = len(w.visits)
	add := func(thread string, pos ir.Pos) error {
		if !pos.IsValid() || int(pos.File) >= len(w.program.Files) {
			return errors.New("what fails is at no place in the source")
		}
		file := w.program.Files[pos.File]
		id, ok := w.sites.around(file, int(pos.Line), int(pos.Col))
		if !ok {
			return fmt.Errorf("what fails is in no statement: %s", pos.Text(w.program.Files))
		}
		id = w.sites.first[keyOf(w.sites.At(id))]
		for i := len(w.visits) - 1; i >= 0; i-- {
			if w.visits[i].key() == (visitKey{thread, id}) {
				w.targets = append(w.targets, target{visitKey{thread, id}, i})
				w.cut = min(w.cut, i)
				return nil
			}
		}
		return fmt.Errorf("the statement that fails, at %s, was not come to", pos.Text(w.program.Files))
	}
	switch {
	case isLeak(v):
		for i := len(w.visits) - 1; i >= 0; i-- {
			if w.visits[i].thread == v.Thread && w.visits[i].site >= 0 && w.sites.At(w.visits[i].site).Kind == probe.Statement {
				w.targets, w.cut = []target{{w.visits[i].key(), i}}, i
				return nil
			}
		}
		return errors.New("the thread that ends the process came to no statement")
	case v.First != nil:
		if err := add(v.First.Thread, v.First.Pos); err != nil {
			return err
		}
	}
	return add(v.Thread, v.Pos)
}

// choose selects the visits that become waypoints. A visit can be selected only if its thread has not
// reached the site since the last selected visit. It returns the selected visits, and the visits since
// the last one, without the targets' own.
func (w *writer) choose() (chosen []int, seen map[visitKey]bool) {
	seen = make(map[visitKey]bool)
	optional := 0
	for i := range w.visits {
		v := &w.visits[i]
		late := i >= w.cut
		if v.site == noSite || slices.ContainsFunc(w.targets, func(t target) bool { return t.at == i }) {
			continue
		}
		s := w.sites.At(v.site)
		take := false
		switch {
		case v.child != "":
			take = true
		case late:
		case s.Kind == probe.Return:
			take = w.detail <= Inputs
		case w.needed[v.key()]:
			take = true
		case w.detail == Switches && s.Kind == probe.Statement && optional < maxOptional && w.atSwitch(i):
			take = !seen[v.key()]
			if take {
				optional++
			}
		}
		if take {
			chosen = append(chosen, i)
			clear(seen)
			continue
		}
		if i < w.lastTarget() {
			seen[v.key()] = true
		}
	}
	return chosen, seen
}

func (w *writer) lastTarget() int {
	last := 0
	for _, t := range w.targets {
		last = max(last, t.at)
	}
	return last
}

// atSwitch reports whether the previous or the next visit is another thread's.
func (w *writer) atSwitch(i int) bool {
	v := &w.visits[i]
	return i > 0 && w.visits[i-1].thread != v.thread || i+1 < len(w.visits) && w.visits[i+1].thread != v.thread
}

// blocked returns a target that is reached too early; -1: none is.
func (w *writer) blocked(seen map[visitKey]bool) int {
	for i, t := range w.targets {
		if seen[t.key] {
			return i
		}
	}
	return -1
}

// separate marks a visit between a target's visit and the one before it as a required waypoint. It
// reports whether it found one.
func (w *writer) separate(k int) bool {
	t := w.targets[k]
	count := make(map[visitKey]int)
	for i := range w.visits[:w.cut] {
		count[w.visits[i].key()]++
	}
	best, found := visitKey{}, false
	for i := t.at - 1; i >= 0 && w.visits[i].key() != t.key; i-- {
		v := &w.visits[i]
		if i >= w.cut || v.site == noSite || v.child != "" || w.needed[v.key()] || w.sites.At(v.site).Kind == probe.Return {
			continue
		}
		if !found || count[v.key()] < count[best] {
			best, found = v.key(), true
		}
	}
	if found {
		w.needed[best] = true
	}
	return found
}

// segments returns the segments of the chosen visits.
func (w *writer) segments(chosen []int) []svcomp.Segment {
	var out []svcomp.Segment
	for _, i := range chosen {
		v := &w.visits[i]
		s := w.sites.At(v.site)
		number, known := w.numbers[v.thread]
		if !known {
			continue
		}
		p := svcomp.Waypoint{Thread: number, Location: locationOf(s), Callee: s.Callee}
		switch s.Kind {
		case probe.Enter:
			p.Type = svcomp.FunctionEnter
			w.numbers[v.child] = len(w.numbers)
			p.Starts = w.startOf(v.child)
		case probe.Return:
			p.Type, p.Value, p.Format = svcomp.FunctionReturn, "\\result == "+constant(v.value, s.Value), svcomp.ExtCExpression
		case probe.Condition:
			p.Type, p.Value = svcomp.Branching, "false"
			if v.value.Lo != 0 {
				p.Value = "true"
			}
		default:
			p.Type, p.Value, p.Format = svcomp.Assumption, "1", svcomp.CExpression
		}
		out = append(out, svcomp.Segment{Follow: []svcomp.Waypoint{p}})
	}
	last := svcomp.Segment{}
	for _, t := range w.targets {
		number, known := w.numbers[t.key.thread]
		if !known {
			number = svcomp.AnyThread
		}
		last.Follow = append(last.Follow, svcomp.Waypoint{Type: svcomp.Target, Thread: number, Location: locationOf(w.sites.At(t.key.site))})
	}
	return append(out, last)
}

// startOf returns the function that a thread runs; empty: it reached no statement.
func (w *writer) startOf(thread string) string {
	for i := range w.visits {
		if v := &w.visits[i]; v.thread == thread && v.site >= 0 {
			return w.sites.At(v.site).Func
		}
	}
	return ""
}

func locationOf(s *probe.Site) svcomp.Location {
	return svcomp.Location{File: s.File, Place: svcomp.Place{Line: int(s.Pos.Line), Column: int(s.Pos.Col)}, Function: s.Func}
}

// constant formats a value as a C constant of its type.
func constant(v wide.Word, t probe.Type) string {
	bits := min(t.Bits, 64)
	x := v.Lo << (64 - bits) >> (64 - bits)
	if !t.Signed {
		if x > 1<<63-1 {
			return fmt.Sprintf("%dU", x)
		}
		return fmt.Sprint(x)
	}
	y := int64(v.Lo<<(64-bits)) >> (64 - bits)
	if y == -1<<63 {
		return "0x8000000000000000" // its decimal form is not a valid C constant
	}
	return fmt.Sprint(y)
}

// Threads reports whether segments create a thread.
func Threads(list []svcomp.Segment) bool {
	return slices.ContainsFunc(list, func(s svcomp.Segment) bool {
		return slices.ContainsFunc(s.Follow, func(w svcomp.Waypoint) bool { return w.Creates() })
	})
}
