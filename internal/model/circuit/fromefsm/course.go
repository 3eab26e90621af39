package fromefsm

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
)

// Course holds the signals that temporal properties need. The properties are about states in which no
// thread is at a Local state that it can leave: a thread's computation between two operations takes no
// time (semantics 1). So, for a Course, Local states are executed before visible ones.
type Course struct {
	Settled bitblast.Edge   // no thread is within a step
	Moves   []bitblast.Edge // by thread: it executes a state
	Ready   []bitblast.Edge // by thread: it could execute a state
	Stops   bitblast.Edge   // a mark, an assumption or undefined behaviour stops a thread, so the execution is not judged
	Atoms   []bitblast.Edge // by Options.Atoms
	Idles   bool            // a thread may loop forever through Local states
	Woken   bitblast.Edge   // a wait begins that ends by a spurious wake-up
}

// isLast reports whether a state is the end of its thread.
func (b *builder) isLast(id efsm.ThreadID, st *efsm.State) bool {
	done := b.System.Threads[id].Done
	return slices.ContainsFunc(st.Updates, func(u efsm.Update) bool { return u.Var == done })
}

// settle makes visible states wait until no Local state can be executed.
func (b *builder) settle() {
	for i := 1; i < len(b.System.Threads); i++ {
		for c, st := range b.System.Threads[i].States {
			if c > 0 && st.Kind == efsm.Local {
				b.settled = b.graph.And(b.settled, b.ready(efsm.ThreadID(i), efsm.StateID(c)).Not())
			}
		}
	}
}

// course builds the Course. It ends executions that are not judged any more; the bad signals of their
// marks hold before that.
func (b *builder) course() {
	s, n := b.System, len(b.System.Threads)
	k := &Course{Settled: b.settled, Moves: make([]bitblast.Edge, n), Ready: make([]bitblast.Edge, n), Stops: circuit.Or(b.graph, b.stops...)}
	b.Course = k
	var woken []bitblast.Edge
	for i := 1; i < n; i++ {
		id := efsm.ThreadID(i)
		k.Moves[i] = b.Circuit.Outputs[i-1].Edge
		var ready []bitblast.Edge
		for c := 1; c < len(s.Threads[i].States); c++ {
			if s.Threads[i].States[c].Kind != efsm.Stopped {
				ready = append(ready, b.ready(id, efsm.StateID(c)))
			}
		}
		k.Ready[i] = circuit.Or(b.graph, ready...)
		woken = append(woken, b.woken(id)...)
		k.Idles = k.Idles || s.Threads[i].Idles()
	}
	k.Woken = circuit.Or(b.graph, woken...)
	for i := range b.opts.Atoms {
		k.Atoms = append(k.Atoms, b.atom(&b.opts.Atoms[i]))
	}
	stopped := b.Circuit.NewLatch("stopped", circuit.Zero)
	b.Circuit.Latches[len(b.Circuit.Latches)-1].Next = circuit.Or(b.graph, stopped, k.Stops)
	b.Circuit.Constraints = append(b.Circuit.Constraints, circuit.Signal{Edge: stopped.Not(), Name: "judged"})
}

// woken lists when a thread begins waits that end by a spurious wake-up.
func (b *builder) woken(id efsm.ThreadID) (out []bitblast.Edge) {
	for c, st := range b.System.Threads[id].States {
		for _, choice := range st.Choices {
			if choice.Reason.IsSpurious() {
				chosen := b.graph.And(b.blaster.Edge(choice.When), circuit.Or(b.graph, b.vars[choice.Input]...))
				out = append(out, b.graph.And(b.moving[id][c], chosen))
			}
		}
	}
	return out
}

func (b *builder) atom(a *efsm.Atom) bitblast.Edge {
	if a.Kind == efsm.HoldsTerm {
		return b.blaster.Edge(a.Term)
	}
	over := bitblast.False
	if b.over >= 0 {
		over = b.Circuit.Latches[b.over].Edge
	}
	var some []bitblast.Edge
	for _, id := range a.Threads {
		t := &b.System.Threads[id]
		switch a.Kind {
		case efsm.CanStep:
			some = append(some, b.Course.Ready[id])
		case efsm.HasEnded:
			some = append(some, b.vars[t.Done][0].Not())
		case efsm.Arrived:
			for c := range t.States {
				if !a.ArrivesAt(&t.States[c]) {
					continue
				}
				at := b.graph.And(b.at[id][c], over.Not())
				if t.Alive != 0 && efsm.StateID(c) == t.Entry {
					at = b.graph.And(at, b.vars[t.Alive][0])
				}
				some = append(some, at)
			}
		}
	}
	if a.Kind == efsm.HasEnded {
		return circuit.Or(b.graph, over, circuit.Or(b.graph, some...).Not())
	}
	return circuit.Or(b.graph, some...)
}
