package bitblast

import "github.com/heddle-mc/heddle/internal/solve/term"

// frem returns x - n·y with n = x/y rounded to an integer: to nearest even for
// RNE, to zero for RTZ. It is long division that keeps the remainder only, with a
// step for every exponent by which x can exceed y: 2^Exp and some of them, each as
// wide as the significand. For double that is over 2000 steps and a million
// gates.
//
//	13 mod 3, significands 1101 and 1100, exponents 0 and -2:
//	    1101 - 1100 = 0001;  0010;  0100 (units of 2⁻²): 1
func frem[L any](g Gates[L], f term.Format, mode term.Rounding, a, b []L) []L {
	x, y := normalised(g, unpack(g, f, a)), normalised(g, unpack(g, f, b))
	n := int(f.Sig)
	gap := difference(g, x.exp, y.exp)

	// rest is less than y's significand after each step, in units of y's; quo is
	// the last bit of n so far.
	divisor := extend(y.sig, g.False(), n+1)
	diff, quo := sub(g, extend(x.sig, g.False(), n+1), divisor)
	rest := mux(g, quo, diff[:n], x.sig)
	for i := 1<<f.Exp + n - 4; i > 0; i-- {
		active := g.Not(below(g, gap, integer[L](g, i)))
		twice := append([]L{g.False()}, rest...)
		diff, fits := sub(g, twice, divisor)
		rest = mux(g, active, mux(g, fits, diff[:n], twice[:n]), rest)
		quo = g.Ite(active, fits, quo)
	}
	minus := x.minus
	keep := sign(gap) // x is less than y
	sig := append([]L{g.False()}, rest...)
	if mode == term.RNE {
		// In half units, for x of the next lower exponent: n is 0, and x itself
		// is the remainder, as long as it is at most half of y.
		under := g.Not(below(g, gap, integer[L](g, -1)))
		next := g.And(sign(gap), under)
		sig = mux(g, next, extend(x.sig, g.False(), n+1), sig)
		quo = g.And(quo, g.Not(next))
		up := or(g, ult(g, divisor, sig), g.And(quo, equal(g, divisor, sig)))
		other, _ := sub(g, append([]L{g.False()}, y.sig...), sig)
		sig = mux(g, up, other, sig)
		minus = g.Xor(minus, up)
		keep = g.Not(under)
	}
	r := round(g, f, term.RTZ, minus, y.exp, y.offset-1, sig) // exact
	r = mux(g, or(g, or(g, x.zero, y.inf), keep), a, r)
	nan := or(g, or(g, x.nan, y.nan), or(g, x.inf, y.zero))
	return mux(g, nan, number(g, f, f.NaN()), r)
}
