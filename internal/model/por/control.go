package por

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// ControlID names a Control of a model; zero: none.
type ControlID int32

// stopped is the state of a thread for which no edge was enabled.
const stopped efsm.StateID = -1

// control holds the states of the threads and the values of the fixed variables.
type control struct {
	at    []efsm.StateID // by thread; zero: it has ended
	fixed []term.ID      // by place in Model.fixed
}

// Model is a system whose executions are reduced. It makes terms in the system's store.
type Model struct {
	System   *efsm.System
	Thread   efsm.ThreadID // the thread whose violations are searched
	terms    *term.Store
	property verdict.Property
	ofTerm   map[term.ID]efsm.VarID
	fixed    []efsm.VarID
	place    []int        // by variable: its place in fixed; -1: it is not fixed
	vars     []efsm.VarID // neither fixed nor inputs
	static   []*static    // by thread
	lives    [][]map[efsm.VarID]bool
	// setsAlone holds, by thread, whether no other thread sets its Done variable.
	setsAlone []bool

	controls   []control // from 1
	ids        map[string]ControlID
	steps      map[stepKey]*Step
	translator *term.Translator
	copies     map[copyKey]term.ID
	copied     map[term.ID]Copy
	rebuilt    map[*Outcome]map[term.ID]term.ID
	composed   map[[2]*Outcome]*Outcome
	behind     map[*Outcome]map[term.ID]term.ID
	asked      map[*Outcome]map[efsm.VarID]int // number of values by input, for composed outcomes
	times      map[efsm.VarID]int              // by input: the greatest number of values that a step has used so far
	pairs      map[pairKey]*pair
	membranes  map[stepKey]Set // by control and first thread
	futures    map[string]future
	elements   []term.ID
}

// New prepares a system for a property of one thread. In its executions, no step of another thread is
// bad before the first bad step of this one.
func New(s *efsm.System, p verdict.Property, of efsm.ThreadID) (*Model, error) {
	m := &Model{
		System: s, terms: s.Terms, property: p, Thread: of, ofTerm: make(map[term.ID]efsm.VarID), place: make([]int, len(s.Vars)),
		controls: make([]control, 1), ids: make(map[string]ControlID), steps: make(map[stepKey]*Step),
		translator: term.NewTranslator(s.Terms, s.Terms), copies: make(map[copyKey]term.ID), copied: make(map[term.ID]Copy),
		rebuilt: make(map[*Outcome]map[term.ID]term.ID), pairs: make(map[pairKey]*pair), membranes: make(map[stepKey]Set),
		composed: make(map[[2]*Outcome]*Outcome), asked: make(map[*Outcome]map[efsm.VarID]int),
		behind: make(map[*Outcome]map[term.ID]term.ID), times: make(map[efsm.VarID]int),
		futures: make(map[string]future), lives: make([][]map[efsm.VarID]bool, len(s.Threads)), setsAlone: make([]bool, len(s.Threads)),
	}
	if len(s.Threads) > 64 {
		return nil, fmt.Errorf("%d threads", len(s.Threads)-1)
	}
	for v := 1; v < len(s.Vars); v++ {
		m.ofTerm[s.Vars[v].Term] = efsm.VarID(v)
	}
	for t := 1; t < len(s.Threads); t++ {
		m.lives[t], m.setsAlone[t] = m.live(efsm.ThreadID(t)), m.endsAlone(efsm.ThreadID(t))
	}
	m.findFixed()
	m.static = make([]*static, len(s.Threads))
	for t := 1; t < len(s.Threads); t++ {
		for st := 1; st < len(s.Threads[t].States); st++ {
			if s.Threads[t].States[st].Kind == efsm.Halt {
				return nil, fmt.Errorf("the end of the process is a state")
			}
		}
		m.static[t] = m.summarise(efsm.ThreadID(t))
	}
	return m, nil
}

// Inputs returns the inputs that a thread reads in a state, ascending.
func (m *Model) Inputs(t efsm.ThreadID, at efsm.StateID) []efsm.VarID { return m.static[t].inputs[at] }

// VarOf returns the variable of a term, or zero if the term is not a variable.
func (m *Model) VarOf(id term.ID) efsm.VarID { return m.ofTerm[id] }

// Vars returns the variables that are neither fixed nor inputs, ascending.
func (m *Model) Vars() []efsm.VarID { return m.vars }

