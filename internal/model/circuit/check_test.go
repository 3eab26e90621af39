package circuit_test

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/model/circuit/aiger"
	"github.com/heddle-mc/heddle/internal/model/circuit/bdd"
	"github.com/heddle-mc/heddle/internal/model/circuit/bmc"
	"github.com/heddle-mc/heddle/internal/model/circuit/itp"
	"github.com/heddle-mc/heddle/internal/model/circuit/kinduction"
	"github.com/heddle-mc/heddle/internal/model/circuit/pdr"
	"github.com/heddle-mc/heddle/internal/prove/confirm"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
	"github.com/heddle-mc/heddle/internal/testkit/aigertest"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
)

var (
	generated = testflag.Generated(100)
)

// random returns a small circuit.
func random(seed uint64) *circuit.Circuit {
	rng := rand.New(rand.NewPCG(seed, 1))
	c := &circuit.Circuit{Graph: bitblast.NewGraph()}
	pool := []bitblast.Edge{bitblast.True}
	for range rng.IntN(4) {
		pool = append(pool, c.NewInput(""))
	}
	for range 1 + rng.IntN(7) {
		pool = append(pool, c.NewLatch("", circuit.Initial(rng.IntN(3)/2*rng.IntN(3))))
	}
	pick := func() bitblast.Edge { return pool[rng.IntN(len(pool))] ^ bitblast.Edge(rng.IntN(2)) }
	for range 2 + rng.IntN(40) {
		switch rng.IntN(4) {
		case 0:
			pool = append(pool, c.Graph.Xor(pick(), pick()))
		case 1:
			pool = append(pool, c.Graph.Ite(pick(), pick(), pick()))
		default:
			pool = append(pool, c.Graph.And(pick(), pick()))
		}
	}
	for i := range c.Latches {
		c.Latches[i].Next = pick()
	}
	for range 1 + rng.IntN(3) {
		c.Bads = append(c.Bads, circuit.Signal{Edge: c.Graph.And(pick(), c.Graph.And(pick(), pick()))})
	}
	for range rng.IntN(3) / 2 {
		c.Constraints = append(c.Constraints, circuit.Signal{Edge: c.Graph.And(pick(), pick()).Not()})
	}
	if len(c.Latches) > 1 && c.Latches[0].Init != circuit.Any && c.Latches[1].Init != circuit.Any {
		locate(c)
	}
	return c
}

// locate makes all values but one of the first two latches locations.
func locate(c *circuit.Circuit) {
	var group []circuit.Location
	for value := range bitblast.Edge(3) {
		is := func(a, b bitblast.Edge) bitblast.Edge { return c.Graph.And(a^1^value&1, b^1^value>>1) }
		group = append(group, circuit.Location{
			Signal: circuit.Signal{Edge: is(c.Latches[0].Edge, c.Latches[1].Edge)},
			Next:   is(c.Latches[0].Next, c.Latches[1].Next),
			First:  c.Latches[0].Init == circuit.Initial(value&1) && c.Latches[1].Init == circuit.Initial(value>>1),
		})
	}
	c.Locations = append(c.Locations, group)
}

// explicit searches all states, 64 inputs at a time at most: it returns for each bad signal the number
// of steps to it, or -1. It also returns the reachable states, given as the bits of the latches.
func explicit(c *circuit.Circuit) (depth []int, reachable map[uint64]bool) {
	for range c.Bads {
		depth = append(depth, -1)
	}
	reachable = make(map[uint64]bool)
	var level []uint64
	add := func(state uint64) {
		if !reachable[state] {
			reachable[state] = true
			level = append(level, state)
		}
	}
	for state := range uint64(1) << len(c.Latches) {
		starts := true
		for i, l := range c.Latches {
			starts = starts && (l.Init == circuit.Any || (l.Init == circuit.One) == (state>>i&1 != 0))
		}
		if starts {
			add(state)
		}
	}
	for d := 0; len(level) > 0; d++ {
		now := level
		level = nil
		for _, state := range now {
			s := circuit.NewSimulator(withAnyStart(c), func(i int) uint64 { return -(state >> i & 1) })
			s.Evaluate(func(i int) uint64 {
				var w uint64
				for k := range 64 {
					w |= uint64(k>>i&1) << k
				}
				return w
			})
			allowed := ^uint64(0)
			for _, x := range c.Constraints {
				allowed &= s.Value(x.Edge)
			}
			for i, b := range c.Bads {
				if depth[i] < 0 && s.Value(b.Edge)&allowed != 0 {
					depth[i] = d
				}
			}
			for k := range 64 {
				if allowed>>k&1 == 0 {
					continue
				}
				var next uint64
				for i, l := range c.Latches {
					next |= (s.Value(l.Next) >> k & 1) << i
				}
				add(next)
			}
		}
	}
	return depth, reachable
}

