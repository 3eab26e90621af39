package eager

import (
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/engine/depth"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// This file has the paper's own eager model: "we add the pair-wise constraints in the model itself between
// the states with shared access, that also have wait-cycles" (section 8). Each visible state has a read_sync
// before it and a write_sync after it, as in the lazy model. All states have wait-cycles, and one thread
// moves at each depth: the unrolled depth of an execution is the sum of the depths of its threads (section 4.1).
// There is one copy of the shared variables.
//
// One thread has the token, or its last write_sync offers it. A thread with the token passes its read_syncs and executes
// visible states. At a write_sync it keeps the token or offers it. A thread that passes a read_sync without the
// token takes an offer of another thread: that is the pair (r, w), for the states that the threads passed.
//
// Deviation: an offer stays until it is taken, so that other threads can do local steps meanwhile.

// role is the part of a state in the model with tokens.
type role uint8

const (
	operation role = iota // a state of the system
	readSync
	writeSync
)

// tokens holds the token and its offers, by depth and thread.
type tokens struct {
	roles   [][]role         // by thread and state
	of      [][]efsm.StateID // by thread and state: the state of the system
	ends    [][]efsm.StateID // by thread and visible state: the write_sync where the thread ends or stops behind it
	has     [][]term.ID      // the thread has the token
	offers  [][]term.ID      // it offers the token
	taking  [][]term.ID      // it passes a read_sync without the token
	writing [][]term.ID      // it passes a write_sync and offers the token
}

// bracketed returns a system with synchronisation states around each visible state. States of the given system
// keep their identifiers. A write_sync follows each edge of a visible state, and its end or stop.
func bracketed(s *efsm.System) (out *efsm.System, t *tokens) {
	system := *s
	system.Threads = slices.Clone(s.Threads)
	n := len(s.Threads)
	t = &tokens{roles: make([][]role, n), of: make([][]efsm.StateID, n), ends: make([][]efsm.StateID, n)}
	for i := 1; i < n; i++ {
		t.bracket(efsm.ThreadID(i), &system.Threads[i])
	}
	return &system, t
}

// bracket adds the synchronisation states of a thread.
func (t *tokens) bracket(id efsm.ThreadID, th *efsm.Thread) {
	count := len(th.States)
	th.States = slices.Clone(th.States)
	of, roles := make([]efsm.StateID, count), make([]role, count)
	add := func(c efsm.StateID, r role, to efsm.StateID) efsm.StateID {
		st := &th.States[c]
		sync := efsm.State{Name: fmt.Sprintf("%s.%d", st.Name, len(th.States)), Enable: term.True, Origin: st.Origin, Within: st.Within, Asked: st.Asked && r == readSync}
		if to != 0 {
			sync.Edges = []efsm.Edge{{Guard: term.True, To: to}}
		}
		of, roles = append(of, c), append(roles, r)
		return th.AddState(sync)
	}
	in := make([]efsm.StateID, count) // where edges to a state lead
	for c := 1; c < count; c++ {
		of[c], in[c] = efsm.StateID(c), efsm.StateID(c)
		if th.States[c].IsVisible() {
			in[c] = add(efsm.StateID(c), readSync, efsm.StateID(c))
		}
	}
	ends := make([]efsm.StateID, count)
	for c := 1; c < count; c++ {
		edges := slices.Clone(th.States[c].Edges)
		for k := range edges {
			edges[k].To = in[edges[k].To]
			if th.States[c].Kind == efsm.Visible {
				edges[k].To = add(efsm.StateID(c), writeSync, edges[k].To)
			}
		}
		th.States[c].Edges = edges
		if th.States[c].Kind == efsm.Visible {
			ends[c] = add(efsm.StateID(c), writeSync, 0)
		}
	}
	th.Entry = in[th.Entry]
	t.roles[id], t.of[id], t.ends[id] = roles, of, append(ends, make([]efsm.StateID, len(th.States)-count)...)
}

// begin lets one of the threads that run from the start have the token.
func (t *tokens) begin(e *Encoding) {
	has, none := make([]term.ID, len(e.sys.Threads)), make([]term.ID, len(e.sys.Threads))
	taken := term.False
	for i := range has {
		has[i], none[i] = term.False, term.False
		if i > 0 && e.sys.Threads[i].Alive == 0 {
			has[i] = e.terms.Var(fmt.Sprintf("tk.%d@0", i), term.Bool)
			e.solver.Assert(e.terms.Not(e.terms.And(taken, has[i])))
			taken = e.terms.Or(taken, has[i])
		}
	}
	e.solver.Assert(taken)
	t.has, t.offers = [][]term.ID{has}, [][]term.ID{none}
}

// offered returns the condition under which another thread offers the token at a depth.
func (t *tokens) offered(terms *term.Store, id efsm.ThreadID, d int) term.ID {
	any := term.False
	for j := 1; j < len(t.offers[d]); j++ {
		if efsm.ThreadID(j) != id {
			any = terms.Or(any, t.offers[d][j])
		}
	}
	return any
}

// needs returns the condition on the token under which a thread can pass a state at a depth.
func (t *tokens) needs(e *Encoding, m *machine, c efsm.StateID) term.ID {
	has := t.has[e.depth][m.id]
	switch {
	case t.roles[m.id][c] == readSync:
		return e.terms.Or(has, t.offered(e.terms, m.id, e.depth))
	case m.t.States[c].IsVisible():
		return has
	}
	return term.True
}

// extend makes the token of the next depth from the threads' steps at the present one.
func (t *tokens) extend(e *Encoding) {
	d, terms := e.depth, e.terms
	n := len(e.machines)
	taking, writing, has, offers := make([]term.ID, n), make([]term.ID, n), make([]term.ID, n), make([]term.ID, n)
	taken := term.False
	for _, m := range e.machines[1:] {
		i := m.id
		reads, writes := term.False, term.False
		for _, c := range m.reach.At(d) {
			switch t.roles[i][c] {
			case readSync:
				reads = terms.Or(reads, m.move(d, c))
			case writeSync:
				writes = terms.Or(writes, m.move(d, c))
			}
		}
		taking[i] = terms.And(reads, terms.Not(t.has[d][i]))
		writing[i] = terms.Conj(writes, t.has[d][i], terms.Var(fmt.Sprintf("wc.%d@%d", i, d), term.Bool))
		taken = terms.Or(taken, taking[i])
		has[i] = terms.And(terms.Or(t.has[d][i], taking[i]), terms.Not(writing[i]))
	}
	for _, m := range e.machines[1:] {
		offers[m.id] = terms.Or(writing[m.id], terms.And(t.offers[d][m.id], terms.Not(taken)))
	}
	has[0], offers[0] = term.False, term.False
	t.has, t.offers = append(t.has, has), append(t.offers, offers)
	t.taking, t.writing = append(t.taking, taking), append(t.writing, writing)
}

// noteRaces adds the races of pairs whose read_sync is passed at a depth, right after the write_sync and the
// access before that (P4). Other pairs with these states also have executions without steps in between, since those
// are local.
func (t *tokens) noteRaces(e *Encoding, d int) {
	if d < 2 {
		return
	}
	for _, m := range e.machines[1:] {
		for _, w := range m.reach.At(d - 1) {
			if t.roles[m.id][w] != writeSync {
				continue
			}
			first := t.of[m.id][w]
			gives := e.terms.Conj(m.move(d-2, first), m.move(d-1, w), t.writing[d-1][m.id])
			for _, other := range e.machines[1:] {
				for _, r := range other.reach.At(d) {
					if other == m || t.roles[other.id][r] != readSync {
						continue
					}
					second, f := t.of[other.id][r], other.frames[d]
					if both := e.terms.Conj(gives, t.taking[d][other.id], other.move(d, r)); both != term.False {
						e.asked.Adjacent(m.frames[d-2], first, f, second, both, func() term.ID { return enabled(e.terms, other, f, second) })
					}
				}
			}
		}
	}
}

// move returns the condition under which a thread executes a state at a depth.
func (m *machine) move(d int, c efsm.StateID) term.ID { return max(m.moves[d][c], term.False) }

// tokenComposition is the value of the option composition with which the engine has the paper's own model.
const tokenComposition = "token"

// weight is how many depths a state takes with synchronisation states.
func weight(o depth.Options) func(*efsm.State) int {
	return func(st *efsm.State) int {
		if o.Tokens && st.IsVisible() {
			return 3
		}
		return 1
	}
}
