package unwind

import (
	"math/rand/v2"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// TestPlaces checks that, once an object's cells fit its uses, every access is to adjacent granules that
// are exactly its bytes, for every index.
func TestPlaces(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 300 {
		s := term.New(term.Options{})
		w := newWorld(analyze.Of(&ir.Program{Funcs: make([]ir.Func, 1), Globals: make([]ir.Global, 1)}))
		u := &unwinder{w: w, terms: s, ptrBits: 64, pass: 1}
		o := w.newObject(kindHeap, int64(16*(1+r.IntN(6))))
		type access struct {
			off   term.ID
			index term.ID // in off, or None
			size  int64
		}
		var list []access
		for range 1 + r.IntN(5) {
			size := int64(1) << r.IntN(4)
			base := s.Uint(uint64(r.Int64N(o.size-size+1)), 64)
			a := access{base, term.None, size}
			if r.IntN(3) == 0 {
				a.index = s.Var("i", term.BV(64))
				unit := uint64(1) << (2 + r.IntN(3))
				low, _ := s.Value(base)
				a.off = s.Add(s.Mul(a.index, s.Uint(unit, 64)), s.Uint(low.Lo%unit, 64))
			}
			list = append(list, a)
		}
		for pass := 0; ; pass++ {
			if pass > 20 {
				t.Fatal("cells never fit")
			}
			for _, a := range list {
				u.places(o, a.off, a.size)
			}
			if !o.stale {
				break
			}
			u.layOut(o)
		}
		for _, a := range list {
			places := u.places(o, a.off, a.size)
			for i := range 8 {
				var asg term.Assignment
				if a.index != term.None {
					asg.Set(a.index, term.WordOf(uint64(i)))
				}
				e := term.NewEvaluator(s, &asg)
				at := int64(e.Word(a.off).Lo)
				if at+a.size > o.size {
					continue
				}
				for _, p := range places {
					k := p.k
					if k < 0 {
						k = int64(e.Word(p.index).Lo)
					}
					if p.c.at(k) != at || k >= p.c.count {
						t.Fatalf("granule %d at %d begins at %d, want %d", k, p.c.off, p.c.at(k), at)
					}
					at += p.c.granule
				}
				if end := int64(e.Word(a.off).Lo) + a.size; at != end {
					t.Fatalf("granules end at %d, want %d", at, end)
				}
			}
		}
	}
}
