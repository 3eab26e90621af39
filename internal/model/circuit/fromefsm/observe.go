package fromefsm

import (
	"maps"
	"slices"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// This file finds the additional conflicts of infinite executions: between steps that change atoms of the
// formula, and between steps after which an execution may not be judged and all other steps.

// observations and the numbers below it stand for observations: all steps that change one write it.
const observations efsm.VarID = -3

// position is a state of a thread.
type position struct {
	thread efsm.ThreadID
	state  efsm.StateID
}

// observation is a set of atoms. The steps that change one of them must keep their order.
type observation struct {
	writes  map[efsm.VarID]bool // shared variables that it depends on
	leaves  map[position]bool   // executing one of these states may change it
	arrives map[position]bool   // coming to one of these states may change it
}

// effect holds the effect of a visible state and of the Local states behind it.
type effect struct {
	writes  map[efsm.VarID]bool // shared variables
	arrives map[position]bool   // states that are executed behind it, or next
	stops   bool                // the execution may not be judged any more
}

// observe finds the observations that each visible state changes, and the states that conflict with all
// threads.
func (r *reducer) observe() {
	s := r.System
	list := r.observations()
	r.observed, r.alone = make([][][]efsm.VarID, len(s.Threads)), make([][]bool, len(s.Threads))
	for i := 1; i < len(s.Threads); i++ {
		id, t := efsm.ThreadID(i), &s.Threads[i]
		r.observed[i], r.alone[i] = make([][]efsm.VarID, len(t.States)), make([]bool, len(t.States))
		for c := 1; c < len(t.States); c++ {
			if !t.States[c].IsVisible() {
				continue
			}
			r.poll()
			e := r.effect(position{id, efsm.StateID(c)})
			for k := range list {
				if list[k].leaves[position{id, efsm.StateID(c)}] || meet(list[k].writes, e.writes) || meet(list[k].arrives, e.arrives) {
					r.observed[i][c] = append(r.observed[i][c], observations-efsm.VarID(k))
				}
			}
			r.alone[i][c] = e.stops || r.opts.Unfair && (len(r.observed[i][c]) > 0 || t.Idles())
		}
	}
}

func meet[T comparable](a, b map[T]bool) bool {
	for x := range a {
		if b[x] {
			return true
		}
	}
	return false
}

// effect computes the effect of a visible state.
func (r *reducer) effect(from position) *effect {
	e := &effect{writes: make(map[efsm.VarID]bool), arrives: make(map[position]bool)}
	var execute, arrive func(p position)
	execute = func(p position) {
		t := &r.System.Threads[p.thread]
		st := &t.States[p.state]
		e.stops = e.stops || st.Kind != efsm.Halt && st.Kind != efsm.Stopped && !r.isLast(p.thread, st) && r.goesOn(st) != bitblast.True
		for _, u := range st.Updates {
			if r.System.Vars[u.Var].Thread != 0 || e.writes[u.Var] {
				continue
			}
			e.writes[u.Var] = true
			for j := 1; j < len(r.System.Threads); j++ {
				if created := &r.System.Threads[j]; created.Alive == u.Var {
					arrive(position{efsm.ThreadID(j), created.Entry})
				}
			}
		}
		for _, next := range st.Edges {
			arrive(position{p.thread, next.To})
		}
	}
	arrive = func(p position) {
		if e.arrives[p] {
			return
		}
		e.arrives[p] = true
		if r.System.Threads[p.thread].States[p.state].Kind == efsm.Local {
			execute(p)
		}
	}
	execute(from)
	return e
}

// observations lists the observations: one for the atoms of each conjunct of the formula.
func (r *reducer) observations() (list []observation) {
	for _, atoms := range r.opts.Observed {
		if o := (observation{make(map[efsm.VarID]bool), make(map[position]bool), make(map[position]bool)}); r.atoms(&o, atoms) {
			list = append(list, o)
		}
	}
	return list
}

// awaited returns the shared variables on which it depends whether a thread can execute a state.
func (r *reducer) awaited(p position) map[efsm.VarID]bool {
	t := &r.System.Threads[p.thread]
	vars := r.shared(t.States[p.state].Enable)
	if p.state == t.Entry && t.Alive != 0 {
		vars[t.Alive] = true
	}
	return vars
}

func (r *reducer) shared(e term.ID) map[efsm.VarID]bool {
	vars := make(map[efsm.VarID]bool)
	for _, x := range r.System.Terms.Below(e) {
		if r.System.Terms.IsVar(x) && r.System.Vars[r.owner[x]].Thread == 0 {
			vars[r.owner[x]] = true
		}
	}
	return vars
}

// atoms adds the atoms of a conjunct to an observation. It reports whether the order of steps matters for
// them. It does not if the only one is that some thread can execute a state: this is true until the last
// step of an execution.
func (r *reducer) atoms(o *observation, atoms []int) bool {
	all := len(r.System.Threads) - 1
	if !slices.ContainsFunc(atoms, func(i int) bool { a := &r.opts.Atoms[i]; return a.Kind != efsm.CanStep || len(a.Threads) < all }) {
		return false
	}
	for _, i := range atoms {
		a := &r.opts.Atoms[i]
		if a.Kind == efsm.HoldsTerm {
			maps.Copy(o.writes, r.shared(a.Term))
		}
		for _, id := range a.Threads {
			t := &r.System.Threads[id]
			if a.Kind == efsm.HasEnded {
				o.writes[t.Done] = true
				continue
			}
			for c := 1; c < len(t.States); c++ {
				r.position(o, a, position{id, efsm.StateID(c)})
			}
		}
	}
	return true
}

// position adds to an observation when an atom changes that is about a thread at a state.
func (r *reducer) position(o *observation, a *efsm.Atom, p position) {
	t := &r.System.Threads[p.thread]
	st := &t.States[p.state]
	switch {
	case a.Kind == efsm.Arrived && a.ArrivesAt(st):
		o.leaves[p], o.arrives[p] = true, true
	case a.Kind == efsm.CanStep:
		maps.Copy(o.writes, r.awaited(p))
		o.leaves[p] = len(st.Edges) == 0
		o.arrives[p] = st.Enable != term.True || st.Kind == efsm.Stopped || len(st.Edges) == 0
	}
}

// goesOn returns whether a thread that executes a state has a next one.
func (b *builder) goesOn(st *efsm.State) bitblast.Edge {
	var ways []bitblast.Edge
	for _, e := range st.Edges {
		ways = append(ways, b.blaster.Edge(e.Guard))
	}
	on := circuit.Or(b.graph, ways...)
	for i := range st.Marks {
		if !st.Marks[i].GoesOn {
			on = b.graph.And(on, b.blaster.Edge(st.Marks[i].When).Not())
		}
	}
	return on
}
