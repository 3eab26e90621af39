package explore

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/memmodel"
	"github.com/heddle-mc/heddle/internal/memmodel/relation"
	"github.com/heddle-mc/heddle/internal/memmodel/scheme"
	"github.com/heddle-mc/heddle/internal/run/weak"
)

// Judge returns a function that evaluates the axioms of a memory model on an execution, by matrices: it shares no
// code with the exploration. The error names the violated axiom.
func Judge(m *weak.Model) (func(*weak.Execution) error, error) {
	cat, err := memmodel.Named(m.Name())
	if err != nil {
		return nil, err
	}
	return func(x *weak.Execution) error {
		if m.Dependent() {
			return nil // Allowed judges executions
		}
		if r := cat.Check(candidate(x, scheme.Of(m.Name())).out); !r.Consistent {
			return fmt.Errorf("an explored execution violates the axiom %s of the memory model %s", r.Axiom, m.Name())
		}
		return nil
	}, nil
}

// Allowed returns a function that judges the executions of a model with dependencies; nil: the model has none.
func Allowed(m *weak.Model) (func(*weak.Execution) bool, error) {
	if !m.Dependent() {
		return nil, nil
	}
	cat, err := memmodel.Named(m.Name())
	if err != nil {
		return nil, err
	}
	return func(x *weak.Execution) bool { return cat.Check(candidate(x, scheme.Of(m.Name())).out).Consistent }, nil
}

// translation makes the events of package memmodel from those of an exploration.
type translation struct {
	scheme *scheme.Scheme
	events []weak.Event
	out    *memmodel.Execution
	number []int // by event of the exploration: that of memmodel
}

// candidate returns an execution in the form of package memmodel, with an initial write for each location.
func candidate(x *weak.Execution, s *scheme.Scheme) *translation {
	events, co := x.Events()
	t := &translation{scheme: s, events: events, out: &memmodel.Execution{Relations: map[string]relation.Rel{}}}
	for i := range events {
		t.compile(&events[i])
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
	for name, of := range map[string]func(*weak.Event) []int{
		"addr":   func(e *weak.Event) []int { return e.Address },
		"data":   func(e *weak.Event) []int { return e.Value },
		"ctrl":   func(e *weak.Event) []int { return e.Control },
		"casdep": func(e *weak.Event) []int { return e.Expected },
	} {
		depends := relation.New(n + len(co))
		for i := range events {
			for _, read := range of(&events[i]) {
				depends.Add(t.number[read], t.number[i])
			}
		}
		t.out.Relations[name] = depends
	}
	t.out.Relations["rf"], t.out.Relations["co"], t.out.Relations[s.Pairs] = rf, order, rmw
	return t
}

// compile adds the events of an access, with the fences that it needs, or of a fence.
func (t *translation) compile(e *weak.Event) {
	add := func(tags ...string) {
		t.out.Events = append(t.out.Events, memmodel.Event{Thread: e.Thread, Tags: tags})
	}
	o := scheme.Op{Kind: [...]string{"F", "R", "W"}[e.Kind], Order: e.Order, Update: e.Update || e.Pair != weak.None}
	code := t.scheme.Code(o)
	if e.Section && e.Kind == weak.Fence && !t.scheme.Processor() {
		t.number = append(t.number, weak.None)
		return
	}
	if e.Section && t.scheme.Processor() {
		code = scheme.Code{Tags: []string{o.Kind}, Before: t.scheme.Full, After: t.scheme.Full}
	}
	if code.Before != "" {
		add("F", code.Before)
	}
	t.number = append(t.number, len(t.out.Events))
	add(code.Tags...)
	t.out.Events[len(t.out.Events)-1].Loc = e.Loc
	if code.After != "" {
		add("F", code.After)
	}
}

// ModelOf returns the memory model of a name, or that in a file, if its executions can be explored.
func ModelOf(name string) (*weak.Model, error) {
	if !memmodel.IsFile(name) {
		return weak.ModelOf(name)
	}
	m, err := memmodel.Named(name)
	if err != nil {
		return nil, err
	}
	s := scheme.Of(name)
	switch {
	case s == nil:
		return nil, fmt.Errorf("%s: a model of a language or a processor to which no C is compiled; heddle litmus judges tests under it", name)
	case !m.ImpliesCoherence():
		return nil, fmt.Errorf("%s: no condition says that po-loc | rf | co | fr has no cycle, as programs need it", name)
	case !m.ImpliesAtomicity():
		return nil, fmt.Errorf("%s: no condition says that rmw & (fre;coe) is empty, as programs need it", name)
	case m.Negates():
		return nil, fmt.Errorf("%s: a negated condition, which a part of an execution need not fulfil", name)
	}
	return weak.Selected(name, m.ImpliesOrder(), s.Races), nil
}
