package weak

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// place is where an access is in the program.
type place struct {
	pos   ir.Pos
	in    string
	name  string // the thread
	stack []interp.Location
}

// locate records where an access is: the thread stands before it.
func (r *run) locate(id int32, t *interp.Thread) {
	at := t.Where()
	r.facts[id].place = place{at.Pos, at.Func, t.Name(), t.Stack()}
}

// races looks for races of an access with the accesses that were executed before it. Two accesses to one
// location race if one writes, one is plain, and neither happens before the other.
func (r *run) races(id int32) {
	e := &r.g.events[id]
	if e.section || r.model.Hardware() {
		return
	}
	at := &r.facts[id].place
	before := r.facts[id].before
	for o := range r.g.events {
		x := &r.g.events[o]
		if !r.facts[o].done || x.thread == e.thread || x.loc != e.loc || x.kind != write && e.kind != write || before.has(x) ||
			x.order != ir.NonAtomic && e.order != ir.NonAtomic {
			continue
		}
		first := &r.facts[o].place
		v := interp.Violation{Property: verdict.Race, Thread: at.name, Pos: at.pos, Func: at.in, Stack: at.stack,
			First:   &interp.FirstAccess{Thread: first.name, Func: first.in, Pos: first.pos},
			Message: fmt.Sprintf("data race: %s and %s of the same memory, of which nothing comes first", x.verb(), e.verb())}
		r.found.racy(v)
		if r.opts.Properties.Has(verdict.Race) {
			r.violation(&v, r.facts[o].past)
		}
	}
}

func (e *event) verb() string {
	if e.kind == read {
		return "read"
	}
	return "write"
}

// current returns the thread of a number.
func (r *run) current(th int32) *interp.Thread {
	for _, t := range r.m.Threads() {
		if t.ID() == th {
			return t
		}
	}
	panic("weak: no such thread")
}
