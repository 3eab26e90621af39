package weak

import (
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// stepOf is a step of a run.
type stepOf struct {
	name   string // of the thread
	thread int32
	index  int32 // events of the thread before the step
	access int32 // its write, or else its read, outside of sections; absent: none
}

// before returns the steps of the run that the past of a violation has, and the last one.
func (r *run) before(v *interp.Violation, past clock) (steps []stepOf) {
	for i, s := range r.steps {
		if i == len(r.steps)-1 || past.count(s.thread) > s.index || s.name == v.Thread {
			steps = append(steps, s)
		}
	}
	return steps
}

// trace returns the trace of a violation with some steps.
func (r *run) trace(v *interp.Violation, steps []stepOf) *trace.Trace {
	t := r.m.Trace(v)
	accesses := make(map[int32]uint64) // by thread
	number := make(map[int32]trace.Read)
	latest := make(map[int32]int32) // by location
	for i := range steps {
		s := &steps[i]
		t.AddStep(s.name)
		if s.access == absent {
			continue
		}
		accesses[s.thread]++
		e := &r.g.events[s.access]
		from, reads := e.from, e.kind == read
		if e.kind == write && e.exclusive {
			from, reads = r.g.source(s.access), true
		}
		was, written := latest[e.loc]
		if !written {
			was = initial
		}
		if reads && from != was {
			w := number[from]
			t.Reads = append(t.Reads, trace.Read{Thread: s.name, Access: accesses[s.thread], From: w.Thread, Write: w.Access})
		}
		if e.kind == write {
			latest[e.loc], number[s.access] = s.access, trace.Read{Thread: s.name, Access: accesses[s.thread]}
		}
	}
	if len(t.Reads) > 0 {
		t.Memory = r.model.name
	}
	return t
}
