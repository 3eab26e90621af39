package ir

import "fmt"

// Type is the type of a register or of one memory access: an integer of 1 to 128 bits, an IEEE-754
// binary32 or binary64, or a pointer. The zero value means no type (an instruction without a result).
type Type uint16

const (
	classInt Type = 1 << 8 << iota
	classFloat
	classPtr
)

// The types that need no width, and the integers that C programs use most.
const (
	NoType Type = 0
	F32         = classFloat | 32
	F64         = classFloat | 64
	Ptr         = classPtr
	I1          = classInt | 1
	I8          = classInt | 8
	I16         = classInt | 16
	I32         = classInt | 32
	I64         = classInt | 64
	I128        = classInt | 128
)

// Int returns the integer type of the given width in bits, 1 to 128.
func Int(bits int) Type {
	if bits < 1 || bits > 128 {
		panic(fmt.Sprintf("ir: integer width %d is outside 1..128", bits))
	}
	return classInt | Type(bits)
}

// IsInt reports whether t is an integer type.
func (t Type) IsInt() bool { return t&classInt != 0 }

// IsFloat reports whether t is a floating type.
func (t Type) IsFloat() bool { return t&classFloat != 0 }

// IsPtr reports whether t is the pointer type.
func (t Type) IsPtr() bool { return t&classPtr != 0 }

// Bits returns the width of t under data model m, in bits.
func (t Type) Bits(m DataModel) int {
	if t.IsPtr() {
		return m.PtrBits()
	}
	return int(t & 0xff)
}

// Bytes returns the number of bytes that a memory access of type t covers.
func (t Type) Bytes(m DataModel) int64 { return int64(t.Bits(m)+7) / 8 }

// String returns the type as the text form writes it: i32, f64, ptr.
func (t Type) String() string {
	switch {
	case t.IsInt():
		return fmt.Sprintf("i%d", t&0xff)
	case t.IsFloat():
		return fmt.Sprintf("f%d", t&0xff)
	case t.IsPtr():
		return "ptr"
	}
	return "none"
}

// DataModel fixes the widths of C's basic types and of pointers.
type DataModel uint8

// The two data models, both little-endian.
const (
	LP64  DataModel = iota // long and pointers have 64 bits
	ILP32                  // int, long and pointers have 32 bits
)

// PtrBits returns the width of a pointer, in bits.
func (m DataModel) PtrBits() int {
	if m == ILP32 {
		return 32
	}
	return 64
}

// PtrInt returns the integer type as wide as a pointer.
func (m DataModel) PtrInt() Type { return Int(m.PtrBits()) }

// String returns the name that the command line uses.
func (m DataModel) String() string {
	if m == ILP32 {
		return "ilp32"
	}
	return "lp64"
}

// ParseDataModel is the inverse of DataModel.String.
func ParseDataModel(s string) (DataModel, error) {
	switch s {
	case "lp64":
		return LP64, nil
	case "ilp32":
		return ILP32, nil
	}
	return 0, fmt.Errorf("unknown data model %q: expected lp64 or ilp32", s)
}
