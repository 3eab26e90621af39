package liveness_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/model/circuit/bdd"
	"github.com/heddle-mc/heddle/internal/model/circuit/bmc"
	"github.com/heddle-mc/heddle/internal/model/circuit/itp"
	"github.com/heddle-mc/heddle/internal/model/circuit/kinduction"
	"github.com/heddle-mc/heddle/internal/model/circuit/liveness"
	"github.com/heddle-mc/heddle/internal/model/circuit/pdr"
	"github.com/heddle-mc/heddle/internal/program/ltl"
	"github.com/heddle-mc/heddle/internal/prove/confirm"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var generated = testflag.Generated(40)

// random returns a small circuit and edges of it.
func random(rng *rand.Rand) (c *circuit.Circuit, pick func() bitblast.Edge) {
	c = &circuit.Circuit{Graph: bitblast.NewGraph()}
	var pool []bitblast.Edge
	for range rng.IntN(3) {
		pool = append(pool, c.NewInput(""))
	}
	for range 1 + rng.IntN(3) {
		pool = append(pool, c.NewLatch("", circuit.Initial(rng.IntN(3)/2*rng.IntN(3))))
	}
	pick = func() bitblast.Edge { return pool[rng.IntN(len(pool))] ^ bitblast.Edge(rng.IntN(2)) }
	for range 2 + rng.IntN(15) {
		if rng.IntN(3) == 0 {
			pool = append(pool, c.Graph.Xor(pick(), pick()))
		} else {
			pool = append(pool, c.Graph.And(pick(), pick()))
		}
	}
	for i := range c.Latches {
		c.Latches[i].Next = pick()
	}
	for range rng.IntN(2) {
		c.Constraints = append(c.Constraints, circuit.Signal{Edge: c.Graph.And(pick(), pick()).Not()})
	}
	return c, pick
}

// formula returns a formula over three atoms with few subformulas.
func formula(rng *rand.Rand, depth int) *ltl.Formula {
	if depth == 0 || rng.IntN(5) == 0 {
		return &ltl.Formula{Op: ltl.Atomic, Atom: rng.IntN(3)}
	}
	f := &ltl.Formula{Op: ltl.Not + ltl.Op(rng.IntN(int(ltl.WeakUntil-ltl.Not)+1)), L: formula(rng, depth-1)}
	switch f.Op {
	case ltl.Not, ltl.Next, ltl.Finally, ltl.Globally:
	default:
		f.R = formula(rng, depth-1)
	}
	return f
}

// moments lists all states and steps that a circuit allows.
func moments(c *circuit.Circuit, q *liveness.Question) (list []testprog.Moment, initial []int) {
	free := *c
	free.Latches = slices.Clone(c.Latches)
	for i := range free.Latches {
		free.Latches[i].Init = circuit.Any
	}
	for _, e := range append(append([]bitblast.Edge{q.Counts}, q.Atoms...), q.Fair...) {
		free.Outputs = append(free.Outputs, circuit.Signal{Edge: e})
	}
	for state := range 1 << len(c.Latches) {
		starts := true
		for i, l := range c.Latches {
			starts = starts && (l.Init == circuit.Any || (l.Init == circuit.One) == (state>>i&1 != 0))
		}
		if starts {
			initial = append(initial, state)
		}
		for in := range 1 << len(c.Inputs) {
			sim := circuit.NewSimulator(&free, func(i int) uint64 { return uint64(state >> i & 1) })
			sim.Evaluate(func(i int) uint64 { return uint64(in >> i & 1) })
			holds := func(e bitblast.Edge) bool { return sim.Value(e)&1 != 0 }
			if slices.ContainsFunc(c.Constraints, func(s circuit.Signal) bool { return !holds(s.Edge) }) {
				continue
			}
			m := testprog.Moment{From: state, Counts: holds(q.Counts)}
			for i, l := range c.Latches {
				if holds(l.Next) {
					m.To |= 1 << i
				}
			}
			for _, e := range q.Atoms {
				m.Atoms = append(m.Atoms, holds(e))
			}
			for _, e := range q.Fair {
				m.Fair = append(m.Fair, holds(e))
			}
			list = append(list, m)
		}
	}
	return list, initial
}

// lasso checks a found execution against the meaning of the formula.
func lasso(t *testing.T, c *circuit.Circuit, q *liveness.Question, f *ltl.Formula, l *liveness.Loops, e *circuit.Execution) {
	t.Helper()
	sim := circuit.NewSimulator(c, func(i int) uint64 { return circuit.Word(e.Initial, i) })
	start, last := l.Start(e), len(e.Inputs)-1
	var saved []uint64
	var atoms [][]bool
	loop := -1
	fair := make([]bool, len(q.Fair))
	for k := range last {
		if k == start {
			saved = slices.Clone(sim.State())
			loop = len(atoms)
		}
		watched := *c
		for _, e := range append(append([]bitblast.Edge{q.Counts}, q.Atoms...), q.Fair...) {
			watched.Outputs = append(watched.Outputs, circuit.Signal{Edge: e})
		}
		now := circuit.NewSimulator(&watched, nil)
		copy(now.State(), sim.State())
		now.Evaluate(func(i int) uint64 { return circuit.Word(e.Inputs[k], i) })
		if now.Value(q.Counts)&1 != 0 {
			var holds []bool
			for _, a := range q.Atoms {
				holds = append(holds, now.Value(a)&1 != 0)
			}
			atoms = append(atoms, holds)
		}
		for i, x := range q.Fair {
			fair[i] = fair[i] || k >= start && now.Value(x)&1 != 0
		}
		for _, x := range c.Constraints {
			if now.Value(x.Edge)&1 == 0 {
				t.Error("a constraint does not hold")
			}
		}
		sim.Evaluate(func(i int) uint64 { return circuit.Word(e.Inputs[k], i) })
		sim.Step()
	}
	relevant := func(s []uint64) (out []uint64) {
		for _, i := range circuit.Relevant(l.Circuit) {
			if i < len(s) {
				out = append(out, s[i]&1)
			}
		}
		return out
	}
	switch {
	case loop < 0 || loop == len(atoms):
		t.Errorf("no loop: begins at %d of %d", start, last)
	case !slices.Equal(relevant(saved), relevant(sim.State())):
		t.Errorf("the loop does not lead back: %v, %v", saved, sim.State())
	case slices.Contains(fair, false):
		t.Errorf("the loop is not fair: %v", fair)
	case !f.Holds(len(atoms), loop, func(a, at int) bool { return atoms[at][a] })[0]:
		t.Error("the formula does not hold")
	}
}

