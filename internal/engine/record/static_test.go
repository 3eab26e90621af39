package record_test

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/model/efsm/fromir"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// systems calls f with the systems of the examples and of a program with procedures
// that are called from several places.
func systems(t *testing.T, f func(name string, sys *efsm.System)) {
	t.Helper()
	files, err := filepath.Glob("../../../examples/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	for _, file := range append(files, "testdata/calls.c") {
		sys, err := fromir.Build(context.Background(), analyze.Of(testprog.Compile(t, file, ir.LP64)), fromir.Options{Property: verdict.Assert})
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		f(filepath.Base(file), sys)
	}
}

func weight(st *efsm.State) int {
	if st.IsVisible() {
		return 3
	}
	return 1
}

// TestReachable checks that R(d) has the state of a thread at depth d under random schedules, with and
// without contexts and balancing.
func TestReachable(t *testing.T) {
	smaller := false
	systems(t, func(name string, plain *efsm.System) {
		one := func(*efsm.State) int { return 1 }
		split := plain.Contexts()
		for _, sys := range []*efsm.System{plain, plain.Balance(one, 0), plain.Balance(one, 5), split, split.Balance(one, 0)} {
			if err := efsm.Check(sys); err != nil {
				t.Errorf("%s: %v", name, err)
				return
			}
			reach := make([]*efsm.Reach, len(sys.Threads))
			for i := 1; i < len(sys.Threads); i++ {
				reach[i] = sys.Threads[i].Reach()
				smaller = smaller || sys == split && reach[i].Sum(40) < plain.Threads[i].Reach().Sum(40)
			}
			for seed := range uint64(3) {
				walk(t, name, sys, reach, rand.New(rand.NewPCG(seed, 0)))
			}
		}
	})
	if !smaller {
		t.Error("contexts leave out nothing")
	}
}

// walk executes a system under a random schedule.
func walk(t *testing.T, name string, sys *efsm.System, reach []*efsm.Reach, rng *rand.Rand) {
	t.Helper()
	run := efsm.NewSimulator(sys, nil)
	depth := make([]int, len(sys.Threads))
	for range 200 {
		id := efsm.ThreadID(1 + rng.IntN(len(sys.Threads)-1))
		at := run.At(id)
		if at != 0 && !run.IsStuck(id) && !slices.Contains(reach[id].At(depth[id]), at) {
			t.Fatalf("%s: thread %s is at depth %d in %s, which is not in R", name, sys.Threads[id].Name, depth[id], sys.Threads[id].States[at].Name)
		}
		done, err := run.Step(id, func(efsm.VarID) term.Word { return term.WordOf(uint64(rng.IntN(3))) })
		if err != nil {
			t.Fatal(err)
		}
		if done.Progress == efsm.Stepped {
			depth[id]++
		}
	}
}

// TestStaticKeepsVerdicts checks that searches of a system, of the system with contexts and of the balanced
// systems have the same results.
func TestStaticKeepsVerdicts(t *testing.T) {
	compared, all := 0, 0
	systems(t, func(name string, sys *efsm.System) {
		if !only.Has(name) {
			return
		}
		a := newSearch(t, sys, verdict.Assert)
		split := sys.Contexts()
		for i, other := range []*efsm.System{sys.Balance(weight, 0), split, split.Balance(weight, 0)} {
			b := newSearch(t, other, verdict.Assert)
			all++
			if !a.complete && a.found == nil || !b.complete && b.found == nil {
				continue
			}
			compared++
			if (a.found == nil) != (b.found == nil) {
				t.Errorf("%s: violated %t, with analyses (%d) %t", name, a.found != nil, i, b.found != nil)
			}
		}
	})
	testprog.AtLeast(t, compared, all, 70)
}

// TestBalancedLevels checks that modulo the period every state is reached at one depth.
func TestBalancedLevels(t *testing.T) {
	const period = 7
	systems(t, func(name string, sys *efsm.System) {
		for i := 1; i < len(sys.Threads); i++ {
			th := sys.Threads[i].Balance(func(*efsm.State) int { return 1 }, period)
			r := th.Reach()
			residue := make(map[efsm.StateID]int)
			for d := range 60 {
				for _, c := range r.At(d) {
					if was, ok := residue[c]; ok && was != d%period {
						t.Fatalf("%s, %s: %s at depth %d, and at one with residue %d", name, th.Name, th.States[c].Name, d, was)
					}
					residue[c] = d % period
				}
			}
		}
	})
}
