package solver

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// TestWriteDIMACS solves the written formula again.
func TestWriteDIMACS(t *testing.T) {
	for seed := range rounds(400) {
		g := newGenerator(seed, 8, 0)
		s := New(g.s, sat.Options{})
		f, h := g.bool(4), g.bool(4)
		s.Assert(f)
		want := check(t, s, g.s, []term.ID{f}, []term.ID{h})
		var text bytes.Buffer
		if err := s.WriteDIMACS(&text, h); err != nil {
			t.Fatal(err)
		}
		again := sat.New(sat.Options{})
		loadDIMACS(t, again, text.String())
		if got := again.Solve(context.Background()); got != want {
			t.Fatalf("seed %d: written formula is %v, want %v", seed, got, want)
		}
	}
}

// loadDIMACS adds a formula written by WriteDIMACS to a solver.
func loadDIMACS(t *testing.T, s *sat.Solver, text string) {
	t.Helper()
	header, body, _ := strings.Cut(text, "\n")
	var vars, clauses int
	if _, err := fmt.Sscanf(header, "p cnf %d %d", &vars, &clauses); err != nil {
		t.Fatal(err)
	}
	s.NewVars(vars)
	var clause []sat.Lit
	for _, word := range strings.Fields(body) {
		n, err := strconv.Atoi(word)
		if err != nil {
			t.Fatal(err)
		}
		if n != 0 {
			clause = append(clause, sat.LitOfDimacs(n))
			continue
		}
		s.AddClause(clause...)
		clause = clause[:0]
		clauses--
	}
	if clauses != 0 {
		t.Errorf("%d clauses too few", clauses)
	}
}
