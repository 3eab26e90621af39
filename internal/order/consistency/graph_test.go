package consistency

import (
	"fmt"
	"math/rand/v2"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// drawing builds a graph by hand.
type drawing struct {
	*event.Graph
	s     *term.Store
	bools []term.ID // free ones: choices, whether a thread continues
	words []term.ID // free indices
}

const testWidth = 2 // of all values

func newDrawing() *drawing {
	s := term.New(term.Options{})
	d := &drawing{s: s, Graph: &event.Graph{
		Program: &ir.Program{Funcs: make([]ir.Func, 1)}, Terms: s, Property: verdict.Assert,
		Threads: make([]event.Thread, 1), Nodes: make([]event.Node, 1), Events: make([]event.Event, 1),
		Regions: make([]event.Region, 1), Objects: make([]event.Object, 1),
	}}
	return d
}

func (d *drawing) word(v uint64) term.ID { return d.s.Uint(v, testWidth) }

func (d *drawing) bool(name string) term.ID {
	v := d.s.Var(name, term.Bool)
	d.bools = append(d.bools, v)
	return v
}

// region adds one of 1 or 2 granules that begin as 0.
func (d *drawing) region(count int64) event.RegionID {
	d.Regions = append(d.Regions, event.Region{Width: testWidth, Count: count, IndexWidth: uint(count - 1), Init: d.word(0)})
	return event.RegionID(len(d.Regions) - 1)
}

func (d *drawing) thread(parent event.ThreadID, spawn event.NodeID) event.ThreadID {
	d.Threads = append(d.Threads, event.Thread{Parent: parent, Spawn: spawn})
	return event.ThreadID(len(d.Threads) - 1)
}

// node adds a node without events.
func (d *drawing) node(t event.ThreadID, kind event.NodeKind, guard term.ID) event.NodeID {
	id, th := event.NodeID(len(d.Nodes)), &d.Threads[t]
	next := event.ID(len(d.Events))
	d.Nodes = append(d.Nodes, event.Node{Thread: t, Index: int32(len(th.Nodes)), Kind: kind, Guard: guard, Step: guard, First: next, Last: next})
	if len(th.Nodes) == 0 && th.Spawn != 0 {
		d.Edges = append(d.Edges, event.Edge{From: th.Spawn, To: id, Guard: term.True})
	}
	th.Nodes = append(th.Nodes, id)
	return id
}

// event adds an event to the last node.
func (d *drawing) event(kind event.EventKind, region event.RegionID, index, guard, value term.ID) event.ID {
	n := event.NodeID(len(d.Nodes) - 1)
	d.Events = append(d.Events, event.Event{Node: n, Kind: kind, Region: region, Index: index, Guard: guard, Value: value})
	d.Nodes[n].Last++
	return event.ID(len(d.Events) - 1)
}

func (d *drawing) write(region event.RegionID, guard term.ID, value uint64) event.ID {
	return d.event(event.Write, region, term.None, guard, d.word(value))
}

// part makes the last event a part of an operation on a lock.
func (d *drawing) part(of event.LockAct, hold event.HoldID) {
	if hold != 0 {
		e := &d.Events[len(d.Events)-1]
		e.Lock, e.Hold = of, hold
	}
}

// acquire adds the events that begin a hold. The thread acquires the lock under guard, and reads its word under reads.
func (a *artist) acquire(t event.ThreadID, reads, guard term.ID) {
	a.holds++
	a.hold = a.holds
	free := a.word(0)
	if a.rng.IntN(3) == 0 {
		free = a.s.Var("free", term.BV(testWidth))
		a.Facts = append(a.Facts, a.s.Implies(reads, a.s.Eq(free, a.word(0))))
	}
	a.event(event.Read, a.lock, term.None, reads, free)
	a.part(event.Acquire, a.hold)
	a.write(a.lock, guard, uint64(t))
	a.part(event.Acquire, a.hold)
}

// release adds the event that ends a hold, or an unknown one.
func (a *artist) release(guard term.ID) {
	a.write(a.lock, guard, 0)
	a.part(event.Release, a.hold)
	a.hold = 0
}

func (d *drawing) read(region event.RegionID, guard term.ID) term.ID {
	v := d.s.Var(fmt.Sprintf("r%d", len(d.Events)), term.BV(testWidth))
	d.event(event.Read, region, term.None, guard, v)
	return v
}

func (d *drawing) oblige(n event.NodeID, guard, cond term.ID) {
	d.Obligations = append(d.Obligations, event.Obligation{Node: n, Thread: d.Nodes[n].Thread, Guard: guard, Cond: cond})
}

// artist draws random graphs.
type artist struct {
	*drawing
	rng   *rand.Rand
	seen  []term.ID // Bools about the values that the current thread read
	vals  []term.ID // words that it read
	path  term.ID   // the guard that it has now
	lock  event.RegionID
	held  bool         // the thread being drawn
	hold  event.HoldID // of that thread, if it is certain where the path holds
	holds event.HoldID // the number of holds
}

// random draws a graph of a main thread that creates one or two others and may
// join them.
func random(seed uint64) *drawing {
	a := &artist{drawing: newDrawing(), rng: rand.New(rand.NewPCG(seed, 1))}
	for range 1 + a.rng.IntN(2) {
		a.region(1 + int64(a.rng.IntN(3)/2))
	}
	if a.rng.IntN(3) == 0 {
		a.lock = a.region(1)
		a.Regions[a.lock].Kind = event.Lock
	}
	main := a.thread(0, 0)
	a.begin(term.True)
	children := 1 + a.rng.IntN(2)
	size := 3
	if children == 2 {
		size = 2
	}

	type child struct {
		thread event.ThreadID
		guard  term.ID
	}
	var born []child
	for range children {
		if a.rng.IntN(3) == 0 {
			a.visible(main)
		}
		spawn := a.node(main, event.Spawn, a.path)
		born = append(born, child{a.thread(main, spawn), a.path})
	}
	for range a.rng.IntN(2) {
		a.visible(main)
	}
	mine := *a
	for _, c := range born {
		a.begin(c.guard)
		for range 1 + a.rng.IntN(size) {
			a.visible(c.thread)
		}
		a.Threads[c.thread].End = a.node(c.thread, event.ThreadEnd, a.path)
	}
	a.seen, a.vals, a.path, a.held, a.hold = mine.seen, mine.vals, mine.path, mine.held, mine.hold
	for _, c := range born {
		if a.rng.IntN(2) == 0 {
			end := a.Threads[c.thread].End
			guard := a.s.And(a.path, a.bool("go"))
			join := a.node(main, event.Join, guard)
			a.Facts = append(a.Facts, a.s.Implies(guard, a.Nodes[end].Guard))
			a.Edges = append(a.Edges, event.Edge{From: end, To: join, Guard: guard})
			if a.rng.IntN(4) > 0 {
				a.path = guard
			}
		}
	}
	for range a.rng.IntN(2) {
		a.visible(main)
	}
	return a.drawing
}

func (a *artist) begin(guard term.ID) {
	a.seen, a.vals, a.path, a.held, a.hold = nil, nil, guard, false, 0
}

// condition returns a random Bool over values that the thread knows.
func (a *artist) condition() term.ID {
	if len(a.seen) > 0 && a.rng.IntN(3) > 0 {
		c := a.seen[a.rng.IntN(len(a.seen))]
		if a.rng.IntN(3) == 0 {
			return a.s.Not(c)
		}
		return c
	}
	if len(a.bools) < 4 {
		return a.bool("c")
	}
	return a.bools[a.rng.IntN(len(a.bools))]
}

// locking draws a node that takes or gives back the lock, now and then without
// the other, in one, or on some paths only.
func (a *artist) locking(t event.ThreadID) {
	guard := a.path
	takes, gives := !a.held, a.held
	switch a.rng.IntN(12) {
	case 0:
		takes, gives = true, true
	case 1:
		takes, gives = false, true
	case 2:
		guard = a.s.And(guard, a.condition())
	}
	if takes {
		guard = a.s.And(guard, a.bool("go"))
	}
	a.node(t, event.LockOp, guard)
	if takes {
		reads := guard
		if a.rng.IntN(6) == 0 {
			guard = a.s.And(guard, a.condition())
		}
		a.acquire(t, reads, guard)
	}
	if gives {
		a.release(guard)
	}
	a.held = takes && !gives
	if a.rng.IntN(5) > 0 {
		a.path = guard
	} else {
		a.hold = 0
	}
}

// critical draws a section of the lock with accesses, which is well formed.
func (a *artist) critical(t event.ThreadID) {
	guard := a.s.And(a.path, a.bool("go"))
	a.node(t, event.LockOp, guard)
	a.acquire(t, guard, guard)
	for range 1 + a.rng.IntN(2) {
		a.node(t, event.Access, guard)
		a.access(guard, false)
	}
	if a.rng.IntN(8) > 0 {
		a.node(t, event.LockOp, guard)
		a.release(guard)
	} else {
		a.held = true
	}
	a.path = guard
}

// visible draws a node.
func (a *artist) visible(t event.ThreadID) {
	switch {
	case a.lock == 0 || len(a.bools) > 4 && !a.held:
	case !a.held && a.rng.IntN(2) == 0:
		a.critical(t)
		return
	case a.rng.IntN(2) == 0:
		a.locking(t)
		return
	}
	guard := a.path
	if a.rng.IntN(4) == 0 {
		guard = a.s.And(guard, a.condition())
	}
	waits := len(a.bools) < 4 && a.rng.IntN(5) == 0
	if waits {
		guard = a.s.And(guard, a.bool("go"))
	}
	n := a.node(t, event.Section, guard)
	for range 1 + a.rng.IntN(3)*a.rng.IntN(2) {
		a.access(guard, waits)
		waits = false
	}
	if a.rng.IntN(2) == 0 && len(a.seen) > 0 {
		cond := a.condition()
		if a.rng.IntN(2) == 0 {
			cond = a.s.Or(cond, a.condition())
		}
		a.oblige(n, guard, cond)
		if a.rng.IntN(2) == 0 {
			guard = a.s.And(guard, cond)
		}
	}
	if a.rng.IntN(4) > 0 {
		a.path = guard
	}
}

// access draws an event; if the thread waits, it reads something else than 0.
func (a *artist) access(guard term.ID, waits bool) {
	region := event.RegionID(1 + a.rng.IntN(len(a.Regions)-1))
	if region == a.lock {
		region = 1
	}
	index := term.None
	if a.Regions[region].IndexWidth > 0 {
		switch index = a.s.Uint(uint64(a.rng.IntN(2)), 1); a.rng.IntN(4) {
		case 0:
			if len(a.words) < 2 {
				index = a.s.Var("i", term.BV(1))
				a.words = append(a.words, index)
			}
		case 1:
			if len(a.vals) > 0 {
				index = a.s.Extract(a.vals[a.rng.IntN(len(a.vals))], 0, 0)
			}
		}
	}
	if !waits && a.rng.IntN(6) == 0 {
		guard = a.s.And(guard, a.condition())
	}
	if !waits && a.rng.IntN(2) == 0 {
		value := a.word(uint64(1 + a.rng.IntN(3)))
		if len(a.vals) > 0 && a.rng.IntN(2) == 0 {
			value = a.s.Add(a.vals[a.rng.IntN(len(a.vals))], a.word(1))
		}
		a.event(event.Write, region, index, guard, value)
		return
	}
	v := a.s.Var(fmt.Sprintf("r%d", len(a.Events)), term.BV(testWidth))
	a.event(event.Read, region, index, guard, v)
	if waits {
		a.Facts = append(a.Facts, a.s.Implies(guard, a.s.Distinct(v, a.word(0))))
	}
	// The value of a read that is not executed is 0, so that executions determine all terms.
	a.Facts = append(a.Facts, a.s.Or(guard, a.s.Eq(v, a.word(0))))
	a.vals = append(a.vals, v)
	a.seen = append(a.seen, a.s.Eq(v, a.word(uint64(a.rng.IntN(4)))))
}
