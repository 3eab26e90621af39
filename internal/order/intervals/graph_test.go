package intervals_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

const testWidth = 4 // of all values

// artist draws a random graph: main creates one or two threads, each of which
// reads, computes, branches and writes a few times.
type artist struct {
	*event.Graph
	s     *term.Store
	rng   *rand.Rand
	bools []term.ID // free ones
	path  term.ID   // of the thread being drawn
	words []term.ID // that it knows: values of reads, if executed, and sums
	late  map[event.ID]late
}

// late is the guard of a write that is known only when its section ends: both
// must hold.
type late struct{ guard, left term.ID }

func draw(seed uint64) *artist {
	s := term.New(term.Options{})
	a := &artist{s: s, rng: rand.New(rand.NewPCG(seed, 7)), late: make(map[event.ID]late), Graph: &event.Graph{
		Program: &ir.Program{Funcs: make([]ir.Func, 1)}, Terms: s, Property: verdict.Assert,
		Threads: make([]event.Thread, 1), Nodes: make([]event.Node, 1), Events: make([]event.Event, 1),
		Regions: make([]event.Region, 1), Objects: make([]event.Object, 1),
	}}
	for range 1 + a.rng.IntN(2) {
		count := 1 + int64(a.rng.IntN(4)/3)
		a.Regions = append(a.Regions, event.Region{Width: testWidth, Count: count, IndexWidth: uint(count - 1), Init: a.word(uint64(a.rng.IntN(3)))})
	}
	main := a.thread(0, 0)
	a.path = term.True
	var spawns []event.NodeID
	children := 1 + a.rng.IntN(2)
	for range children {
		if a.rng.IntN(3) == 0 {
			a.step(main)
		}
		spawns = append(spawns, a.node(main, event.Spawn))
	}
	path, words := a.path, a.words
	for _, spawn := range spawns {
		a.path, a.words = a.Nodes[spawn].Guard, nil
		t := a.thread(main, spawn)
		for range 1 + a.rng.IntN(4-children) {
			a.step(t)
		}
	}
	a.path, a.words = path, words
	for range a.rng.IntN(2) {
		a.step(main)
	}
	return a
}

func (a *artist) word(v uint64) term.ID { return a.s.Uint(v, testWidth) }

func (a *artist) thread(parent event.ThreadID, spawn event.NodeID) event.ThreadID {
	a.Threads = append(a.Threads, event.Thread{Parent: parent, Spawn: spawn})
	return event.ThreadID(len(a.Threads) - 1)
}

func (a *artist) node(t event.ThreadID, kind event.NodeKind) event.NodeID {
	id, th, next := event.NodeID(len(a.Nodes)), &a.Threads[t], event.ID(len(a.Events))
	a.Nodes = append(a.Nodes, event.Node{Thread: t, Index: int32(len(th.Nodes)), Kind: kind, Guard: a.path, Step: a.path, First: next, Last: next})
	if len(th.Nodes) == 0 && th.Spawn != 0 {
		a.Edges = append(a.Edges, event.Edge{From: th.Spawn, To: id, Guard: term.True})
	}
	th.Nodes = append(th.Nodes, id)
	return id
}

func (a *artist) event(kind event.EventKind, region event.RegionID, guard, value term.ID) event.ID {
	index := term.None
	if a.Regions[region].IndexWidth > 0 {
		index = a.s.Extract(a.known(), 0, 0)
	}
	n := event.NodeID(len(a.Nodes) - 1)
	a.Events = append(a.Events, event.Event{Node: n, Kind: kind, Region: region, Index: index, Guard: guard, Value: value})
	a.Nodes[n].Last++
	return event.ID(len(a.Events) - 1)
}

// known returns a value that the thread computes.
func (a *artist) known() term.ID {
	if len(a.words) == 0 || a.rng.IntN(4) == 0 {
		return a.word(uint64(a.rng.IntN(4)))
	}
	x := a.words[a.rng.IntN(len(a.words))]
	switch y := a.words[a.rng.IntN(len(a.words))]; a.rng.IntN(6) {
	case 0:
		return a.s.Add(x, a.word(1))
	case 1:
		return a.s.Add(x, y)
	case 2:
		return a.s.Sub(x, a.word(1))
	case 3:
		return a.s.Ite(a.condition(), x, y)
	}
	return x
}

func (a *artist) condition() term.ID {
	if len(a.words) == 0 || a.rng.IntN(5) == 0 {
		if len(a.bools) < 3 {
			a.bools = append(a.bools, a.s.Var("c", term.Bool))
		}
		return a.bools[a.rng.IntN(len(a.bools))]
	}
	x, k := a.words[a.rng.IntN(len(a.words))], a.word(uint64(a.rng.IntN(6)))
	switch a.rng.IntN(4) {
	case 0:
		return a.s.Eq(x, k)
	case 1:
		return a.s.Ult(x, k)
	case 2:
		return a.s.Slt(x, k)
	}
	return a.s.Not(a.s.Ult(x, k))
}

