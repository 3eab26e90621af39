package eager

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/engine/depth"
	"github.com/heddle-mc/heddle/internal/engine/unroll"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Options choose which properties and reductions are encoded.
type Options struct {
	Property verdict.Property // Race: data races; Exclusion: meetings; others: obligations of this property
	Places   *[2]ir.Place     // of Exclusion
	Tokens   bool             // synchronisation states and a token (sync.go)
	CSR      bool             // leave out states that a thread cannot reach in that number of steps
}

// Encoding is the composition of a system's threads to some depth.
type Encoding struct {
	sys      *efsm.System // with synchronisation states, if there are tokens
	given    *efsm.System
	tokens   *tokens // nil: without them
	terms    *term.Store
	solver   solver.Solver
	opts     Options
	unroller *unroll.Unroller
	position unroll.Positions

	machines []*machine  // index ThreadID, entry 0 nil
	initial  []term.ID   // by VarID: before the first step
	values   [][]term.ID // by depth and VarID; not of inputs
	over     []term.ID   // by depth: the process has ended
	busy     []term.ID   // by depth: some thread did a step at every depth before

	depth int
	asked unroll.Questions
	stats depth.Size
}

// machine is one thread's part.
type machine struct {
	id     efsm.ThreadID
	t      *efsm.Thread
	reach  *efsm.Reach
	holds  [][]term.ID                // by depth, parallel to reach.At
	moves  []map[efsm.StateID]term.ID // by depth: the thread executes the state, of those that can wait
	frames []*unroll.Frame            // by depth
	runs   []term.ID                  // by depth: E, the scheduler picks the thread
}

// NewEncoding returns the composition at depth 0. The solver must be new, and for terms of the given store.
func NewEncoding(sys *efsm.System, s solver.Solver, terms *term.Store, opts Options) *Encoding {
	e := &Encoding{
		sys: sys, given: sys, terms: terms, solver: s, opts: opts,
		unroller: unroll.New(sys, terms),
		position: unroll.Positions{Terms: terms, Solver: s, CSR: opts.CSR},
		machines: make([]*machine, 1, len(sys.Threads)),
		initial:  make([]term.ID, len(sys.Vars)),
		over:     []term.ID{term.False},
		busy:     []term.ID{term.True},
	}
	for v := 1; v < len(sys.Vars); v++ {
		if sys.Vars[v].Class != efsm.Input {
			e.initial[v] = e.unroller.Initial(efsm.VarID(v))
		}
	}
	e.values = [][]term.ID{e.initial}
	if opts.Tokens {
		sys, e.tokens = bracketed(sys)
		e.sys, e.unroller = sys, unroll.New(sys, terms)
		e.tokens.begin(e)
	}
	for i := 1; i < len(sys.Threads); i++ {
		t := &sys.Threads[i]
		e.machines = append(e.machines, &machine{
			id: efsm.ThreadID(i), t: t, reach: e.position.Reach(t.Entry, e.waiting(efsm.ThreadID(i))), holds: [][]term.ID{{term.True}},
		})
	}
	e.execute()
	return e
}

// waits reports whether a thread may stay at a state.
func (e *Encoding) waits(t *efsm.Thread, c efsm.StateID) bool {
	return e.tokens != nil && t.States[c].Kind != efsm.Stopped || t.States[c].IsVisible() || c == t.Entry && t.Alive != 0
}

// waiting returns the successors of a thread's states, with the self-loops of those
// at which it may stay.
func (e *Encoding) waiting(id efsm.ThreadID) [][]efsm.StateID {
	t := &e.sys.Threads[id]
	succ := t.Successors()
	for c := 1; c < len(succ); c++ {
		if e.tokens != nil && e.tokens.ends[id][c] != 0 {
			succ[c] = append(succ[c], e.tokens.ends[id][c])
		}
		if e.waits(t, efsm.StateID(c)) {
			succ[c] = append([]efsm.StateID{efsm.StateID(c)}, succ[c]...)
		}
	}
	return succ
}

// Extend makes the model one deeper.
func (e *Encoding) Extend() {
	e.depth++
	e.execute()
}

// execute does the threads' steps at the present depth d, which makes d+1.
func (e *Encoding) execute() {
	d := e.depth
	e.stats.Depth = d
	e.schedule(d)
	values := append([]term.ID(nil), e.values[d]...)
	over, moved := e.over[d], term.False
	for _, m := range e.machines[1:] {
		e.stats.Reachable += len(m.reach.At(d))
		m.frames = append(m.frames, e.unroller.Frame(m.id, d, e.visibleTo(m.id, d)))
		m.moves = append(m.moves, make(map[efsm.StateID]term.ID))
		next := make([]term.ID, len(m.t.States))
		for i, c := range m.reach.At(d) {
			if m.holds[d][i] == term.False {
				continue
			}
			moves := e.operate(m, c, m.holds[d][i], next, values)
			moved = e.terms.Or(moved, moves)
			if m.t.States[c].Kind == efsm.Halt {
				over = e.terms.Or(over, moves)
			}
		}
		holds := make([]term.ID, len(m.reach.At(d+1)))
		for i, c := range m.reach.At(d + 1) {
			holds[i] = e.position.At(m.id, c, d+1, max(next[c], term.False))
		}
		m.holds = append(m.holds, holds)
	}
	e.values = append(e.values, values)
	e.over = append(e.over, over)
	e.busy = append(e.busy, e.terms.And(e.busy[d], moved))
	if e.tokens != nil {
		e.tokens.extend(e)
	}
	switch {
	case e.opts.Property == verdict.Exclusion:
		e.noteMeetings(d)
	case e.opts.Property == verdict.Race && e.tokens != nil:
		e.tokens.noteRaces(e, d)
	case e.opts.Property == verdict.Race && d > 0:
		e.noteRaces(d - 1)
	}
}

