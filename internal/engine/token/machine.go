package token

import (
	"github.com/heddle-mc/heddle/internal/engine/unroll"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// machine is one thread's unrolling, which mentions no other thread's variables.
type machine struct {
	e     *Encoding
	id    efsm.ThreadID
	t     *efsm.Thread
	g     *graph
	reach *efsm.Reach

	holds  [][]term.ID     // by depth, parallel to reach.At: the thread lives and is at the node
	frames []*unroll.Frame // by depth: localised variables
	token  []term.ID       // by depth: TK
	clocks [][]term.ID     // by depth: CS of each thread, as this one knows it; index ThreadID

	reads              []readInstance
	writes             []writeInstance
	slots              slots
	withToken, without []spot // where it is at a place, to the present depth

	scratch []term.ID // by node, all None between steps
}

// readInstance is the read_sync of a thread at a depth, whichever access comes next.
// That there is one at most for each depth keeps the number of pairs at n²·D
// (section 6.1).
type readInstance struct {
	depth  int
	slot   int
	first  term.ID   // the token is acquired here (RC ≠ 0)
	rest   term.ID   // it is acquired by a pair that is not there yet
	before []term.ID // the shared variables if it is not acquired, parallel to Encoding.copied
	copies []term.ID // those afterwards
	clocks []term.ID // the others' clocks afterwards; index ThreadID
	passes []int     // indices in Encoding.passes
	// followed is, by flag, the number of slots of its writer that are taken into account (flag.go).
	followed []int
}

// writeInstance is the write_sync of a thread at a depth.
type writeInstance struct {
	depth int
	slot  int
	first term.ID // the token is given away here (WC ≠ 0)
	rest  term.ID // it is given away by a pair that is not there yet
}

func newMachine(e *Encoding, id efsm.ThreadID, needs func(*efsm.State) bool) *machine {
	t := &e.sys.Threads[id]
	if !e.mayStartWithout(id) {
		needs = func(*efsm.State) bool { return false }
	}
	m := &machine{e: e, id: id, t: t, g: bracket(e.sys.Terms, t, needs)}
	m.reach = e.position.Reach(m.g.entry, m.g.successors())
	m.scratch = make([]term.ID, len(m.g.nodes))
	values := make([]term.ID, len(e.sys.Vars))
	for v := 1; v < len(values); v++ {
		if w := &e.sys.Vars[v]; w.Class != efsm.Input && (w.Thread == 0 || w.Thread == id) {
			values[v] = e.initial[v]
		}
	}
	m.frames = []*unroll.Frame{e.unroller.Frame(id, 0, values)}
	m.holds = [][]term.ID{{term.True}}
	m.token = []term.ID{e.firstToken(id)}
	clocks := make([]term.ID, len(e.sys.Threads))
	for q := range clocks {
		clocks[q] = e.terms.Uint(0, e.clockWidth)
	}
	m.clocks = [][]term.ID{clocks}
	return m
}

// reaches reports whether a state can be reached at a depth.
func (m *machine) reaches(d int) bool { return len(m.reach.At(d)) > 0 }

// step executes the nodes reachable at depth d, the last depth to which the thread is unrolled, and so
// creates d+1.
func (m *machine) step(d int) {
	terms := m.e.terms
	values := append([]term.ID(nil), m.frames[d].Values()...)
	m.forgetInputs(values)
	m.token = append(m.token, m.token[d])
	m.clocks = append(m.clocks, m.clocks[d])
	read, write := term.False, term.False
	for i, c := range m.reach.At(d) {
		at := m.holds[d][i]
		if at == term.False {
			continue
		}
		switch n := &m.g.nodes[c]; n.role {
		case readSync:
			read = terms.Or(read, at)
			m.arrive(n.next[0], at)
		case writeSync:
			if !m.e.isMover(m.id, n.state) {
				write = terms.Or(write, at)
			}
			if m.e.writes(&m.t.States[n.state]) {
				at = terms.And(at, m.token[d]) // S3: a write that no thread sees ends the thread
			}
			if len(n.next) > 0 {
				m.arrive(n.next[0], at)
			}
		default:
			m.operate(d, n, at, values)
		}
	}
	if read != term.False {
		m.acquire(d, read, values)
	}
	if write != term.False {
		m.giveAway(d, write)
	}
	m.frames = append(m.frames, m.e.unroller.Frame(m.id, d+1, values))
	level := m.reach.At(d + 1)
	holds := make([]term.ID, len(level))
	for i, c := range level {
		holds[i] = term.False
		if at := m.scratch[c]; at != term.None {
			holds[i] = at
			m.scratch[c] = term.None
		}
		holds[i] = m.e.position.At(m.id, c, d+1, holds[i])
	}
	m.holds = append(m.holds, holds)
}

// forgetInputs drops the values of the inputs: each step has new ones.
func (m *machine) forgetInputs(values []term.ID) {
	for _, v := range m.e.inputs[m.id] {
		values[v] = term.None
	}
}

// arrive records that the thread is at a node at the next depth if cond holds.
func (m *machine) arrive(c nodeID, cond term.ID) {
	if m.scratch[c] == term.None {
		m.scratch[c] = term.False
	}
	m.scratch[c] = m.e.terms.Or(m.scratch[c], cond)
}

// operate executes a state of the thread at depth d under the condition at; values are those of depth d+1.
func (m *machine) operate(d int, n *node, at term.ID, values []term.ID) {
	terms, st, f := m.e.terms, &m.t.States[n.state], m.frames[d]
	if st.Kind == efsm.Stopped {
		return
	}
	f.Enter(n.state)
	did := terms.And(at, m.enabled(f, n.state)) // S2, and an assume ends the thread
	goes := did
	m.e.asked.State(f, n.state, m.e.opts.Property, terms.And(goes, m.token[d])) // its reads may be old without the token (S4)
	for i := range st.Marks {
		if !st.Marks[i].GoesOn {
			goes = terms.And(goes, terms.Not(f.Term(st.Marks[i].When)))
		}
	}
	for _, u := range st.Updates {
		m.e.touch(u.Var)
		values[u.Var] = terms.Ite(at, f.Term(u.Value), values[u.Var])
	}
	if st.Kind == efsm.Halt {
		return
	}
	left := term.False
	for i, e := range st.Edges {
		by := terms.And(goes, f.Term(e.Guard))
		left = terms.Or(left, by)
		m.arrive(n.next[i], by)
	}
	if len(n.next) > len(st.Edges) {
		m.arrive(n.next[len(st.Edges)], terms.And(did, terms.Not(left)))
	}
}

// enabled returns the condition under which a state's step is possible. A thread
// that is created during the run does not get beyond its first read_sync before.
func (m *machine) enabled(f *unroll.Frame, c efsm.StateID) term.ID {
	st := &m.t.States[c]
	enabled := f.Term(st.Enable)
	if m.t.Alive != 0 && (st.IsVisible() || c == m.t.Entry && m.g.nodes[m.g.entry].role == readSync) {
		enabled = m.e.terms.And(enabled, f.Values()[m.t.Alive])
	}
	return enabled
}
