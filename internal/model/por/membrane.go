package por

import (
	"math/bits"
	"slices"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Set is a set of threads.
type Set uint64

// Has reports whether a thread is in the set.
func (s Set) Has(t efsm.ThreadID) bool { return s>>t&1 != 0 }

// With returns the set with a thread.
func (s Set) With(t efsm.ThreadID) Set { return s | 1<<t }

// Len returns the number of threads in the set.
func (s Set) Len() int { return bits.OnesCount64(uint64(s)) }

// touch holds the shared variables that a state may access.
type touch struct{ reads, writes map[efsm.VarID]bool }

// conflicts reports whether the order of two states can matter.
func (x *touch) conflicts(y *touch) bool {
	return meet(x.writes, y.writes) || meet(x.writes, y.reads) || meet(x.reads, y.writes)
}

func meet(a, b map[efsm.VarID]bool) bool {
	for v := range a {
		if b[v] {
			return true
		}
	}
	return false
}

// static holds the facts about a thread's states, indexed by StateID.
type static struct {
	touches []touch
	asks    []bool // something can be violated
	starts  [][]efsm.ThreadID
	inputs  [][]efsm.VarID // ascending
	heads   []bool         // a round of a loop begins here, in terms of the ends of steps
	// outermost holds the heads of loops that are not inside another loop.
	outermost []bool
	live      []map[efsm.VarID]bool // variables of the thread that may still be read from the state on
}

// Asks reports whether a state has a mark or an obligation of the property.
func Asks(st *efsm.State, p verdict.Property) bool {
	return len(st.Marks) > 0 || slices.ContainsFunc(st.Obligations, func(o efsm.Obligation) bool { return o.Property == p })
}

// summarise computes the facts about a thread's states.
func (m *Model) summarise(id efsm.ThreadID) *static {
	t := &m.System.Threads[id]
	n := len(t.States)
	heads := loopHeads(t)
	out := &static{
		touches: make([]touch, n), asks: make([]bool, n), starts: make([][]efsm.ThreadID, n), inputs: make([][]efsm.VarID, n),
		heads: ends(t, heads), outermost: ends(t, outermost(t, heads)), live: m.lives[id],
	}
	for i := 1; i < n; i++ {
		st := &t.States[i]
		out.inputs[i] = m.System.Inputs(st)
		x := touch{make(map[efsm.VarID]bool), make(map[efsm.VarID]bool)}
		m.reads(st, func(id term.ID) term.ID { return id }, x.reads)
		if i == int(t.Entry) && t.Alive != 0 {
			x.reads[t.Alive] = true
		}
		for _, u := range st.Updates {
			if m.System.Vars[u.Var].Thread != 0 {
				continue
			}
			x.writes[u.Var] = true
			for other := 1; other < len(m.System.Threads); other++ {
				if m.System.Threads[other].Alive == u.Var {
					out.starts[i] = append(out.starts[i], efsm.ThreadID(other))
				}
			}
		}
		out.touches[i] = x
		out.asks[i] = id == m.Thread && Asks(st, m.property)
	}
	return out
}

// endsAlone reports whether no other thread sets a thread's Done variable.
func (m *Model) endsAlone(id efsm.ThreadID) bool {
	for t := 1; t < len(m.System.Threads); t++ {
		for _, st := range m.System.Threads[t].States {
			for _, u := range st.Updates {
				if efsm.ThreadID(t) != id && u.Var == m.System.Threads[id].Done && u.Value != term.False {
					return false
				}
			}
		}
	}
	return true
}

// loopHeads returns the targets of back edges whose guard is not false, in a search from the entry.
func loopHeads(t *efsm.Thread) []bool {
	out := make([]bool, len(t.States))
	const open, closed = 1, 2
	state := make([]byte, len(t.States))
	type frame struct {
		at   efsm.StateID
		edge int
	}
	stack := []frame{{t.Entry, 0}}
	state[t.Entry] = open
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		edges := t.States[f.at].Edges
		if f.edge == len(edges) {
			state[f.at] = closed
			stack = stack[:len(stack)-1]
			continue
		}
		to := edges[f.edge].To
		f.edge++
		if edges[f.edge-1].Guard == term.False {
			continue
		}
		switch state[to] {
		case open:
			out[to] = true
		case 0:
			state[to] = open
			stack = append(stack, frame{to, 0})
		}
	}
	return out
}

// ends returns the given states. A state where no step ends is replaced by the states where steps
// through it end.
func ends(t *efsm.Thread, states []bool) []bool {
	out := slices.Clone(states)
	for i := range out {
		if states[i] && passes(t, efsm.StateID(i)) {
			pass(t, efsm.StateID(i), make([]bool, len(t.States)), out)
		}
	}
	return out
}

