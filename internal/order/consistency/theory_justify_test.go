package consistency

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/solve/sat"
)

// axioms is a proof that keeps only the clauses of the theory.
type axioms struct{ why []string }

func (p *axioms) Add(sat.ClauseID, []sat.Lit, []sat.ClauseID)   {}
func (p *axioms) Axiom(_ sat.ClauseID, _ []sat.Lit, why string) { p.why = append(p.why, why) }
func (p *axioms) Delete(sat.ClauseID, []sat.Lit)                {}

// TestJustify checks that the arcs named in proofs have a cycle.
func TestJustify(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	checked := 0
	for range 300 {
		s := drawSketch(rng, sketchOptions{threads: 3, nodes: 3, events: 2, clauses: 6})
		if s.vars == 0 {
			continue
		}
		proof := new(axioms)
		solver := sat.New(sat.Options{Proof: proof})
		solver.NewVars(s.vars)
		solver.Connect(newTheory(s.rel, s.lits))
		for _, l := range s.lits {
			solver.Observe(l.Var())
		}
		for _, c := range s.clauses {
			solver.AddClause(c...)
		}
		solver.Solve(context.Background())
		for _, why := range proof.why {
			named := strings.Fields(why)
			if named[0] != "cycle" {
				t.Fatalf("justification %q", why)
			}
			var lits []sat.Lit
			for a, arc := range s.rel.Arcs {
				name := fmt.Sprintf("%s(n%d,n%d)", arc.Kind, arc.From, arc.To)
				if arc.First != 0 {
					name = fmt.Sprintf("%s(e%d,e%d)", arc.Kind, arc.First, arc.Second)
				}
				if slices.Contains(named[1:], name) {
					lits = append(lits, s.lits[a])
				}
			}
			checked++
			if s.acyclic(func(l sat.Lit) bool { return slices.Contains(lits, l) }) {
				t.Fatalf("%s: no cycle", why)
			}
		}
	}
	if checked < 200 {
		t.Errorf("checked %d clauses of the theory", checked)
	}
}
