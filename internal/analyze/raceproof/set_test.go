package raceproof

import (
	"math/rand/v2"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
)

// TestSet compares sets with maps, and checks that equal sets have equal trees.
func TestSet(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	random := func() value { return value{pointsto.NodeID(rng.IntN(4)), ssa.ValueID(rng.IntN(8))} }
	var sets []*set
	maps := []map[value]bool{{}}
	sets = append(sets, nil)
	add := func(s *set, m map[value]bool) {
		var again *set
		for x, bit := range m {
			if b, ok := s.get(x); !ok || b != bit {
				t.Fatalf("%v is %t, %t, not %t", x, b, ok, bit)
			}
			again = again.with(x, bit)
		}
		if s.len() != len(m) || !alike(s, again) {
			t.Fatalf("a set has %d elements, and the map has %d", s.len(), len(m))
		}
		sets, maps = append(sets, s), append(maps, m)
	}
	for range 3000 {
		k, l := rng.IntN(len(sets)), rng.IntN(len(sets))
		x, m := random(), make(map[value]bool)
		for y, bit := range maps[k] {
			m[y] = bit
		}
		switch rng.IntN(5) {
		case 0, 1:
			if !sets[k].has(x) {
				m[x] = x.v%3 == 0 || k%2 == 0
				add(sets[k].with(x, m[x]), m)
			}
		case 2:
			delete(m, x)
			add(sets[k].without(x), m)
		case 3:
			for y, bit := range m {
				if b, ok := maps[l][y]; !ok || b != bit {
					delete(m, y)
				}
			}
			add(sets[k].common(sets[l]), m)
		case 4:
			for y := range m {
				if y.n == x.n {
					delete(m, y)
				}
			}
			add(sets[k].keep(func(y value) bool { return y.n != x.n }), m)
		}
	}
}

// alike reports whether two trees are equal.
func alike(s, t *set) bool {
	if s == nil || t == nil {
		return s == t
	}
	return s.of == t.of && s.bit == t.bit && s.size == t.size && alike(s.left, t.left) && alike(s.right, t.right)
}
