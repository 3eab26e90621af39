package consistency

import (
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/heddle-mc/heddle/internal/solve/sat"
)

func TestTheorySizes(t *testing.T) {
	cases := []struct {
		name      string
		got, want uintptr
	}{
		{"arcData", unsafe.Sizeof(arcData{}), arcDataBytes},
		{"watch", unsafe.Sizeof(watch{}), 8},
		{"heads", unsafe.Sizeof(heads{}), 12},
		{"reason", unsafe.Sizeof(reason{}), 8},
		{"implication", unsafe.Sizeof(implication{}), 16},
	}
	for _, c := range cases {
		if c.got != c.want {
			t.Errorf("%s has %d bytes, want %d", c.name, c.got, c.want)
		}
	}
}

// TestTheoryDoesNotAllocate lets the theory follow random decisions, explain its implications, and
// backtrack, without a solver.
func TestTheoryDoesNotAllocate(t *testing.T) {
	s := drawSketch(rand.New(rand.NewPCG(2, 3)), sketchOptions{threads: 5, nodes: 20, events: 1, all: true})
	th := newTheory(s.rel, s.lits)
	var out sat.Theory
	var batch [1]sat.Lit
	var buf []sat.Lit
	conflicts, explained := 0, 0
	round := func() {
		rng := rand.NewPCG(4, 5)
		out = sat.Theory{}
		th.NewLevel()
		for range 400 {
			l := sat.Lit(2 + rng.Uint64()%uint64(2*s.vars))
			if th.value[th.of(l)] != 0 {
				continue
			}
			if th.round > 0 && th.pending[th.of(l)>>1] == th.round {
				buf = th.Explain(l, buf[:0])
				explained++
				continue
			}
			th.NewLevel()
			batch[0] = l
			th.Assigned(batch[:])
			th.Propagate(&out)
			if th.inserted < len(th.trail) {
				conflicts++
				th.Backtrack(len(th.levels) - 1 - int(rng.Uint64()%uint64(min(8, len(th.levels)-1))))
			}
		}
		th.Backtrack(0)
	}
	round()
	if conflicts == 0 || explained == 0 {
		t.Errorf("%d conflicts, %d explanations", conflicts, explained)
	}
	// The lists that out collects belong to package sat; they double a few times.
	const fromOut = 16
	if n := testing.AllocsPerRun(20, round); n > fromOut+2 {
		t.Errorf("%v allocations in 400 rounds", n)
	}
}
