package fromefsm_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/model/circuit/fromefsm"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/model/efsm/fromir"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
	"github.com/heddle-mc/heddle/internal/testkit/efsmtest"
	"github.com/heddle-mc/heddle/internal/testkit/golden"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var every = testflag.Every(60)

// reductions lists all reductions.
var reductions = []fromefsm.Reduction{fromefsm.None, fromefsm.Stubborn, fromefsm.Transactions}

// opening is a system in which the step that opens a lock races with a step that waits for the lock.
const opening = `shared x data bv2 0x0:2
shared y data bv2 0x0:2
shared k sync bv2 0x1:2
thread a entry 1a
  state 1a visible
    access write x
    access write k atomic
    set x := 0x1:2
    set k := 0x0:2
thread b entry 1b
  state 1b visible
    access read y
    goto 2b
  state 2b visible
    enable = k 0x0:2
    access write x
    access read k atomic
    set x := 0x2:2
`

// TestReductions: in random and hand-written systems, every reduction preserves the reachable bad
// signals. If a bad signal is a step of one thread, the system itself reaches it, too. Each reduction
// leaves fewer states.
func TestReductions(t *testing.T) {
	var sum [3]int
	reached := make(map[verdict.Property]int)
	s, err := efsmtest.Parse(opening)
	if err != nil {
		t.Fatal(err)
	}
	agree(t, s, &sum, reached)
	if reached[verdict.Race] == 0 {
		t.Error("no race is reached")
	}
	for seed := range generated.Next(50 * generated.N()) {
		s := efsmtest.Random(seed)
		if err := efsm.Check(s); err != nil {
			t.Fatal(err)
		}
		if agree(t, s, &sum, reached); t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	t.Logf("%d states without a reduction, %d with stubborn sets, %d with transactions; reached: %v", sum[0], sum[1], sum[2], reached)
	if sum[1] >= sum[0] || sum[2] >= sum[1] {
		t.Error("a reduction leaves as many states")
	}
}

// agree compares the signals reached with each reduction. It counts states and bad signals.
func agree(t *testing.T, s *efsm.System, states *[3]int, reached map[verdict.Property]int) {
	t.Helper()
	places := &[2]ir.Place{{Line: 1}, {Line: 2}}
	for _, property := range []verdict.Property{verdict.Assert, verdict.Race, verdict.Exclusion} {
		var want map[fromefsm.Target]bool
		for k, reduction := range reductions {
			m, err := fromefsm.Build(context.Background(), s, fromefsm.Options{Property: property, Places: places, Reduce: reduction})
			if err != nil {
				t.Fatal(err)
			}
			all, got := reach(m, math.MaxInt)
			states[k] += len(all)
			switch {
			case reduction != fromefsm.None:
			case property == verdict.Assert:
				want = search(t, s)
			default:
				want = got
			}
			if !maps.Equal(got, want) {
				t.Errorf("%s, reduction %d: %v is reached, expected %v\n%s", property, reduction, got, want, s)
			}
		}
		reached[property] += len(want)
	}
}

// TestProgramReductions: in programs with few states every reduction reaches the same signals.
func TestProgramReductions(t *testing.T) {
	const limit = 5000
	judged, all, bads := 0, 0, 0
	var sum [3]int
	walk := func(name string, p *ir.Program, env ir.Environment) {
		for _, property := range []verdict.Property{verdict.Assert, verdict.Race, verdict.Deadlock} {
			all++
			s, err := fromir.Build(context.Background(), analyze.Of(p), fromir.Options{Property: property, Environment: env})
			var refused *fromir.Error
			if errors.As(err, &refused) {
				continue
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			s = s.Contexts()
			var want map[fromefsm.Target]bool
			for k, reduction := range reductions {
				m, err := fromefsm.Build(context.Background(), s, fromefsm.Options{Property: property, Reduce: reduction})
				if err != nil {
					t.Fatal(err)
				}
				states, got := reach(m, limit)
				if len(states) >= limit {
					break
				}
				sum[k] += len(states)
				if reduction == fromefsm.None {
					judged++
					bads += len(got)
					want = got
				}
				if !maps.Equal(got, want) {
					t.Fatalf("%s, %s, reduction %d: %v is reached, expected %v", name, property, reduction, got, want)
				}
			}
		}
	}
	for _, file := range testprog.Files(t) {
		i := testprog.Turn(file)
		if every.Has(i) {
			walk(file, testprog.Compile(t, file, ir.LP64), testprog.Environment(t, file))
		}
	}
	for seed := range generated.All() {
		r := testprog.Generate(t, seed)
		walk(r.Name, r.Program, r.Environment)
	}
	t.Logf("%d of %d explored, %d bad; states: %v", judged, all, bads, sum)
	testprog.AtLeast(t, judged, all, 60)
}

// TestSets checks the threads that may move, state by state, with each reduction.
func TestSets(t *testing.T) {
	golden.Archives(t, func(t *testing.T, input string) func(string) string {
		s, err := efsmtest.Parse(input)
		if err == nil {
			err = efsm.Check(s)
		}
		if err != nil {
			t.Fatal(err)
		}
		return func(string) string {
			made := make([]*fromefsm.Composition, len(reductions))
			for k, reduction := range reductions {
				if made[k], err = fromefsm.Build(context.Background(), s, fromefsm.Options{Property: verdict.Assert, Reduce: reduction}); err != nil {
					t.Fatal(err)
				}
			}
			lines := make(map[string]bool)
			states, _ := reach(made[0], math.MaxInt)
			for _, state := range states {
				line := ""
				for i := 1; i < len(s.Threads); i++ {
					line += fmt.Sprintf("%-4s", cmp.Or(s.Threads[i].States[made[0].Place(efsm.ThreadID(i), state)].Name, "-"))
				}
				for _, m := range made {
					line += "  " + fmt.Sprintf("%-6s", goingOn(m, state))
				}
				lines[strings.TrimRight(line, " ")] = true
			}
			return strings.Repeat("    ", len(s.Threads)-1) + "  none    sub     trans\n" + strings.Join(slices.Sorted(maps.Keys(lines)), "\n") + "\n"
		}
	})
}

// goingOn names the threads that can execute in a state.
func goingOn(m *fromefsm.Composition, state []bool) string {
	sim := circuit.NewSimulator(m.Circuit, nil)
	for i := range state {
		sim.State()[i] = circuit.Word(state, i)
	}
	var names []string
	for i, moves := range m.Circuit.Outputs {
		inputs := m.Encode(efsm.ThreadID(i+1), zero)
		sim.Evaluate(func(i int) uint64 { return circuit.Word(inputs, i) })
		if sim.Value(moves.Edge)&allowed(m.Circuit, sim)&1 != 0 {
			names = append(names, m.System.Threads[i+1].Name)
		}
	}
	return strings.Join(names, " ")
}

// allowed returns the executions in which the constraints hold.
func allowed(c *circuit.Circuit, sim *circuit.Simulator) uint64 {
	all := ^uint64(0)
	for _, x := range c.Constraints {
		all &= sim.Value(x.Edge)
	}
	return all
}

// reach returns the reachable states of a circuit, up to a limit, and the signals that are bad in them.
// Inputs of threads are zero.
func reach(m *fromefsm.Composition, limit int) (states [][]bool, bad map[fromefsm.Target]bool) {
	c := m.Circuit
	sim := circuit.NewSimulator(c, nil)
	var inputs [][]bool
	for i := 1; i < len(m.System.Threads); i++ {
		inputs = append(inputs, m.Encode(efsm.ThreadID(i), zero))
	}
	first := make([]bool, len(c.Latches))
	for i, w := range sim.State() {
		first[i] = w&1 != 0
	}
	seen := map[string]bool{key(first): true}
	states = [][]bool{first}
	bad = make(map[fromefsm.Target]bool)
	for next := 0; next < len(states)*len(inputs) && len(states) < limit; {
		lanes := min(64, len(states)*len(inputs)-next)
		clear(sim.State())
		for k := range lanes {
			for i, bit := range states[(next+k)/len(inputs)] {
				if bit {
					sim.State()[i] |= 1 << k
				}
			}
		}
		sim.Evaluate(func(i int) (w uint64) {
			for k := range lanes {
				w |= circuit.Word(inputs[(next+k)%len(inputs)], i) << k
			}
			return w
		})
		may := allowed(c, sim)
		for i, b := range c.Bads {
			if sim.Value(b.Edge)&may<<(64-lanes) != 0 {
				bad[m.Targets[i]] = true
			}
		}
		sim.Step()
		for k := range lanes {
			if may>>k&1 == 0 {
				continue
			}
			state := make([]bool, len(c.Latches))
			for i, w := range sim.State() {
				state[i] = w>>k&1 != 0
			}
			if name := key(state); !seen[name] {
				seen[name] = true
				states = append(states, state)
			}
		}
		next += lanes
	}
	return states, bad
}

func key(state []bool) string {
	b := make([]byte, len(state))
	for i, bit := range state {
		if bit {
			b[i] = 1
		}
	}
	return string(b)
}

func zero(efsm.VarID) term.Word { return term.Word{} }

// search returns the obligations and marks that the steps of a system can reach.
func search(t *testing.T, s *efsm.System) map[fromefsm.Target]bool {
	t.Helper()
	type node struct {
		run     *efsm.Simulator
		stopped uint // threads stopped by a mark
	}
	type name struct {
		run     string
		stopped uint
	}
	met := make(map[fromefsm.Target]bool)
	first := efsm.NewSimulator(s, nil)
	seen := map[name]bool{{first.Key(), 0}: true}
	for todo := []node{{first, 0}}; len(todo) > 0; {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for i := 1; i < len(s.Threads); i++ {
			if n.stopped>>i&1 != 0 {
				continue
			}
			next := node{n.run.Clone(), n.stopped}
			done, err := next.run.Step(efsm.ThreadID(i), zero)
			if err != nil {
				t.Fatal(err)
			}
			if done.Progress != efsm.Stepped {
				continue
			}
			for _, k := range done.Marks {
				met[fromefsm.Target{Thread: done.Thread, State: done.State, Obligation: -1, Mark: k}] = true
				next.stopped |= 1 << i
			}
			for _, k := range done.Obligations {
				met[fromefsm.Target{Thread: done.Thread, State: done.State, Obligation: k, Mark: -1}] = true
			}
			if at := (name{next.run.Key(), next.stopped}); !seen[at] {
				seen[at] = true
				todo = append(todo, next)
			}
		}
	}
	return met
}
