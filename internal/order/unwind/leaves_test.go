package unwind

import (
	"math/rand/v2"
	"testing"

	"github.com/heddle-mc/heddle/internal/solve/term"
)

// TestLeaves checks that the leaves of a term exclude one another, that one of
// them holds, and that the term equals it.
func TestLeaves(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		s := term.New(term.Options{})
		u := &unwinder{terms: s, leafMemo: make(map[term.ID][]leaf)}
		conds := make([]term.ID, 4)
		for i := range conds {
			conds[i] = s.Var("c", term.Bool)
		}
		x := s.Var("x", term.BV(8))
		id := s.Uint(r.Uint64N(256), 8)
		for range 8 {
			c := conds[r.IntN(len(conds))]
			k := s.Uint(r.Uint64N(256), 8)
			switch r.IntN(6) {
			case 0:
				id = s.Ite(c, id, k)
			case 1:
				id = s.Ite(c, k, id)
			case 2:
				id = s.Add(id, k)
			case 3:
				id = s.Extract(s.Zext(id, 16), 8, 1)
				id = s.Extract(s.Concat(id, s.Uint(3, 4)), 7, 0)
			case 4:
				id = s.Mul(id, s.Uint(4, 8))
			case 5:
				if r.IntN(3) == 0 {
					id = s.Ite(c, x, id)
				}
			}
		}
		list := u.leaves(id)
		for range 20 {
			var a term.Assignment
			for _, c := range conds {
				a.Set(c, term.WordOf(r.Uint64N(2)))
			}
			a.Set(x, term.WordOf(r.Uint64N(256)))
			e := term.NewEvaluator(s, &a)
			holding := 0
			for _, l := range list {
				if e.Holds(l.cond) {
					holding++
					if e.Word(l.term) != e.Word(id) {
						t.Fatalf("leaf %s of %s differs", s.Line(l.term), s.Text(id))
					}
				}
			}
			if holding != 1 {
				t.Fatalf("%d leaves of %s hold", holding, s.Text(id))
			}
		}
	}
}
