package ctype

import "github.com/heddle-mc/heddle/internal/program/ir"

// arith returns the kind that arithmetic sees: an enumeration is its integer type.
func (t *Type) arith() Kind {
	if t.kind == EnumKind {
		if t.enum.Type == nil {
			return UInt
		}
		return t.enum.Type.kind
	}
	return t.kind
}

// ArithKind returns the basic kind of an arithmetic type: an enumeration yields
// the kind of the integer type it is compatible with. Other types yield their Kind.
func (t *Type) ArithKind() Kind { return t.arith() }

// IsVoid reports whether t is void, qualified or not.
func (t *Type) IsVoid() bool { return t.kind == Void }

// IsBool reports whether t is _Bool.
func (t *Type) IsBool() bool { return t.kind == Bool }

// IsInteger reports whether t is an integer type; _Bool, char and enumerations are.
func (t *Type) IsInteger() bool {
	return t.kind >= Bool && t.kind <= UInt128 || t.kind == EnumKind || t.IsBitInt()
}

// IsBitInt reports whether t is an integer type of a given number of bits.
func (t *Type) IsBitInt() bool { return t.kind == BitInt || t.kind == UBitInt }

// IsFloating reports whether t is a real floating type.
func (t *Type) IsFloating() bool { return t.kind >= Float && t.kind <= Float128 }

// IsArithmetic reports whether t is an integer or a real floating type.
func (t *Type) IsArithmetic() bool { return t.IsInteger() || t.IsFloating() }

// IsPointer reports whether t is a pointer.
func (t *Type) IsPointer() bool { return t.kind == Pointer }

// IsScalar reports whether t is arithmetic or a pointer.
func (t *Type) IsScalar() bool { return t.IsArithmetic() || t.kind == Pointer }

// IsArray reports whether t is an array, of whatever length.
func (t *Type) IsArray() bool { return t.kind == Array }

// IsRecord reports whether t is a structure or union, or a vector or complex number, whose parts lie
// in memory like members.
func (t *Type) IsRecord() bool { return t.rec != nil }

// IsVector reports whether t is one of GNU's vector types.
func (t *Type) IsVector() bool { return t.kind == Vector }

// IsComplex reports whether t is a complex type.
func (t *Type) IsComplex() bool { return t.kind == Complex }

// IsAggregate reports whether t is an array or a record.
func (t *Type) IsAggregate() bool { return t.kind == Array || t.IsRecord() }

// IsFunc reports whether t is a function type.
func (t *Type) IsFunc() bool { return t.kind == Func }

// IsFuncPointer reports whether t points to a function.
func (t *Type) IsFuncPointer() bool { return t.kind == Pointer && t.elem.kind == Func }

// IsCharacter reports whether t is one of the three character types.
func (t *Type) IsCharacter() bool { return t.kind >= Char && t.kind <= UChar }

// IsSigned reports whether t is an integer type with negative values.
func (t *Type) IsSigned() bool {
	switch t.arith() {
	case Char, SChar, Short, Int, Long, LLong, Int128, BitInt:
		return true
	}
	return false
}

// IsUnsigned reports whether t is an integer type without negative values.
func (t *Type) IsUnsigned() bool { return t.IsInteger() && !t.IsSigned() }

// IsVLA reports whether t itself is a variable-length array.
func (t *Type) IsVLA() bool { return t.form == Variable || t.form == Star }

// IsVariablySized reports whether sizeof t is computed at run time: t is a VLA, a structure with a member
// of variable size, or an array of such.
func (t *Type) IsVariablySized() bool {
	for ; t.kind == Array; t = t.elem {
		if t.IsVLA() {
			return true
		}
	}
	return t.rec != nil && t.rec.VarSize != nil
}

// IsVariablyModified reports whether a VLA occurs in t's declarator (C11 6.7.6).
func (t *Type) IsVariablyModified() bool {
	for t != nil && (t.kind == Array || t.kind == Pointer || t.kind == Func) {
		if t.IsVLA() {
			return true
		}
		t = t.elem
	}
	return t != nil && t.IsVariablySized()
}

// IsComplete reports whether the size of t is known, now or at run time. void,
// functions, records not yet completed and arrays without length are not complete.
func (t *Type) IsComplete() bool {
	switch t.kind {
	case Invalid, Void, Func:
		return false
	case Struct, Union, Vector, Complex:
		return t.rec.done
	case EnumKind:
		return t.enum.Type != nil
	case Array:
		return t.form != Incomplete && t.elem.IsComplete()
	}
	return true
}

// Bits returns the number of value bits of an integer type, the sign included: 1 for _Bool.
func (t *Type) Bits(m ir.DataModel) int {
	switch {
	case t.arith() == Bool:
		return 1
	case t.IsBitInt():
		return int(t.len)
	}
	return int(basicSizes[m][t.arith()].size) * 8
}
