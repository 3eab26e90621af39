package weak

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/program/wide"
	"github.com/heddle-mc/heddle/internal/run/footprint"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/race"
)

// run executes a graph and extends it. It is the machine's Memory and Source.
type run struct {
	*search
	m     *interp.Machine
	g     *graph
	given int // events of the graph at the start
	left  int // of these not executed yet

	views    []view // by thread
	facts    []facts
	values   []interp.Bytes              // by event: what a write wrote
	initials map[int32]interp.Bytes      // by location
	channels map[race.Channel]clock      // what a receive gets
	appeared map[interp.ObjectID]birth   // objects that were private, or do not exist from the start
	accesses map[interp.ObjectID][]int32 // the locations of an object
	models   map[unit][]use
	foot     footprint.Footprint
	actor    *interp.Thread // whose footprint it is
	inside   bool           // it is that of a section

	last, revisiting int32 // of the graph at the start
	early            bool  // last is a section that finds data of the past
	dropped          bool  // the graph is inconsistent

	free     int32       // the thread that may add events; absent: there is none
	pending  int32       // the read of the current read-modify-write; absent: there is none
	fail     ir.MemOrder // its order if it does not write
	section  int32       // the thread that is in a section; absent: there is none
	sends    []message   // of the current section
	messages []message   // that were executed, in this order
	violated []violation
	steps    []stepOf
	promises []int32           // of the graph
	blank    bool              // the step read bytes without a value
	failing  *interp.Violation // the first one, in the search for executions with a cycle
}

// birth is where an object became visible: after so many events of its owner.
type birth struct {
	owner, index int32
	private      bool // it was written before
}

// message is a send or a receive of a library model, after so many events of its thread.
type message struct {
	c            race.Channel
	sends        bool
	thread, next int32
}

// violation says in which step a property was violated: the one of a thread after so many of its events.
type violation struct {
	property      verdict.Property
	thread, index int32
}

// view returns the view of a thread.
func (r *run) view(th int32) *view {
	for int(th) >= len(r.views) {
		r.views = append(r.views, view{})
	}
	return &r.views[th]
}

// events returns the events of a thread in the graph.
func (r *run) events(th int32) []int32 {
	if int(th) < len(r.g.threads) {
		return r.g.threads[th]
	}
	return nil
}

// following returns the number of the thread's next event in the graph; absent: there is no further one.
func (r *run) following(th int32) int32 {
	v, list := r.view(th), r.events(th)
	if int(v.next) < len(list) {
		return list[v.next]
	}
	return absent
}

// run executes a graph to the end of a whole execution, or of its consistency.
func (s *search) run(g *graph, early bool) {
	r := &run{search: s, g: g, given: len(g.events), left: len(g.events), last: g.last, revisiting: g.revisiting, early: early, free: absent, pending: absent, section: absent,
		initials: make(map[int32]interp.Bytes), channels: make(map[race.Channel]clock),
		appeared: make(map[interp.ObjectID]birth), accesses: make(map[interp.ObjectID][]int32), models: make(map[unit][]use)}
	r.facts = make([]facts, len(g.events), len(g.events)+16)
	r.values = make([]interp.Bytes, len(g.events), len(g.events)+16)
	conf := interp.Config{Properties: s.opts.Properties &^ interp.PropertySet(verdict.Race, verdict.Termination), Environment: s.opts.Environment, Source: r, KeepGoing: true, GoOn: true,
		MaxSteps: s.opts.MaxSteps, MaxMemory: s.opts.MaxMemory, Done: s.ctx.Done(), Loops: interp.CutAwait,
		Unwind: s.opts.Unwind, ConstantUnwind: s.opts.ConstantUnwind, Names: s.names, Memory: r, Depends: s.model.within}
	s.found.Runs++
	r.m = interp.NewMachine(s.code, conf)
	r.promises = g.promises()
	r.note()
	if r.replay() {
		r.eager()
		r.extend()
	}
	r.finish()
	s.cycles.work += r.m.Instructions() + uint64(len(r.g.events)*len(r.g.events)) + runWork
}

// going reports whether the run has not ended.
func (r *run) going() bool {
	return r.m.End().Kind == interp.Running && !r.dropped && r.search.going()
}

