package circuit_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
)

// TestFixed: a counter that returns to zero keeps only the bits that can be one.
func TestFixed(t *testing.T) {
	const width = 8
	for last := range bitblast.Edge(16) {
		for _, first := range []circuit.Initial{circuit.Zero, circuit.Any} {
			c := &circuit.Circuit{Graph: bitblast.NewGraph()}
			g := c.Graph
			var bits []bitblast.Edge
			for i := range width {
				bits = append(bits, c.NewLatch(fmt.Sprint("bit", i), first))
			}
			less, carry := bitblast.False, bitblast.True // less: it is less than last; carry: 1 is carried
			for i, b := range bits {
				if last>>i&1 != 0 {
					less = circuit.Or(g, less, b.Not())
				} else {
					less = g.And(less, b.Not())
				}
			}
			for i, b := range bits {
				c.Latches[i].Next = g.And(less, g.Xor(b, carry))
				carry = g.And(carry, b)
			}
			c.Bads = []circuit.Signal{{Edge: circuit.Or(g, bits...)}}
			var want []int
			for i := range width {
				if first == circuit.Any || last>>i != 0 {
					want = append(want, i)
				}
			}
			r := circuit.Reduce(c)
			if !slices.Equal(r.Latches, want) || len(r.Constant) != width-len(want) || slices.ContainsFunc(r.Constant, circuit.Literal.Value) {
				t.Errorf("up to %d from %v: latches %v are left, want %v; constant %v", last, first, r.Latches, want, r.Constant)
			}
		}
	}
}
