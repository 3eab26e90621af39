package bitblast

import (
	"testing"
	"unsafe"
)

// TestSizes pins the structs of which there are millions.
func TestSizes(t *testing.T) {
	tests := []struct {
		name      string
		got, want uintptr
	}{
		{"node", unsafe.Sizeof(node{}), 8},
		{"Edge", unsafe.Sizeof(NoEdge), 4},
		{"Polarity", unsafe.Sizeof(Both), 1},
		{"task", unsafe.Sizeof(task{}), 8},
	}
	for _, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("%s has %d bytes, want %d", tt.name, tt.got, tt.want)
		}
	}
}

// TestKnownGatesAllocateNothing rebuilds a gate that exists.
func TestKnownGatesAllocateNothing(t *testing.T) {
	g := NewGraph()
	a, b, c := g.Input(), g.Input(), g.Input()
	build := func() { g.Xor(g.Maj(a, b, c), g.Ite(a, b, c)) }
	build()
	if n := testing.AllocsPerRun(100, build); n != 0 {
		t.Errorf("%v allocations, want 0", n)
	}
}
