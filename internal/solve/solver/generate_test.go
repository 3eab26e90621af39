package solver

import (
	"fmt"
	"math/rand/v2"

	"github.com/heddle-mc/heddle/internal/solve/term"
)

// indexWidth is the width of the indices of generated arrays.
const indexWidth = 2

// generator makes random terms over variables of few bits in total.
type generator struct {
	rng    *rand.Rand
	s      *term.Store
	elem   uint      // width of array elements
	widest int       // width of words
	bools  []term.ID // variables by sort
	words  []term.ID
	arrays []term.ID
}

// newGenerator makes variables with bits bits in total, in a store whose mode
// depends on the seed. One array takes 8 of them, several take 4 each.
func newGenerator(seed uint64, bits, arrays int) *generator {
	return newGeneratorIn(term.Mode(seed%2), seed, bits, arrays, 8)
}

// newGeneratorIn is newGenerator with a mode and a width of words. The mode has no influence on the
// generated terms.
func newGeneratorIn(mode term.Mode, seed uint64, bits, arrays, widest int) *generator {
	g := &generator{
		rng:    rand.New(rand.NewPCG(seed, 99)),
		s:      term.New(term.Options{Mode: mode}),
		widest: widest,
	}
	if g.elem = 1; arrays == 1 {
		g.elem = 2
	}
	for i := range arrays {
		g.arrays = append(g.arrays, g.s.Var(fmt.Sprintf("a%d", i), term.Array(indexWidth, g.elem)))
		bits -= int(g.elem) << indexWidth
	}
	for bits > 0 {
		name := fmt.Sprintf("x%d", bits)
		if w := min(bits, 1+g.rng.IntN(g.widest-1)); w == 1 && g.rng.IntN(2) == 0 {
			g.bools = append(g.bools, g.s.Var(name, term.Bool))
			bits--
		} else {
			g.words = append(g.words, g.s.Var(name, term.BV(uint(w))))
			bits -= w
		}
	}
	return g
}

// bool returns a random Bool term of the given depth.
func (g *generator) bool(depth int) term.ID {
	s := g.s
	if depth <= 1 {
		if len(g.bools) > 0 && g.rng.IntN(3) > 0 {
			return g.bools[g.rng.IntN(len(g.bools))]
		}
		w := g.width()
		return s.Eq(g.word(w, 0), g.word(w, 0))
	}
	d := depth - 1
	switch g.rng.IntN(8) {
	case 0:
		return s.Not(g.bool(d))
	case 1:
		return s.And(g.bool(d), g.bool(d))
	case 2:
		return s.Or(g.bool(d), g.bool(d))
	case 3:
		return s.Xor(g.bool(d), g.bool(d))
	case 4:
		return s.Ite(g.bool(d), g.bool(d), g.bool(d))
	}
	ops := []term.Op{
		term.OpEq, term.OpEq, term.OpUlt, term.OpUle, term.OpSlt, term.OpSle,
		term.OpUaddo, term.OpSaddo, term.OpUsubo, term.OpSsubo, term.OpUmulo, term.OpSmulo,
		term.OpSdivo, term.OpNego,
	}
	w := g.width()
	op := ops[g.rng.IntN(len(ops))]
	args := []term.ID{g.word(w, d), g.word(w, d)}
	return g.apply(op, 0, args[:op.Arity()]...)
}

func (g *generator) width() uint { return 1 + uint(g.rng.IntN(g.widest)) }

func (g *generator) apply(op term.Op, param uint32, args ...term.ID) term.ID {
	id, err := g.s.Apply(op, param, args...)
	if err != nil {
		panic(err)
	}
	return id
}

