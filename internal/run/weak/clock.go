package weak

import "github.com/heddle-mc/heddle/internal/run/interp"

// clock is a set of events that is closed under program order: by thread, the number of its first events.
type clock []int32

// has reports whether an event is in the set.
func (c clock) has(e *event) bool { return int(e.thread) < len(c) && c[e.thread] > e.index }

// count returns how many events of a thread are in the set.
func (c clock) count(thread int32) int32 {
	if int(thread) < len(c) {
		return c[thread]
	}
	return 0
}

// set makes the set have the first n events of a thread.
func (c *clock) set(thread, n int32) {
	for int(thread) >= len(*c) {
		*c = append(*c, 0)
	}
	(*c)[thread] = n
}

// join adds the events of another set.
func (c *clock) join(d clock) {
	for len(*c) < len(d) {
		*c = append(*c, 0)
	}
	for i, n := range d {
		(*c)[i] = max((*c)[i], n)
	}
}

func (c clock) clone() clock { return append(clock(nil), c...) }

// view holds the clocks of a thread after its executed events.
type view struct {
	next   int32 // events executed
	past   clock // the prefix under po ∪ rf
	before clock // what happens before its next event
	own    clock // what comes before it by program order, creation and join
	// seen has the heads of the writes that relaxed reads read from; an acquire fence adds it to before.
	seen clock
	// released is the clock of the last release fence; nil: there is none.
	released clock
	blocked  bool // its last event is a section that has to wait
}

// facts holds the clocks of an executed event.
type facts struct {
	done    bool
	past    clock   // the prefix under po ∪ rf, the event included
	before  clock   // what happens before it, the event included
	head    clock   // of a write: the clock that an acquiring read adds to its own
	child   int32   // of a creation: the thread; else absent
	joined  []int32 // of the end of a thread: the joins that saw it
	own     clock   // of creation, join and end: view.own
	place   place
	depends interp.Dependencies
}
