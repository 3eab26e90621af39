package weak

import (
	"math"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// Execution is an execution graph: a whole one, or the part that a run has executed.
type Execution struct{ r *run }

// Event is an event of an Execution, as litmus tests have them. The creation of a thread is a release write
// that the first event of the thread reads and acquires; the same holds for its end and a join. A section of
// a library model is a read or a read-modify-write of a location of its own, which orders nothing. Under a model of C,
// its sends are release writes that receives read and acquire.
type Event struct {
	Thread int
	Kind   EventKind
	Order  ir.MemOrder
	Loc    int // of an access, from 1
	From   int // of a read: the number of the write, or Initial
	Pair   int // of the write of a read-modify-write: the number of the read; else None
	// Update reports a read of an atomic update, which may have failed.
	Update bool
	// Address, Value, Control and Expected are the numbers of the reads on which an access depends, under a model with
	// dependencies.
	Address, Value, Control, Expected []int
	// Section reports an event of a library model, or of creation, end or join. A fence stands for a section that shares
	// nothing: processors execute the fences around it.
	Section bool
}

// EventKind is the kind of an Event.
type EventKind uint8

// The kinds of events.
const (
	Fence EventKind = iota
	Read
	Write
)

// Numbers in the place of an event's.
const (
	Initial = -1
	None    = -2
)

// Events returns the events; those of a thread are in program order. co has the writes of each location in
// coherence order.
func (x *Execution) Events() (events []Event, co [][]int) {
	r := x.r
	co = make([][]int, r.locations.count)
	number := make([]int, len(r.g.events))
	add := func(e Event) int {
		events = append(events, e)
		return len(events) - 1
	}
	messages := x.messages()
	sent := make([]int, len(r.messages)) // the write of a send
	received := make(map[int]int)        // the send of a read
	communicate := func(th, next int32) {
		for list := messages[th]; len(list) > 0 && r.messages[list[0]].next <= next; list = messages[th] {
			k := list[0]
			messages[th] = list[1:]
			if m := &r.messages[k]; m.sends {
				sent[k] = add(Event{Thread: int(th), Kind: Write, Order: ir.Release, Loc: len(co), Section: true, Pair: None})
				co = append(co, []int{sent[k]})
				continue
			}
			for i := range r.messages[:k] {
				if m := &r.messages[i]; m.sends && m.c == r.messages[k].c {
					received[add(Event{Thread: int(th), Kind: Read, Order: ir.Acquire, Section: true, Pair: None})] = i
				}
			}
		}
	}
	ends := make(map[int32]int) // the write of the end of a thread, by its joins
	for id := range r.g.events {
		e, f := &r.g.events[id], &r.facts[id]
		if number[id] = None; !f.done {
			continue
		}
		communicate(e.thread, e.index)
		out := Event{Thread: int(e.thread), Order: e.order, Loc: int(e.loc), Update: e.update, Section: e.section, Pair: None}
		switch e.kind {
		case fence:
			out.Kind = Fence
		case read:
			out.Kind = Read
		case write:
			out.Kind = Write
			if e.exclusive {
				out.Pair = number[r.g.threads[e.thread][e.index-1]]
			}
		case local:
			if e.section {
				out.Kind = Fence
				number[id] = add(out)
				continue
			}
			if w, ok := ends[int32(id)]; ok {
				add(Event{Thread: int(e.thread), Kind: Read, Order: ir.Acquire, Loc: events[w].Loc, From: w, Section: true, Pair: None})
			}
			if f.child == absent && len(f.joined) == 0 {
				continue
			}
			w := add(Event{Thread: int(e.thread), Kind: Write, Order: ir.Release, Loc: len(co), Section: true, Pair: None})
			co = append(co, []int{w})
			if f.child != absent {
				add(Event{Thread: int(f.child), Kind: Read, Order: ir.Acquire, Loc: events[w].Loc, From: w, Section: true, Pair: None})
			}
			for _, j := range f.joined {
				ends[j] = w
			}
			continue
		default:
			continue
		}
		number[id] = add(out)
	}
	for th := range messages {
		communicate(th, math.MaxInt32)
	}
	for n, k := range received {
		events[n].From, events[n].Loc = sent[k], events[sent[k]].Loc
	}
	for id, n := range number { // a read may be older than its write
		if n < 0 {
			continue
		}
		e, d, out := &r.g.events[id], &r.facts[id].depends, &events[n]
		for _, list := range [...]struct {
			to   *[]int
			from interp.Reads
		}{{&out.Address, d.Address}, {&out.Value, d.Value}, {&out.Control, d.Control}, {&out.Expected, d.Expected}} {
			*list.to = r.numbers(number, e.thread, list.from)
		}
		if e.kind == read {
			if events[n].From = Initial; e.from >= 0 {
				events[n].From = number[e.from]
			}
		}
	}
	for loc, list := range r.g.co {
		for _, w := range list {
			if number[w] >= 0 {
				co[loc] = append(co[loc], number[w])
			}
		}
	}
	return events, co
}

// readBits is the place of the thread in the number of a read for interp.Dependencies; its index in the thread is below.
const readBits = 32

func (r *run) numberOf(id int32) uint64 {
	return uint64(r.g.events[id].thread)<<readBits | uint64(r.g.events[id].index)
}

// numbers returns the numbers of those reads that are of a thread. A section that shares nothing is no read.
func (r *run) numbers(number []int, th int32, reads interp.Reads) (list []int) {
	own := r.events(th)
	for _, n := range reads {
		id := own[min(uint64(len(own)-1), n&(1<<readBits-1))]
		if n>>readBits == uint64(th) && r.g.events[id].kind == read && number[id] >= 0 {
			list = append(list, number[id])
		}
	}
	return list
}

// messages returns the sends and receives that make something happen before something else, by thread and in their order.
// There are none under models in which hb is no relation.
func (x *Execution) messages() map[int32][]int {
	list := make(map[int32][]int)
	if x.r.model.hardware || x.r.model.total {
		return list
	}
	for k := range x.r.messages {
		th := x.r.messages[k].thread
		list[th] = append(list[th], k)
	}
	return list
}
