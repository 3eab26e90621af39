package token

import (
	"fmt"
	"math/bits"

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
	// MaxDepth bounds the depth of the encoding. It fixes the width of clocks.
	MaxDepth int
	Places   *[2]ir.Place // of Exclusion
	CSR      bool         // leave out nodes that a thread cannot reach in that number of steps
	MTX      bool         // leave out pairs whose sides hold a common lock
	POR      bool         // leave out passes that no execution needs (peephole.go)
	Fewest   bool         // look for violations with few passes first, among all passes: without POR
}

// Encoding is the lazy model of a system to some depth: each thread unrolled alone,
// and constraints between them.
type Encoding struct {
	sys      *efsm.System
	terms    *term.Store
	solver   solver.Solver
	opts     Options
	unroller *unroll.Unroller
	position unroll.Positions

	machines   []*machine     // index ThreadID, entry 0 nil
	inputs     [][]efsm.VarID // by thread
	initial    []term.ID      // by VarID: before the first step
	first      []term.ID      // by thread: it has the token then
	copied     []efsm.VarID   // shared variables that threads tell each other about
	active     []bool         // parallel to copied: they do
	untouched  []term.ID      // parallel to copied: no thread has changed them; None: one could by now
	locksets   [][]lockset    // by thread and state; nil without MTX
	movers     [][]bool       // by thread and state; nil: none (transaction.go)
	blocks     [][]block      // by thread and state
	clockWidth uint

	depth   int
	passes  []pass
	flags   []flag
	order   [][][][]term.ID // by two threads, the smaller first, and slots of theirs (order.go)
	counter counter
	asked   unroll.Questions
	closed  term.ID // of open; None after a change of depth
	// refuted is the last question of Find that no execution answers, with the first refutedPasses of passes.
	refuted       term.ID
	refutedPasses int
	stats         depth.Size
}

// NewEncoding returns the model of a system at depth 0.
func NewEncoding(sys *efsm.System, s solver.Solver, terms *term.Store, opts Options) *Encoding {
	e := &Encoding{
		sys: sys, terms: terms, solver: s, opts: opts,
		unroller:   unroll.New(sys, terms),
		position:   unroll.Positions{Terms: terms, Solver: s, CSR: opts.CSR},
		clockWidth: uint(bits.Len(uint(opts.MaxDepth))), // no thread gets the token twice at one depth
		inputs:     make([][]efsm.VarID, len(sys.Threads)),
		initial:    make([]term.ID, len(sys.Vars)),
		machines:   make([]*machine, 1, len(sys.Threads)),
		order:      make([][][][]term.ID, len(sys.Threads)),
	}
	for i := range e.order {
		e.order[i] = make([][][]term.ID, len(sys.Threads))
	}
	for v := 1; v < len(sys.Vars); v++ {
		if w := &sys.Vars[v]; w.Class == efsm.Input {
			e.inputs[w.Thread] = append(e.inputs[w.Thread], efsm.VarID(v))
		} else {
			e.initial[v] = e.unroller.Initial(efsm.VarID(v))
		}
	}
	e.copied = told(sys)
	e.active, e.untouched = make([]bool, len(e.copied)), make([]term.ID, len(e.copied))
	for i, v := range e.copied {
		e.untouched[i] = terms.Var("untouched", term.Bool)
		e.active[i] = sys.Vars[v].Class == efsm.Sync
	}
	if opts.MTX {
		e.locksets = locksets(sys)
	}
	e.findFlags()
	e.findBlocks()
	e.chooseFirst()
	for i := 1; i < len(sys.Threads); i++ {
		e.machines = append(e.machines, newMachine(e, efsm.ThreadID(i), needsToken))
	}
	e.execute()
	return e
}

// needsToken reports whether a state has obligations or marks. Only a thread with the token counts as
// reaching them (S4).
func needsToken(st *efsm.State) bool { return len(st.Obligations)+len(st.Marks) > 0 }

