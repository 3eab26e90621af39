package lazy

import (
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// TestConflicts: accesses commute unless they have bytes in common and one writes.
func TestConflicts(t *testing.T) {
	read := func(off, size int64) access { return access{at: ir.GlobalByte{Global: 1, Off: off}, size: size} }
	write := func(off, size int64) access {
		return access{at: ir.GlobalByte{Global: 1, Off: off}, size: size, writes: true}
	}
	other := write(0, 4)
	other.at.Global = 2
	for _, c := range []struct {
		name string
		a, b access
		want bool
	}{
		{"two reads", read(0, 4), read(0, 4), false},
		{"a read and a write", read(0, 4), write(0, 4), true},
		{"two writes", write(0, 4), write(0, 4), true},
		{"side by side", write(0, 4), write(4, 4), false},
		{"the last byte", write(0, 4), read(3, 1), true},
		{"one inside the other", read(2, 1), write(0, 8), true},
		{"another object", write(0, 4), other, false},
	} {
		if c.a.conflicts(c.b) != c.want || c.b.conflicts(c.a) != c.want {
			t.Errorf("%s: conflicts is %t, want %t", c.name, !c.want, c.want)
		}
	}
}
