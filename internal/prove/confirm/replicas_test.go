package confirm_test

import (
	"context"
	"errors"
	"testing"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/prove/confirm"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
)

// TestReplicas has three parts, of which at most one is in at a time. "No two parts are in" is
// confirmed for any number of parts. "One part is out" is refused: it is true of three parts that count
// to two, but does not follow for more.
func TestReplicas(t *testing.T) {
	c := &circuit.Circuit{Graph: bitblast.NewGraph()}
	g := c.Graph
	who := []bitblast.Edge{c.NewInput("who[0]"), c.NewInput("who[1]")}
	taken := c.NewLatch("taken", circuit.Zero)
	goes := []bitblast.Edge{g.And(who[0].Not(), who[1].Not()), g.And(who[0], who[1].Not()), who[1]}
	next := taken
	var in []bitblast.Edge
	for k := range 3 {
		in = append(in, c.NewLatch("in", circuit.Zero))
		enters, leaves := g.And(goes[k], g.And(in[k].Not(), taken.Not())), g.And(goes[k], in[k])
		c.Latches[1+k].Next = circuit.Or(g, g.And(in[k], leaves.Not()), enters)
		next = circuit.Or(g, g.And(next, leaves.Not()), enters)
	}
	c.Latches[0].Next = next
	c.Bads = []circuit.Signal{{Edge: g.And(in[0], in[1])}}
	lists := [][][]int{{{1}, {2}, {3}}}
	not := func(latches ...int) (out circuit.Clause) {
		for _, l := range latches {
			out = append(out, circuit.LatchIs(l, false))
		}
		return out
	}
	one := circuit.Clause{circuit.LatchIs(0, true), circuit.LatchIs(1, false)}
	check := func(name, refuted string, clauses []circuit.Clause) {
		t.Helper()
		var wrong *confirm.RefutedError
		err := confirm.Replicas(context.Background(), c, lists, clauses, []int{0})
		if refuted == "" && err != nil || refuted != "" && (!errors.As(err, &wrong) || wrong.Part != refuted) {
			t.Errorf("%s: found %v, want %q refuted", name, err, refuted)
		}
	}
	all := confirm.OfAll(lists, []circuit.Clause{not(1, 2), one})
	if len(all) != 6 {
		t.Errorf("%d clauses, want 6: %v", len(all), all)
	}
	check("no two", "", all)
	check("some", "a clause about some replicas only", all[:5])
	check("all three", "a clause about 3 of 3 replicas", append(all, not(1, 2, 3)))
	check("too weak", "consecution", confirm.OfAll(lists, []circuit.Clause{not(1, 2), not(1, 2, 3)}))
}
