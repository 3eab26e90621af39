package por

import (
	"encoding/binary"
	"slices"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// future holds, for each state that a thread may reach, its behaviour there.
type future map[efsm.StateID]*coming

// coming describes a state that a thread may reach.
type coming struct {
	waits  []efsm.VarID // Done variables of threads that must all hold before it is left
	touch  *touch
	leaves []efsm.StateID // targets of the edges that may be taken
}

// futureOf returns a thread's future at a control. It propagates the constant values of the thread's
// own fixed variables, which determine the threads that it waits for.
func (m *Model) futureOf(c *control, t efsm.ThreadID) future {
	at := c.at[t]
	key := binary.AppendVarint(binary.AppendVarint(nil, int64(t)), int64(at))
	first := make([]term.ID, len(m.fixed)) // None: the variable has no single known value
	for i, v := range m.fixed {
		if m.System.Vars[v].Thread == t {
			first[i] = c.fixed[i]
			key = binary.AppendVarint(key, int64(first[i]))
		}
	}
	if known := m.futures[string(key)]; known != nil {
		return known
	}
	states := m.System.Threads[t].States
	values := map[efsm.StateID][]term.ID{at: first}
	for work := []efsm.StateID{at}; len(work) > 0; {
		from := work[len(work)-1]
		work = work[:len(work)-1]
		st := &states[from]
		m.bindKnown(values[from])
		next := slices.Clone(values[from])
		for _, u := range st.Updates {
			if i := m.place[u.Var]; i >= 0 && m.System.Vars[u.Var].Thread == t {
				if next[i] = m.translator.Term(u.Value); !m.terms.IsConst(next[i]) {
					next[i] = term.None
				}
			}
		}
		for _, e := range st.Edges {
			if m.translator.Term(e.Guard) == term.False {
				continue
			}
			known := values[e.To]
			joined := slices.Clone(next)
			for i := range known {
				if joined[i] != known[i] {
					joined[i] = term.None
				}
			}
			if known == nil || !slices.Equal(joined, known) {
				values[e.To] = joined
				work = append(work, e.To)
			}
		}
	}
	out := make(future)
	for at, known := range values {
		st := &states[at]
		next := &coming{touch: &m.static[t].touches[at]}
		m.bindKnown(known)
		for _, e := range st.Edges {
			if m.translator.Term(e.Guard) != term.False {
				next.leaves = append(next.leaves, e.To)
			}
		}
		if st.Enable != term.True {
			next.touch = &touch{reads: make(map[efsm.VarID]bool), writes: next.touch.writes}
			m.reads(st, m.translator.Term, next.touch.reads)
			if th := &m.System.Threads[t]; at == th.Entry && th.Alive != 0 {
				next.touch.reads[th.Alive] = true
			}
			next.waits = m.waits(m.translator.Term(st.Enable))
		}
		out[at] = next
	}
	m.futures[string(key)] = out
	return out
}

// bindKnown binds the fixed variables with known values in the translator.
func (m *Model) bindKnown(values []term.ID) {
	m.translator.Undo(0)
	for i, v := range m.fixed {
		if values[i] != term.None {
			m.translator.Bind(m.System.Vars[v].Term, values[i])
		}
	}
}

// reads adds the shared variables in the terms of a state, after now has simplified the terms.
func (m *Model) reads(st *efsm.State, now func(term.ID) term.ID, to map[efsm.VarID]bool) {
	var roots []term.ID
	for id := range st.Terms() {
		roots = append(roots, now(*id))
	}
	for _, below := range m.terms.Below(roots...) {
		if v := m.ofTerm[below]; v != 0 && m.System.Vars[v].Class != efsm.Input && m.System.Vars[v].Thread == 0 {
			to[v] = true
		}
	}
}

// waits returns the Done variables of threads that must hold for a condition to hold.
func (m *Model) waits(enable term.ID) (list []efsm.VarID) {
	for t := 1; t < len(m.System.Threads); t++ {
		done := m.System.Threads[t].Done
		if done == 0 || m.place[done] < 0 || !m.setsAlone[t] {
			continue
		}
		m.translator.Undo(0)
		m.translator.Bind(m.System.Vars[done].Term, term.False)
		if m.translator.Term(enable) == term.False {
			list = append(list, done)
		}
	}
	return list
}
