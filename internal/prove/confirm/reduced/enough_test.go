package reduced

import (
	"context"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// TestEnough has a set of one thread. The other thread violates something only after it has joined the
// thread whose number a variable holds. The set is enough if that is the thread in it on all ways that
// can be taken.
func TestEnough(t *testing.T) {
	for name, c := range map[string]struct {
		first, second uint64 // threads that the variable names on two ways
		closed        bool   // the second way is never gone
		want          bool
	}{
		"one thread":               {2, 2, false, true},
		"either":                   {2, 3, false, false},
		"the other one":            {3, 3, false, false},
		"either, on a closed way":  {2, 3, true, true},
		"another, on a closed way": {3, 2, true, false},
	} {
		s := efsm.NewSystem(term.New(term.Options{}))
		main := s.AddThread("main")
		done := []efsm.VarID{0, 0, s.AddVar(efsm.Var{Name: "done 2", Sort: term.Bool, Init: term.False}), s.AddVar(efsm.Var{Name: "done 3", Sort: term.Bool, Init: term.False})}
		in := s.Vars[s.AddVar(efsm.Var{Name: "in", Sort: term.Bool, Class: efsm.Input, Thread: main})].Term
		handle := s.AddVar(efsm.Var{Name: "handle", Sort: term.BV(8), Thread: main})
		joins := term.False
		for id := efsm.ThreadID(2); id <= 3; id++ {
			s.AddThread("thread")
			s.Threads[id].Done, s.Threads[id].Entry = done[id], 1
			s.Threads[id].AddState(efsm.State{Name: "end", Kind: efsm.Visible, Enable: term.True, Updates: []efsm.Update{{Var: done[id], Value: term.True}}})
			joins = s.Terms.Or(joins, s.Terms.And(s.Terms.Eq(s.Vars[handle].Term, s.Terms.Uint(uint64(id), 8)), s.Vars[done[id]].Term))
		}
		other := s.Terms.Not(in)
		if c.closed {
			other = term.False
		}
		names := func(n uint64) efsm.State {
			return efsm.State{Updates: []efsm.Update{{Var: handle, Value: s.Terms.Uint(n, 8)}}, Edges: []efsm.Edge{{Guard: term.True, To: 4}}}
		}
		s.Threads[main].Entry = 1
		for i, st := range []efsm.State{
			{Edges: []efsm.Edge{{Guard: in, To: 2}, {Guard: other, To: 3}}}, names(c.first), names(c.second),
			{Enable: joins, Edges: []efsm.Edge{{Guard: term.True, To: 5}}},
			{Obligations: []efsm.Obligation{{When: term.True, Property: verdict.Assert}}},
		} {
			if st.Name, st.Kind = string(rune('a'+i)), efsm.Visible; st.Enable == term.None {
				st.Enable = term.True
			}
			s.Threads[main].AddState(st)
		}
		err := Confirm(context.Background(), &Proof{System: s, Property: verdict.Assert, Thread: main, Places: []Place{{
			At: []efsm.StateID{0, 1, 1, 1}, Holds: []term.ID{s.Terms.Not(s.Vars[done[2]].Term)}, Enough: []efsm.ThreadID{2},
		}}})
		if err == nil {
			t.Fatalf("%s: the proof asks no thread", name)
		}
		if got := !strings.Contains(err.Error(), "those who are enough do"); got != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
}
