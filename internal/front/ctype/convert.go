package ctype

import "github.com/heddle-mc/heddle/internal/program/ir"

// Decay returns the type that an expression of type t has as a value: arrays
// and functions become pointers, qualifiers go (C11 6.3.2.1).
func (t *Type) Decay() *Type {
	switch t.kind {
	case Array:
		return PointerTo(t.elem)
	case Func:
		return PointerTo(t)
	}
	return t.Unqualified()
}

// Adjusted returns the type of a parameter declared with type t (C11 6.7.6.3):
// arrays and functions are pointers; top-level qualifiers stay.
func (t *Type) Adjusted() *Type {
	switch t.kind {
	case Array, Func:
		return t.Decay()
	}
	return t
}

// Promote returns the type of a value of type t after the integer promotions
// (C11 6.3.1.1). Types that do not promote are returned unqualified.
func (t *Type) Promote(m ir.DataModel) *Type {
	if !t.IsInteger() {
		return t.Unqualified()
	}
	k := t.arith()
	if k < Int {
		return Basic(Int) // int holds all values of the smaller types
	}
	if t.kind == EnumKind {
		return Basic(k)
	}
	return t.Unqualified()
}

// PromoteBitField returns the type of the value of a bit-field of type t with the given width. It is
// int if int holds all values, else unsigned int, else the declared type. (gcc gives wider fields a
// type of exactly their width; the difference shows only in overflow beyond that width.)
func (t *Type) PromoteBitField(m ir.DataModel, bits int) *Type {
	intBits := Basic(Int).Bits(m)
	switch {
	case bits < intBits || bits == intBits && t.IsSigned():
		return Basic(Int)
	case bits == intBits:
		return Basic(UInt)
	}
	return t.Promote(m)
}

// DefaultPromote returns the type of an argument of type t for which the callee's prototype has no
// parameter: promoted, float as double, arrays as pointers.
func (t *Type) DefaultPromote(m ir.DataModel) *Type {
	t = t.Decay()
	if t.kind == Float {
		return Basic(Double)
	}
	return t.Promote(m)
}

// UsualArithmetic returns the common type of two arithmetic operands (C11
// 6.3.1.8). Bit-fields must have been promoted before.
func UsualArithmetic(m ir.DataModel, a, b *Type) *Type {
	ka, kb := a.arith(), b.arith()
	for _, f := range []Kind{Float128, LongDouble, Double, Float} {
		if ka == f || kb == f {
			return Basic(f)
		}
	}
	a, b = a.Promote(m), b.Promote(m)
	ka, kb = a.kind, b.kind
	switch {
	case ka == kb:
		return Basic(ka)
	case a.IsSigned() == b.IsSigned():
		return Basic(max(ka, kb))
	}
	if a.IsSigned() {
		ka, kb = kb, ka // now ka is unsigned, kb signed
	}
	switch {
	case rank(ka) >= rank(kb):
		return Basic(ka)
	case basicSizes[m][kb].size > basicSizes[m][ka].size:
		return Basic(kb)
	}
	return Basic(kb).ToUnsigned()
}

// rank orders the integer kinds from int upwards; signed and unsigned are equal.
func rank(k Kind) Kind { return (k - Int) / 2 }

// ToUnsigned returns the unsigned counterpart of an integer type.
func (t *Type) ToUnsigned() *Type {
	switch k := t.arith(); k {
	case Char, SChar:
		return Basic(UChar)
	case Short, Int, Long, LLong, Int128:
		return Basic(k + 1)
	default:
		return Basic(k)
	}
}

// ToSigned returns the signed counterpart of an integer type.
func (t *Type) ToSigned() *Type {
	switch k := t.arith(); k {
	case Char, UChar:
		return Basic(SChar)
	case UShort, UInt, ULong, ULLong, UInt128:
		return Basic(k - 1)
	default:
		return Basic(k)
	}
}

// SizeT returns the type of sizeof.
func SizeT(m ir.DataModel) *Type {
	if m == ir.ILP32 {
		return Basic(UInt)
	}
	return Basic(ULong)
}

// PtrdiffT returns the type of the difference of two pointers.
func PtrdiffT(m ir.DataModel) *Type { return SizeT(m).ToSigned() }

// WcharT returns the element type of L"...".
func WcharT(m ir.DataModel) *Type {
	if m == ir.ILP32 {
		return Basic(Long)
	}
	return Basic(Int)
}
