package fromefsm

import (
	"slices"
	"testing"
)

// TestLeast: sets with a subset among the others are dropped; too many sets are replaced by their
// intersection.
func TestLeast(t *testing.T) {
	var pairs []gateSet
	for l := 1; l <= maxPatterns+1; l++ {
		pairs = append(pairs, 1|1<<l)
	}
	for _, c := range []struct{ sets, want []gateSet }{
		{nil, nil},
		{[]gateSet{3, 1, 2, 6}, []gateSet{1, 2}},
		{[]gateSet{5, 0, 5}, []gateSet{0}},
		{[]gateSet{6, 3, 6}, []gateSet{3, 6}},
		{slices.Clone(pairs[1:]), pairs[1:]},
		{slices.Clone(pairs), []gateSet{1}},
	} {
		if got := least(slices.Clone(c.sets)); !slices.Equal(got, c.want) {
			t.Errorf("of %b: %b, expected %b", c.sets, got, c.want)
		}
	}
}
