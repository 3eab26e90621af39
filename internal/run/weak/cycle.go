package weak

import (
	"maps"
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// Executions with a cycle of po ∪ rf (load buffering) are explored without some of their reads-from edges. A read without this
// edge is a promise: an event that has a value, but no write yet. A graph with promises has no cycle, so the search visits it as
// any other; a promise is an alternative of a read, as one of a choice is. When the graph is whole, each promise gets its write:
// one of another thread with this value. Options.Allowed judges the graph with all its edges, so each counted execution is one of
// the model. The search itself drops graphs by the axioms of RC11 about fewer edges. An axiom that fails for these fails for all edges, too.
//
// An execution has one set of promises, so it is counted once. The reads that no write can pass come first, then the others, by
// thread and position. A read is a promise if its edge closes a cycle with po and the edges of the reads before it. The model
// forbids a cycle with reads of the first kind only, so a write can pass each promise.
//
// The promised values are those of runs without promises, and of executions that count. A round of the search may find further
// values; then another round follows. The search is complete if a round finds none. There is no proof that it has all executions
// with a cycle: TestLoadBuffering compares their number with that of litmus tests. So Model.Cycles still bounds a proof.
//
// No trace shows such an execution, so its violations are only noted. A promise is never a pointer.

// promiser is a place of promises: a thread, the location that it reads, and the place in the program.
type promiser struct {
	thread, loc int32
	pos         ir.Pos
}

// passing is a pair of a read and the location of a later write of its thread.
type passing struct {
	promiser
	write int32
}

// orders says what was seen of pairs: a write could pass the read (free), and a write could not (bound).
type orders struct{ free, bound bool }

// cycles is the state of the search for executions with a cycle.
type cycles struct {
	values  map[int32][]interp.Bytes // by location
	writers map[int32][][]int32      // by location and value: threads
	pairs   map[passing]orders
	offers  map[promiser][]int32 // the values of the promises of this round
	on      bool                 // promises are made
	large   bool                 // a graph has more than cycleEvents events: they are not explored
	work    uint64               // of all runs
}

func newCycles() cycles {
	return cycles{values: make(map[int32][]interp.Bytes), writers: make(map[int32][][]int32), pairs: make(map[passing]orders)}
}

// The work of the search for executions with a cycle is limited by that of the search for the others. A run costs its
// instructions, the square of its events, and runWork.
const (
	cycleFactor = 16
	cycleWork   = 200_000_000 // in any case; some seconds
	cycleEvents = 400
	runWork     = 10_000
)

// Cyclic counts executions with a cycle of po ∪ rf. They are not in Exploration.Executions.
type Cyclic struct {
	Executions uint64
	Complete   bool // the search ended within its limits
	// Violation is one of such an execution; nil: none was found. There is no trace for it.
	Violation *interp.Violation
}

// cyclic visits the executions with a cycle, after all others.
func (s *search) cyclic() {
	c := &s.cycles
	whole := s.found
	limit := c.work*(1+cycleFactor) + cycleWork
	for c.on = true; s.finished() && !c.large; {
		offers := c.offered()
		if maps.EqualFunc(offers, c.offers, slices.Equal[[]int32]) {
			whole.Cyclic.Complete = true
			break
		}
		c.offers = offers
		s.found = Exploration{}
		if s.opts.Visit != nil {
			s.opts.Visit(nil)
		}
		s.push(task{base: newGraph()})
		for len(s.stack) > 0 && s.going() && c.work < limit {
			s.next()
		}
		whole.Cyclic = s.found.Cyclic
	}
	s.found, s.refused, s.again, s.stack = whole, nil, false, nil
}

// offered returns the values that a read can have before they are written, as far as the writes and pairs of
// former runs tell. A write can pass the read, and the read is on a cycle, perhaps with another write.
func (c *cycles) offered() map[promiser][]int32 {
	free := make(map[promiser]bool)
	for p, seen := range c.pairs {
		if seen.free {
			free[p.promiser] = true
		}
	}
	offers := make(map[promiser][]int32)
	for p := range c.pairs {
		if _, ok := offers[p.promiser]; !free[p.promiser] || ok || !c.returns(p) {
			continue
		}
		for i, threads := range c.writers[p.loc] {
			if len(threads) > 1 || threads[0] != p.thread {
				offers[p.promiser] = append(offers[p.promiser], int32(i))
			}
		}
	}
	return offers
}

// returns reports whether a value can go from the write of a pair through other pairs to a write that its read can see. Of
// two pairs in a row, the threads are different. The reads of the others must come first in the order of reads. Coherence
// forbids a cycle of one location.
func (c *cycles) returns(first passing) bool {
	type written struct {
		thread, loc int32
		others      bool // a pair so far has two locations
	}
	seen := map[written]bool{}
	stack := []written{{first.thread, first.write, first.write != first.loc}}
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for p, seenOf := range c.pairs {
			next := written{p.thread, p.write, at.others || p.write != p.loc}
			if p.loc != at.loc || p.thread == at.thread || seen[next] || p.thread > first.thread && !seenOf.bound {
				continue
			}
			if next.others && p.write == first.loc && p.thread != first.thread {
				return true
			}
			seen[next] = true
			stack = append(stack, next)
		}
	}
	return false
}

