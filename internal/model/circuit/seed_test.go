package circuit_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/model/circuit/pdr"
	"github.com/heddle-mc/heddle/internal/prove/confirm"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
)

// seeded returns a checker with random clauses as seeds, and the number that it kept.
func seeded(c *circuit.Circuit) (k *pdr.Checker, kept int) {
	k = pdr.New(c, pdr.Options{})
	rng := rand.New(rand.NewPCG(uint64(len(c.Latches)), 2))
	var seeds []circuit.Clause
	for range 4 * len(c.Latches) {
		var clause circuit.Clause
		for range 1 + rng.IntN(3) {
			clause = append(clause, circuit.LatchIs(rng.IntN(len(c.Latches)), rng.IntN(2) == 0))
		}
		seeds = append(seeds, clause)
	}
	return k, k.Seed(context.Background(), seeds, 0)
}

// TestSeeds: some random clauses are kept, and not all.
func TestSeeds(t *testing.T) {
	kept, given := 0, 0
	for seed := range generated.All() {
		c := circuit.Reduce(random(seed)).Circuit
		_, n := seeded(c)
		kept, given = kept+n, given+4*len(c.Latches)
	}
	if kept == 0 || kept == given {
		t.Errorf("%d of %d clauses are kept", kept, given)
	}
}

// twice returns two copies of a circuit side by side, and their latches. A signal is bad if it is bad
// in either copy.
func twice(c *circuit.Circuit) (out *circuit.Circuit, parts [][]int) {
	out = &circuit.Circuit{Graph: bitblast.NewGraph()}
	bads := make([]bitblast.Edge, len(c.Bads))
	for b := range bads {
		bads[b] = bitblast.False
	}
	for range 2 {
		copier, first := circuit.NewCopier(c.Graph, out.Graph), len(out.Latches)
		var part []int
		for i, l := range c.Latches {
			part = append(part, len(out.Latches))
			copier.Bind(c.Latches[i].Edge, out.NewLatch(l.Name, l.Init))
		}
		for _, in := range c.Inputs {
			copier.Bind(in.Edge, out.NewInput(in.Name))
		}
		for i := range c.Latches {
			out.Latches[first+i].Next = copier.Edge(c.Latches[i].Next)
		}
		for _, x := range c.Constraints {
			out.Constraints = append(out.Constraints, circuit.Signal{Edge: copier.Edge(x.Edge)})
		}
		for b := range bads {
			bads[b] = circuit.Or(out.Graph, bads[b], copier.Edge(c.Bads[b].Edge))
		}
		parts = append(parts, part)
	}
	for _, e := range bads {
		out.Bads = append(out.Bads, circuit.Signal{Edge: e})
	}
	return out, parts
}

// TestSeedsAlike: with parts declared alike, the same clauses and their images are kept as without the
// declaration.
func TestSeedsAlike(t *testing.T) {
	kept := 0
	for seed := range generated.All() {
		c, parts := twice(circuit.Reduce(random(seed)).Circuit)
		if len(c.Latches) == 0 {
			continue
		}
		rng := rand.New(rand.NewPCG(seed, 3))
		var seeds, both []circuit.Clause
		for range 4 * len(c.Latches) {
			var clause, image circuit.Clause
			for range 1 + rng.IntN(3) {
				i, value := rng.IntN(len(c.Latches)), rng.IntN(2) == 0
				clause = append(clause, circuit.LatchIs(i, value))
				image = append(image, circuit.LatchIs((i+len(parts[0]))%len(c.Latches), value))
			}
			seeds, both = append(seeds, clause), append(both, clause, image)
		}
		texts := func(k *pdr.Checker, seeds []circuit.Clause) (out []string) {
			k.Seed(t.Context(), seeds, 0)
			for _, clause := range k.Seeds() {
				out = append(out, fmt.Sprint(slices.Sorted(slices.Values(clause))))
			}
			slices.Sort(out)
			return slices.Compact(out)
		}
		know := texts(pdr.New(c, pdr.Options{Alike: [][][]int{parts}}), seeds)
		not := texts(pdr.New(c, pdr.Options{}), both)
		if kept += len(know); !slices.Equal(know, not) {
			t.Errorf("seed %d: with known replicas %v are kept, without them %v", seed, know, not)
		}
	}
	if kept == 0 {
		t.Error("none is kept")
	}
}

// TestTrim: a trimmed invariant is confirmed, has clauses about at most one part of a list, and is
// sometimes shorter. A set of clauses that is not an invariant is not changed.
func TestTrim(t *testing.T) {
	trimmed, proved := 0, 0
	for seed := range generated.All() {
		c, parts := twice(circuit.Reduce(random(seed)).Circuit)
		if len(c.Latches) == 0 {
			continue
		}
		for b := range c.Bads {
			k, _ := seeded(c)
			a, err := k.Check(t.Context(), []int{b})
			if err != nil || a.Status != circuit.Proved {
				continue
			}
			proved++
			for _, alike := range [][][][]int{nil, {parts}} {
				trimmer := pdr.New(c, pdr.Options{Alike: alike})
				less := trimmer.Trim(t.Context(), a.Invariant, []int{b})
				if len(less) < len(a.Invariant) {
					trimmed++
				}
				if err := confirm.Invariant(t.Context(), c, less, []int{b}); err != nil {
					t.Errorf("seed %d: %v", seed, err)
				}
			}
			wrong := []circuit.Clause{{circuit.LatchIs(0, c.Latches[0].Init == circuit.One)}}
			less := k.Trim(t.Context(), wrong, []int{b})
			if len(less) == 0 && confirm.Invariant(t.Context(), c, less, []int{b}) != nil {
				t.Errorf("seed %d: Trim left no clause, and that is not an invariant", seed)
			}
		}
	}
	t.Logf("%d proofs, %d are shorter", proved, trimmed)
	if generated.N() >= 100 && trimmed < 20 {
		t.Error("little is left out")
	}
}
