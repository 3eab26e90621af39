package ctype

import (
	"math"
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// scalarSize is the size of a scalar and its alignment, in bytes. On i386 some
// scalars prefer a larger alignment as a variable than inside a structure.
type scalarSize struct{ size, align, preferred int64 }

// basicSizes holds the sizes of all scalar kinds (System V ABI, section 3.1.2).
var basicSizes = [2][Float128 + 1]scalarSize{
	ir.LP64: {
		Bool: {1, 1, 1}, Char: {1, 1, 1}, SChar: {1, 1, 1}, UChar: {1, 1, 1},
		Short: {2, 2, 2}, UShort: {2, 2, 2}, Int: {4, 4, 4}, UInt: {4, 4, 4},
		Long: {8, 8, 8}, ULong: {8, 8, 8}, LLong: {8, 8, 8}, ULLong: {8, 8, 8},
		Int128: {16, 16, 16}, UInt128: {16, 16, 16},
		Float: {4, 4, 4}, Double: {8, 8, 8}, LongDouble: {16, 16, 16}, Float128: {16, 16, 16},
	},
	ir.ILP32: {
		Bool: {1, 1, 1}, Char: {1, 1, 1}, SChar: {1, 1, 1}, UChar: {1, 1, 1},
		Short: {2, 2, 2}, UShort: {2, 2, 2}, Int: {4, 4, 4}, UInt: {4, 4, 4},
		Long: {4, 4, 4}, ULong: {4, 4, 4}, LLong: {8, 4, 8}, ULLong: {8, 4, 8},
		Int128: {16, 16, 16}, UInt128: {16, 16, 16}, // gcc has no __int128 here
		Float: {4, 4, 4}, Double: {8, 4, 8}, LongDouble: {12, 4, 4}, Float128: {16, 16, 16},
	},
}

// bitIntSize returns the size and alignment of an integer of the given number of bits (System V ABI, section
// 3.1.2): the next basic type up to 64 bits, then words of the machine.
func bitIntSize(m ir.DataModel, bits int64) scalarSize {
	for _, k := range []Kind{Char, Short, Int, LLong} {
		if s := basicSizes[m][k]; bits <= s.size*8 {
			return s
		}
	}
	word := basicSizes[m][Long]
	word.size = roundUp((bits+7)/8, word.size)
	return word
}

// Size returns sizeof t in bytes. void and functions have size 1, as in GNU C.
// It panics when t is incomplete or its size is known at run time only. Sizes
// beyond the range of int64 are the largest int64: see TooLarge.
func (t *Type) Size(m ir.DataModel) int64 {
	switch t.kind {
	case Void, Func:
		return 1
	case Pointer:
		return int64(m.PtrBits() / 8)
	case Array:
		if t.form != Fixed {
			break
		}
		n := t.elem.Size(m)
		if n > 0 && t.len > math.MaxInt64/n {
			return math.MaxInt64
		}
		return n * t.len
	case Struct, Union, Vector, Complex:
		if t.rec.done && t.rec.VarSize == nil {
			return t.rec.size
		}
	case EnumKind:
		return basicSizes[m][t.arith()].size
	case BitInt, UBitInt:
		return bitIntSize(m, t.len).size
	default:
		if t.kind != Invalid {
			return basicSizes[m][t.kind].size
		}
	}
	panic("ctype: Size of incomplete type " + t.String())
}

// TooLarge reports whether the size of the complete type t exceeds the range of ptrdiff_t, which gcc
// refuses.
func (t *Type) TooLarge(m ir.DataModel) bool {
	limit := int64(math.MaxInt64 - 1)
	if m == ir.ILP32 {
		limit = math.MaxInt32
	}
	return !t.IsVariablySized() && t.Size(m) > limit
}

// AlignOf returns _Alignof t in bytes. Without an aligned attribute it is at most 16, as in gcc, even if
// t has a larger alignment as a member.
func (t *Type) AlignOf(m ir.DataModel) int64 {
	a, user := t.memberAlign(m)
	if !user {
		a = min(a, 16)
	}
	return a
}

// Align returns the alignment in bytes that t has as a member. void
// and functions have 1, as in GNU C. It panics when t is an incomplete record.
func (t *Type) Align(m ir.DataModel) int64 {
	a, _ := t.memberAlign(m)
	return a
}

// PreferredAlign returns GNU's __alignof__ t: the alignment of a variable of
// type t, which on i386 exceeds Align for long long and double.
func (t *Type) PreferredAlign(m ir.DataModel) int64 {
	a, _ := t.fullAlign(m)
	return a
}

// fullAlign returns the alignment of a variable of type t and whether an
// attribute decided it.
func (t *Type) fullAlign(m ir.DataModel) (align int64, user bool) {
	if t.align != 0 {
		return t.align, true
	}
	switch t.kind {
	case Void, Func, Invalid:
		return 1, false
	case Array:
		return t.elem.fullAlign(m)
	case Struct, Union, Vector, Complex:
		if !t.rec.done {
			panic("ctype: Align of incomplete type " + t.String())
		}
		return t.atomicAlign(m, t.rec.align), t.rec.userAlign
	case Pointer:
		return int64(m.PtrBits() / 8), false
	case BitInt, UBitInt:
		return t.atomicAlign(m, bitIntSize(m, t.len).preferred), false
	}
	return t.atomicAlign(m, basicSizes[m][t.arith()].preferred), false
}

// atomicAlign raises the alignment a of an _Atomic type to its size where the
// processor has an operation of that size.
func (t *Type) atomicAlign(m ir.DataModel, a int64) int64 {
	if t.qual&QAtomic == 0 {
		return a
	}
	switch n := t.Size(m); n {
	case 1, 2, 4, 8, 16:
		return max(a, n)
	}
	return a
}

// holdsFloatVector reports whether t is a vector of floating type, or an array or record with one.
func (t *Type) holdsFloatVector() bool {
	switch t.kind {
	case Vector:
		return !t.elem.IsInteger()
	case Array:
		return t.elem.holdsFloatVector()
	case Struct, Union:
		return slices.ContainsFunc(t.rec.fields, func(f Field) bool { return f.Type.holdsFloatVector() })
	}
	return false
}

// memberAlign is fullAlign for a member of a record: i386 limits integers and doubles to 4 there,
// unless an attribute or _Atomic gives more.
func (t *Type) memberAlign(m ir.DataModel) (align int64, user bool) {
	a, user := t.fullAlign(m)
	if m != ir.ILP32 || user || a <= 4 {
		return a, user
	}
	e := t
	for e.kind == Array {
		e = e.elem
	}
	if e.qual&QAtomic != 0 {
		return a, user
	}
	switch e.arith() {
	case LLong, ULLong, Double, BitInt, UBitInt:
		return 4, user
	case Complex:
		return e.elem.memberAlign(m)
	case Vector: // gcc treats a vector of integers of eight bytes as an integer
		if e.rec.size == 8 && e.elem.IsInteger() {
			return 4, user
		}
	case Struct, Union: // gcc treats a record of eight bytes as an integer, unless it holds a vector of floats
		if e.rec.size == 8 && !e.rec.HasFlexible() && !e.holdsFloatVector() {
			return 4, user
		}
	}
	return a, user
}
