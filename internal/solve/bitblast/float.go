package bitblast

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Circuits for floats take and give words of a format and compute in three steps: unpack, an exact or
// sticky result with an unbounded exponent, round. The structure is that of Brain, Schanda, Sun,
// "Building Better Bit-Blasting for Floating-Point Problems", TACAS 2019. Deviations: exponents stay as
// the format biases them, with the bias as a constant beside them, so that nothing is added before the
// rounding. And significands are normalised only where the operation needs it.

// float is a number taken apart:
//
//	(-1)^minus · sig · 2^(exp + offset), or an infinity, or NaN
//
// exp is signed. The fields of infinities and NaN have no meaning; a zero has
// zero set and the significand 0.
type float[L any] struct {
	nan, inf, zero, minus L
	exp                   []L
	offset                int
	sig                   []L
}

// unpack takes the bits of a format apart. A subnormal number has the exponent of
// the least normal one and no hidden bit.
//
//	f3.4 0 000 011:  sig 0011, exp 1, offset -6: 3 · 2⁻⁵
//	f3.4 0 101 011:  sig 1011, exp 5, offset -6: 11 · 2⁻¹
func unpack[L any](g Gates[L], f term.Format, a []L) float[L] {
	fraction, field := a[:f.Sig-1], a[f.Sig-1:f.Width()-1]
	something, normal := orAll(g, fraction), orAll(g, field)
	ones := g.Not(orAll(g, not(g, field)))
	x := float[L]{
		nan: g.And(ones, something), inf: g.And(ones, g.Not(something)),
		zero:  g.Not(or(g, something, normal)),
		minus: sign(a), offset: 3 - int(f.Sig) - 1<<(f.Exp-1) - 1,
	}
	x.sig = append(append(x.sig, fraction...), normal)
	x.exp = append(append(x.exp, field...), g.False())
	x.exp[0] = or(g, field[0], g.Not(normal))
	return x
}

// normalised returns x with the upper bit of the significand set, unless it is 0.
func normalised[L any](g Gates[L], x float[L]) float[L] {
	sig, zeros := normalise(g, x.sig)
	x.sig, x.exp = sig, difference(g, x.exp, zeros)
	return x
}

// normalise shifts a left until its upper bit is set and returns by how much, as
// a signed number; anything where a is 0.
//
//	a = 00010:  upper 4 not all 0;  upper 2 are: 01000;  upper 1 is: 10000;  by 011
func normalise[L any](g Gates[L], a []L) (shifted, by []L) {
	stages := 0
	for 1<<stages < len(a) {
		stages++
	}
	by = fill(g.False(), stages+1)
	for k := stages - 1; k >= 0; k-- {
		n := 1 << k
		by[k] = g.Not(orAll(g, a[len(a)-n:]))
		moved := append(fill(g.False(), n), a[:len(a)-n]...)
		a = mux(g, by[k], moved, a)
	}
	return a, by
}

// shiftSticky shifts a right by the unsigned number by; what falls out is kept in
// the lowest bit, which says whether anything of it was set.
//
//	a = 10100 by 011:  stage 0: 01010  stage 1: 00011   (the lowest bit is sticky)
func shiftSticky[L any](g Gates[L], a, by []L) []L {
	stages := 0
	for stages < len(by) && 1<<stages < len(a) {
		moved := a[1<<stages:]
		moved = extend(moved, g.False(), len(a))
		moved[0] = orAll(g, a[:1<<stages+1])
		a = mux(g, by[stages], moved, a)
		stages++
	}
	if stages < len(by) {
		gone := fill(g.False(), len(a))
		gone[0] = orAll(g, a)
		a = mux(g, orAll(g, by[stages:]), gone, a)
	}
	return a
}

// Signed numbers of any widths: results have all the bits they need.

// total returns a + b.
func total[L any](g Gates[L], a, b []L) []L {
	n := max(len(a), len(b)) + 1
	r, _ := add(g, extend(a, sign(a), n), extend(b, sign(b), n), g.False())
	return r
}

// difference returns a - b.
func difference[L any](g Gates[L], a, b []L) []L {
	n := max(len(a), len(b)) + 1
	r, _ := sub(g, extend(a, sign(a), n), extend(b, sign(b), n))
	return r
}

// integer returns a constant with a sign bit.
func integer[L any](g Gates[L], v int) []L {
	n := 1
	for v>>(n-1) != 0 && v>>(n-1) != -1 {
		n++
	}
	return constant(g, 0, uint64(v), n)
}

// below returns a < b.
func below[L any](g Gates[L], a, b []L) L { return sign(difference(g, a, b)) }

// applyFloat builds the circuit of an operator on floats.
func applyFloat[L any](g Gates[L], op term.Op, p term.FloatParam, x, y, z []L) []L {
	f, mode := p.Format, p.Mode
	switch op {
	case term.OpFAdd:
		return fadd(g, f, mode, x, y)
	case term.OpFMul:
		return fmul(g, f, mode, x, y)
	case term.OpFDiv:
		return fdiv(g, f, mode, x, y)
	case term.OpFRem:
		return frem(g, f, mode, x, y)
	case term.OpFFma:
		return fma(g, f, mode, x, y, z)
	case term.OpFSqrt:
		return fsqrt(g, f, mode, x)
	case term.OpFRound:
		return fround(g, f, mode, x)
	case term.OpFEq:
		return []L{feq(g, f, x, y)}
	case term.OpFLt:
		return []L{flt(g, f, x, y)}
	case term.OpFLe:
		return []L{fle(g, f, x, y)}
	case term.OpFToF:
		return ftof(g, f, p.To, mode, x)
	case term.OpFToS:
		return ftos(g, f, mode, x, int(p.Width))
	case term.OpSToF:
		return stof(g, f, mode, x)
	case term.OpUToF:
		return utof(g, f, mode, x)
	}
	panic(fmt.Sprintf("bitblast: no circuit for operator %s", op))
}