// withAnyStart returns a circuit that can begin in every state.
func withAnyStart(c *circuit.Circuit) *circuit.Circuit {
	out := *c
	out.Latches = append([]circuit.Latch(nil), c.Latches...)
	for i := range out.Latches {
		out.Latches[i].Init = circuit.Any
	}
	return &out
}

// TestRandom compares the checkers with an explicit search: each bad signal alone, and then all
// together, without those found, until no more is reached. It checks the circuit and its reduction.
func TestRandom(t *testing.T) {
	reached, proved, broken := 0, 0, 0
	for seed := range generated.All() {
		c := random(seed)
		if err := c.Check(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		depth, reachable := explicit(c)
		for _, k := range checkers {
			r := circuit.Reduce(c)
			if k.proves != k.shortest {
				r = circuit.Reduce(circuit.Locate(c, math.MaxInt, false))
			}
			if err := r.Circuit.Check(); err != nil {
				t.Fatalf("seed %d: reduced: %v", seed, err)
			}
			open := make(map[int]bool)
			var bads []int
			for b := range c.Bads {
				open[b] = true
				bads = append(bads, b)
			}
			checker := k.make(r.Circuit)
			for last := -1; len(bads) > 0; {
				a, err := checker.Check(context.Background(), bads)
				if err != nil {
					t.Fatalf("seed %d: %s: %v", seed, k.name, err)
				}
				if a.Status != circuit.Reached {
					proved++
					for _, b := range bads {
						if depth[b] >= 0 {
							t.Errorf("seed %d: %s: bad %d is reached in %d steps, not found", seed, k.name, b, depth[b])
						}
					}
					if a.Status == circuit.Bounded && !k.proves {
						break
					}
					if a.Status != circuit.Proved && a.Status != circuit.Induction {
						t.Errorf("seed %d: %s: status %d", seed, k.name, a.Status)
					}
					if a.Status == circuit.Induction {
						if err := confirm.Induction(context.Background(), c, r.Invariant(nil), r.Latches, bads, a.Steps); err != nil {
							t.Errorf("seed %d: %s: %v", seed, k.name, err)
						}
						var refuted *confirm.RefutedError
						if errors.As(confirm.Induction(context.Background(), c, r.Invariant(nil), r.Latches, bads, 0), &refuted) {
							broken++
						}
						if len(r.Latches) > 0 && errors.As(confirm.Induction(context.Background(), c, r.Invariant(nil), r.Latches[1:], bads, a.Steps), &refuted) {
							broken++
						}
					}
					if a.Status == circuit.Proved {
						clauses := r.Invariant(a.Invariant)
						holds(t, seed, c, clauses, reachable)
						if err := confirm.Invariant(context.Background(), c, clauses, bads); err != nil {
							t.Errorf("seed %d: %s: %v", seed, k.name, err)
						}
						if err := states(c, clauses, bads); err != nil {
							t.Errorf("seed %d: %s: as a set: %v", seed, k.name, err)
						}
						broken += refuted(t, c, clauses, bads)
					}
					break
				}
				reached++
				e := r.Execution(a.Execution)
				held, err := c.Replay(e)
				if err != nil || !open[a.Bad] {
					t.Fatalf("seed %d: %s: bad %d, %v", seed, k.name, a.Bad, err)
				}
				if len(held) == 0 || depth[a.Bad] < 0 || depth[a.Bad] > len(e.Inputs)-1 || k.shortest && depth[a.Bad] != len(e.Inputs)-1 {
					t.Errorf("seed %d: %s: bad %d after %d steps, expected %d", seed, k.name, a.Bad, len(e.Inputs)-1, depth[a.Bad])
				}
				longer := &circuit.Execution{Initial: e.Initial, Inputs: slices.Concat(e.Inputs, e.Inputs)}
				if again, err := c.Until(longer, a.Bad); err != nil || len(again.Inputs) > len(e.Inputs) || len(again.Inputs) < depth[a.Bad]+1 {
					t.Errorf("seed %d: %s: bad %d after %+v, %v, expected it after %+v", seed, k.name, a.Bad, again, err, e)
				}
				if depth[a.Bad] > 0 {
					longer.Inputs = e.Inputs[:depth[a.Bad]]
					if _, err := c.Until(longer, a.Bad); err == nil {
						t.Errorf("seed %d: %s: bad %d too early", seed, k.name, a.Bad)
					}
				}
				if k.shortest && depth[a.Bad] < last {
					t.Errorf("seed %d: %s: bad %d was missed", seed, k.name, a.Bad)
				}
				last = depth[a.Bad]
				delete(open, a.Bad)
				bads = bads[:0]
				for b := range c.Bads {
					if open[b] {
						bads = append(bads, b)
					}
				}
			}
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d reached, %d not; %d wrong proofs are refuted", reached, proved, broken)
	if generated.N() >= 100 && (reached < 20 || proved < 20 || broken < 20) {
		t.Error("little is reached, or little is not, or no wrong proof is refuted")
	}
}

// compare adds comparisons of the first two latches with the next two.
func compare(c *circuit.Circuit) {
	is := func(of func(i int) bitblast.Edge) bitblast.Edge {
		same := func(a, b bitblast.Edge) bitblast.Edge {
			return circuit.Or(c.Graph, c.Graph.And(a, b), c.Graph.And(a.Not(), b.Not()))
		}
		return c.Graph.And(same(of(0), of(2)), same(of(1), of(3)))
	}
	l := c.Latches
	c.Comparisons = append(c.Comparisons, circuit.Comparison{
		Location: circuit.Location{
			Signal: circuit.Signal{Edge: is(func(i int) bitblast.Edge { return l[i].Edge })},
			Next:   is(func(i int) bitblast.Edge { return l[i].Next }),
			First:  l[0].Init == l[2].Init && l[1].Init == l[3].Init,
		},
		Of: []int{0, 1, 2, 3},
	})
}

// TestCompared: if pdr proves a circuit by comparisons the proof is confirmed and true; otherwise the
// answer is unknown.
func TestCompared(t *testing.T) {
	proved, open := 0, 0
	for seed := range generated.All() {
		c := random(seed)
		if len(c.Latches) < 4 || len(c.Bads) == 0 || slices.ContainsFunc(c.Latches[:4], func(l circuit.Latch) bool { return l.Init == circuit.Any }) {
			continue
		}
		compare(c)
		depth, _ := explicit(c)
		r := circuit.Reduce(circuit.Locate(c, math.MaxInt, true))
		for b := range c.Bads {
			a, err := pdr.New(r.Circuit, pdr.Options{}).Check(context.Background(), []int{b})
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			switch {
			case a.Status == circuit.Proved && depth[b] < 0:
				proved++
				if err := confirm.Invariant(context.Background(), c, r.Invariant(a.Invariant), []int{b}); err != nil {
					t.Errorf("seed %d: %v", seed, err)
				}
			case a.Status == circuit.Proved:
				t.Errorf("seed %d: bad %d is reached after %d steps, not found", seed, b, depth[b])
			case a.Status == circuit.Reached && len(r.Circuit.Compared) > 0:
				t.Errorf("seed %d: bad %d is said to be reached", seed, b)
			default:
				open++
			}
		}
	}
	t.Logf("%d proved, %d open", proved, open)
	if generated.N() >= 100 && proved < 20 {
		t.Error("little is proved")
	}
}

// checkers lists the checkers in the directories of this package.
var checkers = []struct {
	name     string
	make     func(*circuit.Circuit) circuit.Checker
	shortest bool // it finds shortest executions
	proves   bool
}{
	{"bmc", func(c *circuit.Circuit) circuit.Checker { return bmc.New(c, bmc.Options{Depth: 130}) }, true, false},
	{"kind", func(c *circuit.Circuit) circuit.Checker { return kinduction.New(c, bmc.Options{}) }, true, true},
	{"itp", func(c *circuit.Circuit) circuit.Checker { return itp.New(c, bmc.Options{}) }, true, true},
	{"bdd", func(c *circuit.Circuit) circuit.Checker { return bdd.New(c, bdd.Options{}) }, true, true},
	{"pdr", func(c *circuit.Circuit) circuit.Checker { return pdr.New(c, pdr.Options{}) }, false, true},
	{"pdr with seeds", func(c *circuit.Circuit) circuit.Checker {
		k, _ := seeded(c)
		return k
	}, false, true},
}

// refuted counts the weakenings of an invariant, without one clause or one literal of it, that are not
// confirmed, neither as clauses nor as a set.
func refuted(t *testing.T, c *circuit.Circuit, clauses []circuit.Clause, bads []int) int {
	count := 0
	for i := range clauses {
		fewer := append(append([]circuit.Clause(nil), clauses[:i]...), clauses[i+1:]...)
		stronger := append(append([]circuit.Clause(nil), fewer...), clauses[i][1:])
		for _, wrong := range [][]circuit.Clause{fewer, stronger} {
			var one, other *confirm.RefutedError
			is := errors.As(confirm.Invariant(context.Background(), c, wrong, bads), &one)
			if is != errors.As(states(c, wrong, bads), &other) {
				t.Errorf("%v: as clauses: %v, as a set: %v", wrong, one, other)
			}
			if is {
				count++
			}
		}
	}
	return count
}

// states checks whether clauses are confirmed as a set of states. Clauses of one literal give the
// constant latches.
func states(c *circuit.Circuit, clauses []circuit.Clause, bads []int) error {
	set := bitblast.True
	var constant []circuit.Literal
	for _, clause := range clauses {
		var any []bitblast.Edge
		for _, l := range clause {
			any = append(any, c.Fact(l.Latch()).Edge^bitblast.Edge(l)&1)
		}
		if len(clause) == 1 && clause[0].Latch() < len(c.Latches) {
			constant = append(constant, clause[0])
		}
		set = c.Graph.And(set, circuit.Or(c.Graph, any...))
	}
	return confirm.States(context.Background(), c, constant, set, bads)
}

// TestAIGER: a circuit that was written and read behaves the same, and its text does not change from
// then on.
func TestAIGER(t *testing.T) {
	for seed := range generated.All() {
		c := random(seed)
		depth, reachable := explicit(c)
		var last []byte
		for _, form := range []aiger.Form{aiger.Binary, aiger.Text, aiger.Binary, aiger.Text} {
			var text bytes.Buffer
			if err := aiger.Write(&text, c, form, "random\n"); err != nil {
				t.Fatal(err)
			}
			again, err := aigertest.Read(text.Bytes())
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if d, r := explicit(again); !slices.Equal(d, depth) || !maps.Equal(r, reachable) {
				t.Fatalf("seed %d: %v after reading, %v before", seed, d, depth)
			}
			if form == aiger.Text {
				if last != nil && !bytes.Equal(last, text.Bytes()) {
					t.Fatalf("seed %d: wrote\n%s\nthen\n%s", seed, last, text.Bytes())
				}
				last = text.Bytes()
			}
			c = again
		}
	}
}

// holds checks that clauses hold in all reachable states.
func holds(t *testing.T, seed uint64, c *circuit.Circuit, clauses []circuit.Clause, reachable map[uint64]bool) {
	t.Helper()
	facts := *c
	for _, clause := range clauses {
		for _, l := range clause {
			facts.Outputs = append(facts.Outputs, c.Fact(l.Latch()))
		}
	}
	for state := range reachable {
		s := circuit.NewSimulator(withAnyStart(&facts), func(i int) uint64 { return -(state >> i & 1) })
		s.Evaluate(nil)
		for _, clause := range clauses {
			satisfied := false
			for _, l := range clause {
				value := s.Value(c.Fact(l.Latch()).Edge) != 0
				satisfied = satisfied || value == l.Value()
			}
			if !satisfied {
				t.Fatalf("seed %d: clause %v does not hold in state %b", seed, clause, state)
			}
		}
	}
}
