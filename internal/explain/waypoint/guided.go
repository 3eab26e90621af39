package waypoint

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/explain/svcomp"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/wide"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// Guided executes the instrumented program repeatedly, at random but directed to the next waypoint.
// Mostly the waypoint's thread runs, and inputs have the values in the witness. It returns the trace of
// the first violation at the targets, or nil if it finds none before ctx ends. furthest is the greatest
// number of segments that an execution passed.
func (j *Judge) Guided(ctx context.Context, code *interp.Code, properties interp.Properties, env ir.Environment) (found *trace.Trace, furthest int) {
	constants := j.plan.Constants()
	for seed := uint64(1); ctx.Err() == nil; seed++ {
		g := &guide{judge: j, rand: rand.New(rand.NewPCG(seed, 7)), constants: constants, random: seed > 1, strict: seed%2 == 1, most: leastGuided << (seed / 8 % 8), rare: rares[seed%uint64(len(rares))],
			numbers: map[int]string{svcomp.MainThread: "main"}, names: map[string]int{"main": svcomp.MainThread}, pending: make(map[string]int)}
		g.m = interp.NewMachine(code, interp.Config{Properties: properties, Environment: env, Source: g, KeepGoing: true,
			MaxSteps: 200_000_000, MaxMemory: 1 << 30, Done: ctx.Done(), Loops: interp.CutIdle})
		if t := g.run(ctx); t != nil {
			return t, len(j.plan.Witness.Segments)
		}
		furthest = max(furthest, g.passed)
	}
	return nil, furthest
}

// Constants returns the integers in the witness's constraints, as 64 bits.
func (p *Plan) Constants() (list []uint64) {
	add := func(text string) {
		for _, word := range strings.FieldsFunc(text, func(r rune) bool {
			return !(r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '_' || r == '-')
		}) {
			if v, ok := integer(word); ok {
				list = append(list, v)
			}
		}
	}
	for i := range p.Witness.Segments {
		for k := range p.Witness.Segments[i].Follow {
			if w := &p.Witness.Segments[i].Follow[k]; w.Value != "1" {
				add(w.Value)
			}
		}
	}
	return list
}

// integer returns the value of an integer constant, with its suffixes.
func integer(text string) (uint64, bool) {
	digits := strings.TrimRight(text, "uUlL")
	negative := strings.HasPrefix(digits, "-")
	v, err := strconv.ParseUint(strings.TrimLeft(digits, "+-"), 0, 64)
	if err != nil {
		return 0, false
	}
	if negative {
		v = -v
	}
	return v, true
}

// rares holds, by seed, the inverse probability of a step in another direction.
var rares = [...]int{8, 8, 8, 64, 8, 512, 8, 64}

// guide drives one execution, and answers its choices.
type guide struct {
	judge     *Judge
	m         *interp.Machine
	rand      *rand.Rand
	constants []uint64
	random    bool
	strict    bool           // see pick
	most      int            // steps between two waypoints
	steps     int            // since the last waypoint
	rare      int            // one step of rare goes elsewhere
	aside     *interp.Thread // runs for the next detour steps
	detour    int
	passed    int
	numbers   map[int]string // the threads by number
	names     map[string]int
	pending   map[string]int // by thread: the number for the thread that it creates next
	known     int            // number of threads seen so far
	schedule  trace.Trace
}

// leastGuided is the least limit of visible operations between two waypoints. The limit doubles from
// execution to execution, up to 128 times the least, and then starts again.
const leastGuided = 1 << 10

// run executes until a violation that counts, or to the end.
func (g *guide) run(ctx context.Context) *trace.Trace {
	waited := make(map[*interp.Thread]uint64)
	for ; g.steps < g.most && g.m.End().Kind == interp.Running && ctx.Err() == nil; g.steps++ {
		if t := g.violation(); t != nil {
			return t
		}
		g.note(nil)
		var ready []*interp.Thread
		for _, t := range g.m.Ready() {
			if at, ok := waited[t]; !ok || at != g.m.Version() || t.Waiting().Retry && g.rand.IntN(4) == 0 {
				ready = append(ready, t)
			}
		}
		if len(ready) == 0 {
			break
		}
		t := g.pick(ready)
		if g.m.Step(t) == interp.Waits {
			waited[t] = g.m.Version()
			continue
		}
		g.schedule.AddStep(t.Name())
		g.note(t)
	}
	return g.violation()
}

// violation returns the trace if one of the execution's violations counts.
func (g *guide) violation() *trace.Trace {
	list := g.m.Violations()
	for i := range list {
		if g.judge.Counts(g.m, &list[i]) {
			t := g.m.Trace(&list[i])
			t.Schedule = g.schedule.Schedule
			return t
		}
	}
	g.m.Forget(0, g.m.Violated())
	return nil
}

