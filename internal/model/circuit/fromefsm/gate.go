package fromefsm

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// gateSet is a set of gates, by their index.
type gateSet uint64

const (
	maxGates    = 64 // in a system; further variables are not treated as gates
	maxPatterns = 8  // of a state; more are replaced by their intersection
)

func (s gateSet) has(l int) bool { return s>>l&1 != 0 }

// findGates finds the gates and the conditions under which each thread keeps them shut.
func (r *reducer) findGates() {
	free := make([][maxGates][]bitblast.Edge, len(r.System.Threads)) // conditions that a thread waits for
	for i := 1; i < len(r.System.Threads); i++ {
		t := &r.System.Threads[i]
		for c := 1; c < len(t.States); c++ {
			conditions := conjuncts(r.System.Terms, t.States[c].Enable)
			if efsm.StateID(c) == t.Entry && t.Alive != 0 {
				conditions = append(conditions, r.System.Vars[t.Alive].Term)
			}
			for _, e := range conditions {
				v := r.only(e)
				l := slices.Index(r.gates, v)
				if l < 0 && v != 0 && len(r.gates) < maxGates {
					l = len(r.gates)
					r.gates = append(r.gates, v)
				}
				if l >= 0 {
					r.waits[i][c] |= 1 << l
					free[i][l] = append(free[i][l], r.blaster.Edge(e))
				}
			}
		}
	}
	r.shut = make([][]bitblast.Edge, len(r.System.Threads))
	for l := range r.gates {
		lost := make([]bitblast.Edge, len(r.System.Threads)) // to a thread, unless it is the holder
		for i := 1; i < len(lost); i++ {
			lost[i] = circuit.Or(r.graph, append(free[i][l], r.opens(efsm.ThreadID(i), l))...)
		}
		for i := 1; i < len(lost); i++ {
			others := slices.Delete(slices.Clone(lost[1:]), i-1, i)
			r.shut[i] = append(r.shut[i], circuit.Or(r.graph, others...).Not())
		}
	}
}

// conjuncts returns the conjuncts of e.
func conjuncts(s *term.Store, e term.ID) []term.ID {
	if s.Op(e) != term.OpAnd {
		return []term.ID{e}
	}
	return append(conjuncts(s, s.Arg(e, 0)), conjuncts(s, s.Arg(e, 1))...)
}

// only returns the variable of a condition if the condition has only one and it is shared; else zero.
func (r *reducer) only(e term.ID) efsm.VarID {
	found := efsm.VarID(0)
	for _, x := range r.System.Terms.Below(e) {
		if !r.System.Terms.IsVar(x) {
			continue
		}
		if found != 0 || r.System.Vars[r.owner[x]].Thread != 0 {
			return 0
		}
		found = r.owner[x]
	}
	return found
}

// opens returns whether a thread is at a place from which it may reach a write of a gate without
// waiting for the gate first.
func (r *reducer) opens(id efsm.ThreadID, l int) bitblast.Edge {
	t := &r.System.Threads[id]
	may := make([]bool, len(t.States))
	for grew := true; grew; {
		grew = false
		for c := len(t.States) - 1; c > 0; c-- {
			if may[c] || r.waits[id][c].has(l) {
				continue
			}
			may[c] = r.touches[id][c].writes[r.gates[l]] || slices.ContainsFunc(t.States[c].Edges, func(e efsm.Edge) bool { return may[e.To] })
			grew = grew || may[c]
		}
	}
	var at []bitblast.Edge
	for c, may := range may {
		if may {
			at = append(at, r.at[id][c])
		}
	}
	return circuit.Or(r.graph, at...)
}

// least returns the sets without a proper subset among the others, or the intersection if these are too
// many.
func least(sets []gateSet) []gateSet {
	slices.Sort(sets)
	out := sets[:0]
	for _, s := range sets {
		if !slices.ContainsFunc(out, func(o gateSet) bool { return o&^s == 0 }) {
			out = append(out, s)
		}
	}
	if len(out) > maxPatterns {
		for _, s := range out {
			out[0] &= s
		}
		out = out[:1]
	}
	return out
}
