package por

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Relax returns a system with all executions of s up to the first bad step, and more. It drops the part
// of a step's enabling condition and guard about variables that the step and another thread's steps
// update. Such conditions keep steps from commuting: for example, two additions, each of which ends the
// process if its sum is too large. The first thread is unchanged. The result is nil if there is nothing
// to drop. never reports whether a condition is certainly unsatisfiable.
func Relax(s *efsm.System, p verdict.Property, never func(term.ID) (bool, error)) (*efsm.System, error) {
	r := &relaxer{System: s, property: p, never: never, vars: make(map[term.ID]efsm.VarID), updates: make([]Set, len(s.Vars))}
	if len(s.Threads) > 64 {
		return nil, nil
	}
	for v := 1; v < len(s.Vars); v++ {
		r.vars[s.Vars[v].Term] = efsm.VarID(v)
	}
	for t := 2; t < len(s.Threads); t++ {
		for i := range s.Threads[t].States {
			for _, u := range s.Threads[t].States[i].Updates {
				r.updates[u.Var] = r.updates[u.Var].With(efsm.ThreadID(t))
			}
		}
	}
	out := *s
	out.Threads = slices.Clone(s.Threads)
	relaxed := false
	for t := 2; t < len(s.Threads); t++ {
		states := slices.Clone(s.Threads[t].States)
		for i := 1; i < len(states); i++ {
			is, err := r.relax(&states[i])
			if err != nil {
				return nil, err
			}
			relaxed = relaxed || is
		}
		out.Threads[t].States = states
	}
	if !relaxed {
		return nil, nil
	}
	return &out, nil
}

// relaxer relaxes one system.
type relaxer struct {
	*efsm.System
	property verdict.Property
	never    func(term.ID) (bool, error)
	vars     map[term.ID]efsm.VarID
	updates  []Set // by variable: the threads that update it, without the first
}

// relax changes a state and reports whether it did. It changes only states with a single edge whose
// guard holds in each step that is enabled and not bad.
func (r *relaxer) relax(st *efsm.State) (bool, error) {
	if len(st.Edges) != 1 || st.Wait != efsm.NoWait && st.Wait != efsm.WaitSection {
		return false, nil
	}
	both := make(map[efsm.VarID]bool)
	for _, u := range st.Updates {
		both[u.Var] = r.Vars[u.Var].Class == efsm.Data && r.updates[u.Var].Len() > 1
	}
	was := st.Edges[0].Guard
	guard := r.without(was, both)
	if guard == was && r.without(st.Enable, both) == st.Enable {
		return false, nil
	}
	bad := term.False
	for i := range st.Marks {
		bad = r.Terms.Or(bad, st.Marks[i].When)
	}
	for i := range st.Obligations {
		if st.Obligations[i].Property == r.property {
			bad = r.Terms.Or(bad, st.Obligations[i].When)
		}
	}
	if always, err := r.never(r.Terms.Conj(st.Enable, r.Terms.Not(bad), r.Terms.Not(was))); !always || err != nil {
		return false, err
	}
	tr := term.NewTranslator(r.Terms, r.Terms)
	hold(tr, r.Terms, was)
	st.Updates = slices.Clone(st.Updates)
	for i := range st.Updates {
		st.Updates[i].Value = tr.Term(st.Updates[i].Value)
	}
	st.Enable = r.Terms.Or(guard, bad)
	if st.Enable == term.True {
		st.Wait = efsm.NoWait
	}
	st.Edges = []efsm.Edge{{Guard: guard, To: st.Edges[0].To}}
	return true, nil
}

// hold makes the translator simplify terms under a condition that holds.
func hold(tr *term.Translator, terms *term.Store, id term.ID) {
	switch args := terms.Args(id); {
	case terms.IsConst(id):
		return
	case terms.Op(id) == term.OpAnd:
		hold(tr, terms, args[0])
		hold(tr, terms, args[1])
	case terms.Op(id) == term.OpNot:
		tr.Bind(args[0], term.False)
	}
	tr.Bind(id, term.True)
}

// without returns a condition without the conjuncts that mention given variables.
func (r *relaxer) without(id term.ID, vars map[efsm.VarID]bool) term.ID {
	if args := r.Terms.Args(id); r.Terms.Op(id) == term.OpAnd {
		return r.Terms.And(r.without(args[0], vars), r.without(args[1], vars))
	}
	if slices.ContainsFunc(r.Terms.Below(id), func(below term.ID) bool { return vars[r.vars[below]] }) {
		return term.True
	}
	return id
}
