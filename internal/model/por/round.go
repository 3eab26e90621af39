package por

import (
	"maps"
	"slices"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// IsOutermost reports whether a thread is at the head of a loop that is not inside another loop.
func (m *Model) IsOutermost(c ControlID, t efsm.ThreadID) bool {
	at := m.controls[c].at[t]
	return at > 0 && m.static[t].outermost[at]
}

// Nests reports whether a thread has nested loops.
func (m *Model) Nests(t efsm.ThreadID) bool {
	return !slices.Equal(m.static[t].heads, m.static[t].outermost)
}

// Stride returns the amount by which each round of a thread's outermost loops changes the words that
// the loop condition compares. It is zero if that is unknown or not a single number.
func (m *Model) Stride(t efsm.ThreadID) uint64 {
	th := &m.System.Threads[t]
	common := uint64(0)
	for at, is := range outermost(th, loopHeads(th)) {
		if !is {
			continue
		}
		by := m.strideOf(th, efsm.StateID(at))
		if by == 0 || common != 0 && by != common {
			return 0
		}
		common = by
	}
	return common
}

// outermost returns the heads that are not inside another loop.
func outermost(t *efsm.Thread, heads []bool) []bool {
	out := slices.Clone(heads)
	for outer, is := range heads {
		if !is {
			continue
		}
		in, apart := round(t, efsm.StateID(outer)), reached(t, t.Entry, efsm.StateID(outer))
		for inner := range out {
			out[inner] = out[inner] && (inner == outer || !in[inner] || apart[inner])
		}
	}
	return out
}

// reached returns the states that edges lead to from a state, including it, without passing through
// another given one.
func reached(t *efsm.Thread, from, without efsm.StateID) []bool {
	out := make([]bool, len(t.States))
	var visit func(at efsm.StateID)
	visit = func(at efsm.StateID) {
		if at == without || out[at] {
			return
		}
		out[at] = true
		for _, e := range t.States[at].Edges {
			visit(e.To)
		}
	}
	visit(from)
	return out
}

// round returns the states from which a loop returns to its head, including the head.
func round(t *efsm.Thread, head efsm.StateID) []bool {
	out := reached(t, head, 0)
	for at := range out {
		out[at] = out[at] && reached(t, efsm.StateID(at), 0)[head]
	}
	return out
}

// maxRounds bounds the number of visits of states while paths through a loop are enumerated.
const maxRounds = 1000

// strideOf is Stride for the loop of one head.
func (m *Model) strideOf(t *efsm.Thread, head efsm.StateID) uint64 {
	in := round(t, head)
	counters := make(map[efsm.VarID]bool) // variables in the conditions that leave the loop
	by := make([]map[efsm.VarID]uint64, len(t.States))
	for at := range in {
		if !in[at] {
			continue
		}
		for _, e := range t.States[at].Edges {
			if in[e.To] {
				continue
			}
			for _, below := range m.terms.Below(e.Guard) {
				if v := m.ofTerm[below]; v != 0 && m.System.Vars[v].Sort.IsBV() {
					counters[v] = true
				}
			}
		}
	}
	for at := range in {
		by[at] = make(map[efsm.VarID]uint64)
		for _, u := range t.States[at].Updates {
			if step, is := m.step(u); is {
				by[at][u.Var] = step
			} else if in[at] {
				delete(counters, u.Var)
			}
		}
	}
	common := uint64(0)
	for _, v := range slices.Sorted(maps.Keys(counters)) {
		w := &rounds{thread: t, head: head, in: in, on: make([]bool, len(t.States)), left: maxRounds}
		w.by = func(at efsm.StateID) uint64 { return by[at][v] }
		w.visit(head, 0)
		mask := ^uint64(0) >> (64 - min(64, m.System.Vars[v].Sort.Width()))
		total := w.total & mask
		if !w.same || total == 0 {
			continue
		}
		if total = min(total, -total&mask); common != 0 && common != total {
			return 0
		}
		common = total
	}
	return common
}

// step returns the constant that an update adds to its variable.
func (m *Model) step(u efsm.Update) (uint64, bool) {
	v := &m.System.Vars[u.Var]
	if !v.Sort.IsBV() || v.Sort.Width() > 64 {
		return 0, false
	}
	sum := make(map[term.ID]uint64)
	m.addTo(sum, u.Value, 1)
	m.addTo(sum, v.Term, ^uint64(0))
	for id, times := range sum {
		if id != term.None && times != 0 {
			return 0, false
		}
	}
	return sum[term.None], true
}

// rounds enumerates the paths through a loop on which no state occurs twice.
type rounds struct {
	thread *efsm.Thread
	head   efsm.StateID
	in, on []bool
	by     func(efsm.StateID) uint64
	left   int
	total  uint64 // sum of the changes on each path
	known  bool   // at least one path was found
	same   bool   // all paths have the same sum
}

func (w *rounds) visit(at efsm.StateID, sum uint64) {
	if w.left--; w.left < 0 {
		w.same = false
		return
	}
	w.on[at] = true
	sum += w.by(at)
	for _, e := range w.thread.States[at].Edges {
		switch {
		case e.To == w.head:
			w.same = !w.known || w.same && w.total == sum
			w.known, w.total = true, sum
		case w.in[e.To] && !w.on[e.To]:
			w.visit(e.To, sum)
		}
	}
	w.on[at] = false
}
