package persistent_test

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/model/circuit/fromefsm"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/prove/confirm/persistent"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
	"github.com/heddle-mc/heddle/internal/testkit/efsmtest"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
)

var generated = testflag.Generated(60)

// build returns the circuit of a system.
func build(t *testing.T, s *efsm.System, reduction fromefsm.Reduction) *fromefsm.Composition {
	t.Helper()
	m, err := fromefsm.Build(context.Background(), s, fromefsm.Options{Property: verdict.Assert, Reduce: reduction})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// confirm reports whether a reduction is confirmed, with the reason why not.
func confirm(t *testing.T, m *fromefsm.Composition) (bool, string) {
	t.Helper()
	err := persistent.Confirm(context.Background(), &persistent.Reduction{
		System: m.System, Circuit: m.Circuit, Property: verdict.Assert, Allowed: m.Allowed, Ended: m.Ended(), Edge: m.Edge,
	})
	if err == nil {
		return true, ""
	}
	if !errors.As(err, new(*persistent.Refuted)) && !errors.As(err, new(*persistent.Uncovered)) {
		t.Fatal(err)
	}
	return false, err.Error()
}

// reach returns the bad signals that a circuit reaches. Inputs other than the chosen thread are zero.
func reach(m *fromefsm.Composition) map[fromefsm.Target]bool {
	c := m.Circuit
	var choice []int
	for i, in := range c.Inputs {
		if strings.HasPrefix(in.Name, "thread[") {
			choice = append(choice, i)
		}
	}
	sim := circuit.NewSimulator(c, nil)
	key := func() string {
		b := make([]byte, len(c.Latches))
		for i, w := range sim.State() {
			b[i] = byte(w & 1)
		}
		return string(b)
	}
	first := key()
	seen, todo, bad := map[string]bool{first: true}, []string{first}, make(map[fromefsm.Target]bool)
	for len(todo) > 0 {
		state := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for chosen := range 1 << len(choice) {
			for i := range sim.State() {
				sim.State()[i] = uint64(state[i])
			}
			sim.Evaluate(func(i int) uint64 {
				for k, at := range choice {
					if at == i {
						return uint64(chosen >> k & 1)
					}
				}
				return 0
			})
			allowed := uint64(1)
			for _, x := range c.Constraints {
				allowed &= sim.Value(x.Edge)
			}
			if allowed == 0 {
				continue
			}
			for i, b := range c.Bads {
				if sim.Value(b.Edge)&1 != 0 {
					bad[m.Targets[i]] = true
				}
			}
			sim.Step()
			if next := key(); !seen[next] {
				seen[next] = true
				todo = append(todo, next)
			}
		}
	}
	return bad
}

// TestRandom confirms the reductions of random systems. Then it takes a thread out of the set, where two
// threads are at two places. If Confirm accepts the result, the circuit must still reach the same bad
// signals.
func TestRandom(t *testing.T) {
	confirmed, all, refused, accepted, lost := 0, 0, 0, 0, 0
	for seed := range generated.All() {
		s := efsmtest.Random(seed)
		want := reach(build(t, s, fromefsm.None))
		rng := rand.New(rand.NewPCG(seed, 3))
		for _, reduction := range []fromefsm.Reduction{fromefsm.Stubborn, fromefsm.Transactions} {
			all++
			ok, why := confirm(t, build(t, s, reduction))
			if !ok {
				t.Logf("seed %d, reduction %d: %s", seed, reduction, why)
				continue
			}
			confirmed++
			for range 4 {
				m := build(t, s, reduction)
				mutate(m, rng)
				same := maps.Equal(reach(m), want)
				if !same {
					lost++
				}
				if ok, _ := confirm(t, m); !ok {
					refused++
				} else if accepted++; !same {
					t.Errorf("seed %d, reduction %d: a reduction that loses a bad signal is confirmed\n%s", seed, reduction, s)
				}
			}
		}
	}
	t.Logf("%d of %d confirmed; %d mutants refused, %d accepted; %d lose a bad signal", confirmed, all, refused, accepted, lost)
	if confirmed*10 < all*9 {
		t.Error("few reductions are confirmed")
	}
	if refused < 100 {
		t.Error("few mutants are refused")
	}
}

// mutate takes a thread out of the sets of the states in which it and another one are at random places,
// and makes the constraint fit.
func mutate(m *fromefsm.Composition, rng *rand.Rand) {
	g := m.Circuit.Graph
	n := len(m.System.Threads) - 1
	i := 1 + rng.IntN(n)
	j := 1 + (i-1+1+rng.IntN(max(1, n-1)))%n
	at := func(i int) bitblast.Edge {
		group := m.Circuit.Locations[i-1]
		return group[rng.IntN(len(group))].Edge
	}
	here := g.And(at(i), at(j))
	m.Allowed[i] = g.And(m.Allowed[i], here.Not())
	excluded := g.And(here, m.Circuit.Outputs[i-1].Edge)
	m.Circuit.Constraints[0].Edge = g.And(m.Circuit.Constraints[0].Edge, excluded.Not())
}
