package efsm

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Replicas execute the same program, each on variables of its own, once their Alive holds. There may be
// any number of further ones besides those in the system. All other variables are shared with all
// threads, so a step of a replica does not depend on variables of another replica.
//
// Consider a property of at most k replicas and everything that is not a replica's. If it holds at
// first and the steps of k+1 replicas preserve it, it holds for any number. For a step of a thread
// outside the k is a step of the system of these k+1, and before it the property holds for any k of
// them. (Pnueli, Ruah, Zuck, "Automatic deductive verification with invisible invariants", TACAS 2001,
// have this for invariants that are true of each choice of threads.)

// Own returns the variables of a thread, without its inputs. The lists of two replicas have
// corresponding variables at the same index.
func (s *System) Own(id ThreadID) []VarID {
	list := []VarID{}
	for v := 1; v < len(s.Vars); v++ {
		if s.Vars[v].Thread == id && s.Vars[v].Class != Input {
			list = append(list, VarID(v))
		}
	}
	return append(list, s.Threads[id].Alive)
}

// CheckReplicas returns an error if the threads of Replicas are not replicas: they execute different
// programs, or another thread uses their variables. The only use allowed is to start one of them, or
// none, depending on an input on which nothing else depends.
func (s *System) CheckReplicas() error {
	alive := make(map[term.ID]bool)
	for _, list := range s.Replicas {
		for _, id := range list {
			t := &s.Threads[id]
			if t.Alive == 0 || t.Done != 0 {
				return fmt.Errorf("replica %s is there from the start, or its end matters", t.Name)
			}
			alive[s.Vars[t.Alive].Term] = true
			if err := s.same(list[0], id); err != nil {
				return fmt.Errorf("replica %s: %w", t.Name, err)
			}
		}
	}
	for i := 1; i < len(s.Threads); i++ {
		for c := 1; c < len(s.Threads[i].States); c++ {
			if err := s.starts(&s.Threads[i].States[c], alive); err != nil {
				return fmt.Errorf("%s %s: %w", s.Threads[i].Name, s.Threads[i].States[c].Name, err)
			}
		}
	}
	return nil
}

// same returns an error if two threads differ in more than the names of variables.
func (s *System) same(a, b ThreadID) error {
	t, u := &s.Threads[a], &s.Threads[b]
	to := make(map[VarID]VarID)
	var lists [2][]VarID
	for v := 1; v < len(s.Vars); v++ {
		for k, id := range []ThreadID{a, b} {
			if s.Vars[v].Thread == id || s.Threads[id].Alive == VarID(v) {
				lists[k] = append(lists[k], VarID(v))
			}
		}
	}
	if len(lists[0]) != len(lists[1]) || len(t.States) != len(u.States) || t.Entry != u.Entry {
		return errors.New("other states or variables")
	}
	tr := term.NewTranslator(s.Terms, s.Terms)
	for i, v := range lists[0] {
		x, y := &s.Vars[v], &s.Vars[lists[1][i]]
		if x.Sort != y.Sort || x.Class != y.Class || x.Init != y.Init {
			return fmt.Errorf("other variable %s", y.Name)
		}
		tr.Bind(x.Term, y.Term)
		to[v] = lists[1][i]
	}
	for c := 1; c < len(t.States); c++ {
		if st := renamed(&t.States[c], tr, to); !reflect.DeepEqual(st, u.States[c]) {
			return fmt.Errorf("other state %s", st.Name)
		}
	}
	return nil
}

// renamed returns a state with its variables replaced.
func renamed(st *State, tr *term.Translator, to map[VarID]VarID) State {
	out := *st
	out.Accesses, out.Locks, out.Updates = slices.Clone(st.Accesses), slices.Clone(st.Locks), slices.Clone(st.Updates)
	out.Edges, out.Choices, out.Obligations = slices.Clone(st.Edges), slices.Clone(st.Choices), slices.Clone(st.Obligations)
	out.Marks, out.Blocked = slices.Clone(st.Marks), slices.Clone(st.Blocked)
	rename := func(v *VarID) {
		if w, is := to[*v]; is {
			*v = w
		}
	}
	for i := range out.Accesses {
		rename(&out.Accesses[i].Var)
	}
	for i := range out.Locks {
		rename(&out.Locks[i].Lock)
	}
	for i := range out.Updates {
		rename(&out.Updates[i].Var)
	}
	for i := range out.Choices {
		rename(&out.Choices[i].Input)
	}
	for id := range out.Terms() {
		*id = tr.Term(*id)
	}
	slices.SortFunc(out.Updates, func(a, b Update) int { return int(a.Var) - int(b.Var) })
	return out
}

// starts returns an error if a state uses the Alive of replicas for more than starting one of a list,
// or none.
func (s *System) starts(st *State, alive map[term.ID]bool) error {
	rest := *st
	rest.Accesses = nil
	rest.Updates = slices.DeleteFunc(slices.Clone(st.Updates), func(u Update) bool { return alive[s.Vars[u.Var].Term] })
	below := rest.below(s.Terms)
	if slices.ContainsFunc(below, func(id term.ID) bool { return alive[id] }) {
		return errors.New("a replica is looked at")
	}
	for _, list := range s.Replicas {
		begins := make([]term.ID, len(list))
		some := false
		for k, id := range list {
			begins[k] = term.False
			v := s.Threads[id].Alive
			i := slices.IndexFunc(st.Updates, func(u Update) bool { return u.Var == v })
			if i < 0 {
				continue
			}
			some = true
			if s.where(st.Updates[i].Value, s.Vars[v].Term, term.True) != term.True {
				return fmt.Errorf("%s ends", s.Vars[v].Name)
			}
			begins[k] = s.where(st.Updates[i].Value, s.Vars[v].Term, term.False)
		}
		parts := s.Terms.Below(begins...)
		if slices.ContainsFunc(parts, func(id term.ID) bool { return alive[id] }) {
			return errors.New("a replica is looked at")
		}
		if some && !slices.ContainsFunc(parts, func(id term.ID) bool { return s.picks(id, begins) && !slices.Contains(below, id) }) {
			return errors.New("a replica begins for another reason than an input")
		}
	}
	return nil
}

// maxPick is the greatest width in bits of an input that selects the replica to start.
const maxPick = 8

// picks reports whether a term is an input that selects at most one of conditions. With value k only
// condition k can hold, under a condition that is the same for every k. With some value none can hold.
func (s *System) picks(id term.ID, conditions []term.ID) bool {
	v := slices.IndexFunc(s.Vars[1:], func(v Var) bool { return v.Term == id && v.Class == Input }) + 1
	if v == 0 || s.Vars[v].Sort == term.Bool || s.Vars[v].Sort.Width() > maxPick {
		return false
	}
	w := s.Vars[v].Sort.Width()
	alike := s.where(conditions[0], id, s.Terms.Uint(0, w))
	for n := range 1 << w {
		for k, c := range conditions {
			want := term.False
			if n == k {
				want = alike
			}
			if s.where(c, id, s.Terms.Uint(uint64(n), w)) != want {
				return false
			}
		}
	}
	return 1<<w > len(conditions) && !slices.ContainsFunc(s.Terms.Below(alike), func(t term.ID) bool { return t == id })
}

// where returns a term with a variable replaced by another term.
func (s *System) where(id, variable, by term.ID) term.ID {
	tr := term.NewTranslator(s.Terms, s.Terms)
	tr.Bind(variable, by)
	return tr.Term(id)
}
