package por

import (
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// TestHeads: where a step passes through the head of a loop, a round begins at the states at which that
// step ends.
func TestHeads(t *testing.T) {
	edge := func(to ...efsm.StateID) (list []efsm.Edge) {
		for _, s := range to {
			list = append(list, efsm.Edge{To: s})
		}
		return list
	}
	state := func(kind efsm.Kind, edges []efsm.Edge) efsm.State {
		return efsm.State{Kind: kind, Enable: term.True, Edges: edges}
	}
	for name, p := range map[string]struct {
		kind efsm.Kind
		want []bool
	}{
		"the head is a step of its own": {efsm.Visible, []bool{false, true, false, false, false, false}},
		"the head is passed":            {efsm.Local, []bool{false, true, true, false, true, false}},
	} {
		thread := efsm.Thread{Entry: 1, States: []efsm.State{
			{}, state(p.kind, edge(2, 3)), state(efsm.Visible, edge(5)), state(efsm.Local, edge(4)), state(efsm.Visible, nil),
			state(efsm.Visible, edge(1)),
		}}
		if got := ends(&thread, loopHeads(&thread)); !slices.Equal(got, p.want) {
			t.Errorf("%s: %v, expected %v", name, got, p.want)
		}
	}
}
