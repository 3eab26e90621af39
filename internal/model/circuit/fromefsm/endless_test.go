package fromefsm_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/model/circuit/fromefsm"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/ltl"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
	"github.com/heddle-mc/heddle/internal/solve/term"
	"github.com/heddle-mc/heddle/internal/testkit/efsmtest"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestReducedExecutions: in random systems, with and without fairness, each reduction preserves the marks
// that are reached, and whether a random formula holds in all executions. An explicit search in the states
// of the circuit decides the formula.
func TestReducedExecutions(t *testing.T) {
	const formulas, largest = 6, 160
	holds, fails, moments := 0, 0, [3]int{}
	for seed := range generated.Next(20 * generated.N()) {
		s := efsmtest.Apart(seed)
		if err := efsm.Check(s); err != nil {
			t.Fatal(err)
		}
		if seed%4 == 0 {
			s = efsmtest.Random(seed)
			for i := 1; i < len(s.Threads); i++ {
				s.Threads[i].Done = efsm.VarID(slices.IndexFunc(s.Vars, func(v efsm.Var) bool { return v.Name == fmt.Sprint("done", i) }))
			}
		}
		s.Whole = true
		rng := rand.New(rand.NewPCG(seed, 4))
		for range formulas {
			opts := fromefsm.Options{Property: verdict.LTL, Unfair: rng.IntN(3) == 0}
			count := 1 + rng.IntN(3)
			for range count {
				opts.Atoms = append(opts.Atoms, atom(s, rng))
			}
			f := testprog.Formula(rng, count, 2, 5)
			for _, c := range f.Conjuncts() {
				opts.Observed = append(opts.Observed, c.Atoms())
			}
			var want bool
			var reached map[fromefsm.Target]bool
			for k, reduction := range reductions {
				opts.Reduce = reduction
				m, err := fromefsm.Build(context.Background(), s, opts)
				if err != nil {
					t.Fatal(err)
				}
				list, bad := course(m, opts.Unfair, largest)
				if len(list) > largest {
					break // only without a reduction
				}
				moments[k] += len(list)
				got := testprog.Satisfies(list, []int{0}, &ltl.Formula{Op: ltl.Not, L: f})
				switch {
				case reduction == fromefsm.None:
					if want, reached = got, bad; got {
						fails++
					} else {
						holds++
					}
				case got != want || !maps.Equal(bad, reached):
					t.Fatalf("seed %d, reduction %d, unfair %t: %+v over %+v: violated %t, expected %t; %v is reached, expected %v\n%s",
						seed, reduction, opts.Unfair, f, opts.Atoms, got, want, bad, reached, s)
				}
			}
		}
	}
	t.Logf("%d formulas hold, %d fail; %v steps, by reduction", holds, fails, moments)
	if n := int(generated.N()); holds < n || fails < n || moments[2] >= moments[0] {
		t.Error("few formulas hold, few fail, or reductions leave as many steps")
	}
}

// atom returns a random atom about a system.
func atom(s *efsm.System, rng *rand.Rand) efsm.Atom {
	threads := []efsm.ThreadID{efsm.ThreadID(1 + rng.IntN(len(s.Threads)-1))}
	a := efsm.Atom{Kind: efsm.AtomKind(rng.IntN(int(efsm.HasEnded) + 1))}
	if rng.IntN(3) == 0 {
		threads = nil
		for i := range s.Threads[1:] {
			threads = append(threads, efsm.ThreadID(i+1))
		}
	}
	switch a.Kind {
	case efsm.HoldsTerm:
		v, w := &s.Vars[1+rng.IntN(2)], &s.Vars[1+rng.IntN(2)]
		a.Term = s.Terms.Eq(v.Term, s.Terms.Uint(uint64(rng.IntN(3)), v.Sort.Width()))
		if rng.IntN(3) == 0 {
			a.Term = s.Terms.Eq(v.Term, w.Term)
		}
		return a
	case efsm.Arrived:
		a.Place = ir.Place{Line: int32(1 + rng.IntN(2))}
	}
	a.Threads = threads
	return a
}

