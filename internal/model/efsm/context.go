package efsm

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/solve/term"
)

// maxContexts bounds the control states of a thread that Contexts makes.
const maxContexts = 3000

// Contexts returns a system in which a control state has one copy for each combination of constant
// values that variables have there. These are return sites, with the arguments of a procedure, and
// counters of short loops. It is the context-sensitive reachability (CXT) of Ganai and Gupta, section
// 7, with values instead of call strings: a path returns only to its call, and the accesses of a state
// are known better.
//
// Variables keep their numbers; variables that became constants are unused. A variable with more values
// than a thread may have states remains a variable. Comparisons of shared variables with constants that
// they never have are false (values.go). A thread that is never created has only a state in which it is
// stopped.
func (s *System) Contexts() *System {
	out, _ := s.contexts()
	return out
}

// contexts returns the system and, by thread and state of it, the original state. It makes contexts
// twice. The second time it uses the values that shared variables may have in the first result, so
// fewer things can happen. It does so only without replicas: these stand for further threads, which
// also write.
func (s *System) contexts() (*System, [][]StateID) {
	first, origin := s.contextsWith(nil)
	if len(s.Replicas) > 0 {
		return first, origin
	}
	return s.contextsWith(first.possible())
}

// contextsWith makes the contexts, using the known values of shared variables in all executions; nil:
// none are known.
func (s *System) contextsWith(known *possible) (*System, [][]StateID) {
	out := NewSystem(term.New(term.Options{}))
	out.Files, out.Whole, out.FreesShared, out.Tagged, out.Replicas = s.Files, s.Whole, s.FreesShared, s.Tagged, s.Replicas
	constants := term.NewTranslator(s.Terms, out.Terms)
	for v := 1; v < len(s.Vars); v++ {
		w := s.Vars[v]
		if w.Init != term.None {
			w.Init = constants.Term(w.Init)
		}
		out.AddVar(w)
	}
	if known != nil {
		known = known.into(out.Terms)
	}
	never := newNever(out, known)
	origin := make([][]StateID, len(s.Threads))
	into, within := term.NewTranslator(s.Terms, out.Terms), term.NewTranslator(out.Terms, out.Terms)
	for i := 1; i < len(s.Threads); i++ {
		t := &s.Threads[i]
		sp := &splitter{s: s, out: out, into: into, within: within, never: never, id: ThreadID(i), t: t, open: make([]bool, len(s.Vars))}
		for v := 1; v < len(s.Vars); v++ {
			w := &s.Vars[v]
			sp.open[v] = w.Thread == sp.id && w.Class != Input && !w.Sort.IsArray()
		}
		id := out.AddThread(t.Name)
		if known != nil && slices.Equal(known.values[t.Alive], []term.ID{term.False}) {
			sp.states, sp.nodes = []State{{}, {Name: t.States[t.Entry].Name, Kind: Stopped, Enable: term.True}}, []context{{}, {at: t.Entry}}
		} else {
			for !sp.split() {
			}
		}
		made := &out.Threads[id]
		made.Func, made.Alive, made.Done, made.Entry, made.States = t.Func, t.Alive, t.Done, 1, sp.states
		for _, n := range sp.nodes {
			origin[id] = append(origin[id], n.at)
		}
	}
	return out, origin
}

// splitter splits the states of one thread by context.
type splitter struct {
	s, out *System
	into   *term.Translator // of terms of a context
	within *term.Translator // of the terms that are known where an edge is taken
	never  *never
	id     ThreadID
	t      *Thread
	open   []bool // by VarID: the variable may be one of constants
	closed int    // the number of variables that were open and are not any more

	live   [][]VarID // by state: those of open that are read there or later before they are assigned
	states []State
	number map[string]StateID
	nodes  []context
	values map[VarID]map[term.ID]bool // that were met
}

// context is a state with the values of the variables that are live there.
type context struct {
	at     StateID
	values []term.ID // parallel to live; term.None: no constant
}