// replay executes the events of the graph.
func (r *run) replay() bool {
	for r.left > 0 {
		progress := false
		for i := 0; i < len(r.m.Threads()) && r.left > 0; i++ {
			t := r.m.Threads()[i]
			for r.left > 0 && r.wait(t.ID()) && r.step(t) {
				progress = true
			}
			if !r.going() {
				return false
			}
		}
		if !progress && r.left > 0 {
			return r.refuse("an execution that does not repeat")
		}
	}
	return true
}

// wait skips the thread's next event of the graph if it is a section that has to wait. It reports whether
// the thread may have something else to do.
func (r *run) wait(th int32) bool {
	id := r.following(th)
	if id == absent {
		return !r.view(th).blocked
	}
	e := &r.g.events[id]
	if e.blocked && r.ready(id) {
		r.enter(id)
		r.view(th).blocked = true
		return false
	}
	return true
}

// extend adds events until no thread can go on.
func (r *run) extend() {
	for r.going() {
		progress := false
		for _, t := range r.order() {
			th := t.ID()
			if r.view(th).blocked {
				continue
			}
			n := len(r.g.events)
			r.free = th
			stepped := r.step(t)
			r.free = absent
			if progress = stepped || len(r.g.events) > n; progress || !r.going() {
				break
			}
		}
		if !progress {
			return
		}
		r.eager()
	}
}

// eager lets all threads do what depends on no other thread and is no alternative.
func (r *run) eager() {
	for progress := true; progress && r.going(); {
		progress = false
		for i := 0; i < len(r.m.Threads()) && r.going(); i++ {
			t := r.m.Threads()[i]
			for !r.view(t.ID()).blocked && r.going() && r.step(t) {
				progress = true
			}
		}
	}
}

// order returns the threads that have not ended, by number.
func (r *run) order() []*interp.Thread {
	list := append(r.ordered[:0], r.m.Ready()...)
	for i := range list {
		for j := i; j > 0 && list[j].ID() < list[j-1].ID(); j-- {
			list[j], list[j-1] = list[j-1], list[j]
		}
	}
	r.ordered = list
	return list
}

// step makes a step of a thread, unless it would end the process. It reports whether the step was done.
func (r *run) step(t *interp.Thread) bool {
	if t.State() != interp.Ready || t.AboutToEnd() || !r.going() {
		return false
	}
	r.foot.Reset()
	r.actor, r.inside = t, false
	r.steps = append(r.steps, stepOf{t.Name(), t.ID(), r.view(t.ID()).next, absent})
	r.m.Record(&r.foot)
	out := r.m.Step(t)
	r.m.Record(nil)
	r.settle(t.ID())
	if r.section == t.ID() {
		r.inside = true
		r.leave(t, out == interp.Stepped)
	}
	if out != interp.Stepped {
		r.steps = r.steps[:len(r.steps)-1]
		return false
	}
	r.found.Steps++
	if r.going() {
		r.library()
		r.note()
	}
	if r.blank {
		r.refuse(unwritten)
	}
	if t.State() == interp.Finished {
		r.local(event{thread: t.ID(), kind: local})
	}
	if r.promises != nil && r.hopeless(t) {
		r.drop()
	}
	return true
}

// note records the violations of the latest step.
func (r *run) note() {
	list := r.m.Violations()
	if len(list) == 0 {
		return
	}
	for i := range list {
		r.violation(&list[i], nil)
	}
	r.m.Forget(0, 0)
}

// violation records a violation unless another of the same property comes before it. Its trace has the
// thread's past, and the events of with.
func (r *run) violation(v *interp.Violation, with clock) {
	th := r.m.Named(v.Thread).ID()
	w := r.view(th)
	at := violation{v.Property, th, -1}
	if n := len(r.steps); n > 0 {
		at.thread, at.index = r.steps[n-1].thread, r.steps[n-1].index // perhaps of the thread's creator
	}
	for _, u := range r.violated {
		if u.property == v.Property && v.Property != verdict.Race && (u.thread == th || w.past.count(u.thread) > u.index) {
			return
		}
	}
	r.violated = append(r.violated, at)
	past := w.past.clone()
	past.join(with)
	r.record(v, r.before(v, past), 0)
}

