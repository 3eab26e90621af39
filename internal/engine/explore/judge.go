package explore

import (
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/memmodel"
	"github.com/heddle-mc/heddle/internal/memmodel/relation"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/run/weak"
)

// tags are the base sets of C accesses and fences by their order, in the models of package memmodel.
var tags = [...][]string{
	ir.NonAtomic: nil, ir.Relaxed: {"A", "RLX"}, ir.Consume: {"A", "ACQ"}, ir.Acquire: {"A", "ACQ"},
	ir.Release: {"A", "REL"}, ir.AcqRel: {"A", "ACQ_REL"}, ir.SeqCst: {"A", "SC"},
}

// Judge returns a function that evaluates the axioms of a memory model on an execution, by matrices: it shares no
// code with the exploration. The error names the violated axiom.
func Judge(m *weak.Model) (func(*weak.Execution) error, error) {
	cat, err := memmodel.Builtin(m.Name())
	if err != nil {
		return nil, err
	}
	return func(x *weak.Execution) error {
		c := candidate(x, m.Hardware())
		if m.LeavesOut() {
			depend(c)
		}
		if r := cat.Check(c); !r.Consistent {
			return fmt.Errorf("an explored execution violates the axiom %s of the memory model %s", r.Axiom, m.Name())
		}
		return nil
	}, nil
}

// translation makes the events of package memmodel from those of an exploration.
type translation struct {
	out    *memmodel.Execution
	number []int // by event of the exploration: that of memmodel
}

// candidate returns an execution in the form of package memmodel, with an initial write for each location.
// compiled means that the events are instructions of a processor (semantics 7.7).
func candidate(x *weak.Execution, compiled bool) *memmodel.Execution {
	events, co := x.Events()
	t := translation{out: &memmodel.Execution{Relations: map[string]relation.Rel{}}}
	for i := range events {
		if compiled {
			t.compile(&events[i])
		} else {
			t.add(&events[i], tags[events[i].Order]...)
		}
	}
	n := len(t.out.Events)
	for loc := range co {
		t.out.Events = append(t.out.Events, memmodel.Event{Thread: memmodel.InitialThread, Loc: loc})
	}
	rf, order, rmw := relation.New(n+len(co)), relation.New(n+len(co)), relation.New(n+len(co))
	for i := range events {
		e := &events[i]
		switch {
		case e.Kind == weak.Read && e.From == weak.Initial:
			rf.Add(n+e.Loc, t.number[i])
		case e.Kind == weak.Read:
			rf.Add(t.number[e.From], t.number[i])
		case e.Pair != weak.None:
			rmw.Add(t.number[e.Pair], t.number[i])
		}
	}
	for loc, list := range co {
		for i, w := range list {
			order.Add(n+loc, t.number[w])
			for _, later := range list[i+1:] {
				order.Add(t.number[w], t.number[later])
			}
		}
	}
	t.out.Relations["rf"], t.out.Relations["co"], t.out.Relations["rmw"] = rf, order, rmw
	return t.out
}

// add adds an event of the exploration.
func (t *translation) add(e *weak.Event, tags ...string) {
	t.number = append(t.number, len(t.out.Events))
	kind := [...]string{"F", "R", "W"}[e.Kind]
	t.out.Events = append(t.out.Events, memmodel.Event{Thread: e.Thread, Loc: e.Loc, Tags: append([]string{kind}, tags...)})
}

// compile adds the instructions of an event: an access, with the fences that it needs, or a fence.
func (t *translation) compile(e *weak.Event) {
	fence := func(name string) {
		t.out.Events = append(t.out.Events, memmodel.Event{Thread: e.Thread, Tags: []string{"F", name}})
	}
	switch {
	case e.Section:
		fence("mfence")
		t.add(e, "A")
		fence("mfence")
	case e.Kind == weak.Fence && e.Order == ir.SeqCst:
		t.add(e, "mfence")
	case e.Kind == weak.Fence && e.Order.Releases():
		t.add(e, "stbar")
	case e.Kind == weak.Write:
		if e.Order.Releases() {
			fence("stbar")
		}
		if e.Pair == weak.None {
			t.add(e)
		} else {
			t.add(e, "A")
		}
		if e.Order == ir.SeqCst {
			fence("mfence")
		}
	case e.Update:
		t.add(e, "A")
	default:
		t.add(e)
	}
}

// depend makes each write depend on all reads before it in its thread: dependencies are not known.
func depend(x *memmodel.Execution) {
	data := relation.New(len(x.Events))
	for r := range x.Events {
		for w := r + 1; w < len(x.Events) && slices.Contains(x.Events[r].Tags, "R"); w++ {
			if x.Events[w].Thread == x.Events[r].Thread && slices.Contains(x.Events[w].Tags, "W") {
				data.Add(r, w)
			}
		}
	}
	x.Relations["data"] = data
}
