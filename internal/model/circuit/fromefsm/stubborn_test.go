package fromefsm_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/model/circuit/fromefsm"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/model/efsm/fromir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
	"github.com/heddle-mc/heddle/internal/testkit/efsmtest"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestStubborn counts the reachable states of two threads of three steps, which access separate
// variables or the same one, and of two infinite loops, neither of which may be put off forever.
func TestStubborn(t *testing.T) {
	const straight = `shared a data bv2 0x0:2
shared b data bv2 0x0:2
thread p entry s1
  state s1 visible
    access update a
    set a := bvadd a 0x1:2
    goto s2
  state s2 visible
    access update a
    set a := bvadd a 0x1:2
    goto s3
  state s3 visible
    access update a
    set a := bvadd a 0x1:2
thread q entry s1
  state s1 visible
    access update b
    set b := bvadd b 0x1:2
    goto s2
  state s2 visible
    access update b
    set b := bvadd b 0x1:2
    goto s3
  state s3 visible
    access update b
    set b := bvadd b 0x1:2
`
	round := strings.ReplaceAll(straight, "    set a := bvadd a 0x1:2\nthread", "    set a := bvadd a 0x1:2\n    goto s1\nthread")
	round = strings.TrimSuffix(round, "\n") + "\n    goto s1\n"
	for _, c := range []struct {
		name, text string
		states     [3]int // by reduction
	}{
		{"apart", straight, [3]int{16, 7, 7}},
		{"the same variable", strings.ReplaceAll(strings.ReplaceAll(strings.Replace(straight, "shared b data bv2 0x0:2\n", "", 1), " b\n", " a\n"), "set b := bvadd b", "set a := bvadd a"), [3]int{16, 16, 16}},
		{"for ever", round, [3]int{144, 80, 80}},
	} {
		s, err := efsmtest.Parse(c.text)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		for k, reduction := range reductions {
			m, err := fromefsm.Build(context.Background(), s, fromefsm.Options{Reduce: reduction})
			if err != nil {
				t.Fatal(err)
			}
			if got, _ := reach(m, math.MaxInt); len(got) != c.states[k] {
				t.Errorf("%s, reduction %d: %d states, expected %d", c.name, reduction, len(got), c.states[k])
			}
		}
	}
}

// TestStubbornSteps: the steps read back from an execution of a reduced circuit end as the circuit states. The threads of a race are at its states, and
// those of a violated obligation violate it.
func TestStubbornSteps(t *testing.T) {
	read := 0
	for seed := range generated.All() {
		g := testprog.Generate(t, seed)
		for _, property := range []verdict.Property{verdict.Assert, verdict.Race} {
			s, err := fromir.Build(context.Background(), analyze.Of(g.Program), fromir.Options{Property: property, Environment: g.Environment})
			var refused *fromir.Error
			if errors.As(err, &refused) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			m, err := fromefsm.Build(context.Background(), s, fromefsm.Options{Property: property, Reduce: fromefsm.Transactions})
			if err != nil {
				t.Fatal(err)
			}
			// Few circuits, and there few executions, reach a bad signal. Several executions keep the
			// count far from its floor for any programs that the generator creates.
			for k := range uint64(8) {
				read += readBack(t, m, rand.New(rand.NewPCG(seed, k)))
				if t.Failed() {
					t.Fatalf("%s, %s", g.Name, property)
				}
			}
		}
	}
	t.Logf("%d executions read", read)
	if read < int(generated.N()) {
		t.Errorf("%d executions reach something bad, expected %d", read, generated.N())
	}
}

// readBack executes a circuit at random and reads back the steps whenever a bad signal holds. It
// returns the number of times.
func readBack(t *testing.T, m *fromefsm.Composition, rng *rand.Rand) (read int) {
	t.Helper()
	e := &circuit.Execution{Initial: make([]bool, len(m.Circuit.Latches))}
	sim := circuit.NewSimulator(m.Circuit, nil)
	for range 200 {
		inputs := make([]bool, len(m.Circuit.Inputs))
		for i := range inputs {
			inputs[i] = rng.IntN(2) == 0
		}
		e.Inputs = append(e.Inputs, inputs)
		sim.Evaluate(func(i int) uint64 { return circuit.Word(inputs, i) })
		if allowed(m.Circuit, sim)&1 == 0 {
			e.Inputs = e.Inputs[:len(e.Inputs)-1]
			continue // with other inputs
		}
		for bad, signal := range m.Circuit.Bads {
			if sim.Value(signal.Edge)&1 == 0 {
				continue
			}
			read++
			steps, err := m.Steps(e, bad)
			if err != nil {
				t.Fatal(err)
			}
			target := &m.Targets[bad]
			run := efsm.NewSimulator(m.System, func(v efsm.VarID) term.Word { return m.Initial(e)[v] })
			end := len(steps) - 1
			if target.Var != 0 {
				end--
			}
			for _, s := range steps[:end] {
				if _, err := run.Step(s.Thread, func(v efsm.VarID) term.Word { return s.Inputs[v] }); err != nil {
					t.Fatal(err)
				}
			}
			if at := run.At(target.Thread); at != target.State {
				t.Fatalf("%s: the thread is at state %d, expected %d", signal.Name, at, target.State)
			}
			if target.Other != 0 && run.At(target.Other) != target.OtherAt {
				t.Fatalf("%s: the other thread is at state %d, expected %d", signal.Name, run.At(target.Other), target.OtherAt)
			}
		}
		sim.Step()
	}
	return read
}
