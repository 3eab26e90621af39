package schedule_test

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/efsm"
	"github.com/heddle-mc/heddle/internal/efsm/fromir"
	"github.com/heddle-mc/heddle/internal/term"
	"github.com/heddle-mc/heddle/internal/verdict"
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
		sys, err := fromir.Build(context.Background(), compile(t, file), fromir.Options{Property: verdict.Assert})
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

// balanced returns a copy of a system with all threads balanced.
func balanced(sys *efsm.System, weight func(*efsm.State) int, period int) *efsm.System {
	out := *sys
	out.Threads = append([]efsm.Thread(nil), sys.Threads...)
	for i := 1; i < len(out.Threads); i++ {
		out.Threads[i] = *sys.Threads[i].Balance(weight, period)
	}
	return &out
}

// TestReachable: whatever a thread does under random schedules, R(d) has the state
// that it is in at depth d, with and without contexts and balancing.
func TestReachable(t *testing.T) {
	smaller := false
	systems(t, func(name string, plain *efsm.System) {
		one := func(*efsm.State) int { return 1 }
		for _, sys := range []*efsm.System{plain, balanced(plain, one, 0), balanced(plain, one, 5)} {
			if err := efsm.Check(sys); err != nil {
				t.Errorf("%s: %v", name, err)
				return
			}
			reach := make([][]*efsm.Reach, len(sys.Threads))
			for i := 1; i < len(sys.Threads); i++ {
				reach[i] = []*efsm.Reach{sys.Threads[i].Reach(), sys.Threads[i].ContextReach()}
				smaller = smaller || reach[i][1].Sum(40) < reach[i][0].Sum(40)
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
func walk(t *testing.T, name string, sys *efsm.System, reach [][]*efsm.Reach, rng *rand.Rand) {
	t.Helper()
	run := efsm.NewRun(sys, nil)
	depth := make([]int, len(sys.Threads))
	for range 200 {
		id := efsm.ThreadID(1 + rng.IntN(len(sys.Threads)-1))
		at := run.At(id)
		for k, r := range reach[id] {
			if at != 0 && !run.IsStuck(id) && !r.Has(depth[id], at) {
				t.Fatalf("%s: thread %s is at depth %d in %s, which is not in R (%d)",
					name, sys.Threads[id].Name, depth[id], sys.Threads[id].States[at].Name, k)
			}
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

// TestBalanceKeepsVerdicts: searches of a system and of the balanced one find the same.
func TestBalanceKeepsVerdicts(t *testing.T) {
	systems(t, func(name string, sys *efsm.System) {
		if !strings.Contains(name, *only) {
			return
		}
		a := newSearch(t, sys, verdict.Assert)
		b := newSearch(t, balanced(sys, weight, 0), verdict.Assert)
		if a.complete && b.complete && (a.found == nil) != (b.found == nil) {
			t.Errorf("%s: violated %t, balanced %t", name, a.found != nil, b.found != nil)
		}
	})
}

// TestBalancedLevels: modulo the period every state is reached at one depth.
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