// offer pushes the graphs in which a new read is a promise.
func (r *run) offer(e event, pos ir.Pos) {
	if !r.cycles.on {
		return
	}
	offers := r.cycles.offers[promiser{e.thread, e.loc, pos}]
	e.kind = promise
	for _, e.from = range offers {
		r.push(task{base: r.g, n: len(r.g.events), event: e})
	}
}

// passes reports whether a write can become visible before an earlier read of its thread, as far as one knows of all
// models. No fence is between them. An order or a dependency forbids it.
func (r *run) passes(read, w int32) bool {
	e, o, d := &r.g.events[read], &r.g.events[w], &r.facts[w].depends
	if r.model.selected { // of which nothing is known
		return true
	}
	if e.order.Acquires() || o.order.Releases() {
		return false
	}
	if (o.exclusive || o.promised) && o.index == e.index+1 { // one operation
		return false
	}
	n := r.numberOf(read)
	return !slices.Contains(d.Address, n) && !slices.Contains(d.Value, n) && !slices.Contains(d.Control, n)
}

// after calls f for the executed writes behind a read in its thread, until f returns true. fenced: a fence is between them.
func (r *run) after(read int32, f func(w int32, fenced bool) bool) bool {
	e, fenced := &r.g.events[read], false
	for _, w := range r.g.threads[e.thread][e.index+1:] {
		o := &r.g.events[w]
		fenced = fenced || o.kind == fence && !r.model.selected
		if o.kind == write && !o.section && r.facts[w].done && f(w, fenced) {
			return true
		}
	}
	return false
}

// passed reports whether a later write of the thread can pass a read.
func (r *run) passed(read int32) bool {
	return r.after(read, func(w int32, fenced bool) bool { return !fenced && r.passes(read, w) })
}

// hopeless reports whether no later write of a thread can pass one of its promises, whatever other threads do. There is no
// other read behind the promise, so no revisit changes the events behind it.
func (r *run) hopeless(t *interp.Thread) bool {
	list := r.events(t.ID())[:r.view(t.ID()).next]
	for i := len(list) - 1; i >= 0; i-- {
		switch e := &r.g.events[list[i]]; {
		case e.kind == read:
			return false
		case e.kind != promise:
		case r.passed(list[i]):
		case t.State() == interp.Finished, slices.Contains(t.Control(), r.numberOf(list[i])),
			slices.ContainsFunc(list[i:], func(id int32) bool { return r.g.events[id].kind == fence }):
			return !r.model.selected || t.State() == interp.Finished
		}
	}
	return false
}