// loops checks each prefix of a found execution: it is a loop exactly if the circuit of Safety accepts
// it as one. The whole execution is a loop.
func loops(t *testing.T, c *circuit.Circuit, l *liveness.Loops, e *circuit.Execution) {
	t.Helper()
	for n := 1; n < len(e.Inputs); n++ {
		beginning := &circuit.Execution{Initial: e.Initial, Inputs: e.Inputs[:n]}
		start, err := c.Loop(beginning, 0)
		for k := range n {
			held, broken := l.Circuit.Replay(l.Execution(beginning, k))
			if len(held) == 1 && (err != nil || start > k) || k == start && err == nil && (len(held) != 1 || broken != nil) {
				t.Errorf("a loop from step %d of %d: %d, %v, expected %v, %v", k, n, start, err, held, broken)
			}
		}
		if err != nil && n == len(e.Inputs)-1 {
			t.Error(err)
		}
	}
}

var checkers = []struct {
	name string
	make func(*circuit.Circuit) circuit.Checker
}{
	{"bmc", func(c *circuit.Circuit) circuit.Checker { return bmc.New(c, bmc.Options{Depth: 40}) }},
	{"kind", func(c *circuit.Circuit) circuit.Checker { return kinduction.New(c, bmc.Options{Depth: 40}) }},
	{"itp", func(c *circuit.Circuit) circuit.Checker { return itp.New(c, bmc.Options{}) }},
	{"bdd", func(c *circuit.Circuit) circuit.Checker { return bdd.New(c, bdd.Options{}) }},
	{"pdr", func(c *circuit.Circuit) circuit.Checker { return pdr.New(c, pdr.Options{}) }},
}

// TestRandom compares the checkers' answers about random circuits and formulas with an explicit search.
func TestRandom(t *testing.T) {
	found, none := 0, 0
	for seed := range generated.All() {
		rng := rand.New(rand.NewPCG(seed, 1))
		c, pick := random(rng)
		f := formula(rng, 3)
		for testprog.Subformulas(f) > 7 {
			f = formula(rng, 3)
		}
		q := &liveness.Question{Formula: f.NNF(false), Counts: bitblast.True, Name: "answer"}
		for range 3 {
			q.Atoms = append(q.Atoms, pick())
		}
		for range rng.IntN(3) {
			q.Fair = append(q.Fair, pick())
		}
		if rng.IntN(2) == 0 {
			q.Counts = pick()
		}
		list, initial := moments(c, q)
		want := testprog.Satisfies(list, initial, f)
		product := liveness.Product(c, q)
		l := liveness.Safety(product)
		if err := l.Circuit.Check(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		r := circuit.Reduce(l.Circuit)
		for _, k := range checkers {
			a, err := k.make(r.Circuit).Check(context.Background(), []int{0})
			if err != nil {
				t.Fatalf("seed %d: %s: %v", seed, k.name, err)
			}
			switch a.Status {
			case circuit.Reached:
				if found++; !want {
					t.Errorf("seed %d: %s: an answer, expected none", seed, k.name)
				}
				e := r.Execution(a.Execution)
				lasso(t, c, q, f, l, e)
				loops(t, product, l, e)
			case circuit.Proved, circuit.Induction:
				none++
				clauses := r.Invariant(a.Invariant)
				switch {
				case a.States != bitblast.NoEdge:
					set, constant := r.Set(l.Circuit, a.States)
					err = confirm.States(context.Background(), l.Circuit, constant, set, []int{0})
				case a.Status == circuit.Proved:
					err = confirm.Invariant(context.Background(), l.Circuit, clauses, []int{0})
				default:
					err = confirm.Induction(context.Background(), l.Circuit, clauses, r.Latches, []int{0}, a.Steps)
				}
				if err != nil {
					t.Errorf("seed %d: %s: %v", seed, k.name, err)
				}
			case circuit.Bounded:
				if k.name != "bmc" && k.name != "kind" {
					t.Errorf("seed %d: %s: bounded", seed, k.name)
				}
			default:
				t.Errorf("seed %d: %s: status %d", seed, k.name, a.Status)
			}
			if a.Status != circuit.Reached && want {
				t.Errorf("seed %d: %s: no answer, expected one", seed, k.name)
			}
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d found, %d proved to be none", found, none)
	if generated.N() >= 100 && (found < 100 || none < 100) {
		t.Error("little is found, or little is proved")
	}
}
