package consistency

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Found is a violation in a model.
type Found struct {
	Obligation int   // index in the graph
	Members    []int // of a deadlock: the obligations of its waits, Obligation first
	// Longer, of a deadlock, also has the steps of threads that cannot end it.
	Longer *trace.Trace
	// Trace leads to it. Program and Environment are empty: the graph does not
	// know them.
	Trace *trace.Trace
}

// Decode returns a violation in the model of the last Check. No other violation of the model happens before
// it. An error means that the encoding is wrong.
//
// requires: the last check was Check, and satisfiable.
func (e *Encoding) Decode() (*Found, error) {
	if e.g.Property == verdict.Deadlock {
		return e.decodeDeadlock()
	}
	x := newExecution(e)
	best, fewest := -1, 0
	var past []bool
	for i, v := range e.violated {
		if !e.holds(v) {
			continue
		}
		o := &e.g.Obligations[i]
		site := x.site(o.Thread, o.Node)
		nodes, count := x.past(site)
		// In the trace, a thread executes the code after its node before a thread that the node creates
		// begins. Within one thread, violations come in the order of the list.
		first := count == fewest && site != 0 && e.g.Nodes[site].Thread == o.Thread && e.g.Obligations[best].Thread != o.Thread
		if best < 0 || count < fewest || first {
			best, past, fewest = i, nodes, count
		}
	}
	if best < 0 {
		return nil, fmt.Errorf("no obligation is violated in the model")
	}
	order, err := x.linearise(past)
	if err != nil {
		return nil, err
	}
	return &Found{Obligation: best, Trace: x.trace(best, past, order)}, nil
}

// TraceOf returns the trace of nodes in a given order, from the first of each thread on, that
// leads to an obligation's violation in the model of a solver. Program and Environment are
// empty.
func TraceOf(g *event.Graph, model solver.Solver, obligation int, order []event.NodeID) *trace.Trace {
	x := &execution{e: &Encoding{g: g, host: model}, done: make([]bool, len(g.Nodes))}
	past := make([]bool, len(g.Nodes))
	for n := 1; n < len(g.Nodes); n++ {
		x.done[n] = x.e.holds(g.Nodes[n].Guard)
	}
	last := make([]event.NodeID, len(g.Threads))
	for _, n := range order {
		if past[n] = x.done[n]; past[n] {
			last[g.Nodes[n].Thread] = n
		}
	}
	for t, n := range last {
		if event.ThreadID(t) != g.Obligations[obligation].Thread && g.Nodes[n].Kind == event.Other {
			past[n] = false // it may end the process, and others do not need it
		}
	}
	return x.trace(obligation, past, slices.DeleteFunc(slices.Clone(order), func(n event.NodeID) bool { return !past[n] }))
}

// trace renders the nodes that lead to a violation.
func (x *execution) trace(obligation int, past []bool, order []event.NodeID) *trace.Trace {
	g, o := x.e.g, &x.e.g.Obligations[obligation]
	names := x.threadNames()
	attempted := event.NodeID(0)
	if o.Inside {
		attempted = x.site(o.Thread, o.Node)
	}
	t := x.steps(past, order, names, attempted)
	if o.Step && !o.Inside {
		t.AddStep(names[o.Thread])
	}
	at := o.Pos.In(g.Program.Files, g.Program.Funcs[o.Func].Name)
	t.Failure = &trace.Failure{
		Property: o.Property.String(), Kind: string(o.Kind), Message: o.Text, Thread: names[o.Thread],
		Function: at.Function, File: at.File, Line: at.Line, Column: at.Column,
	}
	return t
}

// steps returns the trace of nodes in an order, with the choices that are made in
// them. The attempt of a section that fails inside is a step even if it could not
// be completed.
func (x *execution) steps(past []bool, order []event.NodeID, names []string, attempted event.NodeID) *trace.Trace {
	g := x.e.g
	t := &trace.Trace{Model: g.Program.Model.String()}
	for _, n := range order {
		if x.e.holds(g.Nodes[n].Step) || n == attempted {
			t.AddStep(names[g.Nodes[n].Thread])
		}
	}
	for th := range g.Threads {
		if list := x.inputs(event.ThreadID(th), past); len(list) > 0 {
			t.Threads = append(t.Threads, trace.ThreadInputs{Thread: names[th], Inputs: list})
		}
	}
	t.Uninit = x.uninit(past, names)
	return t
}