// told returns the shared variables that one thread changes and another one reads. The others can be
// treated as a thread's own.
func told(sys *efsm.System) []efsm.VarID {
	users, written := make([]int, len(sys.Vars)), make([]bool, len(sys.Vars))
	by := make([]efsm.ThreadID, len(sys.Vars))
	for i := 1; i < len(sys.Threads); i++ {
		t := &sys.Threads[i]
		use := func(v efsm.VarID) {
			if v != 0 && by[v] != efsm.ThreadID(i) {
				by[v] = efsm.ThreadID(i)
				users[v]++
			}
		}
		use(t.Alive)
		for c := 1; c < len(t.States); c++ {
			for _, a := range t.States[c].Accesses {
				use(a.Var)
				written[a.Var] = written[a.Var] || a.Mode != efsm.Read
			}
			for _, u := range t.States[c].Updates {
				use(u.Var)
				written[u.Var] = true
			}
		}
	}
	var list []efsm.VarID
	for v := 1; v < len(sys.Vars); v++ {
		if sys.Vars[v].Thread == 0 && users[v] > 1 && written[v] {
			list = append(list, efsm.VarID(v))
		}
	}
	return list
}

// chooseFirst lets one thread have the token at depth 0: any that runs from the start.
func (e *Encoding) chooseFirst() {
	e.first = make([]term.ID, len(e.sys.Threads))
	taken := term.False
	for i := 1; i < len(e.first); i++ {
		e.first[i] = term.False
		if e.sys.Threads[i].Alive == 0 {
			e.first[i] = e.boolean("tk", efsm.ThreadID(i), 0)
			e.solver.Assert(e.terms.Not(e.terms.And(taken, e.first[i])))
			taken = e.terms.Or(taken, e.first[i])
		}
	}
	e.solver.Assert(taken)
}

func (e *Encoding) firstToken(id efsm.ThreadID) term.ID { return e.first[id] }

// mayStartWithout reports whether a thread can begin without the token.
func (e *Encoding) mayStartWithout(id efsm.ThreadID) bool {
	for i := 1; i < len(e.first); i++ {
		if efsm.ThreadID(i) != id && e.first[i] != term.False {
			return true
		}
	}
	return false
}

// Extend makes the model one deeper. It must not go beyond Options.MaxDepth, where clocks would wrap.
func (e *Encoding) Extend() {
	e.depth++
	e.execute()
}

// execute adds the events of the present depth: the threads' steps, and the pairs and races that need no
// deeper step.
func (e *Encoding) execute() {
	e.closed = term.None
	e.stats.Depth = e.depth
	for _, m := range e.machines[1:] {
		if m.reaches(e.depth) {
			e.stats.Reachable += len(m.reach.At(e.depth))
			m.step(e.depth)
		}
	}
	e.placeInstances(e.depth)
	e.followFlags()
	e.pair(e.depth)
	switch e.opts.Property {
	case verdict.Exclusion:
		e.noteMeetings(e.depth)
	case verdict.Race:
		e.noteRaces(e.depth)
	}
}

// Running returns the condition under which some thread could do a step at the next depth, or give the
// token away, whether or not it has it.
func (e *Encoding) Running() term.ID {
	running := term.False
	for _, m := range e.machines[1:] {
		if len(m.holds) <= e.depth+1 {
			continue
		}
		for i, c := range m.reach.At(e.depth + 1) {
			if n := &m.g.nodes[c]; n.role == operation && m.t.States[n.state].Kind == efsm.Stopped {
				continue
			}
			running = e.terms.Or(running, m.holds[e.depth+1][i])
		}
	}
	return running
}

// Asked returns the questions about the present depth.
func (e *Encoding) Asked() *unroll.Questions { return &e.asked }

// Stats returns the size of the model.
func (e *Encoding) Stats() depth.Size {
	s := e.stats
	for _, a := range e.active {
		if a {
			s.Copied++
		}
	}
	return s
}

func (e *Encoding) name(what string, t efsm.ThreadID, depth int) string {
	return fmt.Sprintf("%s.%d@%d", what, t, depth)
}

func (e *Encoding) boolean(what string, t efsm.ThreadID, depth int) term.ID {
	return e.terms.Var(e.name(what, t, depth), term.Bool)
}

// writes reports whether a state may change a shared variable.
func (e *Encoding) writes(st *efsm.State) bool {
	for _, u := range st.Updates {
		if e.sys.Vars[u.Var].Thread == 0 {
			return true
		}
	}
	return false
}
