package fromefsm

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/bitblast"
	"github.com/heddle-mc/heddle/internal/circuit"
	"github.com/heddle-mc/heddle/internal/efsm"
)

// races makes steps bad after which another thread could do a conflicting access at
// once: a race, or, where the two may synchronise, what may be one. The second step's
// conditions are those of the next state, written over the present one; its thread waits,
// so that its inputs are free.
func (b *builder) races() {
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
					b.race(Target{Thread: efsm.ThreadID(i), State: x, Other: efsm.ThreadID(j), OtherAt: y, Obligation: -1, Mark: -1}, after)
				}
			}
		}
	}
}

// accessing returns the states of a thread that access what races can be about.
func (b *builder) accessing(id efsm.ThreadID) []efsm.StateID {
	var list []efsm.StateID
	for c := range b.System.Threads[id].States {
		if b.mayRace(&b.System.Threads[id].States[c]) {
			list = append(list, efsm.StateID(c))
		}
	}
	return list
}

// mayRace reports whether a state accesses what races can be about.
func (b *builder) mayRace(st *efsm.State) bool {
	return slices.ContainsFunc(st.Accesses, func(a efsm.Access) bool { return b.System.Vars[a.Var].Class == efsm.Data })
}

// race adds the races of two states' accesses.
func (b *builder) race(t Target, after *circuit.Copier) {
	x, y := &b.System.Threads[t.Thread].States[t.State], &b.System.Threads[t.Other].States[t.OtherAt]
	if !x.IsVisible() || !y.IsVisible() || x.Section && y.Section {
		return
	}
	conflicts := make(map[efsm.VarID]bitblast.Edge)
	var vars []efsm.VarID
	for i := range x.Accesses {
		for j := range y.Accesses {
			p, q := &x.Accesses[i], &y.Accesses[j]
			if !b.System.Conflict(p, q) {
				continue
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
		b.bad(t, b.graph.And(holds, ordered.Not()))
		t.Ordered = true
		b.bad(t, b.graph.And(holds, ordered))
	}
}

// after returns the edge of what an edge is in the next state.
func (b *builder) after(after *circuit.Copier, e bitblast.Edge) bitblast.Edge {
	if e.IsConst() {
		return e
	}
	return after.Edge(e)
}
