package threads

import (
	"testing"

	"github.com/heddle-mc/heddle/internal/solve/term"
)

// TestCongruent compares congruent with division, for multiples of a step plus a rest, for all numbers
// of a byte.
func TestCongruent(t *testing.T) {
	e := &exec{s: term.New(term.Options{})}
	for _, step := range []int64{1, 2, 3, 4, 5, 6, 7, 12, 24, 28, 33, 40, 56, 100, 127} {
		for _, rest := range []int64{0, 1, step - 1} {
			for v := range 256 {
				d := int64(int8(uint8(v) - uint8(rest)))
				want := d%step == 0
				if got := e.congruent(e.s.Uint(uint64(v), 8), rest, step, 8); got != term.True && got != term.False || (got == term.True) != want {
					t.Errorf("%d is %d modulo %d: found %v, expected %v", int8(v), rest, step, got == term.True, want)
				}
			}
		}
	}
}