// note records the numbers of threads after a step of t.
func (g *guide) note(t *interp.Thread) {
	passed := g.judge.Passed(g.m)
	for ; g.passed < passed; g.passed++ {
		g.steps = 0
		if n := g.judge.plan.numbers[g.passed]; n > 0 && t != nil {
			g.pending[t.Name()] = n
		}
	}
	for ; g.known < len(g.m.Threads()); g.known++ {
		name := g.m.Threads()[g.known].Name()
		if dot := strings.LastIndexByte(name, '.'); dot > 0 {
			if n := g.pending[name[:dot]]; n > 0 {
				g.numbers[n], g.names[name] = name, n
				delete(g.pending, name[:dot])
			}
		}
	}
}

// pick chooses the thread that runs next: mostly the thread of the next waypoint. If that thread is not
// ready, strict executions choose a thread that enables it, or else do the same for earlier waypoints.
// A thread that runs too early can pass a waypoint that a later step needs. If this finds no thread, or
// in other executions, any thread runs, in strict ones for a number of steps.
func (g *guide) pick(ready []*interp.Thread) *interp.Thread {
	if g.detour > 0 && slices.Contains(ready, g.aside) {
		g.detour--
		return g.aside
	}
	segments := g.judge.plan.Witness.Segments
	for i := min(g.passed, len(segments)-1); i >= 0; i-- {
		if g.random && g.rand.IntN(g.rare) == 0 {
			break
		}
		next := segments[i].Follow
		if t := g.enabling(g.numbers[next[g.rand.IntN(len(next))].Thread], ready); t != nil {
			return t
		}
		if !g.strict {
			break
		}
	}
	if g.strict { // for several steps, mostly the thread whose next waypoint is furthest away
		g.detour, g.aside = g.rand.IntN(1<<g.rand.IntN(6)), ready[g.rand.IntN(len(ready))]
		if g.rand.IntN(4) > 0 {
			g.aside = slices.MaxFunc(ready, func(a, b *interp.Thread) int { return g.upcoming(a) - g.upcoming(b) })
		}
		return g.aside
	}
	return ready[g.rand.IntN(len(ready))]
}

// upcoming returns the first remaining segment with a waypoint of a thread.
func (g *guide) upcoming(t *interp.Thread) int {
	segments := g.judge.plan.Witness.Segments
	number, known := g.names[t.Name()]
	for i := g.passed; known && i < len(segments); i++ {
		if slices.ContainsFunc(segments[i].Follow, func(w svcomp.Waypoint) bool { return w.Thread == number }) {
			return i
		}
	}
	return len(segments)
}

// enabling returns the thread itself if it is ready. Otherwise it returns a ready thread for which it
// waits, directly or not; nil: none is known.
func (g *guide) enabling(name string, ready []*interp.Thread) *interp.Thread {
	threads := g.m.Threads()
	i := slices.IndexFunc(threads, func(t *interp.Thread) bool { return t.Name() == name })
	if i < 0 {
		return nil
	}
	t := threads[i]
	for range threads {
		if slices.Contains(ready, t) {
			return t
		}
		w := t.Waiting()
		if len(w.Owners) == 0 || !g.strict {
			break
		}
		t = w.Owners[0]
	}
	return nil
}

// Choose implements interp.Source.
func (g *guide) Choose(c interp.Choice) (wide.Word, error) {
	values, _ := interp.Corners(c)
	if c.Reason.IsEnvironment() && (!g.random || g.rand.IntN(8) > 0) {
		return values[0], nil
	}
	number, known := g.names[c.Thread]
	if c.Reason == ir.ChooseNondet && known && (!g.random || g.rand.IntN(8) > 0) {
		segments := g.judge.plan.Witness.Segments
		passed := g.passed
		if g.m != nil { // this step may have passed a waypoint
			passed = g.judge.Passed(g.m)
		}
		for i := passed; i < len(segments); i++ {
			w := &segments[i].Follow[0]
			if w.Type != svcomp.FunctionReturn || w.Thread != number && w.Thread != svcomp.AnyThread {
				continue
			}
			if op, text, ok := w.Result(); ok && op == "==" {
				if v, ok := integer(text); ok {
					return extended(v, c.Width), nil
				}
			}
			break
		}
	}
	if !c.Range && c.Bits == 0 {
		for _, v := range g.constants {
			values = append(values, extended(v, c.Width))
		}
	}
	return values[g.rand.IntN(len(values))], nil
}

// extended returns a number as a value of the given width.
func extended(v uint64, width int) wide.Word {
	switch {
	case width < 64:
		v &= 1<<width - 1
	case width > 64 && int64(v) < 0:
		return wide.Word{Lo: v, Hi: ^uint64(0) >> (128 - width)}
	}
	return wide.Word{Lo: v}
}

// Uninit implements interp.Source.
func (g *guide) Uninit(interp.ObjectKey, uint64) (byte, error) {
	if g.random && g.rand.IntN(2) == 0 {
		return byte(g.rand.Uint32()), nil
	}
	return 0, nil
}

// Domain returns the values for a choice: the corners of its type and the constants of a witness.
func Domain(c interp.Choice, constants []uint64) (values []wide.Word, exact bool) {
	values, exact = interp.Corners(c)
	if exact || c.Range || c.Bits != 0 {
		return values, exact
	}
	for _, v := range constants {
		if w := extended(v, c.Width); !slices.Contains(values, w) {
			values = append(values, w)
		}
	}
	return values, false
}
