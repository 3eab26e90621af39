package walk_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/model/circuit/walk"
)

// TestBegin: exactly the clauses that fail in an execution are dropped. After a constraint fails, no
// clause fails.
func TestBegin(t *testing.T) {
	never, small := circuit.Clause{circuit.LatchIs(6, false)}, circuit.Clause{circuit.LatchIs(0, false)}
	always := circuit.Clause{circuit.LatchIs(0, true), circuit.LatchIs(0, false)}
	for _, k := range []struct {
		most int
		want []circuit.Clause
	}{
		{127, []circuit.Clause{always}},
		{40, []circuit.Clause{never, always}},
	} {
		c, _ := chain([2]int{1, 2}, k.most)
		got := []circuit.Clause{never, small, always}
		walk.NewRefuter(c).Begin(t.Context(), func(fails func(circuit.Clause) bool) { got = slices.DeleteFunc(got, fails) })
		if !reflect.DeepEqual(got, k.want) {
			t.Errorf("up to %d: %v, want %v", k.most, got, k.want)
		}
	}
}

// TestFrom: executions start with the given state. Clauses that fail there are dropped, even if a
// constraint fails there.
func TestFrom(t *testing.T) {
	c, _ := chain([2]int{1, 2}, 63)
	state := make([]bool, len(c.Latches))
	state[6] = true // 64, which is not allowed
	high, low := circuit.Clause{circuit.LatchIs(6, false)}, circuit.Clause{circuit.LatchIs(1, false)}
	failed := make(map[int]bool)
	walk.NewRefuter(c).From(t.Context(), state, func(fails func(circuit.Clause) bool) {
		failed[6], failed[1] = failed[6] || fails(high), failed[1] || fails(low)
	})
	if !failed[6] || failed[1] {
		t.Errorf("bit 6 fails: %v, bit 1: %v", failed[6], failed[1])
	}
}
