package main

import (
	"context"
	"testing"

	"github.com/heddle-mc/heddle/internal/solve/dimacs"
	"github.com/heddle-mc/heddle/internal/solve/sat"
)

// solveFormula decides a formula with the embedded solver.
func solveFormula(f *dimacs.Formula) (status, map[int32]bool) {
	s := sat.New(sat.Options{})
	s.NewVars(f.Vars)
	for _, c := range f.Clauses {
		var lits []sat.Lit
		for _, l := range c {
			lits = append(lits, sat.LitOfDimacs(int(l)))
		}
		s.AddClause(lits...)
	}
	switch s.Solve(context.Background()) {
	case sat.Satisfiable:
		model := map[int32]bool{}
		for v := range f.Vars {
			l := sat.Var(v + 1)
			model[int32(l.Lit(s.Value(l.Pos())).Dimacs())] = true
		}
		return satisfiable, model
	case sat.Unsatisfiable:
		return unsatisfiable, nil
	}
	return unknown, nil
}

func TestGeneratedStatus(t *testing.T) {
	cases := []struct {
		name    string
		formula *dimacs.Formula
		want    status
	}{
		{"multiplication commutes", miter(4), unsatisfiable},
		{"six pigeons in five holes", pigeonhole(5), unsatisfiable},
		{"parity of twelve bits", parity(12, 1), unsatisfiable},
		{"sorting six bits", sorting(6), unsatisfiable},
		{"sorting seven bits", sorting(7), unsatisfiable},
		{"counter reaches ten", counter(5, 10, 10), satisfiable},
		{"counter does not reach eleven", counter(5, 10, 11), unsatisfiable},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			for order := range 3 {
				f := renamed(c.formula, order)
				got, model := solveFormula(f)
				if got != c.want {
					t.Fatalf("order %d: got %v, want %v", order, got, c.want)
				}
				if got == satisfiable && !holds(f, model) {
					t.Fatalf("order %d: the model is wrong", order)
				}
			}
		})
	}
}

// TestNamesAreUnique guards the filter and the table.
func TestNamesAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range generated() {
		if seen[p.name] {
			t.Errorf("two formulas are called %s", p.name)
		}
		seen[p.name] = true
	}
}

func TestSortingWithoutInequalityIsSatisfiable(t *testing.T) {
	f := sorting(6)
	f.Clauses = f.Clauses[:len(f.Clauses)-1]
	if got, _ := solveFormula(f); got != satisfiable {
		t.Errorf("got %v, want SAT", got)
	}
}