// word returns a random bit-vector of the given width.
func (g *generator) word(w uint, depth int) term.ID {
	s := g.s
	if depth <= 1 {
		if len(g.words) > 0 && g.rng.IntN(4) > 0 {
			return g.fit(g.words[g.rng.IntN(len(g.words))], w)
		}
		return s.Uint(g.rng.Uint64(), w)
	}
	d := depth - 1
	switch g.rng.IntN(10) {
	case 0:
		return s.Ite(g.bool(d), g.word(w, d), g.word(w, d))
	case 1:
		return g.fit(g.word(g.width(), d), w)
	case 2:
		if w > 1 {
			low := 1 + uint(g.rng.IntN(int(w)-1))
			return s.Concat(g.word(w-low, d), g.word(low, d))
		}
	case 3:
		op := []term.Op{term.OpRotl, term.OpRotr}[g.rng.IntN(2)]
		return g.apply(op, uint32(g.rng.IntN(int(w))), g.word(w, d))
	case 4, 5:
		if len(g.arrays) > 0 {
			return g.fit(s.Select(g.array(d), g.word(indexWidth, d)), w)
		}
	}
	ops := []term.Op{
		term.OpBvNot, term.OpBvAnd, term.OpBvOr, term.OpBvXor, term.OpNeg, term.OpAdd, term.OpSub,
		term.OpMul, term.OpUdiv, term.OpUrem, term.OpSdiv, term.OpSrem, term.OpShl, term.OpLshr,
		term.OpAshr, term.OpRotlVar, term.OpRotrVar,
	}
	op := ops[g.rng.IntN(len(ops))]
	args := []term.ID{g.word(w, d), g.word(w, d)}
	return g.apply(op, 0, args[:op.Arity()]...)
}

// fit cuts or extends a word to a width.
func (g *generator) fit(t term.ID, w uint) term.ID {
	switch have := g.s.Width(t); {
	case have > w:
		lo := uint(g.rng.IntN(int(have - w + 1)))
		return g.s.Extract(t, lo+w-1, lo)
	case have < w && g.rng.IntN(2) == 0:
		return g.s.Sext(t, w)
	case have < w:
		return g.s.Zext(t, w)
	}
	return t
}

// array returns a random array term.
func (g *generator) array(depth int) term.ID {
	s := g.s
	if depth <= 1 {
		return g.arrays[g.rng.IntN(len(g.arrays))]
	}
	d := depth - 1
	switch g.rng.IntN(6) {
	case 0:
		return s.Ite(g.bool(d), g.array(d), g.array(d))
	case 1:
		return s.ConstArray(indexWidth, g.word(g.elem, d))
	case 2:
		return g.arrays[g.rng.IntN(len(g.arrays))]
	}
	return s.Store(g.array(d), g.word(indexWidth, d), g.word(g.elem, d))
}

// bits returns the number of bits of all variables.
func (g *generator) bits() uint {
	n := uint(len(g.bools)) + uint(len(g.arrays))*g.elem<<indexWidth
	for _, v := range g.words {
		n += g.s.Width(v)
	}
	return n
}

// assignment makes an assignment out of a number below 2^bits.
func (g *generator) assignment(n uint64) *term.Assignment {
	take := func(w uint) term.Word {
		v := term.WordOf(n).Mask(w)
		n >>= w
		return v
	}
	asg := &term.Assignment{}
	for _, v := range g.bools {
		asg.Set(v, take(1))
	}
	for _, v := range g.words {
		asg.Set(v, take(g.s.Width(v)))
	}
	for _, v := range g.arrays {
		elems := map[term.Word]term.Word{}
		for i := range uint64(1) << indexWidth {
			elems[term.WordOf(i)] = take(g.elem)
		}
		asg.SetArray(v, term.ArrayValue{Elems: elems})
	}
	return asg
}

// satisfiable decides the conjunction by enumeration: the oracle.
func (g *generator) satisfiable(fs ...term.ID) bool {
	for n := range uint64(1) << g.bits() {
		if holds(g.s, g.assignment(n), fs...) {
			return true
		}
	}
	return false
}

// holds evaluates a conjunction.
func holds(s *term.Store, asg *term.Assignment, fs ...term.ID) bool {
	e := term.NewEvaluator(s, asg)
	for _, f := range fs {
		if !e.Holds(f) {
			return false
		}
	}
	return true
}
