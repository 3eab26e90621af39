package fromefsm

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
)

// races adds bad signals for steps right after which another thread could do a conflicting access. That
// is a race or, if the two may synchronise, a possible race. The second step's conditions are those of
// the next state, written over the current state. Its thread does not move, so its inputs are free.
// Pairs of states that differ only in their contexts share one bad signal: there may be a million of
// them, at a few thousand pairs of places.
func (b *builder) races() {
	found := &racing{at: make(map[meeting]int), origins: make(map[efsm.Origin]int)}
	after := circuit.NewCopier(b.graph, b.graph)
	for i := range b.Circuit.Latches {
		after.Bind(b.Circuit.Latches[i].Edge, b.Circuit.Latches[i].Next)
	}
	for _, in := range b.Circuit.Inputs {
		after.Bind(in.Edge, in.Edge)
	}
	for i := 1; i < len(b.System.Threads); i++ {
		for j := 1; j < len(b.System.Threads); j++ {
			if i == j {
				continue
			}
			others := b.accessing(efsm.ThreadID(j))
			for _, x := range b.accessing(efsm.ThreadID(i)) {
				b.poll()
				for _, y := range others {
					b.race(Target{Thread: efsm.ThreadID(i), State: x, Other: efsm.ThreadID(j), OtherAt: y, Obligation: -1, Mark: -1}, after, found)
				}
			}
		}
	}
	for i, t := range found.targets {
		b.bad(t, circuit.Or(b.graph, found.holds[i]...))
	}
}

// racing holds the races found so far, by place.
type racing struct {
	at      map[meeting]int // the index of a race
	origins map[efsm.Origin]int
	targets []Target          // with the first states found
	holds   [][]bitblast.Edge // a race holds if one of its edges is true
}

// meeting is the pair of threads and places of a race, with its variable.
type meeting struct {
	thread, other efsm.ThreadID
	place, with   int // of racing.origins
	about         efsm.VarID
	ordered       bool
}

// origin numbers the place of a state.
func (r *racing) origin(o efsm.Origin) int {
	n, has := r.origins[o]
	if !has {
		n = len(r.origins)
		r.origins[o] = n
	}
	return n
}

// add adds a pair of states.
func (r *racing) add(t Target, x, y *efsm.State, holds bitblast.Edge) {
	if holds == bitblast.False {
		return
	}
	k := meeting{t.Thread, t.Other, r.origin(x.Origin), r.origin(y.Origin), t.Var, t.Ordered}
	i, has := r.at[k]
	if !has {
		i = len(r.targets)
		r.at[k] = i
		r.targets, r.holds = append(r.targets, t), append(r.holds, nil)
	}
	r.holds[i] = append(r.holds[i], holds)
}

// accessing returns the states of a thread with accesses that races can be about.
func (b *builder) accessing(id efsm.ThreadID) []efsm.StateID {
	var list []efsm.StateID
	for c := range b.System.Threads[id].States {
		if b.mayRace(&b.System.Threads[id].States[c]) {
			list = append(list, efsm.StateID(c))
		}
	}
	return list
}

// mayRace reports whether a state has accesses that races can be about.
func (b *builder) mayRace(st *efsm.State) bool {
	return slices.ContainsFunc(st.Accesses, func(a efsm.Access) bool { return b.System.Vars[a.Var].Class == efsm.Data })
}

// race adds the races of two states' accesses.
func (b *builder) race(t Target, after *circuit.Copier, found *racing) {
	x, y := &b.System.Threads[t.Thread].States[t.State], &b.System.Threads[t.Other].States[t.OtherAt]
	if !x.IsVisible() || !y.IsVisible() || x.Section && y.Section {
		return
	}
	var conflicts map[efsm.VarID]bitblast.Edge // most pairs have no conflicts
	var vars []efsm.VarID
	for i := range x.Accesses {
		for j := range y.Accesses {
			p, q := &x.Accesses[i], &y.Accesses[j]
			if !b.System.Conflict(p, q) {
				continue
			}
			if conflicts == nil {
				conflicts = make(map[efsm.VarID]bitblast.Edge)
			}
			if conflicts[p.Var] == bitblast.NoEdge {
				conflicts[p.Var] = bitblast.False
				vars = append(vars, p.Var)
			}
			both := b.graph.And(b.blaster.Edge(p.When), b.after(after, b.blaster.Edge(q.When)))
			conflicts[p.Var] = circuit.Or(b.graph, conflicts[p.Var], both)
		}
	}
	if len(vars) == 0 {
		return
	}
	adjacent := b.graph.And(b.moving[t.Thread][t.State], b.at[t.Other][t.OtherAt])
	could := b.blaster.Edge(y.Enable)
	if alive := b.System.Threads[t.Other].Alive; alive != 0 && t.OtherAt == b.System.Threads[t.Other].Entry {
		could = b.graph.And(could, b.vars[alive][0])
	}
	if b.over >= 0 {
		could = b.graph.And(could, b.Circuit.Latches[b.over].Edge.Not())
	}
	adjacent = b.graph.And(adjacent, b.after(after, could))
	ordered := bitblast.False
	for _, h := range efsm.Handovers(x, y) {
		both := b.graph.And(b.blaster.Edge(h.Write.When), b.after(after, b.blaster.Edge(h.Read.When)))
		ordered = circuit.Or(b.graph, ordered, both)
	}
	for _, t.Var = range vars {
		holds := b.graph.And(adjacent, conflicts[t.Var])
		t.Ordered = false
		found.add(t, x, y, b.graph.And(holds, ordered.Not()))
		t.Ordered = true
		found.add(t, x, y, b.graph.And(holds, ordered))
	}
}

// after returns an edge's value in the next state, as an edge over the current state.
func (b *builder) after(after *circuit.Copier, e bitblast.Edge) bitblast.Edge {
	if e.IsConst() {
		return e
	}
	return after.Edge(e)
}