// finish judges the end of a run.
func (r *run) finish() {
	r.found.Depth = max(r.found.Depth, len(r.steps))
	for _, c := range r.m.Cuts() {
		r.found.cut(c)
	}
	switch end := r.m.End(); end.Kind {
	case interp.Running, interp.Exited:
	case interp.Abandoned:
		return
	default:
		r.found.NoteEnd(end)
		return
	}
	if r.dropped || !r.search.going() {
		return
	}
	if r.left > 0 {
		r.refuse("an execution that does not repeat")
		return
	}
	r.learn(r.promises == nil)
	blocked := slices.ContainsFunc(r.m.Threads(), func(t *interp.Thread) bool {
		return t.State() != interp.Finished && !t.Bounded() && !(t.State() == interp.Ready && t.AboutToEnd())
	})
	switch {
	case r.promises != nil:
		r.fulfil(blocked)
		return
	case blocked:
		r.found.Blocked++
		r.hang()
		return
	}
	if r.cycles.on && r.opts.Visit == nil || !r.allowed(r) { // counted before
		return
	}
	r.found.Executions++
	if r.opts.Visit != nil {
		r.opts.Visit(&Execution{r})
	}
}

// Choose implements interp.Source.
func (r *run) Choose(c interp.Choice) (wide.Word, error) {
	th := int32(0) // main, before the machine is complete
	if r.m != nil {
		th = r.m.Named(c.Thread).ID()
		if r.m.Attempting() {
			r.refuse("a choice in a section of a library function")
			return wide.Word{}, r.refused
		}
		if r.section == th { // the section ended before the choice
			r.inside = true
			r.leave(r.m.Named(c.Thread), true)
		}
	}
	values, exact := r.opts.Domain(c)
	r.found.Exact = r.found.Exact && exact
	r.settle(th)
	id := r.following(th)
	if id == absent {
		id = r.append(event{thread: th, kind: choice})
		for i := len(values) - 1; i > 0; i-- {
			r.push(task{base: r.g, n: int(id), event: event{thread: th, kind: choice, from: int32(i)}})
		}
	}
	r.enter(id)
	return values[r.g.events[id].from], nil
}

// Uninit implements interp.Source.
func (r *run) Uninit(interp.ObjectKey, uint64) (byte, error) {
	if r.opts.Properties.Has(verdict.Uninit) { // the step reports its violation first, unless it only copies
		r.blank = true
		return 0, nil
	}
	r.refuse(unwritten)
	return 0, r.refused
}

// unwritten is the reason to refuse a read that finds no value. Other values than one would be possible, too.
const unwritten = "a read of memory without a value"

// local executes an event that has no alternatives.
func (r *run) local(e event) {
	id := r.following(e.thread)
	if id == absent {
		id = r.append(e)
	}
	r.enter(id)
}

// append adds an event to the graph.
func (r *run) append(e event) int32 {
	id := r.g.add(e)
	r.facts = append(r.facts, facts{})
	r.values = append(r.values, interp.Bytes{})
	return id
}

// enter executes the next event of its thread, as far as clocks are concerned.
func (r *run) enter(id int32) {
	e := &r.g.events[id]
	v := r.view(e.thread)
	v.next++
	v.past.set(e.thread, v.next)
	v.before.set(e.thread, v.next)
	v.own.set(e.thread, v.next)
	if e.kind == read && e.from >= 0 {
		v.past.join(r.facts[e.from].past)
	}
	f := &r.facts[id]
	f.done, f.child, f.past, f.before = true, absent, v.past.clone(), v.before.clone()
	if e.kind == local {
		f.own = v.own.clone()
	}
	if int(id) < r.given {
		r.left--
	}
}

// drop ends the run: its graph is inconsistent, or was visited with another number of events.
func (r *run) drop() { r.dropped = true }

// refuse ends the search because it cannot give an execution a meaning.
func (r *run) refuse(why string) bool {
	if r.refused == nil {
		var at ir.Pos
		if r.actor != nil {
			at = r.actor.Where().Pos
		}
		r.search.refuse(why, at)
	}
	return false
}
