package bitblast

import "github.com/heddle-mc/heddle/internal/solve/term"

// round returns the bits of (-1)^minus · sig · 2^(exp + offset) in a format. The
// lowest bit of sig may be sticky if bit Sig + 1 or a higher one is set whenever
// it is.
//
// The significand is normalised, shifted right again where the result is subnormal, and cut to its
// precision, a guard and a sticky bit. The field of the exponent and the fraction then are one number.
// Adding the hidden bit to the field turns the exponent of a subnormal number into that of a normal
// one. Adding the rounding to the fraction carries into the next exponent, and from the greatest into
// infinity.
//
//	f3.4, 11101.1 · 2⁰ (29.5):   1.110 11 · 2⁴ → over the greatest exponent
//	f3.4, 1.1111 · 2³ (15.5):    field - 1 = 5, kept 1111, guard 1
//	    (101 000 + 1111 = 110 111) + 1 = 111 000: infinity
//	f3.4, 1.101 · 2⁻⁴:           field - 1 = -2: 1101 00 >> 2 = 0011 01, 3 · 2⁻⁵
func round[L any](g Gates[L], f term.Format, mode term.Rounding, minus L, exp []L, offset int, sig []L) []L {
	precision, fields := int(f.Sig), int(f.Exp)
	norm, zeros := normalise(g, sig)
	// The exponent of the upper bit, biased, is the field; the hidden bit is added to this field less
	// one.
	bias := 1<<(fields-1) - 1
	field := difference(g, exp, zeros)
	field = total(g, field, integer[L](g, offset+len(sig)-1+bias-1))
	subnormal := sign(field)

	kept := cut(g, norm, precision+2)
	by := negIf(g, subnormal, field)
	for i := range by {
		by[i] = g.And(by[i], subnormal)
	}
	kept = shiftSticky(g, kept, by)

	normal := g.And(sign(norm), g.Not(subnormal))
	up := roundUp(g, mode, minus, kept[2], kept[1], kept[0])
	kept = kept[2:]
	upper := append([]L{kept[precision-1]}, fill(g.False(), len(field)-1)...)
	for i := range field {
		field[i] = g.And(field[i], normal)
	}
	low, carry := add(g, kept[:precision-1], fill(g.False(), precision-1), up)
	high, _ := add(g, field, upper, carry)
	over := orAll(g, high[fields:])
	over = or(g, over, g.Not(orAll(g, not(g, high[:fields]))))

	// Where the result is too large, infinity or the greatest number: the latter
	// is all ones but the lowest bit of the field.
	inf := overflow(g, mode, minus)
	r := make([]L, 0, f.Width())
	r = append(r, mux(g, over, fill(g.Not(inf), precision-1), low)...)
	top := fill(g.Not(g.False()), fields)
	top[0] = inf
	r = append(r, mux(g, over, top, high[:fields])...)
	return append(r, minus)
}

// cut returns the upper bits of a, the lowest of them sticky; with zeros below
// where a has fewer.
func cut[L any](g Gates[L], a []L, width int) []L {
	if len(a) < width {
		return append(fill(g.False(), width-len(a)), a...)
	}
	lost := len(a) - width
	r := append([]L{}, a[lost:]...)
	r[0] = orAll(g, a[:lost+1])
	return r
}

// roundUp returns whether a magnitude is rounded up: odd is the lowest bit kept,
// half the first bit cut off, rest whether a later one is set.
func roundUp[L any](g Gates[L], mode term.Rounding, minus, odd, half, rest L) L {
	switch mode {
	case term.RNE:
		return g.And(half, or(g, rest, odd))
	case term.RNA:
		return half
	case term.RTP:
		return g.And(g.Not(minus), or(g, half, rest))
	case term.RTN:
		return g.And(minus, or(g, half, rest))
	}
	return g.False()
}

// overflow returns whether a result that is too large becomes infinite.
func overflow[L any](g Gates[L], mode term.Rounding, minus L) L {
	always := g.Not(g.False())
	return roundUp(g, mode, minus, always, always, always)
}

// special returns r, or an infinity of a sign, or the format's NaN.
func special[L any](g Gates[L], f term.Format, nan, inf, minus L, r []L) []L {
	infinity := append(number(g, f, f.Inf())[:f.Width()-1], minus)
	return mux(g, nan, number(g, f, f.NaN()), mux(g, inf, infinity, r))
}

// number returns the bits of a constant.
func number[L any](g Gates[L], f term.Format, v term.Word) []L {
	return constant(g, v.Hi, v.Lo, int(f.Width()))
}
