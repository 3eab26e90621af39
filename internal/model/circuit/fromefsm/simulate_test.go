package fromefsm_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/model/circuit/fromefsm"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/model/efsm/fromir"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var (
	generated  = testflag.Generated(5)
	executions = testflag.Executions(1)
	long       = testflag.Long()
)

// TestSteps: in random executions of the systems of programs, the circuit's places, values and bad
// signals equal those of the system's own steps.
func TestSteps(t *testing.T) {
	judged, all, steps, bads := 0, 0, 0, 0
	walk := func(name string, p *ir.Program, env ir.Environment, seed uint64) {
		for _, property := range []verdict.Property{verdict.Assert, verdict.Memory, verdict.Race} {
			all++
			s, err := fromir.Build(context.Background(), analyze.Of(p), fromir.Options{Property: property, Environment: env})
			var refused *fromir.Error
			if errors.As(err, &refused) {
				continue
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			judged++
			if seed%2 == 0 {
				s = s.Contexts()
			}
			m, err := fromefsm.Build(context.Background(), s, fromefsm.Options{Property: property})
			if err != nil {
				t.Fatal(err)
			}
			if err := m.Circuit.Check(); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			for i := range *executions {
				n, met := compare(t, m, property, rand.New(rand.NewPCG(seed, i)))
				steps, bads = steps+n, bads+met
			}
			if t.Failed() {
				t.Fatalf("%s, %s", name, property)
			}
		}
	}
	for i, file := range testprog.Some(t, 18, *long) {
		walk(file, testprog.Compile(t, file, ir.LP64), testprog.Environment(t, file), uint64(i))
	}
	for seed := range generated.All() {
		r := testprog.Generate(t, seed)
		walk(r.Name, r.Program, r.Environment, seed)
	}
	t.Logf("%d steps, %d bad", steps, bads)
	testprog.AtLeast(t, judged, all, 60)
}

// races compares the races of a thread's next step with any other's.
func races(t *testing.T, m *fromefsm.Composition, sim *circuit.Simulator, run *efsm.Simulator, chosen efsm.ThreadID) {
	t.Helper()
	for j := 1; j < len(m.System.Threads); j++ {
		other, got := efsm.ThreadID(j), false
		for i, target := range m.Targets {
			if target.Thread == chosen && target.Other == other && !target.Ordered && sim.Value(m.Circuit.Bads[i].Edge)&1 != 0 {
				got = true
			}
		}
		if want := other != chosen && run.Races(chosen, other); got != want {
			t.Errorf("a race of threads %d and %d is %t, expected %t", chosen, other, got, want)
		}
	}
}

// compare executes a circuit and its system side by side. It returns the numbers of steps and of bad
// signals that held.
func compare(t *testing.T, m *fromefsm.Composition, property verdict.Property, rng *rand.Rand) (steps, bads int) {
	t.Helper()
	value := func(v efsm.VarID) term.Word {
		if property == verdict.Race {
			return term.Word{} // like efsm.Simulator.Races
		}
		w := term.Word{Lo: rng.Uint64(), Hi: rng.Uint64()}
		if rng.IntN(2) == 0 {
			w = term.WordOf(rng.Uint64N(4))
		}
		return w
	}
	first := make([]bool, len(m.Circuit.Latches))
	for i := range first {
		first[i] = rng.IntN(2) == 0
	}
	sim := circuit.NewSimulator(m.Circuit, func(i int) uint64 {
		if first[i] {
			return 1
		}
		return 0
	})
	start := m.Initial(&circuit.Execution{Initial: first})
	run := efsm.NewSimulator(m.System, func(v efsm.VarID) term.Word { return start[v] })
	stopped := make([]bool, len(m.System.Threads))
	for range 60 {
		chosen := efsm.ThreadID(1 + rng.IntN(len(m.System.Threads)-1))
		values := make(map[efsm.VarID]term.Word)
		for v := 1; v < len(m.System.Vars); v++ {
			values[efsm.VarID(v)] = value(efsm.VarID(v))
		}
		inputs := m.Encode(chosen, func(v efsm.VarID) term.Word { return values[v] })
		sim.Evaluate(func(i int) uint64 {
			if inputs[i] {
				return 1
			}
			return 0
		})
		if property == verdict.Race && !slices.Contains(stopped, true) {
			races(t, m, sim, run, chosen)
		}
		want := make(map[fromefsm.Target]bool)
		moved := make(map[efsm.ThreadID]bool)
		step := func(id efsm.ThreadID) {
			if stopped[id] {
				return
			}
			done, err := run.Step(id, func(v efsm.VarID) term.Word { return values[v] })
			if err != nil {
				t.Fatal(err)
			}
			if done.Progress != efsm.Stepped {
				return
			}
			moved[id] = true
			st := &m.System.Threads[id].States[done.State]
			for _, i := range done.Marks {
				want[fromefsm.Target{Thread: id, State: done.State, Obligation: -1, Mark: i}] = true
				stopped[id] = stopped[id] || !st.Marks[i].GoesOn
			}
			for _, i := range done.Obligations {
				if st.Obligations[i].Property == property {
					want[fromefsm.Target{Thread: id, State: done.State, Obligation: i, Mark: -1}] = true
				}
			}
		}
		for i := 1; i < len(m.System.Threads); i++ {
			at := run.At(efsm.ThreadID(i))
			if at != 0 && efsm.ThreadID(i) != chosen && !m.System.Threads[i].States[at].IsVisible() {
				step(efsm.ThreadID(i))
			}
		}
		step(chosen)
		for i, target := range m.Targets {
			if target.Var != 0 {
				continue
			}
			if holds := sim.Value(m.Circuit.Bads[i].Edge)&1 != 0; holds != want[target] {
				t.Errorf("bad signal %q is %t", m.Circuit.Bads[i].Name, holds)
			}
			delete(want, target)
		}
		for target := range want {
			t.Errorf("%v holds and is no bad signal", target)
		}
		for i, moves := range m.Circuit.Outputs {
			if holds := sim.Value(moves.Edge)&1 != 0; holds != moved[efsm.ThreadID(i+1)] {
				t.Errorf("%s is %t", moves.Name, holds)
			}
		}
		sim.Step()
		steps++
		sameState(t, m, sim, run, stopped)
		if t.Failed() {
			return steps, bads
		}
		for _, w := range m.Circuit.Bads {
			if sim.Value(w.Edge)&1 != 0 {
				bads++
			}
		}
	}
	return steps, bads
}

// sameState compares the state of a circuit with the state of its system. Stopped threads are at no state.
func sameState(t *testing.T, m *fromefsm.Composition, sim *circuit.Simulator, run *efsm.Simulator, stopped []bool) {
	t.Helper()
	latches := make([]bool, len(m.Circuit.Latches))
	for i, w := range sim.State() {
		latches[i] = w&1 != 0
	}
	for i := 1; i < len(m.System.Threads); i++ {
		id := efsm.ThreadID(i)
		at := run.At(id)
		if stopped[i] || run.IsStuck(id) {
			at = 0
		}
		if got := m.Place(id, latches); got != at {
			t.Errorf("%s is at state %d, expected %d", m.System.Threads[i].Name, got, at)
		}
	}
	for v := 1; v < len(m.System.Vars); v++ {
		if m.System.Vars[v].Class != efsm.Input && m.Value(efsm.VarID(v), latches) != run.Value(efsm.VarID(v)) {
			t.Errorf("%s is %v, expected %v", m.System.Vars[v].Name, m.Value(efsm.VarID(v), latches), run.Value(efsm.VarID(v)))
		}
	}
}
