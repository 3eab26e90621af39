package sat

import "strconv"

// Var names a propositional variable. Variables are dense and start at 1; the
// zero value names none.
type Var int32

// Lit is a literal: a variable or its negation, coded as 2·var + sign with
// sign 1 for the negation. The zero value is no literal.
type Lit int32

// NoLit is the literal that names no variable.
const NoLit Lit = 0

// Pos returns the positive literal of v.
func (v Var) Pos() Lit { return Lit(v << 1) }

// Neg returns the negative literal of v.
func (v Var) Neg() Lit { return Lit(v<<1 | 1) }

// Lit returns the literal of v that is true when v has the given value.
func (v Var) Lit(value bool) Lit {
	if value {
		return v.Pos()
	}
	return v.Neg()
}

// Not returns the negation of l.
func (l Lit) Not() Lit { return l ^ 1 }

// Var returns the variable of l.
func (l Lit) Var() Var { return Var(l >> 1) }

// IsNeg reports whether l is a negated variable.
func (l Lit) IsNeg() bool { return l&1 != 0 }

// XorSign negates l when flip holds.
func (l Lit) XorSign(flip bool) Lit {
	if flip {
		return l ^ 1
	}
	return l
}

// Dimacs returns l as a signed DIMACS integer.
func (l Lit) Dimacs() int {
	if l.IsNeg() {
		return -int(l.Var())
	}
	return int(l.Var())
}

// LitOfDimacs returns the literal of a non-zero signed DIMACS integer.
func LitOfDimacs(n int) Lit {
	if n < 0 {
		return Var(-n).Neg()
	}
	return Var(n).Pos()
}

// String returns l as its DIMACS integer.
func (l Lit) String() string { return strconv.Itoa(l.Dimacs()) }
