package ctype

import "github.com/heddle-mc/heddle/internal/program/wide"

// The integer constants are 128-bit integers in two's complement: a value is kept sign- or
// zero-extended from its type.

// shr shifts right, filling with zeros or copies of the sign.
func shr(a wide.Word, n uint, signed bool) wide.Word {
	if signed {
		return a.Ashr(n)
	}
	return a.Shr(n)
}

// divmod divides, truncating towards zero; b is not zero.
func divmod(a, b wide.Word, signed bool) (q, r wide.Word) {
	if !signed {
		return a.DivMod(b)
	}
	q, r = a.Abs(128).DivMod(b.Abs(128))
	if a.Negative(128) != b.Negative(128) {
		q = q.Neg()
	}
	if a.Negative(128) {
		r = r.Neg()
	}
	return q, r
}

// extend keeps the low n bits, 1 to 128, and extends them.
func extend(a wide.Word, n int, signed bool) wide.Word {
	return shr(a.Shl(uint(128-n)), uint(128-n), signed)
}
