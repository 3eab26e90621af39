package interp

import (
	"slices"
	"testing"
)

// TestFill: the bytes of a word that has no value are zeros, ones, or any, each often.
func TestFill(t *testing.T) {
	var zeros, ones, others int
	for seed := range uint64(400) {
		r := newRandom(seed, 1)
		var word [fillBytes]byte
		for i := range word {
			var err error
			if word[i], err = r.Uninit(ObjectKey{}, uint64(i)); err != nil {
				t.Fatal(err)
			}
		}
		switch {
		case !slices.ContainsFunc(word[:], func(b byte) bool { return b != 0 }):
			zeros++
		case !slices.ContainsFunc(word[:], func(b byte) bool { return b != 0xff }):
			ones++
		default:
			others++
		}
	}
	if min(zeros, ones, others) < 50 {
		t.Errorf("found %d of zeros, %d of ones, %d others, want 50 of each", zeros, ones, others)
	}
}
