package fromir

import (
	"fmt"
	"maps"
	"slices"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// finish makes the states from the regions. It leaves out updates and variables that are never read.
func (b *builder) finish() {
	f := &finisher{b: b, owner: make(map[term.ID]efsm.VarID)}
	for v := 1; v < len(b.sys.Vars); v++ {
		f.owner[b.sys.Vars[v].Term] = efsm.VarID(v)
	}
	all := f.marks()
	used := all.set
	for _, t := range b.threads {
		f.thread(t)
	}
	b.simplify(f)
	for _, t := range b.threads {
		th := &b.sys.Threads[t.id]
		for i := 1; i < len(th.States); i++ {
			all.markUsed(&th.States[i])
		}
	}
	for _, t := range b.threads {
		th := &b.sys.Threads[t.id]
		used[t.alive] = true
		used[t.done] = used[t.done] || b.keepsEnds()
		if th.Done = t.done; !used[t.done] {
			th.Done = 0
		}
	}
	for _, v := range b.watched {
		used[v] = true
	}
	b.compact(used)
}

type finisher struct {
	b     *builder
	owner map[term.ID]efsm.VarID
}

// marks is a set of variables. add adds the variables of a term, and visits each term once.
type marks struct {
	f    *finisher
	set  []bool // by VarID
	walk *term.Walk
}

func (f *finisher) marks() *marks {
	return &marks{f: f, set: make([]bool, len(f.b.sys.Vars)), walk: term.NewWalk(f.b.terms)}
}

// add adds the variables of a term, and reports whether there were new ones.
func (m *marks) add(id term.ID) bool {
	grew := false
	m.walk.Visit(id, func(id term.ID) {
		if v := m.f.owner[id]; v != 0 && !m.set[v] {
			m.set[v] = true
			grew = true
		}
	})
	return grew
}

func (f *finisher) thread(t *thread) {
	th := &f.b.sys.Threads[t.id]
	th.Entry, th.Alive, th.Done = 1, t.alive, t.done
	th.Func = t.runs()
	raw := f.reachable(t)
	live := f.liveness(raw)
	for i := 1; i < len(raw); i++ {
		x := raw[i]
		st := x.state
		if st.Kind == efsm.Visible {
			st.Enable = x.enable
			if st.Enable == term.True {
				st.Wait = efsm.NoWait
			} else if st.Wait == efsm.NoWait {
				st.Wait = efsm.WaitSection
			}
		} else {
			if len(st.Accesses) > 0 {
				panic(fmt.Sprintf("fromir: finish: a local state accesses %s", f.b.sys.Vars[st.Accesses[0].Var].Name))
			}
			st.Wait, st.Within = efsm.NoWait, efsm.Origin{}
		}
		st.Updates = f.updates(x, live)
		for _, e := range x.exits {
			if e.to != 0 {
				st.Edges = append(st.Edges, efsm.Edge{Guard: e.p.cond, To: e.to})
			}
		}
		th.States = append(th.States, st)
	}
}

// runs returns the name of the program's function that a thread runs; empty: it may be one of several.
func (t *thread) runs() string {
	name := ""
	for _, c := range t.copies {
		if !c.fn.Model && slices.ContainsFunc(c.callers, func(from caller) bool { return from.copied == t.root }) {
			if name != "" {
				return ""
			}
			name = c.fn.Name
		}
	}
	return name
}

// reachable returns the regions that exits lead to, numbered anew in the order in
// which they are first met.
func (f *finisher) reachable(t *thread) []*region {
	rs := t.regions
	number := make([]efsm.StateID, len(rs.raw))
	number[1] = 1
	list := []*region{nil, rs.raw[1]}
	for i := 1; i < len(list); i++ {
		for j := range list[i].exits {
			e := &list[i].exits[j]
			if e.to == 0 {
				continue
			}
			if number[e.to] == 0 {
				number[e.to] = efsm.StateID(len(list))
				list = append(list, rs.raw[e.to])
			}
			e.to = number[e.to]
		}
	}
	return list
}

// updates returns the updates of a state: of all shared variables, and of the thread's variables that
// are read later.
func (f *finisher) updates(x *region, live [][]bool) []efsm.Update {
	terms := f.b.terms
	values := make(map[efsm.VarID]term.ID)
	maps.Copy(values, x.shared)
	var vars []efsm.VarID
	for v := range x.shared {
		vars = append(vars, v)
	}
	seen := make(map[efsm.VarID]bool)
	var own []efsm.VarID
	for _, e := range x.exits {
		for v := range e.p.vals {
			if f.b.sys.Vars[v].Thread != 0 && !seen[v] {
				seen[v] = true
				own = append(own, v)
			}
		}
	}
	slices.Sort(own)
	for _, v := range own {
		value, read := term.None, false
		for _, e := range x.exits {
			if e.to == 0 || !live[e.to][v] {
				continue
			}
			read = true
			if here := x.value(e.p, v); value == term.None {
				value = here
			} else {
				value = terms.Ite(e.p.cond, here, value)
			}
		}
		if read {
			values[v] = value
			vars = append(vars, v)
		}
	}
	slices.Sort(vars)
	var updates []efsm.Update
	for _, v := range vars {
		if values[v] != f.b.sys.Vars[v].Term {
			updates = append(updates, efsm.Update{Var: v, Value: values[v]})
		}
	}
	return updates
}

// liveness returns, for each state, which variables of the thread are read in it or
// later before they are assigned.
func (f *finisher) liveness(raw []*region) [][]bool {
	live := make([]*marks, len(raw))
	for i := 1; i < len(raw); i++ {
		live[i] = f.marks()
		x := raw[i]
		st := x.state
		st.Enable = x.enable
		for _, e := range x.exits {
			st.Edges = append(st.Edges, efsm.Edge{Guard: e.p.cond})
		}
		for id := range st.Terms() {
			live[i].add(*id)
		}
		for _, id := range x.shared {
			live[i].add(id)
		}
	}
	for changed := true; changed; {
		changed = false
		f.b.poll()
		for i := len(raw) - 1; i > 0; i-- {
			for _, e := range raw[i].exits {
				if e.to == 0 {
					continue
				}
				for v, l := range live[e.to].set {
					if !l {
						continue
					}
					if id, ok := e.p.vals[efsm.VarID(v)]; ok {
						changed = live[i].add(id) || changed
					} else if !live[i].set[v] {
						live[i].set[v] = true
						changed = true
					}
				}
			}
		}
	}
	sets := make([][]bool, len(raw))
	for i := 1; i < len(raw); i++ {
		sets[i] = live[i].set
	}
	return sets
}

// markUsed adds the variables that a state mentions.
func (m *marks) markUsed(st *efsm.State) {
	used := m.set
	for id := range st.Terms() {
		m.add(*id)
	}
	for _, a := range st.Accesses {
		used[a.Var] = true
	}
	for _, l := range st.Locks {
		used[l.Lock] = true
	}
	for _, c := range st.Choices {
		used[c.Input] = true
	}
	for _, u := range st.Updates {
		used[u.Var] = true
	}
}

func (b *builder) compact(used []bool) {
	to := make([]efsm.VarID, len(used))
	kept := b.sys.Vars[:1]
	for v := 1; v < len(used); v++ {
		if used[v] {
			to[v] = efsm.VarID(len(kept))
			kept = append(kept, b.sys.Vars[v])
		}
	}
	b.sys.Vars = kept
	for i := 1; i < len(b.sys.Threads); i++ {
		t := &b.sys.Threads[i]
		t.Alive, t.Done = to[t.Alive], to[t.Done]
		for j := 1; j < len(t.States); j++ {
			st := &t.States[j]
			for k := range st.Accesses {
				st.Accesses[k].Var = to[st.Accesses[k].Var]
			}
			for k := range st.Locks {
				st.Locks[k].Lock = to[st.Locks[k].Lock]
			}
			for k := range st.Choices {
				st.Choices[k].Input = to[st.Choices[k].Input]
			}
			for k := range st.Updates {
				st.Updates[k].Var = to[st.Updates[k].Var]
			}
		}
	}
}