// split makes the states and reports whether it succeeded. Otherwise there were too many states, and it
// has closed some variables for the next attempt.
func (sp *splitter) split() bool {
	sp.findLive()
	sp.states, sp.nodes = make([]State, 1), make([]context, 1)
	sp.number, sp.values = make(map[string]StateID), make(map[VarID]map[term.ID]bool)
	entry := context{at: sp.t.Entry}
	for _, v := range sp.live[sp.t.Entry] {
		entry.values = append(entry.values, sp.out.Vars[v].Init)
	}
	sp.visit(entry)
	for i := 1; i < len(sp.nodes); i++ {
		sp.specialise(sp.nodes[i])
		if len(sp.nodes) > max(maxContexts, len(sp.t.States)) {
			sp.giveUp()
			return false
		}
	}
	return true
}

// giveUp closes the variables with the most values: one the first time, then twice as many each time,
// so that there are few attempts.
func (sp *splitter) giveUp() {
	for range sp.closed + 1 {
		most := VarID(0)
		for v := VarID(1); int(v) < len(sp.s.Vars); v++ {
			if sp.open[v] && (most == 0 || len(sp.values[v]) > len(sp.values[most])) {
				most = v
			}
		}
		sp.open[most] = false
		sp.closed++
	}
}

func (sp *splitter) visit(c context) StateID {
	var key strings.Builder
	fmt.Fprint(&key, c.at)
	for i, x := range c.values {
		fmt.Fprint(&key, " ", x)
		v := sp.live[c.at][i]
		if x == term.None {
			continue
		}
		if sp.values[v] == nil {
			sp.values[v] = make(map[term.ID]bool)
		}
		sp.values[v][x] = true
	}
	n, ok := sp.number[key.String()]
	if !ok {
		n = StateID(len(sp.nodes))
		sp.number[key.String()] = n
		sp.nodes = append(sp.nodes, c)
	}
	return n
}

// specialise makes the state of a context.
func (sp *splitter) specialise(c context) {
	st := &sp.t.States[c.at]
	tr := sp.into
	tr.Undo(0)
	known := make(map[VarID]term.ID)
	for i, v := range sp.live[c.at] {
		if known[v] = c.values[i]; known[v] == term.None {
			known[v] = sp.out.Vars[v].Term
		}
	}
	for v := 1; v < len(sp.s.Vars); v++ {
		to := sp.out.Vars[v].Term
		if x, ok := known[VarID(v)]; ok {
			to = x
		} else if x, ok := sp.never.has(sp.id, VarID(v)); ok {
			to = x
		}
		tr.Bind(sp.s.Vars[v].Term, to)
	}
	made := sp.state(st)
	made.Name = fmt.Sprintf("%s.%d", st.Name, len(sp.states))
	for _, u := range st.Updates {
		if sp.open[u.Var] {
			known[u.Var] = sp.term(u.Value)
		}
	}
	kept := make(map[VarID]bool) // those that are no constants in a context after this one
	for _, e := range st.Edges {
		guard := sp.term(e.Guard)
		if guard == term.False {
			continue
		}
		next := context{at: e.To}
		there := sp.taken(guard)
		for _, v := range sp.live[e.To] {
			value := there.Term(known[v])
			if !sp.out.Terms.IsConst(value) {
				value, kept[v] = term.None, true
			}
			next.values = append(next.values, value)
		}
		made.Edges = append(made.Edges, Edge{Guard: guard, To: sp.visit(next)})
	}
	for _, u := range st.Updates {
		if value := sp.term(u.Value); (kept[u.Var] || !sp.open[u.Var]) && value != sp.out.Vars[u.Var].Term {
			made.Updates = append(made.Updates, Update{Var: u.Var, Value: value})
		}
	}
	if len(st.Edges) > 0 && len(made.Edges) == 0 && made.Kind != Halt {
		sp.stop(&made)
	}
	if sp.isPrivate(&made) {
		made.Kind, made.Wait = Local, NoWait
	}
	sp.states = append(sp.states, made)
}

