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
		return Basic(Int) // int holds all values of the smaller types; a _BitInt stays
	}
	if t.kind == EnumKind {
		return Basic(k)
	}
	return t.Unqualified()
}

// PromoteBitField returns the type of the value of a bit-field of type t with the given width. It is
// int if int holds all values, else unsigned int if that does. A wider field has in gcc a type of exactly its width;
// a field of a _BitInt type has that type (C23 6.3.1.1).
func (t *Type) PromoteBitField(m ir.DataModel, bits int) *Type {
	intBits := Basic(Int).Bits(m)
	switch {
	case t.IsBitInt():
		return t.Unqualified()
	case bits < intBits || bits == intBits && t.IsSigned():
		return Basic(Int)
	case bits == intBits:
		return Basic(UInt)
	case bits < t.Bits(m):
		return BitIntOf(bits, t.IsSigned())
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
	if a.IsSigned() == b.IsSigned() {
		if outranks(m, b, a) {
			return b.bare()
		}
		return a.bare()
	}
	if a.IsSigned() {
		a, b = b, a // now a is unsigned, b signed
	}
	switch {
	case !outranks(m, b, a):
		return a.bare()
	case b.Bits(m) > a.Bits(m):
		return b.bare()
	}
	return b.ToUnsigned()
}

// outranks reports whether the conversion rank of a, promoted, is above the rank of b (C23 6.3.1.1). If one of
// them is a type with a given number of bits, the type with more bits is above; between equal numbers it is the
// other type.
func outranks(m ir.DataModel, a, b *Type) bool {
	if !a.IsBitInt() && !b.IsBitInt() {
		return rank(a.kind) > rank(b.kind)
	}
	if x, y := a.Bits(m), b.Bits(m); x != y {
		return x > y
	}
	return !a.IsBitInt() && b.IsBitInt()
}

// rank orders the integer kinds from int upwards; signed and unsigned are equal.
func rank(k Kind) Kind { return (k - Int) / 2 }

// ToUnsigned returns the unsigned counterpart of an integer type.
func (t *Type) ToUnsigned() *Type {
	switch k := t.arith(); k {
	case BitInt, UBitInt:
		return BitIntOf(int(t.len), false)
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
	case BitInt, UBitInt:
		return BitIntOf(int(t.len), true)
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
