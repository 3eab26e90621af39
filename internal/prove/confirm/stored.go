package confirm

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/prove/certificate"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
)

// Names returns the names of a circuit's facts as certificates store them: latches, locations and
// comparisons, and last "true", the fact that always holds. The names are unique.
func Names(c *circuit.Circuit) (names []string) {
	seen := make(map[string]bool)
	for i := range facts(c) {
		name := c.Fact(i).Name
		if seen[name] {
			name += "#" + strconv.Itoa(i)
		}
		seen[name] = true
		names = append(names, name)
	}
	return append(names, "true")
}

// facts returns the number of facts that clauses can mention.
func facts(c *circuit.Circuit) int { return c.Comparison(len(c.Comparisons)) }

// Literals returns literals in the form of certificates.
func Literals(list []circuit.Literal) []int {
	var out []int
	for _, l := range list {
		n := l.Latch() + 1
		if !l.Value() {
			n = -n
		}
		out = append(out, n)
	}
	return out
}

// Latches returns latches in the form of certificates.
func Latches(list []int) []int {
	var out []int
	for _, i := range list {
		out = append(out, i+1)
	}
	return out
}

// Clauses returns clauses in the form of certificates.
func Clauses(list []circuit.Clause) [][]int {
	var out [][]int
	for _, c := range list {
		out = append(out, Literals(c))
	}
	return out
}

// Set returns the certificate of a set of states. The set is an edge over the latches; some latches are
// constant in it.
func Set(c *circuit.Circuit, constant []circuit.Literal, set bitblast.Edge) *certificate.Circuit {
	out := &certificate.Circuit{Kind: certificate.States, Constants: Literals(constant)}
	first := facts(c) + 1 // what always holds
	number := make(map[uint32]int)
	for i := range c.Latches {
		number[c.Latches[i].Edge.Node()] = i + 1
	}
	literal := func(e bitblast.Edge) int {
		switch n := number[e.Node()]; {
		case e == bitblast.True:
			return first
		case e == bitblast.False:
			return -first
		case e.IsNeg():
			return -n
		default:
			return n
		}
	}
	for _, n := range circuit.Cone(c.Graph, set) {
		if l, r, and := c.Graph.Fanins(n); and {
			out.Gates = append(out.Gates, [2]int{literal(l), literal(r)})
			number[n] = first + len(out.Gates)
		}
	}
	out.Set = literal(set)
	return out
}

// Confirm confirms a stored proof of any kind. lists are the replicas of the circuit (Replicas). Errors
// are those of Invariant.
func Confirm(ctx context.Context, c *circuit.Circuit, lists [][][]int, bads []int, proof *certificate.Circuit) error {
	var clauses []circuit.Clause
	for _, k := range proof.Clauses {
		clause, err := literals(c, k, facts(c))
		if err != nil {
			return err
		}
		clauses = append(clauses, clause)
	}
	switch proof.Kind {
	case certificate.Invariant:
		return Invariant(ctx, c, clauses, bads)
	case certificate.Replicas:
		return Replicas(ctx, c, lists, clauses, bads)
	case certificate.Exhaustion:
		return Exhaustion(ctx, c, bads, proof.Steps)
	case certificate.Induction:
		of, err := literals(c, proof.Matter, len(c.Latches))
		if err != nil {
			return err
		}
		var matter []int
		for _, l := range of {
			matter = append(matter, l.Latch())
		}
		return Induction(ctx, c, clauses, matter, bads, proof.Steps)
	case certificate.States:
		constant, err := literals(c, proof.Constants, len(c.Latches))
		if err != nil {
			return err
		}
		set, err := setOf(c, proof)
		if err != nil {
			return err
		}
		return States(ctx, c, constant, set, bads)
	}
	return &RefutedError{fmt.Sprintf("a proof by %s is not about circuits", proof.Kind)}
}

// literals returns literals of a certificate; it fails if one is not about the first most facts of the
// circuit.
func literals(c *circuit.Circuit, list []int, most int) (out []circuit.Literal, err error) {
	for _, l := range list {
		n := max(l, -l) - 1
		if n < 0 || n >= most || c.Fact(n).Edge == bitblast.NoEdge {
			return nil, &RefutedError{fmt.Sprintf("fact %d is none that it can be about", n)}
		}
		out = append(out, circuit.LatchIs(n, l > 0))
	}
	return out, nil
}

// setOf returns the set of states of a proof as an edge.
func setOf(c *circuit.Circuit, proof *certificate.Circuit) (bitblast.Edge, error) {
	var edges []bitblast.Edge
	for i := range facts(c) {
		edges = append(edges, c.Fact(i).Edge)
	}
	edges = append(edges, bitblast.True)
	edge := func(l int) bitblast.Edge {
		if n := max(l, -l); n > len(edges) || n == 0 || edges[n-1] == bitblast.NoEdge {
			return bitblast.NoEdge
		}
		if l < 0 {
			return edges[-l-1].Not()
		}
		return edges[l-1]
	}
	for _, g := range append(slices.Clone(proof.Gates), [2]int{proof.Set, proof.Set}) {
		l, r := edge(g[0]), edge(g[1])
		if l == bitblast.NoEdge || r == bitblast.NoEdge {
			return bitblast.NoEdge, &RefutedError{"a set over what the circuit does not have"}
		}
		edges = append(edges, c.Graph.And(l, r))
	}
	return edges[len(edges)-1], nil
}