// schedule makes E of all threads at a depth: one at most holds.
func (e *Encoding) schedule(d int) {
	taken := term.False
	for _, m := range e.machines[1:] {
		runs := e.terms.Var(fmt.Sprintf("e.%d@%d", m.id, d), term.Bool)
		e.solver.Assert(e.terms.Not(e.terms.And(taken, runs)))
		taken = e.terms.Or(taken, runs)
		m.runs = append(m.runs, runs)
	}
}

// visibleTo returns the values that a thread's terms can mention at a depth.
func (e *Encoding) visibleTo(id efsm.ThreadID, d int) []term.ID {
	values := make([]term.ID, len(e.sys.Vars))
	for v := 1; v < len(values); v++ {
		if w := &e.sys.Vars[v]; w.Class != efsm.Input && (w.Thread == 0 || w.Thread == id) {
			values[v] = e.values[d][v]
		}
	}
	return values
}

// operate executes a state at the present depth under the condition at; next and values are those of the
// next depth. It returns the condition under which the thread does the step.
func (e *Encoding) operate(m *machine, c efsm.StateID, at term.ID, next, values []term.ID) term.ID {
	st, f := &m.t.States[c], m.frames[e.depth]
	if st.Kind == efsm.Stopped {
		return term.False
	}
	f.Enter(c)
	moves := e.terms.And(at, e.terms.Not(e.over[e.depth]))
	if st.IsVisible() || e.tokens != nil {
		moves = e.terms.And(moves, m.runs[e.depth])
	}
	if e.tokens != nil {
		moves = e.terms.And(moves, e.tokens.needs(e, m, c))
	}
	moves = e.terms.And(moves, enabled(e.terms, m, f, c))
	if e.waits(m.t, c) {
		next[c] = e.or(next[c], e.terms.And(at, e.terms.Not(moves)))
		m.moves[e.depth][c] = moves
	}
	e.asked.State(f, c, e.opts.Property, moves)
	goes := moves
	for i := range st.Marks {
		if !st.Marks[i].GoesOn {
			goes = e.terms.And(goes, e.terms.Not(f.Term(st.Marks[i].When)))
		}
	}
	for _, u := range st.Updates {
		values[u.Var] = e.terms.Ite(moves, f.Term(u.Value), values[u.Var])
	}
	left := term.False
	for _, to := range st.Edges {
		by := e.terms.And(goes, f.Term(to.Guard))
		left, next[to.To] = e.terms.Or(left, by), e.or(next[to.To], by)
	}
	if e.tokens != nil && e.tokens.ends[m.id][c] != 0 {
		end := e.tokens.ends[m.id][c]
		next[end] = e.or(next[end], e.terms.And(moves, e.terms.Not(left)))
	}
	return moves
}

// or is the disjunction of two conditions; a may be term.None, which counts as false.
func (e *Encoding) or(a, b term.ID) term.ID { return e.terms.Or(max(a, term.False), b) }

// enabled returns the condition under which a thread can do a state's step, were it
// there.
func enabled(terms *term.Store, m *machine, f *unroll.Frame, c efsm.StateID) term.ID {
	is := f.Term(m.t.States[c].Enable)
	if m.t.Alive != 0 && c == m.t.Entry {
		is = terms.And(is, f.Values()[m.t.Alive])
	}
	return is
}

// Running is the condition under which some thread is somewhere at the next depth, the process has not
// ended, and some thread stepped at every depth. Every execution also exists without idle depths. So if
// this cannot hold, all executions have ended or wait for ever.
func (e *Encoding) Running() term.ID {
	running := term.False
	for _, m := range e.machines[1:] {
		for i, c := range m.reach.At(e.depth + 1) {
			if m.t.States[c].Kind != efsm.Stopped {
				running = e.terms.Or(running, m.holds[e.depth+1][i])
			}
		}
	}
	return e.terms.Conj(running, e.busy[e.depth+1], e.terms.Not(e.over[e.depth+1]))
}

// Asked returns the questions about the present depth.
func (e *Encoding) Asked() *unroll.Questions { return &e.asked }

// Stats returns counters.
func (e *Encoding) Stats() depth.Size { return e.stats }
