package bitblast

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/heddle-mc/heddle/internal/solve/term"
)

// blasted compares the graph of a term with its evaluation.
type blasted struct {
	terms *term.Store
	b     *Blaster
	vars  []term.ID
	root  term.ID
	bits  []Edge
}

// newBlasted blasts a term that make builds over fresh variables.
func newBlasted(sorts []term.Sort, make func(s *term.Store, x []term.ID) term.ID) *blasted {
	s := term.New(term.Options{Mode: term.Raw})
	var vars []term.ID
	for i, sort := range sorts {
		vars = append(vars, s.Var(fmt.Sprintf("x%d", i), sort))
	}
	r := &blasted{terms: s, vars: vars, root: make(s, vars), b: New(s, &clauses{})}
	r.bits = append(r.bits, r.b.Bits(r.root)...)
	for _, v := range vars {
		r.b.Bits(v)
	}
	return r
}

// check compares at most 64 assignments.
func (r *blasted) check(t *testing.T, rows [][]term.Word) {
	t.Helper()
	inputs := map[Edge]uint64{}
	for k, row := range rows {
		for i, v := range r.vars {
			for j, e := range r.b.word(v) {
				inputs[e] |= uint64(row[i].Bit(uint(j))) << k
			}
		}
	}
	val := simulate(r.b.graph, inputs)
	for k, row := range rows {
		var asg term.Assignment
		for i, v := range r.vars {
			asg.Set(v, row[i])
		}
		want := term.NewEvaluator(r.terms, &asg).Word(r.root)
		var got term.Word
		for j, e := range r.bits {
			if edgeValue(val, e)>>k&1 != 0 {
				got = got.Or(term.WordOf(1).Shl(uint(j)))
			}
		}
		if got != want {
			t.Fatalf("%s of %v: graph gives %v, evaluation %v", r.terms.Op(r.root), row, got, want)
		}
	}
}

// params returns the parameters to try for an operator of a width.
func params(op term.Op, width uint) []uint32 {
	switch op {
	case term.OpExtract:
		var ps []uint32
		for lo := uint(0); lo < width; lo += 1 + width/3 {
			ps = append(ps, term.PackedBounds(width-1, lo), term.PackedBounds(lo, lo))
		}
		return ps
	case term.OpZext, term.OpSext:
		return []uint32{uint32(width + 1), uint32(width + 3)}
	case term.OpFToF:
		return []uint32{term.FloatParam{Format: formatOf(width), To: term.Format{Exp: 3, Sig: 3}}.Pack()}
	case term.OpFToS:
		return []uint32{term.FloatParam{Format: formatOf(width), Width: width}.Pack()}
	case term.OpRotl, term.OpRotr:
		return []uint32{0, uint32(width / 2), uint32(width - 1)}
	}
	if op.IsFloat() {
		return []uint32{term.FloatParam{Format: formatOf(width)}.Pack()}
	}
	return []uint32{0}
}

// formatOf returns a format of a width, with small exponents that keep the
// remainder small.
func formatOf(width uint) term.Format {
	exp := min(4, width/2)
	return term.Format{Exp: uint8(exp), Sig: uint8(width - exp)}
}

// operands returns sorts on which an operator works, nil for operators of
// arrays and leaves; none where the width has no format of floats.
func operands(op term.Op, width uint) []term.Sort {
	bv := term.BV(width)
	if op.IsFloat() && width < 4 {
		return []term.Sort{}
	}
	switch op {
	case term.OpNone, term.OpConst, term.OpVar, term.OpSelect, term.OpStore, term.OpConstArray:
		return nil
	case term.OpNot:
		return []term.Sort{term.Bool}
	case term.OpAnd, term.OpOr, term.OpXor:
		return []term.Sort{term.Bool, term.Bool}
	case term.OpIte:
		return []term.Sort{term.Bool, bv, bv}
	}
	return []term.Sort{bv, bv, bv}[:op.Arity()]
}

func operatorTerm(t *testing.T, op term.Op, param uint32, sorts []term.Sort) *blasted {
	t.Helper()
	return newBlasted(sorts, func(s *term.Store, x []term.ID) term.ID {
		id, err := s.Apply(op, param, x...)
		if err != nil {
			t.Fatal(err)
		}
		return id
	})
}

// TestBlastExhaustive covers every operator of term up to width 5 on all
// operands.
func TestBlastExhaustive(t *testing.T) {
	for op := term.OpNone; op < term.OpCount; op++ {
		if operands(op, 1) == nil {
			continue
		}
		t.Run(op.String(), func(t *testing.T) {
			for width := uint(1); width <= 5; width++ {
				if len(operands(op, width)) == 0 {
					continue
				}
				for _, p := range params(op, width) {
					r := operatorTerm(t, op, p, operands(op, width))
					total := uint(0)
					for _, v := range r.vars {
						total += r.terms.Width(v)
					}
					var rows [][]term.Word
					for n := range uint64(1) << total {
						var row []term.Word
						for _, v := range r.vars {
							w := r.terms.Width(v)
							row = append(row, term.WordOf(n).Mask(w))
							n >>= w
						}
						if rows = append(rows, row); len(rows) == 64 {
							r.check(t, rows)
							rows = nil
						}
					}
					r.check(t, rows)
				}
			}
		})
	}
}

// TestBlastWide covers every operator at larger widths on corners and random
// words.
func TestBlastWide(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for op := term.OpNone; op < term.OpCount; op++ {
		if operands(op, 1) == nil {
			continue
		}
		t.Run(op.String(), func(t *testing.T) {
			for _, width := range []uint{7, 8, 13, 32, 64, 65, 100, 125, 128} {
				if op == term.OpConcat && width > 64 || (op == term.OpZext || op == term.OpSext) && width > 125 {
					continue
				}
				for _, p := range params(op, width) {
					r := operatorTerm(t, op, p, operands(op, width))
					var rows [][]term.Word
					for range 64 {
						var row []term.Word
						for _, v := range r.vars {
							row = append(row, cornerOrRandom(rng, r.terms.Width(v)))
						}
						rows = append(rows, row)
					}
					r.check(t, rows)
				}
			}
		})
	}
}

func cornerOrRandom(rng *rand.Rand, width uint) term.Word {
	one := term.WordOf(1)
	top := term.SignBit(width)
	random := term.Word{Hi: rng.Uint64(), Lo: rng.Uint64()}
	corners := []term.Word{
		{}, one, term.WordOf(2), term.WordOf(uint64(width)), term.WordOf(uint64(width) - 1),
		top, top.Sub(one), top.Add(one), term.Ones(width), term.Ones(width).Sub(one),
		random, random, random.Shr(uint(rng.IntN(int(width)))).Mask(width),
	}
	return corners[rng.IntN(len(corners))].Mask(width)
}

// TestBlastOnce checks that terms are built once and words are shared.
func TestBlastOnce(t *testing.T) {
	s := term.New(term.Options{})
	x, y := s.Var("x", term.BV(16)), s.Var("y", term.BV(16))
	b := New(s, &clauses{})
	product := s.Mul(x, y)
	b.Bits(product)
	ands := b.graph.NumAnds()
	low := b.Bits(s.Extract(product, 7, 4))
	if low[0] != b.Bits(product)[4] {
		t.Error("extract does not share the bits of its argument")
	}
	b.Bits(s.Mul(y, x))
	if b.graph.NumAnds() != ands {
		t.Errorf("known terms added %d nodes", b.graph.NumAnds()-ands)
	}
}
