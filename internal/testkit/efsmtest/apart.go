package efsmtest

import (
	"fmt"
	"math/rand/v2"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Apart returns a system of two or three threads that mostly use different variables of one bit, so that
// most steps are independent. Threads loop, wait for a variable or for one of two, stop, end the process, and create
// the last thread.
func Apart(seed uint64) *efsm.System {
	rng := rand.New(rand.NewPCG(seed, 9))
	s := efsm.NewSystem(term.New(term.Options{}))
	s.Files = []string{"a.c"}
	bit := func(name string, class efsm.Class) efsm.VarID {
		return s.AddVar(efsm.Var{Name: name, Sort: term.BV(1), Class: class, Init: s.Terms.Uint(0, 1)})
	}
	data := []efsm.VarID{bit("a", efsm.Data), bit("b", efsm.Data), bit("c", efsm.Data)}
	n := 2 + rng.IntN(2)
	flag := func(name string) efsm.VarID {
		return s.AddVar(efsm.Var{Name: name, Sort: term.Bool, Class: efsm.Sync, Init: term.False})
	}
	var alive efsm.VarID
	if rng.IntN(3) == 0 {
		alive = flag("alive")
	}
	for i := range n {
		id := s.AddThread(fmt.Sprint("t", i+1))
		t := &s.Threads[id]
		t.Entry, t.Done = 1, flag(fmt.Sprint("done", i+1))
		if i == n-1 {
			t.Alive = alive
		}
		is := func(v efsm.VarID) term.ID { return s.Terms.Eq(s.Vars[v].Term, s.Terms.Uint(uint64(rng.IntN(2)), 1)) }
		access := func(v efsm.VarID, mode efsm.Mode) efsm.Access {
			return efsm.Access{Var: v, Mode: mode, When: term.True, Atomic: true}
		}
		last := 2 + rng.IntN(4)
		for c := 1; c <= last; c++ {
			v, w := data[i], data[rng.IntN(3)]
			if rng.IntN(4) == 0 {
				v = data[rng.IntN(3)]
			}
			st := efsm.State{Name: fmt.Sprint("s", c), Kind: efsm.Visible, Enable: term.True, Accesses: []efsm.Access{access(v, efsm.Write)}}
			guard := term.True
			switch kind := rng.IntN(12); {
			case c == last:
				st.Accesses, st.Updates = []efsm.Access{access(t.Done, efsm.Write)}, []efsm.Update{{Var: t.Done, Value: term.True}}
			case c == 1 && i == 0 && alive != 0:
				st.Accesses, st.Updates = []efsm.Access{access(alive, efsm.Write)}, []efsm.Update{{Var: alive, Value: term.True}}
			case kind < 5:
				st.Updates = []efsm.Update{{Var: v, Value: s.Terms.Uint(uint64(rng.IntN(2)), 1)}}
			case kind == 5:
				st.Accesses[0].Mode, st.Enable = efsm.Read, is(v)
			case kind == 6:
				st.Accesses, st.Enable = []efsm.Access{access(v, efsm.Read), access(w, efsm.Read)}, s.Terms.Or(is(v), is(w))
			case kind == 7:
				st.Accesses, st.Asked, st.Origin = nil, true, efsm.Origin{Pos: ir.Pos{Line: int32(1 + rng.IntN(2))}}
			case kind == 8 && c > 1:
				st.Accesses, st.Kind = nil, efsm.Local
			case kind == 9 && rng.IntN(2) == 0:
				st.Kind, st.Accesses = efsm.Halt, nil
			default:
				st.Accesses[0].Mode, guard = efsm.Read, is(v)
			}
			if next := efsm.StateID(c + 1); c < last && st.Kind != efsm.Halt {
				st.Edges = []efsm.Edge{{Guard: guard, To: next}}
				if other := efsm.StateID(1 + rng.IntN(last)); guard != term.True && rng.IntN(5) > 0 && other != next {
					st.Edges = append(st.Edges, efsm.Edge{Guard: s.Terms.Not(guard), To: other})
				}
				if rng.IntN(4) == 0 && guard == term.True {
					st.Edges[0].To = efsm.StateID(1 + rng.IntN(last))
				}
			}
			t.AddState(st)
		}
	}
	return s
}
