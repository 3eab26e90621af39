package por

import (
	"testing"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// TestWaitsForAHandle: the first thread joins the thread that a variable names, and then violates a
// property. If the variable has only one value at that point, the membrane is the first thread alone.
func TestWaitsForAHandle(t *testing.T) {
	for name, c := range map[string]struct {
		first  uint64 // thread that the variable may name
		second uint64
		want   Set
	}{
		"one thread":       {2, 2, Set(0).With(2)},
		"either":           {2, 3, Set(0).With(1).With(2)},
		"the other one":    {3, 3, Set(0).With(1).With(2)},
		"one of no thread": {9, 9, Set(0).With(2)},
	} {
		s := efsm.NewSystem(term.New(term.Options{}))
		flag := func(name string) efsm.VarID { return s.AddVar(efsm.Var{Name: name, Sort: term.Bool, Init: term.False}) }
		done := []efsm.VarID{0, 0, flag("done 2"), flag("done 3")}
		in := s.AddVar(efsm.Var{Name: "in", Sort: term.Bool, Class: efsm.Input, Thread: 1})
		handle := s.AddVar(efsm.Var{Name: "handle", Sort: term.BV(8), Thread: 1})
		copied := s.AddVar(efsm.Var{Name: "copied", Sort: term.BV(16), Thread: 1})
		is := func(v efsm.VarID) term.ID { return s.Vars[v].Term }
		names := func(n uint64) term.ID { return s.Terms.Eq(is(copied), s.Terms.Uint(n, 16)) }
		state := func(t efsm.ThreadID, st efsm.State) {
			st.Name, st.Kind = string(rune('a'+len(s.Threads[t].States))), efsm.Visible
			if st.Enable == term.None {
				st.Enable = term.True
			}
			s.Threads[t].AddState(st)
			s.Threads[t].Entry = 1
		}
		goes := func(guard term.ID, to efsm.StateID) efsm.Edge { return efsm.Edge{Guard: guard, To: to} }
		main := s.AddThread("main")
		state(main, efsm.State{Edges: []efsm.Edge{goes(is(in), 2), goes(s.Terms.Not(is(in)), 3)}})
		for _, n := range []uint64{c.first, c.second} {
			state(main, efsm.State{Updates: []efsm.Update{{Var: handle, Value: s.Terms.Uint(n, 8)}}, Edges: []efsm.Edge{goes(term.True, 4)}})
		}
		state(main, efsm.State{Updates: []efsm.Update{{Var: copied, Value: s.Terms.Zext(is(handle), 16)}}, Edges: []efsm.Edge{goes(term.True, 5)}})
		state(main, efsm.State{
			Enable: s.Terms.Or(s.Terms.And(names(2), is(done[2])), s.Terms.And(names(3), is(done[3]))), Edges: []efsm.Edge{goes(term.True, 6)},
		})
		state(main, efsm.State{Obligations: []efsm.Obligation{{When: term.True, Property: verdict.Assert}}})
		for id := efsm.ThreadID(2); id <= 3; id++ {
			s.AddThread("thread")
			s.Threads[id].Done = done[id]
			state(id, efsm.State{Updates: []efsm.Update{{Var: done[id], Value: term.True}}})
		}
		m, err := New(s, verdict.Assert, main)
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Membrane(m.Initial(), 2); got != c.want {
			t.Errorf("%s: %b, expected %b", name, got, c.want)
		}
	}
}
