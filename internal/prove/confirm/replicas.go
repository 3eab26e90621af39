package confirm

import (
	"context"
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/model/circuit"
)

// Replicas confirms an invariant of a circuit whose replicated parts stand for any number of replicas.
// lists has, for each list of replicas and each part, its latches and locations; corresponding ones
// have the same index. Replicas confirms what Invariant confirms, and more: no clause mentions all
// parts of a list, and for each clause there are the same clauses about other parts.
// efsm.System.CheckReplicas says why that is enough. The constraints of the circuit hold in all states
// with any number of parts, whichever of them are chosen (efsm.System.Count). Errors are those of
// Invariant.
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

// owners returns the part of each latch and location that belongs to one.
func owners(parts [][]int) map[int]int {
	owner := make(map[int]int)
	for k, part := range parts {
		for _, f := range part {
			owner[f] = k
		}
	}
	return owner
}

// mentioned returns how many parts a clause mentions.
func mentioned(clause circuit.Clause, owner map[int]int) int {
	parts := make(map[int]bool)
	for _, l := range clause {
		if k, is := owner[l.Latch()]; is {
			parts[k] = true
		}
	}
	return len(parts)
}

// swapped returns a clause with two parts exchanged.
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

// key returns a text that is equal for two clauses if they have the same literals in any order.
func key(clause circuit.Clause) string {
	return fmt.Sprint(slices.Sorted(slices.Values(clause)))
}

// OfAll returns the clauses that, for every list, do not mention all parts of the list, together with
// the same clauses about other parts of the lists.
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
