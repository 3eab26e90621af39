package explore

import (
	"fmt"

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
func Judge(model *memmodel.Model) func(*weak.Execution) error {
	return func(x *weak.Execution) error {
		if r := model.Check(candidate(x)); !r.Consistent {
			return fmt.Errorf("an explored execution violates the axiom %s of the memory model %s", r.Axiom, model.Name())
		}
		return nil
	}
}

// candidate returns an execution in the form of package memmodel, with an initial write for each location.
func candidate(x *weak.Execution) *memmodel.Execution {
	events, co := x.Events()
	n := len(events)
	out := &memmodel.Execution{Relations: map[string]relation.Rel{}}
	for i := range events {
		e := &events[i]
		y := memmodel.Event{Thread: e.Thread, Loc: e.Loc, Tags: append([]string{[...]string{"F", "R", "W"}[e.Kind]}, tags[e.Order]...)}
		out.Events = append(out.Events, y)
	}
	for loc := range co {
		out.Events = append(out.Events, memmodel.Event{Thread: memmodel.InitialThread, Loc: loc})
	}
	rf, order, rmw := relation.New(n+len(co)), relation.New(n+len(co)), relation.New(n+len(co))
	for i := range events {
		e := &events[i]
		switch {
		case e.Kind == weak.Read && e.From == weak.Initial:
			rf.Add(n+e.Loc, i)
		case e.Kind == weak.Read:
			rf.Add(e.From, i)
		case e.Pair != weak.None:
			rmw.Add(e.Pair, i)
		}
	}
	for loc, list := range co {
		for i, w := range list {
			order.Add(n+loc, w)
			for _, later := range list[i+1:] {
				order.Add(w, later)
			}
		}
	}
	out.Relations["rf"], out.Relations["co"], out.Relations["rmw"] = rf, order, rmw
	return out
}
