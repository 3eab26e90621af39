package confirm_test

import (
	"context"
	"errors"
	"testing"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/prove/confirm"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
)

// TestExhaustion: a counter that stops at 3 is confirmed to end after three steps, to be at 3
// only then, and to move only where its output says so.
func TestExhaustion(t *testing.T) {
	c := &circuit.Circuit{Graph: bitblast.NewGraph()}
	g := c.Graph
	on := c.NewInput("go")
	low, high := c.NewLatch("low", circuit.Zero), c.NewLatch("high", circuit.Zero)
	moves := g.And(on, g.And(low, high).Not())
	c.Latches[0].Next = g.Xor(low, moves)
	c.Latches[1].Next = g.Xor(high, g.And(moves, low))
	c.Outputs = []circuit.Signal{{Edge: moves}}
	c.Bads = []circuit.Signal{{Edge: bitblast.False}, {Edge: g.And(low, high)}}
	check := func(name, refuted string, err error) {
		t.Helper()
		var wrong *confirm.RefutedError
		if refuted == "" && err != nil || refuted != "" && (!errors.As(err, &wrong) || wrong.Part != refuted) {
			t.Errorf("%s: found %v, want %q refuted", name, err, refuted)
		}
	}
	ctx := context.Background()
	check("three steps", "", confirm.Exhaustion(ctx, c, []int{0}, 3))
	check("more", "end", confirm.Exhaustion(ctx, c, []int{0}, 2))
	check("what is reached", "base", confirm.Exhaustion(ctx, c, []int{1}, 3))
	c.Outputs[0].Edge = g.And(moves, low)
	check("an output that is missing", "idle", confirm.Exhaustion(ctx, c, []int{0}, 3))
}
