package certify

import (
	"context"
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/circuit"
)

// Replicas confirms an invariant of a circuit some parts of which stand for any number of like
// ones: by list and part, its latches and locations, corresponding ones at one place. Besides what
// Invariant confirms, each clause is about all parts of a list but one at most, and says the same
// of any others (efsm.System.CheckReplicas says why that is enough). Constraints hold in all states of any number
// of parts, for any choice of these (efsm.System.Count). Errors are Invariant's.
func Replicas(ctx context.Context, c *circuit.Circuit, lists [][][]int, clauses []circuit.Clause, bads []int) error {
	known := make(map[string]bool)
	for _, clause := range clauses {
		known[key(clause)] = true
	}
	for _, parts := range lists {
		owner := owners(parts)
		for _, clause := range clauses {
			if n := mentioned(clause, owner); n >= len(parts) {
				return &RefutedError{fmt.Sprintf("a clause about %d of %d replicas", n, len(parts))}
			}
			for k := range parts[1:] {
				if !known[key(swapped(clause, parts[k], parts[k+1]))] {
					return &RefutedError{"a clause about some replicas only"}
				}
			}
		}
	}
	return Invariant(ctx, c, clauses, bads)
}

// owners returns the part of each latch and location of one.
func owners(parts [][]int) map[int]int {
	owner := make(map[int]int)
	for k, part := range parts {
		for _, f := range part {
			owner[f] = k
		}
	}
	return owner
}

// mentioned returns how many parts a clause is about.
func mentioned(clause circuit.Clause, owner map[int]int) int {
	parts := make(map[int]bool)
	for _, l := range clause {
		if k, is := owner[l.Latch()]; is {
			parts[k] = true
		}
	}
	return len(parts)
}

// swapped returns a clause with two parts in each other's place.
func swapped(clause circuit.Clause, a, b []int) circuit.Clause {
	out := make(circuit.Clause, len(clause))
	for i, l := range clause {
		f := l.Latch()
		if at := slices.Index(a, f); at >= 0 {
			f = b[at]
		} else if at := slices.Index(b, f); at >= 0 {
			f = a[at]
		}
		out[i] = circuit.LatchIs(f, l.Value())
	}
	return out
}

// key returns a text that is equal for equal clauses, in whatever order.
func key(clause circuit.Clause) string {
	return fmt.Sprint(slices.Sorted(slices.Values(clause)))
}

// OfAll returns the clauses that are about all parts of a list but one at most, and what they say
// of other parts.
func OfAll(lists [][][]int, clauses []circuit.Clause) []circuit.Clause {
	known := make(map[string]bool)
	var out []circuit.Clause
	add := func(clause circuit.Clause) {
		if k := key(clause); !known[k] {
			known[k] = true
			out = append(out, clause)
		}
	}
	for _, clause := range clauses {
		if !slices.ContainsFunc(lists, func(parts [][]int) bool { return mentioned(clause, owners(parts)) >= len(parts) }) {
			add(clause)
		}
	}
	for i := 0; i < len(out); i++ {
		for _, parts := range lists {
			for k := range parts[1:] {
				add(swapped(out[i], parts[k], parts[k+1]))
			}
		}
	}
	return out
}