// course returns the steps of a circuit, until they are more than a limit, and the bad signals that hold.
func course(m *fromefsm.Composition, unfair bool, limit int) (list []testprog.Moment, bad map[fromefsm.Target]bool) {
	k, c := m.Course, *m.Circuit
	c.Outputs = nil
	for _, e := range slices.Concat([]bitblast.Edge{k.Settled}, k.Moves[1:], k.Ready[1:], k.Atoms) {
		c.Outputs = append(c.Outputs, circuit.Signal{Edge: e})
	}
	n := len(k.Moves) - 1
	sim := circuit.NewSimulator(&c, nil)
	number := make(map[string]int)
	var states [][]uint64
	visit := func() int {
		key := fmt.Sprint(sim.State())
		at, is := number[key]
		if !is {
			at = len(states)
			number[key], states = at, append(states, slices.Clone(sim.State()))
		}
		return at
	}
	visit()
	bad = make(map[fromefsm.Target]bool)
	for from := 0; from < len(states) && len(list) <= limit; from++ {
		for i := 1; i <= n; i++ {
			copy(sim.State(), states[from])
			inputs := m.Encode(efsm.ThreadID(i), func(efsm.VarID) term.Word { return term.Word{} })
			sim.Evaluate(func(at int) uint64 { return circuit.Word(inputs, at) })
			if allowed(&c, sim)&1 == 0 {
				continue
			}
			is := func(out int) bool { return sim.Value(c.Outputs[out].Edge)&1 != 0 }
			for b, signal := range c.Bads {
				if sim.Value(signal.Edge)&1 != 0 {
					bad[m.Targets[b]] = true
				}
			}
			step := testprog.Moment{From: from, Counts: is(0)}
			some, none := false, true
			for j := 1; j <= n; j++ {
				some, none = some || is(j), none && !is(n+j)
				step.Fair = append(step.Fair, is(0) && (is(j) || !is(n+j)))
			}
			if unfair {
				step.Fair = []bool{some || none}
			}
			for a := range k.Atoms {
				step.Atoms = append(step.Atoms, is(1+2*n+a))
			}
			sim.Step()
			if step.To = visit(); !slices.ContainsFunc(list, func(o testprog.Moment) bool {
				return o.From == from && o.To == step.To && slices.Equal(o.Fair, step.Fair)
			}) {
				list = append(list, step)
			}
		}
	}
	return list, bad
}

// TestObserved: a formula forbids one of two orders of independent steps. No reduction leaves it out.
func TestObserved(t *testing.T) {
	const writer = "thread w entry s1 done donew\n  state s1 visible\n    access write a\n    set a := 0x1:1\n    goto s2\n  state s2 visible\n    access write donew atomic\n    set donew := true\n"
	for _, c := range []struct {
		name, text string
		atom       efsm.Atom // of thread 2
	}{
		{"a thread is created", "thread p entry s1 done donep\n  state s1 visible\n    access write alive atomic\n    set alive := true\n    goto s2\n  state s2 visible\n    access write donep atomic\n    set donep := true\n" +
			"thread q entry s0 alive alive done doneq\n  state s0 local\n    goto s1\n  state s1 visible asked at 0:1:1 q 0 0\n    goto s2\n  state s2 visible\n    access write doneq atomic\n    set doneq := true\n",
			efsm.Atom{Kind: efsm.Arrived, Threads: []efsm.ThreadID{2}, Place: ir.Place{Line: 1}}},
		{"a thread need not wait", "thread p entry s1 done donep\n  state s1 visible\n    access write b\n    set b := 0x1:1\n    goto s2\n  state s2 visible\n    access write donep atomic\n    set donep := true\n" +
			"thread q entry s1 done doneq\n  state s1 visible\n    enable = b 0x1:1\n    access read b\n    goto s2\n  state s2 visible\n    access read b\n    goto s3\n  state s3 visible\n    access write doneq atomic\n    set doneq := true\n",
			efsm.Atom{Kind: efsm.CanStep, Threads: []efsm.ThreadID{2}}},
	} {
		head := "file 0 a.c\nshared a data bv1 0x0:1\nshared b data bv1 0x0:1\nshared alive sync bool false\nshared donep sync bool false\nshared doneq sync bool false\nshared donew sync bool false\n"
		s, err := efsmtest.Parse(head + c.text + writer)
		if err == nil {
			err = efsm.Check(s)
		}
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		s.Whole = true
		atoms := []efsm.Atom{c.atom, {Kind: efsm.HoldsTerm, Term: s.Terms.Eq(s.Vars[1].Term, s.Terms.Uint(1, 1))}}
		f, _, err := ltl.Parse("!first W second")
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			for k, reduction := range reductions {
				m, err := fromefsm.Build(context.Background(), s, fromefsm.Options{Property: verdict.LTL, Reduce: reduction, Atoms: atoms, Observed: [][]int{{0, 1}}})
				if err != nil {
					t.Fatal(err)
				}
				if list, _ := course(m, false, 1000); !testprog.Satisfies(list, []int{0}, &ltl.Formula{Op: ltl.Not, L: f}) {
					t.Errorf("%s, reduction %d: one order is left out", c.name, k)
				}
			}
			slices.Reverse(atoms)
		}
	}
}
