package fromefsm

import (
	"slices"
	"testing"
)

// TestLeast: sets with a subset among the others are dropped; too many sets are replaced by their
// intersection.
func TestLeast(t *testing.T) {
	var pairs []lockSet
	for l := 1; l <= maxPatterns+1; l++ {
		pairs = append(pairs, 1|1<<l)
	}
	for _, c := range []struct{ sets, want []lockSet }{
		{nil, nil},
		{[]lockSet{3, 1, 2, 6}, []lockSet{1, 2}},
		{[]lockSet{5, 0, 5}, []lockSet{0}},
		{[]lockSet{6, 3, 6}, []lockSet{3, 6}},
		{slices.Clone(pairs[1:]), pairs[1:]},
		{slices.Clone(pairs), []lockSet{1}},
	} {
		if got := least(slices.Clone(c.sets)); !slices.Equal(got, c.want) {
			t.Errorf("of %b: %b, expected %b", c.sets, got, c.want)
		}
	}
}