// taken returns a translator that simplifies terms under the assumption that a guard holds. A value
// that depends on the path through a state becomes a constant on the edge of that path. The translator
// is valid until the next call.
func (sp *splitter) taken(guard term.ID) *term.Translator {
	terms, tr := sp.out.Terms, sp.within
	tr.Undo(0)
	var holds func(id term.ID)
	holds = func(id term.ID) {
		switch terms.Op(id) {
		case term.OpConst:
			return
		case term.OpAnd:
			holds(terms.Arg(id, 0))
			holds(terms.Arg(id, 1))
		case term.OpNot:
			tr.Bind(terms.Arg(id, 0), term.False)
		case term.OpEq:
			for i := range 2 {
				if x, value := terms.Arg(id, i), terms.Arg(id, 1-i); terms.IsVar(x) && terms.IsConst(value) {
					tr.Bind(x, value)
				}
			}
		}
		tr.Bind(id, term.True)
	}
	holds(guard)
	return tr
}

// stop gives a state that cannot continue an edge that is never taken, because a state without edges
// would be the last of its thread.
func (sp *splitter) stop(st *State) {
	self := StateID(len(sp.states))
	st.Edges = []Edge{{Guard: term.False, To: self}}
}

// isPrivate reports whether a visible state touches nothing shared in its context.
func (sp *splitter) isPrivate(st *State) bool {
	return st.Kind == Visible && !st.Asked && !st.Section && !sp.s.Whole && st.Enable == term.True && len(st.Accesses) == 0 && len(st.Locks) == 0 &&
		!slices.ContainsFunc(st.Updates, func(u Update) bool { return sp.s.Vars[u.Var].Thread == 0 })
}

// state translates a state, without its updates and edges, and leaves out parts that cannot happen.
func (sp *splitter) state(st *State) State {
	made := *st
	made.Enable = sp.term(st.Enable)
	made.Updates, made.Edges = nil, nil
	made.Accesses = remaining(sp, st.Accesses, func(a *Access) *term.ID { return &a.When })
	made.Locks = remaining(sp, st.Locks, func(l *LockAct) *term.ID { return &l.When })
	made.Choices = remaining(sp, st.Choices, func(c *Choice) *term.ID { return &c.When })
	made.Obligations = remaining(sp, st.Obligations, func(o *Obligation) *term.ID { return &o.When })
	made.Marks = remaining(sp, st.Marks, func(m *Mark) *term.ID { return &m.When })
	made.Blocked = remaining(sp, st.Blocked, func(b *Blocked) *term.ID { return &b.When })
	return made
}

// term translates a term into the context, and replaces comparisons that never hold.
func (sp *splitter) term(id term.ID) term.ID { return sp.never.without(sp.into.Term(id)) }

// remaining returns the parts of a state with their conditions translated, without parts whose
// condition is false.
func remaining[T any](sp *splitter, list []T, when func(*T) *term.ID) []T {
	var out []T
	for _, x := range list {
		at := when(&x)
		if *at = sp.term(*at); *at != term.False {
			out = append(out, x)
		}
	}
	return out
}

// findLive computes, for each state, the open variables that are live there.
func (sp *splitter) findLive() {
	n := len(sp.t.States)
	reads, kills := make([][]bool, n), make([][]bool, n)
	owner := make(map[term.ID]VarID)
	for v := 1; v < len(sp.s.Vars); v++ {
		if sp.open[v] {
			owner[sp.s.Vars[v].Term] = VarID(v)
		}
	}
	for c := 1; c < n; c++ {
		reads[c], kills[c] = make([]bool, len(sp.s.Vars)), make([]bool, len(sp.s.Vars))
		for _, id := range sp.t.States[c].below(sp.s.Terms) {
			if v, ok := owner[id]; ok {
				reads[c][v] = true
			}
		}
		for _, u := range sp.t.States[c].Updates {
			kills[c][u.Var] = true
		}
	}
	for changed := true; changed; {
		changed = false
		for c := n - 1; c > 0; c-- {
			for _, e := range sp.t.States[c].Edges {
				for v, live := range reads[e.To] {
					if live && !kills[c][v] && !reads[c][v] {
						reads[c][v] = true
						changed = true
					}
				}
			}
		}
	}
	sp.live = make([][]VarID, n)
	for c := 1; c < n; c++ {
		for v, live := range reads[c] {
			if live {
				sp.live[c] = append(sp.live[c], VarID(v))
			}
		}
		slices.Sort(sp.live[c])
	}
}
