package itp_test

import (
	"context"
	"testing"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/model/circuit/bmc"
	"github.com/heddle-mc/heddle/internal/model/circuit/itp"
	"github.com/heddle-mc/heddle/internal/prove/confirm"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
)

// TestParity: an invariant with too many clauses is returned as a set of states, and the clauses
// returned with it hold there. In each step two neighbouring latches change, so the reachable states
// are those with an even number of ones.
func TestParity(t *testing.T) {
	const n = 11
	c := &circuit.Circuit{Graph: bitblast.NewGraph()}
	odd := bitblast.False
	var both []bitblast.Edge
	for range n {
		odd = c.Graph.Xor(odd, c.NewLatch("", circuit.Zero))
		both = append(both, c.NewInput(""))
	}
	for i := range n {
		l := &c.Latches[i]
		l.Next = c.Graph.Xor(l.Edge, c.Graph.Xor(both[i], both[(i+1)%n]))
	}
	c.Bads = []circuit.Signal{{Edge: odd}}
	a, err := itp.New(c, bmc.Options{}).Check(context.Background(), []int{0})
	if err != nil || a.Status != circuit.Proved || a.States == bitblast.NoEdge || len(a.Invariant) == 0 {
		t.Fatalf("%+v, %v, expected a proof by a set of states", a, err)
	}
	r := circuit.Reduce(c)
	copier := circuit.NewCopier(c.Graph, r.Circuit.Graph)
	for k, i := range r.Latches {
		copier.Bind(c.Latches[i].Edge, r.Circuit.Latches[k].Edge)
	}
	set, constant := r.Set(c, copier.Edge(a.States))
	if err := confirm.States(context.Background(), c, constant, set, []int{0}); err != nil {
		t.Error(err)
	}
}
