package fromir

import (
	"slices"
	"strconv"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// simplify makes a finished system smaller without changing which obligations can be violated.
func (b *builder) simplify(f *finisher) {
	b.foldArguments()
	for _, t := range b.threads {
		th := &b.sys.Threads[t.id]
		for i := 1; i < len(th.States); i++ {
			b.foldEnable(&th.States[i])
		}
	}
	f.dropUnneeded()
	for _, t := range b.threads {
		skipEmpty(&b.sys.Threads[t.id])
	}
}

// foldArguments replaces the argument of a thread if it is always the same constant. Before the thread
// gets the argument, no state reads it: the thread is neither alive nor done.
func (b *builder) foldArguments() {
	tr := term.NewTranslator(b.terms, b.terms)
	folded := make(map[efsm.VarID]bool)
	for _, t := range b.threads {
		if v := t.passed(); v != term.None && b.terms.IsConst(v) {
			tr.Bind(b.sys.Vars[t.arg].Term, v)
			folded[t.arg] = true
		}
	}
	for _, t := range b.threads {
		th := &b.sys.Threads[t.id]
		for i := 1; i < len(th.States); i++ {
			st := &th.States[i]
			replace(st, tr)
			st.Accesses = slices.DeleteFunc(st.Accesses, func(a efsm.Access) bool { return folded[a.Var] })
			st.Updates = slices.DeleteFunc(st.Updates, func(u efsm.Update) bool { return folded[u.Var] })
			tidy(st)
		}
	}
}

// foldEnable simplifies the effects of a state under the assumption that Enable holds.
func (b *builder) foldEnable(st *efsm.State) {
	enable := st.Enable
	if enable == term.True {
		return
	}
	tr := term.NewTranslator(b.terms, b.terms)
	work := []term.ID{enable}
	for len(work) > 0 {
		id := work[len(work)-1]
		work = work[:len(work)-1]
		switch {
		case b.terms.IsConst(id):
			continue
		case b.terms.Op(id) == term.OpAnd:
			work = append(work, b.terms.Args(id)...)
		case b.terms.Op(id) == term.OpNot:
			tr.Bind(b.terms.Arg(id, 0), term.False)
		}
		tr.Bind(id, term.True)
	}
	blocked := slices.Clone(st.Blocked) // used while Enable is false
	replace(st, tr)
	st.Enable, st.Blocked = enable, blocked
	tidy(st)
}

func replace(st *efsm.State, tr *term.Translator) {
	for id := range st.Terms() {
		*id = tr.Term(*id)
	}
}

// tidy removes parts of a state that cannot happen.
func tidy(st *efsm.State) {
	st.Accesses = slices.DeleteFunc(st.Accesses, func(a efsm.Access) bool { return a.When == term.False })
	st.Locks = slices.DeleteFunc(st.Locks, func(l efsm.LockAct) bool { return l.When == term.False })
	st.Obligations = slices.DeleteFunc(st.Obligations, func(o efsm.Obligation) bool { return o.When == term.False })
	st.Marks = slices.DeleteFunc(st.Marks, func(m efsm.Mark) bool { return m.When == term.False })
	st.Blocked = slices.DeleteFunc(st.Blocked, func(b efsm.Blocked) bool { return b.When == term.False || st.Enable == term.True })
	st.Edges = slices.DeleteFunc(st.Edges, func(e efsm.Edge) bool { return e.Guard == term.False })
}

// dropUnneeded removes updates and accesses of variables on which nothing depends: neither control flow
// nor violations. For races, all accesses of data are needed. A state without a visible effect becomes
// Local. Executions as a whole are an exception, because there it matters that they continue.
func (f *finisher) dropUnneeded() {
	sys := f.b.sys
	race := f.b.opts.Property == verdict.Race
	all := f.marks()
	needed := all.set
	for _, t := range f.b.threads {
		needed[t.alive] = true
		needed[t.done] = f.b.keepsEnds()
	}
	for _, v := range f.b.watched {
		needed[v] = true
	}
	for changed := true; changed; {
		changed = false
		for i := 1; i < len(sys.Threads); i++ {
			for j := 1; j < len(sys.Threads[i].States); j++ {
				changed = all.need(&sys.Threads[i].States[j], race) || changed
			}
		}
	}
	for i := 1; i < len(sys.Threads); i++ {
		for j := 1; j < len(sys.Threads[i].States); j++ {
			st := &sys.Threads[i].States[j]
			st.Accesses = slices.DeleteFunc(st.Accesses, func(a efsm.Access) bool {
				return !needed[a.Var] && !(race && sys.Vars[a.Var].Class == efsm.Data)
			})
			st.Updates = slices.DeleteFunc(st.Updates, func(u efsm.Update) bool { return !needed[u.Var] })
			if st.Kind == efsm.Visible && !st.Asked && !f.b.sys.Whole && st.Enable == term.True && len(st.Accesses)+len(st.Locks) == 0 && !st.Section {
				st.Kind, st.Within = efsm.Local, efsm.Origin{}
			}
		}
	}
}

// need adds the variables that a state's needed terms mention, and reports whether
// there were new ones.
func (m *marks) need(st *efsm.State, race bool) bool {
	needed, vars := m.set, m.f.b.sys.Vars
	base := *st
	base.Updates, base.Accesses, base.Locks = nil, nil, nil
	grew := false
	for id := range base.Terms() {
		grew = m.add(*id) || grew
	}
	for _, u := range st.Updates {
		if needed[u.Var] {
			grew = m.add(u.Value) || grew
		}
	}
	for _, a := range st.Accesses {
		if needed[a.Var] || race && vars[a.Var].Class == efsm.Data {
			grew = m.add(a.When) || grew
		}
	}
	for _, l := range st.Locks {
		if needed[l.Lock] {
			grew = m.add(l.When) || grew
		}
	}
	return grew
}

// skipEmpty removes states whose only effect is an edge to one other state.
func skipEmpty(t *efsm.Thread) {
	to := make([]efsm.StateID, len(t.States))
	for i := range to {
		to[i] = efsm.StateID(i)
	}
	for i := 1; i < len(t.States); i++ {
		st := &t.States[i]
		work := len(st.Updates) + len(st.Choices) + len(st.Obligations) + len(st.Marks)
		if st.Kind == efsm.Local && work == 0 && len(st.Edges) == 1 && st.Edges[0].Guard == term.True {
			to[i] = st.Edges[0].To
		}
	}
	end := func(c efsm.StateID) efsm.StateID {
		for range len(to) {
			if to[c] == c {
				break
			}
			c = to[c]
		}
		return c
	}
	t.Entry = end(t.Entry)
	for i := 1; i < len(t.States); i++ {
		for j := range t.States[i].Edges {
			e := &t.States[i].Edges[j]
			e.To = end(e.To)
		}
	}
	renumber(t)
}

// renumber numbers the states that can be reached from 1, in breadth-first order.
func renumber(t *efsm.Thread) {
	number := make([]efsm.StateID, len(t.States))
	order := []efsm.StateID{0, t.Entry}
	number[t.Entry] = 1
	for i := 1; i < len(order); i++ {
		for _, e := range t.States[order[i]].Edges {
			if number[e.To] == 0 {
				number[e.To] = efsm.StateID(len(order))
				order = append(order, e.To)
			}
		}
	}
	states := make([]efsm.State, len(order))
	for i := 1; i < len(order); i++ {
		states[i] = t.States[order[i]]
		states[i].Name = "s" + strconv.Itoa(i)
		for j := range states[i].Edges {
			states[i].Edges[j].To = number[states[i].Edges[j].To]
		}
	}
	t.States, t.Entry = states, 1
}
