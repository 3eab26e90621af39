package consistency

import (
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// FoundRace is a data race in a model.
type FoundRace struct {
	First, Second int // index of the accesses in the graph's Touches, in the order of the trace
	Locations     LocationPair
	// Trace ends with the second access. Its Program and Environment are empty, and so is the message of
	// its failure: the interpreter has better names for objects.
	Trace *trace.Trace
}

// DecodeRace returns the data race in the model of the last Check that the fewest steps
// lead to. An error means that the encoding is wrong.
//
// requires: the last check was Check, and satisfiable; the graph is for races.
func (e *Encoding) DecodeRace() (*FoundRace, error) {
	x := newExecution(e)
	var best *race
	var past []bool
	fewest := 0
	for i := range e.races {
		r := &e.races[i]
		if !e.holds(r.holds) {
			continue
		}
		nodes, count := x.past(x.touchedAt(r.a), x.touchedAt(r.b))
		if best == nil || count < fewest {
			best, past, fewest = r, nodes, count
		}
	}
	if best == nil {
		return nil, fmt.Errorf("no two accesses race in the model")
	}
	order, err := x.linearise(past)
	if err != nil {
		return nil, err
	}
	first, second := best.a, best.b
	if slices.Index(order, x.touchedAt(first)) > slices.Index(order, x.touchedAt(second)) {
		first, second = second, first
	}
	return &FoundRace{int(first), int(second), e.locations(best), x.raceTrace(&e.g.Touches[second], past, order)}, nil
}

// ExcludeRace makes Check look no more for races of accesses at two locations.
func (e *Encoding) ExcludeRace(at LocationPair) {
	e.races = slices.DeleteFunc(e.races, func(r race) bool { return e.locations(&r) == at })
}

func (e *Encoding) raced() []term.ID {
	list := make([]term.ID, len(e.races))
	for i := range e.races {
		list[i] = e.races[i].holds
	}
	return list
}

// touchedAt returns the last executed node up to an access.
func (x *execution) touchedAt(i int32) event.NodeID {
	t := &x.e.g.Touches[i]
	return x.site(t.Thread, t.Node)
}

// raceTrace renders the nodes that lead to a race with the access t.
func (x *execution) raceTrace(t *event.Touch, past []bool, order []event.NodeID) *trace.Trace {
	g := x.e.g
	names := x.threadNames()
	attempted := event.NodeID(0)
	if t.Last {
		attempted = t.Node
	}
	out := x.steps(past, order, names, attempted)
	at := t.Pos.In(g.Program.Files, g.Program.Funcs[t.Func].Name)
	out.Failure = &trace.Failure{
		Property: g.Property.String(), Thread: names[t.Thread], Function: at.Function,
		File: at.File, Line: at.Line, Column: at.Column,
	}
	return out
}