// learn records the values and pairs of a finished run. whole: the execution counts.
func (r *run) learn(whole bool) {
	c := &r.cycles
	if c.large = c.large || len(r.g.events) > cycleEvents; c.large || !r.opts.Cycles || !r.model.Cycles() {
		return
	}
	for id := range r.g.events {
		x, e := int32(id), &r.g.events[id]
		if e.kind == write && !e.section && r.facts[x].done && whole {
			c.wrote(e, &r.values[x])
		}
		if e.section || e.kind != read && e.kind != promise {
			continue
		}
		r.after(x, func(w int32, fenced bool) bool {
			p := passing{promiser{e.thread, e.loc, r.facts[x].place.pos}, r.g.events[w].loc}
			if seen := c.pairs[p]; !seen.free || !seen.bound {
				free := !fenced && r.passes(x, w)
				c.pairs[p] = orders{seen.free || free, seen.bound || !free}
			}
			return false
		})
	}
}

// wrote records the value of a write. A pointer is none.
func (c *cycles) wrote(e *event, b *interp.Bytes) {
	if !b.Plain() {
		return
	}
	i := slices.IndexFunc(c.values[e.loc], func(other interp.Bytes) bool { return other.Same(b) })
	if i < 0 {
		i = len(c.values[e.loc])
		c.values[e.loc] = append(c.values[e.loc], *b)
		c.writers[e.loc] = append(c.writers[e.loc], nil)
	}
	if list := c.writers[e.loc][i]; !slices.Contains(list, e.thread) {
		c.writers[e.loc][i] = append(list, e.thread)
	}
}

// promises returns the promises of a graph.
func (g *graph) promises() (list []int32) {
	for id := range g.events {
		if g.events[id].kind == promise {
			list = append(list, int32(id))
		}
	}
	return list
}

// fulfil judges the executions that the finished run has with promises, one for each choice of their writes. It counts them
// unless a thread is blocked, perhaps by a violation.
func (r *run) fulfil(blocked bool) {
	if blocked && r.failing == nil {
		return
	}
	promises := r.promises
	saved := slices.Clone(r.g.events)
	for id := range r.g.events {
		if e := &r.g.events[id]; e.promised {
			e.exclusive = true
		}
	}
	found := false
	var fill func(i int)
	fill = func(i int) {
		if i == len(promises) {
			if r.canonical(promises) && r.allowed(r) {
				if found = true; blocked {
					return
				}
				r.found.Cyclic.Executions++
				if r.opts.Visit != nil {
					r.opts.Visit(&Execution{r})
				}
			}
			return
		}
		p := promises[i]
		e := &r.g.events[p]
		value := &r.cycles.values[e.loc][saved[p].from]
		e.kind = read
		for _, w := range r.g.writes(e.loc) {
			if r.g.events[w].thread != e.thread && r.values[w].Same(value) {
				e.from = w
				fill(i + 1)
			}
		}
	}
	fill(0)
	r.g.events = saved
	if found {
		r.learn(true)
		if r.failing != nil && r.found.Cyclic.Violation == nil {
			r.found.Cyclic.Violation = r.failing
		}
	}
}

// canonical reports whether the reads that were promises are the set that belongs to the execution.
func (r *run) canonical(promises []int32) bool {
	free := make([]bool, len(r.g.events))
	for id := range r.g.events {
		free[id] = r.g.events[id].kind == read && r.passed(int32(id))
	}
	before := func(a, b int32) bool { // in the order in which edges are added
		x, y := &r.g.events[a], &r.g.events[b]
		if free[a] != free[b] {
			return !free[a]
		}
		return x.thread < y.thread || x.thread == y.thread && x.index < y.index
	}
	for _, p := range promises {
		if !free[p] {
			return false
		}
		readers := make([][]int32, len(r.g.events))
		for o := range r.g.events {
			e := &r.g.events[o]
			if e.kind == read && e.from >= 0 && !slices.Contains(promises, int32(o)) && before(int32(o), p) {
				readers[e.from] = append(readers[e.from], int32(o))
			}
		}
		if !r.leads(p, r.g.events[p].from, readers) {
			return false
		}
	}
	return true
}

// leads reports whether an event comes before another by po and the edges of some readers.
func (r *run) leads(from, to int32, readers [][]int32) bool {
	seen := make([]bool, len(r.g.events))
	stack := []int32{from}
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if x == to {
			return true
		}
		for _, y := range r.successors(x, readers, func(*event) bool { return false }) {
			if !seen[y] {
				seen[y] = true
				stack = append(stack, y)
			}
		}
	}
	return false
}