// findFixed finds the fixed variables: all their values come from a few constants, because they are set
// only to terms of constants and fixed variables, without arithmetic. If a thread's own variable is
// always set before it is read, its first value does not matter.
func (m *Model) findFixed() {
	s := m.System
	fixed := make([]bool, len(s.Vars))
	for v := 1; v < len(s.Vars); v++ {
		x := &s.Vars[v]
		fixed[v] = x.Class != efsm.Input && (x.Init != term.None || !x.Sort.IsArray() && x.Thread > 0 && !m.lives[x.Thread][s.Threads[x.Thread].Entry][efsm.VarID(v)])
	}
	for again := true; again; {
		again = false
		for t := 1; t < len(s.Threads); t++ {
			for st := 1; st < len(s.Threads[t].States); st++ {
				for _, u := range s.Threads[t].States[st].Updates {
					if fixed[u.Var] && !m.isFinite(u.Value, fixed) {
						fixed[u.Var], again = false, true
					}
				}
			}
		}
	}
	for v := 1; v < len(s.Vars); v++ {
		m.place[v] = -1
		switch {
		case fixed[v]:
			m.place[v] = len(m.fixed)
			m.fixed = append(m.fixed, efsm.VarID(v))
		case s.Vars[v].Class != efsm.Input:
			m.vars = append(m.vars, efsm.VarID(v))
		}
	}
}

// isFinite reports whether a term always equals one of some constants and variables.
func (m *Model) isFinite(id term.ID, fixed []bool) bool {
	for _, below := range m.terms.Below(id) {
		switch m.terms.Op(below) {
		case term.OpConst, term.OpIte, term.OpEq, term.OpNot, term.OpAnd, term.OpOr, term.OpZext, term.OpExtract:
		case term.OpVar:
			if !fixed[m.ofTerm[below]] {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// Initial returns the control at the start of all threads.
func (m *Model) Initial() ControlID {
	c := control{at: make([]efsm.StateID, len(m.System.Threads))}
	for t := 1; t < len(m.System.Threads); t++ {
		c.at[t] = m.System.Threads[t].Entry
	}
	for _, v := range m.fixed {
		x := &m.System.Vars[v]
		if c.fixed = append(c.fixed, x.Init); x.Init == term.None {
			c.fixed[len(c.fixed)-1] = m.dead(x)
		}
	}
	return m.intern(c)
}

// intern returns the identifier of a control.
func (m *Model) intern(c control) ControlID {
	var key []byte
	for _, at := range c.at {
		key = binary.AppendVarint(key, int64(at))
	}
	for _, v := range c.fixed {
		key = binary.AppendVarint(key, int64(v))
	}
	if id, ok := m.ids[string(key)]; ok {
		return id
	}
	id := ControlID(len(m.controls))
	m.ids[string(key)] = id
	m.controls = append(m.controls, c)
	return id
}

// At returns the state of a thread; zero: it has ended, negative: it has stopped.
func (m *Model) At(c ControlID, t efsm.ThreadID) efsm.StateID { return m.controls[c].at[t] }

// Fixed returns the values of the fixed variables.
func (m *Model) Fixed(c ControlID) []efsm.Update {
	var list []efsm.Update
	for i, v := range m.fixed {
		list = append(list, efsm.Update{Var: v, Value: m.controls[c].fixed[i]})
	}
	return list
}

// Controls returns the number of controls created so far.
func (m *Model) Controls() int { return len(m.controls) - 1 }

// isAlive reports whether a thread may have been created.
func (m *Model) isAlive(c *control, t efsm.ThreadID) bool {
	alive := m.System.Threads[t].Alive
	return alive == 0 || m.place[alive] < 0 || c.fixed[m.place[alive]] != term.False
}

// with returns a copy of a control with another state for one of the threads.
func (c *control) with(t efsm.ThreadID, at efsm.StateID, fixed []term.ID) control {
	next := control{slices.Clone(c.at), fixed}
	next.at[t] = at
	return next
}

// IsLive reports whether the value of a variable can still matter at a control. Assertions need not
// mention other variables.
func (m *Model) IsLive(c ControlID, v efsm.VarID) bool {
	t := m.System.Vars[v].Thread
	if t == 0 {
		return true
	}
	at := m.controls[c].at[t]
	return at > 0 && m.static[t].live[at][v]
}
