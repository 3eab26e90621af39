package fromefsm

import (
	"fmt"
	"maps"
	"slices"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// This file finds the accesses of a thread now and later, in a state of the circuit. An access has a
// condition (efsm.Access.When). Now, the condition has a value. Later it has the same value if it is
// over variables of the thread only, and no state on the way writes one of them. For example, a thread
// whose index is i accesses lock[i] only, once i is computed. Otherwise the access counts.

// touched holds the shared variables that a state accesses, and whether it writes them. Variable 0
// stands for the places in question.
type touched struct {
	writes map[efsm.VarID]bool
	all    bool // and every other variable
}

func now(t *efsm.Thread, c efsm.StateID) touched {
	st := &t.States[c]
	out := touched{writes: make(map[efsm.VarID]bool), all: st.Kind == efsm.Halt}
	for _, a := range st.Accesses {
		out.writes[a.Var] = out.writes[a.Var] || a.Mode != efsm.Read
	}
	if c == t.Entry && t.Alive != 0 {
		out.writes[t.Alive] = out.writes[t.Alive]
	}
	if st.Asked {
		out.writes[0] = true
	}
	return out
}

// use is a set of accesses: those of a variable, or only its writes.
type use struct {
	of     efsm.VarID // or anything, or ends
	writes bool
}

const (
	anything efsm.VarID = -1 // stands for all accesses
	ends     efsm.VarID = -2 // stands for the end of the process
)

// touch is an access of a state.
type touch struct {
	at     efsm.StateID
	writes bool
	when   term.ID
}

// touchesOf lists the accesses of a thread by variable.
func (r *reducer) touchesOf(id efsm.ThreadID) map[efsm.VarID][]touch {
	t := &r.System.Threads[id]
	out := make(map[efsm.VarID][]touch)
	for c := 1; c < len(t.States); c++ {
		st, at := &t.States[c], efsm.StateID(c)
		add := func(v efsm.VarID, writes bool, when term.ID) { out[v] = append(out[v], touch{at, writes, when}) }
		for _, a := range st.Accesses {
			add(a.Var, a.Mode != efsm.Read, a.When)
		}
		if at == t.Entry && t.Alive != 0 {
			add(t.Alive, false, term.True)
		}
		if st.Asked {
			add(0, true, term.True)
		}
		if st.Kind == efsm.Halt {
			add(ends, true, term.True)
		}
		if r.observed != nil {
			for _, v := range r.observed[id][c] {
				add(v, true, term.True)
			}
		}
	}
	return out
}

// current holds whether a thread reads or writes a variable at its place.
type current struct{ reads, writes bitblast.Edge }

// current returns the accesses of a thread at its place. A sticky state, one that conflicts with all
// threads, or the end of the process, writes everything.
func (r *reducer) current(id efsm.ThreadID) map[efsm.VarID]current {
	t := &r.System.Threads[id]
	out := make(map[efsm.VarID]current)
	for v, list := range r.touchesOf(id) {
		if v == ends {
			continue
		}
		k := current{bitblast.False, bitblast.False}
		for _, x := range list {
			to := &k.reads
			if x.writes {
				to = &k.writes
			}
			when := r.blaster.Edge(x.when)
			if r.chosen(x.when) {
				when = bitblast.True
			}
			*to = circuit.Or(r.graph, *to, r.graph.And(r.at[id][x.at], when))
		}
		out[v] = k
	}
	var all []bitblast.Edge
	for c, sticky := range sticky(t) {
		if c > 0 && (sticky || t.States[c].Kind == efsm.Halt || r.alone != nil && r.alone[id][c]) {
			all = append(all, r.at[id][c])
		}
	}
	out[anything] = current{bitblast.False, circuit.Or(r.graph, all...)}
	return out
}

// way is a condition under which a thread may access something later, unless one of some gates is shut.
type way struct {
	gates gateSet
	at    bitblast.Edge
}

// laterOf holds the accesses that a thread may do at its place or later.
type laterOf struct{ ways map[use][]way }

// accesses finds the accesses of a thread, now or later.
func (r *reducer) accesses(id efsm.ThreadID) laterOf {
	list := r.touchesOf(id)
	t := &r.System.Threads[id]
	for c := 1; c < len(t.States); c++ {
		list[anything] = append(list[anything], touch{efsm.StateID(c), true, term.True})
	}
	out := laterOf{make(map[use][]way)}
	known := make(map[string][]way)
	for _, v := range slices.Sorted(maps.Keys(list)) {
		for _, writes := range []bool{false, true} {
			which := slices.DeleteFunc(slices.Clone(list[v]), func(x touch) bool { return writes && !x.writes })
			for i := range which {
				which[i].writes = false
			}
			if len(which) == 0 {
				continue
			}
			key := fmt.Sprint(which)
			if _, is := known[key]; !is {
				r.poll()
				known[key] = r.waysTo(id, which)
			}
			out.ways[use{v, writes}] = known[key]
		}
	}
	return out
}

// waysTo returns the conditions under which a thread may do one of some accesses.
func (r *reducer) waysTo(id efsm.ThreadID, list []touch) (out []way) {
	at := make(map[gateSet][]bitblast.Edge)
	by := make(map[term.ID][]efsm.StateID) // the states, by condition
	for _, x := range list {
		if _, own := r.own(id, x.when); !own {
			x.when = term.True
		}
		by[x.when] = append(by[x.when], x.at)
	}
	for _, when := range slices.Sorted(maps.Keys(by)) {
		unchanged, changed := r.patterns(id, by[when], when)
		for c := range unchanged {
			for _, gates := range unchanged[c] {
				at[gates] = append(at[gates], r.graph.And(r.at[id][c], r.blaster.Edge(when)))
			}
			for _, gates := range changed[c] {
				at[gates] = append(at[gates], r.at[id][c])
			}
		}
	}
	for _, gates := range slices.Sorted(maps.Keys(at)) {
		out = append(out, way{gates, circuit.Or(r.graph, at[gates]...)})
	}
	return out
}

// own returns the variables of a condition. It reports whether they are all a thread's own, and keep
// their values from step to step.
func (r *reducer) own(id efsm.ThreadID, when term.ID) (vars []efsm.VarID, own bool) {
	for _, x := range r.System.Terms.Below(when) {
		if r.System.Terms.IsVar(x) {
			v := r.owner[x]
			if w := &r.System.Vars[v]; w.Thread != id || w.Class == efsm.Input {
				return nil, false
			}
			vars = append(vars, v)
		}
	}
	return vars, true
}

// chosen reports whether a condition depends on inputs, which the next step chooses anew.
func (r *reducer) chosen(when term.ID) bool {
	return slices.ContainsFunc(r.System.Terms.Below(when), func(x term.ID) bool {
		return r.System.Terms.IsVar(x) && r.System.Vars[r.owner[x]].Class == efsm.Input
	})
}

// patterns returns, for each state of a thread, sets of gates. A set has the gates that the thread
// waits for on a path from the state to one of some accesses, including the access. Only minimal sets
// are kept. On the paths of unchanged, no state before the access writes a variable of the access'
// condition. The gates that a possibly racing access itself waits for are excluded, because it races
// with the step that opens them.
func (r *reducer) patterns(id efsm.ThreadID, accesses []efsm.StateID, when term.ID) (unchanged, changed [][]gateSet) {
	t := &r.System.Threads[id]
	vars, _ := r.own(id, when)
	unchanged, changed = make([][]gateSet, len(t.States)), make([][]gateSet, len(t.States))
	is, writes := make([]bool, len(t.States)), make([]bool, len(t.States))
	for _, c := range accesses {
		is[c] = true
	}
	for c := 1; c < len(t.States) && len(vars) > 0; c++ {
		writes[c] = slices.ContainsFunc(t.States[c].Updates, func(u efsm.Update) bool { return slices.Contains(vars, u.Var) })
	}
	for grew := true; grew; {
		grew = false
		for c := len(t.States) - 1; c > 0; c-- {
			same, other := slices.Clone(unchanged[c]), slices.Clone(changed[c])
			if is[c] {
				waits := r.waits[id][c]
				if r.opts.Property == verdict.Race && r.mayRace(&t.States[c]) {
					waits = 0
				}
				same = append(same, waits)
			}
			for _, e := range t.States[c].Edges {
				to := &same
				if writes[c] {
					to = &other
				}
				for _, gates := range unchanged[e.To] {
					*to = append(*to, gates|r.waits[id][c])
				}
				for _, gates := range changed[e.To] {
					other = append(other, gates|r.waits[id][c])
				}
			}
			same, other = least(same), least(other)
			if !slices.Equal(same, unchanged[c]) || !slices.Equal(other, changed[c]) {
				unchanged[c], changed[c], grew = same, other, true
			}
		}
	}
	return unchanged, changed
}
