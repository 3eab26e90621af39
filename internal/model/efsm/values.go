package efsm

import (
	"maps"
	"slices"

	"github.com/heddle-mc/heddle/internal/solve/term"
)

// possible has facts about the values of shared variables in all executions of a system. For a variable
// that is only written with constants it has these constants; and it has the value that a variable
// keeps once a thread runs.
type possible struct {
	terms  *term.Store
	values map[VarID][]term.ID
	within []map[VarID]term.ID // by thread
}

// possible computes the facts. A variable has its initial value and the values written to it. If every
// write stores the same constant, and the creator of a thread has executed one, the thread sees that
// constant.
func (s *System) possible() *possible {
	p := &possible{terms: s.Terms, values: make(map[VarID][]term.ID), within: make([]map[VarID]term.ID, len(s.Threads))}
	written := make(map[VarID][]*State)
	created := make([]bool, len(s.Vars)) // threads whose Alive it is, since some state writes it
	for i := 1; i < len(s.Threads); i++ {
		for c := range s.Threads[i].States {
			for _, u := range s.Threads[i].States[c].Updates {
				created[u.Var] = true
			}
		}
	}
	for i := 1; i < len(s.Threads); i++ {
		if alive := s.Threads[i].Alive; alive != 0 && s.Vars[alive].Init == term.False && !created[alive] {
			continue
		}
		for c := range s.Threads[i].States {
			st := &s.Threads[i].States[c]
			for _, u := range st.Updates {
				written[u.Var] = append(written[u.Var], st)
			}
		}
	}
	for v := VarID(1); int(v) < len(s.Vars); v++ {
		w := &s.Vars[v]
		if w.Thread != 0 || w.Init == term.None || w.Sort.IsArray() {
			continue
		}
		values, known := []term.ID{w.Init}, true
		for _, st := range written[v] {
			known = known && s.leaves(st.value(v), w.Term, &values)
		}
		if known {
			p.values[v] = values
		}
	}
	for i := 1; i < len(s.Threads); i++ {
		p.within[i] = make(map[VarID]term.ID)
		alive := s.Threads[i].Alive
		if alive == 0 || s.Vars[alive].Init != term.False {
			continue
		}
		for v := range written {
			if value := s.along(written[v], written[alive], v); value != term.None && s.Vars[v].Thread == 0 {
				p.within[i][v] = value
			}
		}
	}
	return p
}

// Settled returns, by thread, the shared variables with a constant value while the thread runs: every
// write stores the same constant, and the creation of the thread is one of these writes.
func (s *System) Settled() [][]VarID {
	out := make([][]VarID, len(s.Threads))
	for i, known := range s.possible().within {
		out[i] = slices.Sorted(maps.Keys(known))
	}
	return out
}

// value returns the value that a state writes to a variable; term.None: it does not write it.
func (st *State) value(v VarID) term.ID {
	for _, u := range st.Updates {
		if u.Var == v {
			return u.Value
		}
	}
	return term.None
}

// leaves adds the constants that a value may be to a list. It reports whether the value can be nothing
// but these constants or the old value.
func (s *System) leaves(value, own term.ID, to *[]term.ID) bool {
	switch {
	case value == own:
		return true
	case s.Terms.IsConst(value):
		if !slices.Contains(*to, value) {
			*to = append(*to, value)
		}
		return true
	case s.Terms.Op(value) == term.OpIte:
		return s.leaves(s.Terms.Arg(value, 1), own, to) && s.leaves(s.Terms.Arg(value, 2), own, to)
	}
	return false
}

// along returns the constant that all states of a list write to a variable, if all states in creations
// write it too; term.None: there is none.
func (s *System) along(states, creations []*State, v VarID) term.ID {
	value := term.None
	for _, st := range states {
		if !s.Terms.IsConst(st.value(v)) || value != term.None && value != st.value(v) {
			return term.None
		}
		value = st.value(v)
	}
	for _, st := range creations {
		if st.value(v) != value {
			return term.None
		}
	}
	return value
}

// into returns the facts for a system of another store.
func (p *possible) into(terms *term.Store) *possible {
	tr := term.NewTranslator(p.terms, terms)
	out := &possible{terms: terms, values: make(map[VarID][]term.ID), within: make([]map[VarID]term.ID, len(p.within))}
	for v, list := range p.values {
		for _, value := range list {
			out.values[v] = append(out.values[v], tr.Term(value))
		}
	}
	for i, known := range p.within {
		out.within[i] = make(map[VarID]term.ID)
		for v, value := range known {
			out.within[i][v] = tr.Term(value)
		}
	}
	return out
}

// never finds the comparisons of shared variables with constants that hold in no execution.
type never struct {
	known *possible // nil: nothing is
	owner map[term.ID]VarID
	tr    *term.Translator
	walk  *term.Walk // over the terms in which comparisons were sought
}

func newNever(s *System, known *possible) *never {
	n := &never{known: known, owner: make(map[term.ID]VarID), tr: term.NewTranslator(s.Terms, s.Terms), walk: term.NewWalk(s.Terms)}
	if known != nil {
		for v := range known.values {
			n.owner[s.Vars[v].Term] = v
		}
	}
	return n
}

// has returns the constant that a variable keeps once a thread runs.
func (n *never) has(t ThreadID, v VarID) (value term.ID, ok bool) {
	if n.known == nil {
		return term.None, false
	}
	value, ok = n.known.within[t][v]
	return value, ok
}

// without returns a term with comparisons that never hold replaced by false.
func (n *never) without(id term.ID) term.ID {
	if n.known == nil {
		return id
	}
	terms := n.known.terms
	n.walk.Visit(id, func(part term.ID) {
		if terms.Op(part) != term.OpEq {
			return
		}
		for i := range 2 {
			v, value := terms.Arg(part, i), terms.Arg(part, 1-i)
			if owner, ok := n.owner[v]; ok && terms.IsConst(value) && !slices.Contains(n.known.values[owner], value) {
				n.tr.Bind(part, term.False)
			}
		}
	})
	return n.tr.Term(id)
}