// passes reports whether a step goes on through a state.
func passes(t *efsm.Thread, at efsm.StateID) bool {
	return t.States[at].Kind == efsm.Local && t.States[at].Enable == term.True
}

// pass adds the states at which steps through a state end.
func pass(t *efsm.Thread, from efsm.StateID, seen, ends []bool) {
	for _, e := range t.States[from].Edges {
		switch {
		case seen[e.To]:
		case passes(t, e.To):
			seen[e.To] = true
			pass(t, e.To, seen, ends)
		default:
			ends[e.To] = true
		}
	}
}

// IsHead reports whether a thread is at the head of a loop.
func (m *Model) IsHead(c ControlID, t efsm.ThreadID) bool {
	at := m.controls[c].at[t]
	return at > 0 && m.static[t].heads[at]
}

// IsHarmless reports whether no violation is reachable from a control.
func (m *Model) IsHarmless(c ControlID) bool { return m.Membrane(c, 0) == 0 }

// Membrane returns a set of threads that suffices at a control. It contains first unless first is zero.
// Each execution to a violation has a step of a thread in the set. And the next state of each of these
// threads conflicts with no access of other threads before that. The set of all threads is always a
// membrane. If first is zero and no violation is reachable, the set is empty.
func (m *Model) Membrane(c ControlID, first efsm.ThreadID) Set {
	key := stepKey{c, first}
	if known, ok := m.membranes[key]; ok {
		return known
	}
	at := m.controls[c]
	set := Set(0)
	if first > 0 {
		set = set.With(first)
	}
	for more, grown := m.outside(&at, set); grown; more, grown = m.outside(&at, set) {
		set = set.With(more)
	}
	m.membranes[key] = set
	return set
}

// outside returns a thread outside a set that refutes that the set is a membrane, if there is one.
func (m *Model) outside(c *control, set Set) (efsm.ThreadID, bool) {
	type place struct {
		thread efsm.ThreadID
		state  efsm.StateID
	}
	var work []place
	seen := make(map[place]bool)
	futures := make([]future, len(m.System.Threads))
	begin := func(t efsm.ThreadID, st efsm.StateID) {
		if p := (place{t, st}); st > 0 && !seen[p] {
			seen[p] = true
			if futures[t] == nil {
				futures[t] = m.futureOf(c, t)
			}
			work = append(work, p)
		}
	}
	for t := 1; t < len(m.System.Threads); t++ {
		if id := efsm.ThreadID(t); !set.Has(id) && (c.at[t] != m.System.Threads[t].Entry || m.isAlive(c, id)) {
			begin(id, c.at[t])
		}
	}
	for len(work) > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		s := m.static[p.thread]
		now := futures[p.thread][p.state]
		if now == nil || m.waitsFor(c, now.waits, set) {
			continue
		}
		if s.asks[p.state] {
			return p.thread, true
		}
		for t := 1; t < len(m.System.Threads); t++ {
			if st := c.at[t]; set.Has(efsm.ThreadID(t)) && st > 0 && now.touch.conflicts(&m.static[t].touches[st]) {
				return p.thread, true
			}
		}
		for _, t := range s.starts[p.state] {
			if !set.Has(t) && c.at[t] == m.System.Threads[t].Entry {
				begin(t, c.at[t])
			}
		}
		for _, to := range now.leaves {
			begin(p.thread, to)
		}
	}
	return 0, false
}

// waitsFor reports whether one of the Done variables belongs to a thread of the set and is false.
func (m *Model) waitsFor(c *control, done []efsm.VarID, set Set) bool {
	for _, v := range done {
		for t := 1; t < len(m.System.Threads); t++ {
			if m.System.Threads[t].Done == v && set.Has(efsm.ThreadID(t)) && c.at[t] != 0 && c.fixed[m.place[v]] == term.False {
				return true
			}
		}
	}
	return false
}

// live returns, for each state, the thread's variables that may be read there or later before they are
// set.
func (m *Model) live(id efsm.ThreadID) []map[efsm.VarID]bool {
	t := &m.System.Threads[id]
	live := make([]map[efsm.VarID]bool, len(t.States))
	for i := range live {
		live[i] = make(map[efsm.VarID]bool)
	}
	for again := true; again; {
		again = false
		for i := len(t.States) - 1; i > 0; i-- {
			st, before := &t.States[i], len(live[i])
			for _, e := range st.Edges {
				for v := range live[e.To] {
					if !slices.ContainsFunc(st.Updates, func(u efsm.Update) bool { return u.Var == v }) {
						live[i][v] = true
					}
				}
			}
			var roots []term.ID
			for id := range st.Terms() {
				roots = append(roots, *id)
			}
			for _, below := range m.terms.Below(roots...) {
				if v := m.ofTerm[below]; v != 0 && m.System.Vars[v].Thread == id {
					live[i][v] = true
				}
			}
			again = again || len(live[i]) > before
		}
	}
	return live
}
