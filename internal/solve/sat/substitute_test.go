package sat

import (
	"context"
	"testing"
)

func TestSubstitution(t *testing.T) {
	cases := []struct {
		name        string
		clauses     [][]int
		frozen      []int
		substituted int64
		want        Status
	}{
		{"two", [][]int{{-1, 2}, {-2, 1}, {1, 3, 4}}, nil, 1, Satisfiable},
		{"opposite", [][]int{{1, 2}, {-2, -1}, {1, 3, 4}}, nil, 1, Satisfiable},
		{"cycle", [][]int{{-1, 2}, {-2, 3}, {-3, 4}, {-4, 1}, {1, 2, 5}, {-4, 5, 6}}, nil, 3, Satisfiable},
		{"cycle through a frozen variable", [][]int{{-1, 2}, {-2, 3}, {-3, 4}, {-4, 1}, {1, 2, 5}, {-4, 5, 6}}, []int{3}, 3, Satisfiable},
		{"cycle through two", [][]int{{-1, 2}, {-2, 3}, {-3, 4}, {-4, 1}, {1, 2, 5}, {-4, 5, 6}}, []int{1, 3}, 2, Satisfiable},
		{"tautology", [][]int{{-1, 2}, {-2, 1}, {1, -2, 3}}, nil, 1, Satisfiable},
		{"becomes a unit", [][]int{{-1, 2}, {-2, 3}, {-3, 1}, {1, 2, 3}}, nil, 2, Satisfiable},
		{"becomes false", [][]int{{-1, 2}, {-2, 3}, {-3, 1}, {1, 2, 3}, {-1, -2, -3}}, nil, 2, Unsatisfiable},
		{"equal to its negation", [][]int{{-1, 2}, {-2, -1}, {1, 3}, {-3, 1}}, nil, 0, Unsatisfiable},
		{"one way only", [][]int{{-1, 2}, {-2, 3}, {1, 3, 4}}, nil, 0, Satisfiable},
		{"repeated", [][]int{{-1, 2}, {-1, 2}, {2, -1}, {-2, 1}, {1, 3}, {2, 3}, {-3, 4, 5}}, nil, 1, Satisfiable},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			opts, proof := withProof(Options{})
			s := New(opts)
			s.NewVars(6)
			for _, v := range c.frozen {
				s.rs.frozen[v] = true
			}
			var clauses [][]Lit
			for _, ints := range c.clauses {
				clause := litsOf(ints...)
				clauses = append(clauses, clause)
				proof.give(clause)
				s.AddClause(clause...)
			}
			s.substitute()
			if got := s.Stats().Substituted; got != c.substituted {
				t.Errorf("%d variables replaced, want %d", got, c.substituted)
			}
			for _, v := range c.frozen {
				if s.rs.isOut[v] {
					t.Errorf("frozen variable %d was replaced", v)
				}
			}
			// Twice without and twice with replaced variables.
			for _, assumed := range [][]Lit{nil, nil, litsOf(2, 3), litsOf(-1, 4)} {
				want := Unsatisfiable
				if naiveSat(clauses, assumed...) {
					want = Satisfiable
				}
				status := s.Solve(context.Background(), assumed...)
				if status != want || len(assumed) == 0 && status != c.want {
					t.Errorf("assuming %v: got %v", assumed, status)
				}
				if err := checkAnswer(s, status, clauses, assumed, false); err != nil {
					t.Error(err)
				}
				if err := checkProof(proof, s, status, nil); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

func litsOf(ints ...int) []Lit {
	var lits []Lit
	for _, n := range ints {
		lits = append(lits, LitOfDimacs(n))
	}
	return lits
}

// TestComponents compares with reachability on random graphs.
func TestComponents(t *testing.T) {
	for seed := range uint64(300) {
		const vars = 12
		s := New(Options{})
		s.NewVars(vars)
		reach := [2*vars + 2][2*vars + 2]bool{}
		for _, c := range randomClauses(vars, 5+int(seed%20), seed) {
			k, l := c[0], c[1]
			if k.Var() == l.Var() {
				continue
			}
			s.AddClause(k, l)
			reach[k.Not()][l], reach[l.Not()][k] = true, true
		}
		for m := range reach {
			for k := range reach {
				for l := range reach {
					reach[k][l] = reach[k][l] || reach[k][m] && reach[m][l]
				}
			}
		}
		both := false
		for l := Var(1).Pos(); int(l) < len(reach); l++ {
			both = both || reach[l][l.Not()] && reach[l.Not()][l]
		}
		c := s.findComponents()
		if both != (c.both != NoLit) {
			t.Fatalf("seed %d: %d is equal to its negation", seed, c.both)
		}
		if both {
			continue
		}
		for k := Var(1).Pos(); int(k) < len(reach); k++ {
			if c.rep[k.Not()] != c.rep[k].Not() {
				t.Errorf("seed %d: %d stands for %d, %d for its negation", seed, c.rep[k], k, c.rep[k.Not()])
			}
			for l := Var(1).Pos(); int(l) < len(reach); l++ {
				if equal := k == l || reach[k][l] && reach[l][k]; equal != (c.rep[k] == c.rep[l]) {
					t.Errorf("seed %d: %d and %d equal: %v", seed, k, l, equal)
				}
			}
		}
	}
}
