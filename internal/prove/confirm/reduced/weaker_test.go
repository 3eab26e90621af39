package reduced

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// TestWeaker: a proof about a system that waits for less is a proof for the system asked about. It is
// none if the system waits for more, does something else, or goes elsewhere.
func TestWeaker(t *testing.T) {
	change := map[string]func(s *efsm.System, st *efsm.State){
		"waits for less": func(s *efsm.System, st *efsm.State) { st.Enable = term.True },
		"waits for more": func(s *efsm.System, st *efsm.State) { st.Enable = term.False },
		"does something else": func(s *efsm.System, st *efsm.State) {
			st.Updates[0].Value = s.Terms.Add(st.Updates[0].Value, s.Terms.Uint(1, 8))
		},
		"does nothing":    func(s *efsm.System, st *efsm.State) { st.Updates = nil },
		"violates less":   func(s *efsm.System, st *efsm.State) { st.Obligations = nil },
		"is of two steps": func(s *efsm.System, st *efsm.State) { st.Edges = []efsm.Edge{{Guard: term.True, To: 1}} },
	}
	for name, f := range change {
		terms := term.New(term.Options{})
		of := efsm.NewSystem(terms)
		v := of.AddVar(efsm.Var{Name: "x", Sort: term.BV(8), Init: terms.Uint(0, 8)})
		x := of.Vars[v].Term
		of.AddThread("main")
		st := efsm.State{Name: "s1", Kind: efsm.Visible, Wait: efsm.WaitSection, Enable: terms.Ult(x, terms.Uint(9, 8)),
			Accesses: []efsm.Access{{Var: v, Mode: efsm.ReadWrite, When: term.True}}, Updates: []efsm.Update{{Var: v, Value: terms.Add(x, terms.Uint(1, 8))}},
			Obligations: []efsm.Obligation{{When: terms.Eq(x, terms.Uint(7, 8))}}}
		of.Threads[1].AddState(st)
		of.Threads[1].Entry = 1
		weak := *of
		weak.Threads = slices.Clone(of.Threads)
		weak.Threads[1].States = slices.Clone(of.Threads[1].States)
		changed := &weak.Threads[1].States[1]
		changed.Updates = slices.Clone(changed.Updates)
		f(&weak, changed)
		p := &Proof{System: &weak, Of: of, Places: []Place{
			{At: []efsm.StateID{0, 1}, Holds: []term.ID{terms.Eq(x, terms.Uint(0, 8))}, Enough: []efsm.ThreadID{1},
				Turns: []Turn{{1, []End{{[]efsm.StateID{1}, 0, 1}}}}},
			{At: []efsm.StateID{0, 0}},
		}}
		err := Confirm(context.Background(), p)
		if good := name == "waits for less"; good != (err == nil) || !good && !errors.As(err, new(*Refuted)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
