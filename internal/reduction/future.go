package reduction

import (
	"encoding/binary"
	"slices"

	"github.com/heddle-mc/heddle/internal/efsm"
	"github.com/heddle-mc/heddle/internal/term"
)

// future has, by state that a thread may come to, what is known of it then.
type future map[efsm.StateID]*coming

// coming is a state that a thread may come to.
type coming struct {
	waits  []efsm.VarID // threads' Done variables without any one of which it is not left
	touch  *touch
	leaves []efsm.StateID // to where an edge may lead
}

// futureOf returns a thread's future at a control. Its own fixed variables are followed as long as they have one value, so that
// it is known for whom it waits.
func (m *Model) futureOf(c *control, t efsm.ThreadID) future {
	at := c.at[t]
	key := binary.AppendVarint(binary.AppendVarint(nil, int64(t)), int64(at))
	first := make([]term.ID, len(m.fixed)) // none: others set it, or it has several values
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

// bindKnown has terms mean what they do where some fixed variables have values.
func (m *Model) bindKnown(values []term.ID) {
	m.translator.Undo(0)
	for i, v := range m.fixed {
		if values[i] != term.None {
			m.translator.Bind(m.System.Vars[v].Term, values[i])
		}
	}
}

// reads adds the shared variables in the terms of a state, as they are now.
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

// waits returns the threads' Done variables that have to hold for a condition to.
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
