package por

import (
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// roundsOf returns a loop in which a variable grows by one of two numbers, with another loop inside it.
func roundsOf(t *testing.T, one, other uint64) *Model {
	t.Helper()
	s := efsm.NewSystem(term.New(term.Options{}))
	word := func(name string) efsm.VarID {
		return s.AddVar(efsm.Var{Name: name, Sort: term.BV(32), Thread: 1, Init: s.Terms.Uint(0, 32)})
	}
	s.AddThread("main")
	i, j, n := word("i"), word("j"), word("n")
	is := func(v efsm.VarID) term.ID { return s.Vars[v].Term }
	add := func(v efsm.VarID, by uint64) efsm.Update {
		return efsm.Update{Var: v, Value: s.Terms.Add(is(v), s.Terms.Uint(by, 32))}
	}
	less := func(v efsm.VarID) term.ID { return s.Terms.Ult(is(v), is(n)) }
	state := func(updates []efsm.Update, edges ...efsm.Edge) {
		st := efsm.State{Name: string(rune('a' + len(s.Threads[1].States))), Kind: efsm.Visible, Enable: term.True, Updates: updates, Edges: edges}
		s.Threads[1].AddState(st)
	}
	state(nil, efsm.Edge{Guard: less(i), To: 2}, efsm.Edge{Guard: s.Terms.Not(less(i)), To: 5})
	state([]efsm.Update{add(j, 1)}, efsm.Edge{Guard: less(j), To: 2}, efsm.Edge{Guard: s.Terms.Not(less(j)), To: 3})
	state([]efsm.Update{add(i, one)}, efsm.Edge{Guard: less(n), To: 1}, efsm.Edge{Guard: s.Terms.Not(less(n)), To: 4})
	state([]efsm.Update{add(i, other-one)}, efsm.Edge{Guard: term.True, To: 1})
	state(nil)
	s.Threads[1].Entry = 1
	m, err := New(s, verdict.Assert, 1)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestRounds: of two nested loops only the outer one is outermost. The stride is the change that all
// paths through a round have in common.
func TestRounds(t *testing.T) {
	for _, c := range []struct{ one, other, want uint64 }{{3, 3, 3}, {3, 4, 0}, {1<<32 - 2, 1<<32 - 2, 2}, {0, 0, 0}} {
		m := roundsOf(t, c.one, c.other)
		if got := m.Stride(1); got != c.want {
			t.Errorf("%d or %d: %d, expected %d", c.one, c.other, got, c.want)
		}
		heads := []bool{false, true, true, false, false, false}
		if got := m.static[1].heads; !slices.Equal(got, heads) {
			t.Errorf("heads %v", got)
		}
		heads[2] = false
		if got := m.static[1].outermost; !slices.Equal(got, heads) || !m.Nests(1) {
			t.Errorf("outermost %v", got)
		}
	}
}
