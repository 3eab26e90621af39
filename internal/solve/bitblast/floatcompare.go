package bitblast

import "github.com/heddle-mc/heddle/internal/solve/term"

// feq returns x = y as numbers: the same bits or two zeros, no NaN.
func feq[L any](g Gates[L], f term.Format, a, b []L) L {
	x, y := unpack(g, f, a), unpack(g, f, b)
	same := or(g, equal(g, a, b), g.And(x.zero, y.zero))
	return g.And(same, g.Not(or(g, x.nan, y.nan)))
}

// flt returns x < y.
func flt[L any](g Gates[L], f term.Format, a, b []L) L {
	x, y := unpack(g, f, a), unpack(g, f, b)
	less := g.And(ordered(g, a, b, ult[L]), g.Not(g.And(x.zero, y.zero)))
	return g.And(less, g.Not(or(g, x.nan, y.nan)))
}

// fle returns x ≤ y.
func fle[L any](g Gates[L], f term.Format, a, b []L) L {
	x, y := unpack(g, f, a), unpack(g, f, b)
	most := or(g, ordered(g, a, b, ule[L]), g.And(x.zero, y.zero))
	return g.And(most, g.Not(or(g, x.nan, y.nan)))
}

// ordered compares words of sign and magnitude: magnitudes order numbers of one
// format as integers do, those of negative numbers the other way.
func ordered[L any](g Gates[L], a, b []L, magnitudes func(g Gates[L], a, b []L) L) L {
	n := len(a) - 1
	below, above := magnitudes(g, a[:n], b[:n]), magnitudes(g, b[:n], a[:n])
	minus, plus := a[n], g.Not(b[n])
	return g.Ite(minus, or(g, plus, above), g.And(plus, below))
}
