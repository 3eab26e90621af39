package weak

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// kind is the kind of an event.
type kind uint8

const (
	local   kind = iota // creation, join, end of a thread, a section that shares nothing
	choice              // of a value
	promise             // a read whose write is chosen last (cycle.go)
	fence
	read
	write
)

// Numbers in the place of an event's.
const (
	initial int32 = -1 // the initial write of a location
	absent  int32 = -2
)

// event is an event of a graph. Its number is its index in graph.events: the order in which events were added.
type event struct {
	thread, index int32 // index: events of the thread before it
	kind          kind
	order         ir.MemOrder // of accesses and fences
	exclusive     bool        // of a read-modify-write
	update        bool        // a read that belongs to an atomic update, perhaps one that fails
	section       bool        // of a library model: loc is a class of sections
	blocked       bool        // a section that has to wait
	promised      bool        // a write of a read-modify-write whose read is a promise
	loc           int32
	from          int32 // read: the write; choice and promise: the index of the value
}

// graph is an execution graph. During a run events are only appended.
type graph struct {
	events  []event
	threads [][]int32 // by thread: its events in program order
	co      [][]int32 // by location: writes in coherence order, without the initial one
	// last is the event that was added or revisited last. It is executed after all others.
	last int32
	// revisiting is the new write of the revisited read last; absent: last was not revisited.
	revisiting int32
}

func newGraph() *graph { return &graph{last: absent, revisiting: absent} }

// add appends an event to the graph and its thread.
func (g *graph) add(e event) int32 {
	id := int32(len(g.events))
	for int(e.thread) >= len(g.threads) {
		g.threads = append(g.threads, nil)
	}
	e.index = int32(len(g.threads[e.thread]))
	g.events = append(g.events, e)
	g.threads[e.thread] = append(g.threads[e.thread], id)
	return id
}

// writes returns the writes of a location in coherence order.
func (g *graph) writes(loc int32) []int32 {
	if int(loc) < len(g.co) {
		return g.co[loc]
	}
	return nil
}

// place puts a write into the coherence order of its location, at an index.
func (g *graph) place(w int32, at int) {
	loc := g.events[w].loc
	for int(loc) >= len(g.co) {
		g.co = append(g.co, nil)
	}
	g.co[loc] = slices.Insert(g.co[loc], at, w)
}

// rank returns the place of a write in the coherence order: 0 is the initial write.
func (g *graph) rank(loc, w int32) int {
	if w == initial {
		return 0
	}
	return slices.Index(g.co[loc], w) + 1
}

// restrict returns the graph of the events that keep selects, and their new numbers.
func (g *graph) restrict(keep func(id int32) bool) (*graph, []int32) {
	h := newGraph()
	number := make([]int32, len(g.events))
	h.events = make([]event, 0, len(g.events)+8)
	for id := range g.events {
		if number[id] = absent; keep(int32(id)) {
			number[id] = h.add(g.events[id])
		}
	}
	for i := range h.events {
		if e := &h.events[i]; e.kind == read && e.from >= 0 {
			e.from = number[e.from]
		}
	}
	h.co = make([][]int32, len(g.co))
	for loc, list := range g.co {
		for _, w := range list {
			if number[w] != absent {
				h.co[loc] = append(h.co[loc], number[w])
			}
		}
	}
	return h, number
}

// prefix returns the graph of the first n events.
func (g *graph) prefix(n int) *graph {
	h, _ := g.restrict(func(id int32) bool { return int(id) < n })
	return h
}