// step draws a node of one to three events and perhaps an obligation.
func (a *artist) step(t event.ThreadID) {
	if a.rng.IntN(4) == 0 {
		a.path = a.s.And(a.path, a.condition())
	}
	n := a.node(t, event.Section)
	var writes []event.ID
	for range 1 + a.rng.IntN(3) {
		region, guard := event.RegionID(1+a.rng.IntN(len(a.Regions)-1)), a.path
		if a.rng.IntN(5) == 0 {
			guard = a.s.And(guard, a.condition())
		}
		if a.rng.IntN(2) == 0 {
			writes = append(writes, a.event(event.Write, region, guard, a.known()))
			continue
		}
		v := a.s.Var(fmt.Sprintf("r%d", len(a.Events)), term.BV(testWidth))
		a.event(event.Read, region, guard, v)
		a.words = append(a.words, a.s.Ite(guard, v, a.word(0)))
	}
	// A section that may not be left: nothing is written then.
	if len(writes) > 0 && a.rng.IntN(4) == 0 {
		left := a.condition()
		for _, w := range writes {
			a.late[w] = late{a.Events[w].Guard, left}
			a.Events[w].Guard = a.s.And(a.Events[w].Guard, left)
		}
		a.path = a.s.And(a.path, left)
	}
	if len(a.words) > 0 && a.rng.IntN(2) == 0 {
		a.Obligations = append(a.Obligations, event.Obligation{Node: n, Thread: t, Guard: a.path, Cond: a.condition()})
	}
}

// oracle executes a graph in every order and with every choice.
type oracle struct {
	a      *artist
	free   *term.Assignment
	memory map[[2]term.Word]term.Word // by region and index
	values []term.Word                // by read
	done   []bool                     // by read
	at     []int                      // by thread: its next node
	check  func(o *oracle)            // called with each execution, complete or not
}

// explore calls check in the state after every step of every execution.
func (a *artist) explore(check func(*oracle)) {
	for bits := range 1 << len(a.bools) {
		o := &oracle{a: a, free: &term.Assignment{}, memory: make(map[[2]term.Word]term.Word), check: check}
		for i, v := range a.bools {
			o.free.Set(v, term.WordOf(uint64(bits>>i&1)))
		}
		o.values, o.done = make([]term.Word, len(a.Events)), make([]bool, len(a.Events))
		o.at = make([]int, len(a.Threads))
		o.run()
	}
}

// eval evaluates terms. The function other returns the value of a read that was not executed.
func (o *oracle) eval(other func(v term.ID) term.Word) *term.Evaluator {
	asg := &term.Assignment{}
	for _, v := range o.a.bools {
		asg.Set(v, o.free.Word(v))
	}
	for id, e := range o.a.Events {
		if id == 0 || e.Kind != event.Read {
			continue
		}
		if asg.Set(e.Value, o.values[id]); !o.done[id] {
			asg.Set(e.Value, other(e.Value))
		}
	}
	return term.NewEvaluator(o.a.s, asg)
}

// complete reports whether all threads are at their ends.
func (o *oracle) complete() bool {
	for t, th := range o.a.Threads {
		if o.at[t] < len(th.Nodes) {
			return false
		}
	}
	return true
}

func nine(term.ID) term.Word { return term.WordOf(9) }

func (o *oracle) run() {
	o.check(o)
	for t := 1; t < len(o.at); t++ {
		nodes := o.a.Threads[t].Nodes
		if o.at[t] == len(nodes) {
			continue
		}
		n := nodes[o.at[t]]
		if spawn := o.a.Threads[t].Spawn; spawn != 0 && o.at[1] <= int(o.a.Nodes[spawn].Index) {
			continue
		}
		o.at[t]++
		executed := o.eval(nine).Holds(o.a.Nodes[n].Guard)
		if !executed {
			o.run()
			o.at[t]--
			return
		}
		memory, values, done := o.memory, o.values, o.done
		for _, left := range []bool{false, true} {
			o.memory, o.values, o.done = maps.Clone(memory), slices.Clone(values), slices.Clone(done)
			if o.execute(n, left) {
				o.run()
			}
		}
		o.memory, o.values, o.done = memory, values, done
		o.at[t]--
	}
}

// execute executes the events of a node, where left is the guess for late guards. It reports false if the
// guess turns out to be wrong.
func (o *oracle) execute(n event.NodeID, left bool) bool {
	node := &o.a.Nodes[n]
	some := false
	for id := node.First; id < node.Last; id++ {
		ev, e := o.eval(nine), &o.a.Events[id]
		holds := ev.Holds(e.Guard)
		if l, ok := o.a.late[id]; ok {
			holds, some = left && ev.Holds(l.guard), true
		}
		if !holds {
			continue
		}
		key := [2]term.Word{term.WordOf(uint64(e.Region)), {}}
		if e.Index != term.None {
			key[1] = ev.Word(e.Index)
		}
		if e.Kind == event.Write {
			o.memory[key] = ev.Word(e.Value)
			continue
		}
		v, ok := o.memory[key]
		if !ok {
			v, _ = o.a.s.Value(o.a.Regions[e.Region].Init)
		}
		o.values[id], o.done[id] = v, true
	}
	if !some {
		return left
	}
	ev := o.eval(nine)
	for id := node.First; id < node.Last; id++ {
		if l, ok := o.a.late[id]; ok && ev.Holds(l.left) != left {
			return false
		}
	}
	return true
}
