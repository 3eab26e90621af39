package confirm_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/prove/certificate"
	"github.com/heddle-mc/heddle/internal/prove/confirm"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
)

// TestSet has a counter that runs 0, 1, 2, 0 …, so it is never 3. The set of states without 3 is stored
// and confirmed. With a mistake in it, or if it mentions facts that the circuit does not have, it is
// refused.
func TestSet(t *testing.T) {
	c := &circuit.Circuit{Graph: bitblast.NewGraph()}
	g := c.Graph
	low, high, still := c.NewLatch("n", circuit.Zero), c.NewLatch("n", circuit.Zero), c.NewLatch("still", circuit.One)
	c.Latches[0].Next, c.Latches[1].Next = g.And(low.Not(), high.Not()), low
	c.Bads = []circuit.Signal{{Edge: g.And(low, high)}, {Edge: still.Not()}}
	if names := confirm.Names(c); !slices.Equal(names, []string{"n", "n#1", "still", "true"}) {
		t.Errorf("the names are %q", names)
	}
	proof := confirm.Set(c, []circuit.Literal{circuit.LatchIs(2, true)}, g.And(low, high).Not())
	check := func(name, refuted string, change func(*certificate.Circuit)) {
		t.Helper()
		other := *proof
		other.Constants, other.Gates = slices.Clone(proof.Constants), slices.Clone(proof.Gates)
		change(&other)
		err := confirm.Confirm(context.Background(), c, nil, []int{0, 1}, &other)
		var wrong *confirm.RefutedError
		if refuted == "" && err != nil || refuted != "" && (!errors.As(err, &wrong) || wrong.Part != refuted) {
			t.Errorf("%s: found %v, want %q refuted", name, err, refuted)
		}
	}
	check("as it is", "", func(*certificate.Circuit) {})
	check("all states", "safety", func(k *certificate.Circuit) { k.Set = 4 })
	check("no state", "initiation", func(k *certificate.Circuit) { k.Set = -4 })
	check("0 and 2", "consecution", func(k *certificate.Circuit) { k.Set = -1 })
	check("another constant", "initiation", func(k *certificate.Circuit) { k.Constants[0] = -3 })
	check("no constant", "safety", func(k *certificate.Circuit) { k.Constants = nil })
	check("a gate that is none", "a set over what the circuit does not have", func(k *certificate.Circuit) { k.Set = 6 })
	check("a gate over itself", "a set over what the circuit does not have", func(k *certificate.Circuit) { k.Gates[0][0] = 5 })
	check("a constant gate", "fact 4 is none that it can be about", func(k *certificate.Circuit) { k.Constants[0] = 5 })
	check("values", "a proof by values is not about circuits", func(k *certificate.Circuit) { k.Kind = certificate.Values })
	check("latches that are none", "fact 8 is none that it can be about", func(k *certificate.Circuit) { k.Kind, k.Matter = certificate.Induction, []int{9} })
}