// threadNames returns the names of the threads as the interpreter makes them:
// by the tree of creation. Threads that are not created have none.
func (x *execution) threadNames() []string {
	g := x.e.g
	names := make([]string, len(g.Threads))
	count := make([]int, len(g.Threads))
	created := make([]event.ThreadID, 0, len(g.Threads))
	for t := 1; t < len(g.Threads); t++ {
		if x.created(event.ThreadID(t)) {
			created = append(created, event.ThreadID(t))
		}
	}
	slices.SortStableFunc(created, func(a, b event.ThreadID) int {
		s, t := &g.Threads[a], &g.Threads[b]
		if s.Parent != t.Parent {
			return int(s.Parent) - int(t.Parent)
		}
		return int(g.Nodes[s.Spawn].Index) - int(g.Nodes[t.Spawn].Index)
	})
	unbegun := x.unbegun()
	for _, t := range created {
		parent := g.Threads[t].Parent
		if parent == 0 {
			names[t] = "main"
			continue
		}
		count[parent]++
		before := 0
		for _, n := range unbegun[parent] {
			if n.Index < g.Nodes[g.Threads[t].Spawn].Index {
				before++
			}
		}
		names[t] = names[parent] + "." + strconv.Itoa(before+count[parent])
	}
	return names
}

// unbegun returns, by thread, the nodes at which it creates a thread that never begins.
func (x *execution) unbegun() map[event.ThreadID][]*event.Node {
	list := make(map[event.ThreadID][]*event.Node)
	for i := range x.e.g.Marks {
		if m := &x.e.g.Marks[i]; m.Bound == verdict.ThreadBound && m.Node != 0 && x.e.holds(m.Guard) {
			n := &x.e.g.Nodes[m.Node]
			list[n.Thread] = append(list[n.Thread], n)
		}
	}
	return list
}

// inputs returns the choices that a thread makes in the nodes of past.
func (x *execution) inputs(t event.ThreadID, past []bool) []trace.Input {
	var list []trace.Input
	for i := range x.e.g.Inputs {
		in := &x.e.g.Inputs[i]
		if in.Object != 0 || in.Thread != t || !x.reached(in, past) {
			continue
		}
		v := x.e.host.Value(in.Value)
		list = append(list, trace.Input{Reason: in.Reason.String(), Width: int(in.Width), Value: v, Place: in.Pos.Text(x.e.g.Program.Files)})
	}
	return list
}

// reached reports whether an input is made in the nodes of past.
func (x *execution) reached(in *event.Input, past []bool) bool {
	at := x.site(in.Thread, in.Node)
	return (at == 0 || past[at]) && x.created(in.Thread) && x.e.holds(in.Guard)
}

// uninit returns the values of bytes that had none.
func (x *execution) uninit(past []bool, names []string) []trace.Uninit {
	var list []trace.Uninit
	g := x.e.g
	for i := range g.Inputs {
		in := &g.Inputs[i]
		if in.Object == 0 || !x.e.holds(in.Guard) {
			continue
		}
		o := &g.Objects[in.Object]
		var key trace.Object
		switch {
		case o.Global != 0:
			key.Global = g.Program.Globals[o.Global].Name
		case names[o.Thread] == "":
			continue
		default:
			key = trace.Object{Site: int(o.Site), Thread: names[o.Thread]}
			if o.Count != term.None {
				key.Count = uint32(x.e.host.Value(o.Count).Lo)
			}
		}
		list = append(list, trace.Uninit{Object: key, Offset: uint64(in.Offset), Value: byte(x.e.host.Value(in.Value).Lo)})
	}
	return list
}
