package bitblast

import "github.com/heddle-mc/heddle/internal/solve/term"

// fround returns x rounded to an integral value: the significand shifted right
// until its lowest bit has the weight 1, and rounded there. Numbers without bits
// below 1 stay as they are.
//
//	1101 · 2⁻² (3.25):  1101 00 >> 2 = 0011 01, to nearest 3 = 0011 · 2⁰
func fround[L any](g Gates[L], f term.Format, mode term.Rounding, a []L) []L {
	x := unpack(g, f, a)
	exp := total(g, x.exp, integer[L](g, x.offset))
	sig := append(fill(g.False(), 2), x.sig...)
	sig = shiftSticky(g, sig, negIf(g, sign(exp), exp))
	up := roundUp(g, mode, x.minus, sig[2], sig[1], sig[0])
	whole, _ := add(g, extend(sig[2:], g.False(), int(f.Sig)+1), fill(g.False(), int(f.Sig)+1), up)
	r := round(g, f, mode, x.minus, integer[L](g, 0), 0, whole) // exact, or too large
	r = mux(g, or(g, x.inf, g.Not(sign(exp))), a, r)
	return mux(g, x.nan, number(g, f, f.NaN()), r)
}

// ftof returns x in another format.
func ftof[L any](g Gates[L], from, to term.Format, mode term.Rounding, a []L) []L {
	x := unpack(g, from, a)
	r := round(g, to, mode, x.minus, x.exp, x.offset, x.sig)
	return special(g, to, x.nan, x.inf, x.minus, r)
}

// stof returns a signed integer in a format.
func stof[L any](g Gates[L], f term.Format, mode term.Rounding, a []L) []L {
	minus := sign(a)
	return round(g, f, mode, minus, integer[L](g, 0), 0, negIf(g, minus, a))
}

// utof returns an unsigned integer in a format.
func utof[L any](g Gates[L], f term.Format, mode term.Rounding, a []L) []L {
	return round(g, f, mode, g.False(), integer[L](g, 0), 0, a)
}

// ftos returns x rounded to a signed integer of a width, the least one where it does not fit. The
// significand is shifted left out of a fraction of Sig + 1 bits. The fraction is so much longer than
// the significand that an unshifted significand is less than one half, and counts as not 0.
//
//	width 3, 1101 · 2⁻² (3.25):   000.01101 << 3 = 011.01000
func ftos[L any](g Gates[L], f term.Format, mode term.Rounding, a []L, width int) []L {
	x := unpack(g, f, a)
	fraction := int(f.Sig) + 1
	by := total(g, x.exp, integer[L](g, x.offset+fraction))
	for i := range by[:len(by)-1] {
		by[i] = g.And(by[i], g.Not(sign(by)))
	}
	large := below(g, integer[L](g, width+1), by)
	fixed := extend(x.sig, g.False(), width+fraction)
	by = extend(by[:len(by)-1], g.False(), max(len(by), len(fixed)))
	fixed = shiftLeft(g, fixed, by)
	up := roundUp(g, mode, x.minus, fixed[fraction], fixed[fraction-1], orAll(g, fixed[:fraction-1]))
	zero := fill(g.False(), width+1)
	whole, _ := add(g, extend(fixed[fraction:], g.False(), width+1), zero, up)
	// A magnitude of 2^(width-1) fits with a minus, and is the least integer
	// without.
	over := or(g, whole[width], g.And(whole[width-1], orAll(g, whole[:width-1])))
	misfit := or(g, or(g, x.nan, x.inf), or(g, large, over))
	least := append(zero[:width-1:width-1], g.Not(g.False()))
	return mux(g, misfit, least, negIf(g, x.minus, whole[:width]))
}
